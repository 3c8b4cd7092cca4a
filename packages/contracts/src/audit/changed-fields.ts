/** Fields that an audited action changed, read from the details of its entry. */
import { secretMask } from '../settings/secret-fields.ts';

export interface ChangedField {
  /** Names from the outside in: `['monday', 'start']`. */
  path: string[];
  before: unknown;
  after: unknown;
  /** Whether the value is a secret, so that only the change itself is known. */
  isSecret: boolean;
}

type Group = Record<string, unknown>;
/** Returns an object's fields, and a list with something for each website by website. */
function groupOf(value: unknown): Group | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return { ...value };
  return value.every(isOfWebsite)
    ? Object.fromEntries(value.map(({ websiteId, ...of }) => [websiteId, of]))
    : undefined;
}

const isOfWebsite = (value: unknown): value is Group & { websiteId: string } =>
  typeof value === 'object' && value !== null && 'websiteId' in value && typeof value.websiteId === 'string';

/** Returns the changed fields of an entry with `before` and `after`; those of an object count by themselves. */
export const changedFieldsOf = ({ before, after }: Group): ChangedField[] =>
  fieldsWithin([], groupOf(before) ?? {}, groupOf(after) ?? {});

function fieldsWithin(path: string[], before: Group, after: Group): ChangedField[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): ChangedField[] => {
    const [was, is] = [before[name], after[name]];
    const [groupBefore, groupAfter] = [groupOf(was), groupOf(is)];
    const place = [...path, name];
    if (groupBefore && groupAfter) return fieldsWithin(place, groupBefore, groupAfter);
    const isSecret = was === secretMask || is === secretMask;
    if (!isSecret && JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ path: place, before: was, after: is, isSecret }];
  });
}

/** Returns what a list gained and lost; undefined if a value is no list of texts. */
export function listChange({ before, after }: ChangedField): { added: string[]; removed: string[] } | undefined {
  if (!isTexts(before) || !isTexts(after)) return undefined;
  return {
    added: after.filter((each) => !before.includes(each)),
    removed: before.filter((each) => !after.includes(each)),
  };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
