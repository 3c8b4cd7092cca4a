/** Parses a directory's group into the stored fields. RFC 7643, section 4.2 */
import { isObject } from '@parley/contracts/json';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { nameMaxLength } from '@parley/contracts/users/limits';
import { type ScimGroup, scimMembersMax, scimPath, scimSchemas } from '@parley/contracts/users/scim';
import type { StoredGroup } from '@parley/db/scim/groups';
import { isChosen, looksOnlyAt } from './conditions.ts';
import { operationsIn, readPath } from './patch.ts';
import { ScimProblem } from './problem.ts';
import { textIn } from './resource.ts';
import { plainName } from './text.ts';

/** Stored fields of a group; members by their ids, in lower case. */
export interface WantedGroup {
  displayName: string;
  externalId: string | null;
  members: ReadonlySet<string>;
}

interface GroupDraft {
  displayName: string | undefined;
  externalId: string | null;
  members: Set<string>;
}

/** By which a path chooses members. */
const memberAttributes = new Set(['value', 'type']);

const invalid = (detail: string) => new ScimProblem('invalidValue', detail);
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads a whole group. Names are case-insensitive; unknown ones are ignored. @throws ScimProblem `invalidValue` */
export function readGroup(body: Record<string, unknown>): WantedGroup {
  const draft: GroupDraft = { displayName: undefined, externalId: null, members: new Set() };
  for (const [name, value] of Object.entries(body)) setAttribute(draft, plainName(name), value, 'replace');
  return complete(draft);
}

/**
 * Applies a list of operations to a group; none of them if one is invalid.
 *
 * @throws ScimProblem `invalidSyntax`, `invalidPath`, `noTarget`, `mutability`, `invalidValue`
 */
export function patchedGroup(body: Record<string, unknown>, id: string, before: WantedGroup): WantedGroup {
  const draft: GroupDraft = { ...before, members: new Set(before.members) };
  for (const { op, path, value } of operationsIn(body)) {
    const { name, chosen, behind } = readPath(path);
    if (chosen) {
      // Misreading a condition could leave a member in, with the group's rights.
      if (name !== 'members' || behind !== '' || op !== 'remove' || !looksOnlyAt(chosen, memberAttributes)) {
        throw new ScimProblem('invalidPath', 'What is chosen is a member, by its value, to be removed.');
      }
      for (const member of before.members)
        if (isChosen(chosen, { value: member, type: 'User' })) draft.members.delete(member);
      continue;
    }
    // Okta sends it with every change.
    if (name === 'id' && value !== id) throw new ScimProblem('mutability', 'id is not changed by a directory.');
    if (op === 'remove' && name === 'displayname') throw new ScimProblem('mutability', 'Every group has displayName.');
    setAttribute(draft, name, value, op);
  }
  return complete(draft);
}

/** Ignores attributes that are not stored. */
function setAttribute(draft: GroupDraft, name: string, value: unknown, op: string): void {
  switch (name) {
    case 'displayname':
      draft.displayName = textIn('displayName', value);
      break;
    case 'externalid':
      draft.externalId = op === 'remove' || value === null || value === undefined ? null : textIn('externalId', value);
      break;
    case 'members':
      setMembers(draft, value, op);
      break;
    default:
      if (name.startsWith('members')) throw new ScimProblem('invalidPath', 'Members are changed as a whole.');
  }
}

function setMembers(draft: GroupDraft, value: unknown, op: string): void {
  // Without values all of them are removed.
  const named = value === undefined || value === null ? undefined : membersIn(value);
  if (op === 'replace' || (op === 'remove' && named === undefined)) draft.members.clear();
  for (const id of named ?? []) {
    if (op === 'remove') draft.members.delete(id);
    else draft.members.add(id);
  }
  if (draft.members.size > scimMembersMax) throw invalid(`A group has at most ${scimMembersMax} members.`);
}

function membersIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > scimMembersMax) throw invalid(`At most ${scimMembersMax} members at once.`);
  return list.map((each) => {
    if (!isObject(each)) throw invalid('A member is an object with a value.');
    if (each['type'] !== undefined && textIn('members.type', each['type']).toLowerCase() !== 'user') {
      throw invalid('Members are users: groups in groups are not kept here.');
    }
    const id = textIn('members.value', each['value']).toLowerCase();
    if (!uuid.test(id)) throw unknownMember(id);
    return id;
  });
}

/** Returns the refusal of an unknown member. */
export const unknownMember = (id: string): ScimProblem => invalid(`There is no user ${id.slice(0, 100)}.`);

function complete({ displayName, externalId, members }: GroupDraft): WantedGroup {
  const name = cleanLine(displayName ?? '', nameMaxLength);
  if (!name) throw invalid('displayName is missing.');
  return { displayName: name, externalId, members };
}

export const wantedOf = ({ displayName, externalId, members }: StoredGroup): WantedGroup => ({
  displayName,
  externalId,
  members: new Set(members.map(({ id }) => id)),
});

/** Returns the group for the directory; without its members if they are excluded. */
export function toScimGroup(publicUrl: string, group: StoredGroup, excluded = ''): ScimGroup {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group;
  const isSpared = excluded.split(',').some((name) => plainName(name.trim()) === 'members');
  return {
    schemas: [scimSchemas.group],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(!isSpared && {
      members: members.map((member) => ({
        value: member.id,
        $ref: `${publicUrl}${scimPath}/Users/${member.id}`,
        display: member.name,
        type: 'User',
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${publicUrl}${scimPath}/Groups/${id}`,
    },
  };
}
