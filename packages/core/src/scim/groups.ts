/** Groups as a directory keeps them. */
import { Problem } from '@parley/contracts/problems';
import {
  scimGroupsMax,
  type ScimGroup,
  type ScimGroupList,
  scimPageMax,
  scimSchemas,
} from '@parley/contracts/users/scim';
import { localize } from '@parley/contracts/i18n/server-texts';
import { isUniqueViolation, type Transaction } from '@parley/db/database';
import * as groups from '@parley/db/scim/groups';
import { knownUsers } from '@parley/db/scim/users';
import type { Context } from '../context.ts';
import { recordAuditOf } from '../audit/record.ts';
import { parseGroupFilter } from './filter.ts';
import { aboutGroup, type Given, giveByGroups, publishGiven, type Within } from './group-access.ts';
import { patchedGroup, readGroup, toScimGroup, unknownMember, type WantedGroup, wantedOf } from './group-resource.ts';
import { ScimProblem } from './problem.ts';
import type { DirectoryCaller } from './users.ts';

const unknown = () => new Problem('not_found', localize('no_such_directory_group'));
const orTaken = (error: unknown): never => {
  if (isUniqueViolation(error, 'scim_groups_name')) {
    throw new ScimProblem('uniqueness', 'There is a group of this name already.');
  }
  throw error;
};

/** @throws ScimProblem `invalidFilter` */
export async function listScimGroups(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  query: { filter?: string; startIndex?: number; count?: number; excludedAttributes?: string },
): Promise<ScimGroupList> {
  const { filter, startIndex = 1, count = scimPageMax, excludedAttributes } = query;
  const start = Math.max(1, startIndex);
  const limit = Math.min(Math.max(0, count), scimPageMax);
  const condition = filter === undefined ? undefined : parseGroupFilter(filter);
  const found = await groups.listGroups(db, condition, { skip: start - 1, limit });
  return {
    schemas: [scimSchemas.list],
    totalResults: found.total,
    startIndex: start,
    itemsPerPage: found.groups.length,
    Resources: found.groups.map((group) => toScimGroup(publicUrl, group, excludedAttributes)),
  };
}

/** @throws Problem `not_found` */
export async function readScimGroup(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  id: string,
  excludedAttributes?: string,
): Promise<ScimGroup> {
  return toScimGroup(publicUrl, await known(db, id), excludedAttributes);
}

async function known(db: Context['db'], id: string): Promise<groups.StoredGroup> {
  const group = await groups.findGroup(db, id);
  if (!group) throw unknown();
  return group;
}

/** Makes a group, which gives its members nothing yet. @throws ScimProblem `uniqueness`, `invalidValue`; Problem `conflict` for one too many */
export async function addScimGroup(
  context: Context,
  caller: DirectoryCaller,
  body: Record<string, unknown>,
): Promise<ScimGroup> {
  const { displayName, externalId, members } = readGroup(body);
  const id = await context.db
    .transaction()
    .execute(async (transaction) => {
      await groups.lockGroups(transaction);
      const made = await groups.insertGroup(transaction, { displayName, externalId, max: scimGroupsMax });
      if (made === undefined) throw new Problem('conflict', `There are ${scimGroupsMax} groups already.`);
      await setMembers(transaction, made, members);
      const details = { name: displayName, members: members.size };
      await recordAuditOf({ db: transaction }, caller, {
        action: 'directory_group.added',
        subject: aboutGroup(made),
        details,
      });
      return made;
    })
    .catch(orTaken);
  await publishGiven(context, caller, { users: [], endedAdmins: [], areTeamsChanged: false });
  return readScimGroup(context, id);
}

/** @throws Problem `not_found`, `conflict` for the last administrator; ScimProblem */
export async function replaceScimGroup(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  body: Record<string, unknown>,
): Promise<ScimGroup> {
  return change(context, caller, id, () => readGroup(body));
}

/** @throws Problem `not_found`, `conflict` for the last administrator; ScimProblem */
export async function patchScimGroup(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  body: Record<string, unknown>,
): Promise<ScimGroup> {
  return change(context, caller, id, (before) => patchedGroup(body, id, before));
}

/** Removes a group, and the rights from it. @throws Problem `not_found`, `conflict` for the last admin */
export async function deleteScimGroup(context: Context, caller: DirectoryCaller, id: string): Promise<void> {
  const given = await context.db.transaction().execute(async (transaction) => {
    await groups.lockGroups(transaction);
    const { displayName, members, teamId } = await known(transaction, id);
    await groups.deleteGroup(transaction, id);
    const details = { name: displayName, members: members.length };
    await recordAuditOf({ db: transaction }, caller, {
      action: 'directory_group.deleted',
      subject: aboutGroup(id),
      details,
    });
    const left = members.map((member) => member.id);
    return giveByGroups({ ...context, db: transaction }, caller, left, teamId === null ? [] : [teamId]);
  });
  await publishGiven(context, caller, given);
}

/** Removes a user whom the directory has deleted from every group. @throws Problem `conflict` for the last admin */
export async function leaveGroups(context: Within, caller: DirectoryCaller, userId: string): Promise<Given> {
  const { db } = context;
  await groups.lockGroups(db);
  const mine = await groups.groupsOf(db, [userId]);
  await db.deleteFrom('scimGroupMembers').where('userId', '=', userId).execute();
  return giveByGroups(
    context,
    caller,
    [userId],
    mine.flatMap(({ teamId }) => teamId ?? []),
  );
}

async function change(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  read: (before: WantedGroup) => WantedGroup,
): Promise<ScimGroup> {
  const given = await context.db
    .transaction()
    .execute(async (transaction) => {
      await groups.lockGroups(transaction);
      const stored = await known(transaction, id);
      const before = wantedOf(stored);
      const { displayName, externalId, members } = read(before);
      const added = [...members].filter((each) => !before.members.has(each));
      const removed = [...before.members].filter((each) => !members.has(each));
      await groups.updateGroup(transaction, id, { displayName, externalId });
      await setMembers(transaction, id, members);
      await recordAuditOf({ db: transaction }, caller, {
        action: 'directory_group.updated',
        subject: aboutGroup(id),
        details: {
          name: displayName,
          ...(displayName !== before.displayName && { nameBefore: before.displayName }),
          ...(added.length > 0 && { added }),
          ...(removed.length > 0 && { removed }),
        },
      });
      const { teamId } = stored;
      return giveByGroups(
        { ...context, db: transaction },
        caller,
        [...added, ...removed],
        teamId === null ? [] : [teamId],
      );
    })
    .catch(orTaken);
  await publishGiven(context, caller, given);
  return readScimGroup(context, id);
}

/** Replaces the members. @throws ScimProblem `invalidValue` for a user whom the directory doesn't know here */
async function setMembers(transaction: Transaction, id: string, members: ReadonlySet<string>): Promise<void> {
  const here = await knownUsers(transaction, [...members]);
  const missing = [...members].find((each) => !here.has(each));
  if (missing !== undefined) throw unknownMember(missing);
  await groups.setMembers(transaction, id, [...members]);
}
