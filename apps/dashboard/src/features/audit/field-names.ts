/** Finds the names of audited fields and values: those of their screens. */
import type { SettingsSection } from '@parley/contracts/settings/settings';
import {
  commonFields,
  type Field,
  itemFields,
  labelOf,
  sectionNames,
  settingFields,
} from '../../domain/fields/fields.ts';
import { auditWords } from '../../i18n/en/audit.ts';

const isSection = (name: string): name is SettingsSection => Object.hasOwn(settingFields, name);
const ownOf = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns the name of a section of the settings; undefined for a subject that is none. */
export function sectionName(subject: string | null): string | undefined {
  const [kind, id = ''] = subject?.split(' ') ?? [];
  return kind === 'settings' && isSection(id) ? sectionNames[id]() : undefined;
}

/** Names of users, websites, teams, roles and schedules by their ids. */
export type Names = ReadonlyMap<string, string>;

/** Parts of business hours. */
const parts: Record<string, Field> = { start: () => auditWords('from'), end: () => auditWords('to') };

const fieldsOfSection = (section: SettingsSection): Record<string, Field | null> => ({
  ...parts,
  ...settingFields[section],
});
const fieldsOfItem = (kind: string): Record<string, Field> => ({
  ...commonFields,
  ...ownOf<Record<string, Field>>(itemFields, kind),
});

/** Returns the fields of a subject; null for what the server keeps for itself. */
function fieldsOf(subject: string | null): Record<string, Field | null> {
  const [kind = '', id = ''] = subject?.split(' ') ?? [];
  return kind === 'settings' && isSection(id) ? fieldsOfSection(id) : fieldsOfItem(kind);
}

/** Returns the name of a changed field, or its name in the API; null for one that the server keeps for itself. */
export function fieldName(subject: string | null, path: readonly string[], names: Names): string | null {
  const fields = fieldsOf(subject);
  const whole = ownOf(fields, path.join('.'));
  if (whole === null || fields[path[0] ?? ''] === null) return null;
  if (whole) return labelOf(whole);
  const labels = path.map((part) => {
    const field = ownOf(fields, part);
    return field ? labelOf(field) : (names.get(part) ?? part);
  });
  return labels.join(' · ');
}

/** Returns the words for a field's value, where its screen has any. */
export function valueName(subject: string | null, path: readonly string[], value: unknown): string | undefined {
  const fields = fieldsOf(subject);
  const field = ownOf(fields, path.join('.')) ?? ownOf(fields, path.at(-1) ?? '');
  return field && typeof field !== 'function' ? field.format(value) : undefined;
}
