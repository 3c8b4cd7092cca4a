/** Parses a directory's user into the stored fields. RFC 7643, section 4.1 */
import { isObject } from '@parley/contracts/json';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { emailMaxLength, nameMaxLength } from '@parley/contracts/users/limits';
import { scimPath, scimSchemas, type ScimUser } from '@parley/contracts/users/scim';
import { type DirectoryUser, emailType } from '@parley/db/scim/users';
import { IsEmail } from 'typebox/format';
import { ScimProblem } from './problem.ts';
import { plainName } from './text.ts';

/** Stored fields of a user. */
export interface Wanted {
  userName: string;
  externalId: string | null;
  name: string;
  email: string;
  isActive: boolean;
}

/** User while it is parsed; fields that were not given are undefined. */
export type Draft = Partial<Wanted> & { givenName?: string; familyName?: string };

const textMaxLength = 500;

const invalid = (detail: string) => new ScimProblem('invalidValue', detail);

/** @throws ScimProblem `invalidValue` */
export function textIn(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.length > textMaxLength) throw invalid(`${name} is a text.`);
  return value;
}

/** Some directories write truth as a text. @throws ScimProblem `invalidValue` */
export function truthIn(name: string, value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw invalid(`${name} is true or false.`);
}

/** Entra ID wraps a single value in a list when its old ways are switched on. */
function unwrapped(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [only]: unknown[] = value;
  return isObject(only) && 'value' in only ? only['value'] : only;
}

/**
 * The address of a list of them, or of one: the primary one, else the one of type work, else the first; of an addition to
 * those that are there only one of the first two, or one without a type.
 *
 * @throws ScimProblem `invalidValue`
 */
function emailIn(value: unknown, isAdded: boolean): string | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > 100 || !list.every(isObject)) throw invalid('emails is a list.');
  const typeOf = ({ type }: Record<string, unknown>) => (typeof type === 'string' ? type.toLowerCase() : undefined);
  const chosen =
    list.find(({ primary }) => String(primary).toLowerCase() === 'true') ??
    list.find((each) => typeOf(each) === emailType) ??
    (isAdded ? list.find((each) => typeOf(each) === undefined) : list[0]);
  return chosen && textIn('emails.value', chosen['value']);
}

/**
 * Sets an attribute by its name in lower case; `null` and an absent value remove it. Unknown attributes are ignored.
 * `isAdded` keeps the present values of a list.
 *
 * @throws ScimProblem `invalidValue`
 */
export function setAttribute(draft: Draft, name: string, given: unknown, isAdded = false): void {
  const isGone = given === null || given === undefined;
  const value = name === 'emails' ? given : unwrapped(given);
  switch (name) {
    case 'username':
      draft.userName = textIn('userName', value);
      break;
    case 'externalid':
      draft.externalId = isGone ? null : textIn('externalId', value);
      break;
    case 'active':
      if (!isGone) draft.isActive = truthIn('active', value);
      break;
    case 'displayname':
    case 'name.formatted':
      // The display name wins over the name's parts.
      if (!isGone && (name === 'displayname' || draft.name === undefined)) draft.name = textIn(name, value);
      break;
    case 'name.givenname':
      draft.givenName = isGone ? '' : textIn('name.givenName', value);
      break;
    case 'name.familyname':
      draft.familyName = isGone ? '' : textIn('name.familyName', value);
      break;
    case 'name':
      if (isGone) break;
      if (!isObject(value)) throw invalid('name is an object.');
      for (const [part, text] of Object.entries(value)) setAttribute(draft, `name.${part.toLowerCase()}`, text);
      break;
    case 'emails': {
      const email = isGone ? undefined : emailIn(value, isAdded);
      if (email !== undefined) draft.email = email;
      break;
    }
    case 'emails.value':
      draft.email = textIn('emails.value', value);
      break;
  }
}

/** Reads a whole user. Names are case-insensitive; unknown ones are ignored. @throws ScimProblem `invalidValue` */
export function readUser(body: Record<string, unknown>): Draft {
  const draft: Draft = {};
  const given = new Map(Object.entries(body).map(([name, value]) => [plainName(name), value]));
  // The shown name first, so that it stays.
  for (const name of ['displayname', ...given.keys()]) if (given.has(name)) setAttribute(draft, name, given.get(name));
  return draft;
}

/** Completes a draft with the present account, or makes a new one. @throws ScimProblem `invalidValue` */
export function complete(draft: Draft, before?: Wanted): Wanted {
  const userName = (draft.userName ?? before?.userName)?.trim();
  if (!userName) throw invalid('userName is missing.');
  const email = (draft.email ?? before?.email ?? userName).trim();
  if (!IsEmail(email) || email.length > emailMaxLength) throw invalid('An email address is missing.');
  return {
    userName,
    externalId: draft.externalId === undefined ? (before?.externalId ?? null) : draft.externalId,
    name: cleanLine(nameOf(draft, before?.name) ?? userName, nameMaxLength) || userName,
    email,
    isActive: draft.isActive ?? before?.isActive ?? true,
  };
}

function nameOf({ name, givenName, familyName }: Draft, before: string | undefined): string | undefined {
  if (name !== undefined && name.trim() !== '') return name;
  if (givenName === undefined && familyName === undefined) return before;
  const parts = partsOf(before ?? '');
  const made = `${givenName ?? parts.givenName} ${familyName ?? parts.familyName}`.trim();
  return made === '' ? before : made;
}

/** Here a name is one text; its last word is the family's. */
function partsOf(name: string): { givenName: string; familyName: string } {
  const space = name.lastIndexOf(' ');
  return space < 0
    ? { givenName: name, familyName: '' }
    : { givenName: name.slice(0, space), familyName: name.slice(space + 1) };
}

/** Returns the account for the directory. */
export function toScimUser(publicUrl: string, person: DirectoryUser): ScimUser {
  const { id, externalId, userName, name, email, isActive, groups, createdAt, updatedAt } = person;
  return {
    schemas: [scimSchemas.user],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    displayName: name,
    name: { formatted: name, ...partsOf(name) },
    emails: [{ value: email, type: emailType, primary: true }],
    active: isActive,
    groups: groups.map((group) => ({
      value: group.id,
      $ref: `${publicUrl}${scimPath}/Groups/${group.id}`,
      display: group.name,
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${publicUrl}${scimPath}/Users/${id}`,
    },
  };
}
