/** Accounts as a directory keeps them. */
import type { Role } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { scimPageMax, type ScimUser, type ScimUserList, scimSchemas } from '@parley/contracts/scim';
import { say } from '@parley/contracts/sayings';
import { isUniqueViolation } from '@parley/db/database';
import { lockGroups } from '@parley/db/scim/groups';
import {
  type DirectoryPerson,
  findDirectoryPerson,
  findRemovedPerson,
  listDirectoryPeople,
  saveDirectoryPerson,
} from '@parley/db/scim/people';
import { findAccount, updateAccess, updateUser } from '@parley/db/users/users';
import type { Context } from '../context.ts';
import { recordAuditOf } from '../data/audit-log.ts';
import { publishChange } from '../events/publish-change.ts';
import { endSessionsOf } from '../sessions.ts';
import { makeAccount } from '../users/make-account.ts';
import { parseFilter } from './filter.ts';
import { type Given, tellGiven } from './group-access.ts';
import { leaveGroups } from './groups.ts';
import { readPatch } from './patch.ts';
import { ScimProblem } from './problem.ts';
import { complete, readUser, toScimUser, type Wanted } from './resource.ts';

/** A directory that calls, by its token. */
export interface DirectoryCaller {
  kind: 'directory';
  name: string;
  /** Of the accounts it makes. */
  role: Role;
  address: string;
}

const unknown = () => new Problem('not_found', say('no_such_person'));
const taken = () => new ScimProblem('uniqueness', 'Somebody has this userName or address already.');

/** @throws ScimProblem `invalidFilter` */
export async function listScimUsers(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  { filter, startIndex = 1, count = scimPageMax }: { filter?: string; startIndex?: number; count?: number },
): Promise<ScimUserList> {
  const start = Math.max(1, startIndex);
  const limit = Math.min(Math.max(0, count), scimPageMax);
  const conditions = filter === undefined ? [] : parseFilter(filter);
  const { people, total } = await listDirectoryPeople(db, conditions, { skip: start - 1, limit });
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    startIndex: start,
    itemsPerPage: people.length,
    Resources: people.map((person) => toScimUser(publicUrl, person)),
  };
}

/** @throws Problem `not_found` */
export async function readScimUser(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  id: string,
): Promise<ScimUser> {
  return toScimUser(publicUrl, await known(db, id));
}

async function known(db: Context['db'], id: string): Promise<DirectoryPerson> {
  const person = await findDirectoryPerson(db, id);
  if (!person) throw unknown();
  return person;
}

/**
 * Makes an account of the role that the token says. One that the directory had deleted comes back, with what it wrote.
 *
 * @throws ScimProblem `uniqueness`, `invalidValue`
 */
export async function addScimUser(
  context: Context,
  caller: DirectoryCaller,
  body: Record<string, unknown>,
): Promise<ScimUser> {
  const wanted = complete(readUser(body));
  const removed = await findRemovedPerson(context.db, wanted.userName);
  if (removed !== undefined) {
    const account = await findAccount(context.db, removed);
    if (!account) throw unknown();
    const { name, email } = account.user;
    await change(context, caller, removed, { ...wanted, name, email, isActive: account.isActive }, wanted);
    return readScimUser(context, removed);
  }
  const filter = [{ field: 'userName' as const, value: wanted.userName }];
  const { total } = await listDirectoryPeople(context.db, filter, { skip: 0, limit: 0 });
  if (total > 0) throw taken();
  const { name, email, userName: username } = wanted;
  const account = await makeAccount(context, { name, email, username, role: caller.role }, caller);
  if (!account) throw taken();
  const { id } = account.user;
  await change(context, caller, id, { ...wanted, name: account.user.name, isActive: true }, wanted);
  return readScimUser(context, id);
}

/** @throws Problem `not_found`, `conflict` for the last administrator; ScimProblem */
export async function replaceScimUser(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  body: Record<string, unknown>,
): Promise<ScimUser> {
  const before = await known(context.db, id);
  const draft = readUser(body);
  // What is said anew is said whole; what everybody has stays when it is left out.
  await change(context, caller, id, before, complete({ externalId: null, ...draft }, before));
  return readScimUser(context, id);
}

/** @throws Problem `not_found`, `conflict` for the last administrator; ScimProblem */
export async function patchScimUser(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  body: Record<string, unknown>,
): Promise<ScimUser> {
  const before = await known(context.db, id);
  await change(context, caller, id, before, complete(readPatch(body, before), before));
  return readScimUser(context, id);
}

/**
 * Deactivates an account and ends its sessions. For the directory it is not there any more; what it wrote stays.
 *
 * @throws Problem `not_found`, `conflict` for the last administrator
 */
export async function deleteScimUser(context: Context, caller: DirectoryCaller, id: string): Promise<void> {
  const before = await known(context.db, id);
  await change(context, caller, id, before, { ...before, isActive: false }, new Date());
}

/** Makes an account what it is wanted to be, all of it or nothing; then ends its sessions where it may not sign in. */
async function change(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  before: Wanted,
  wanted: Wanted,
  removedAt: Date | null = null,
): Promise<void> {
  const { userName, externalId, name, email, isActive } = wanted;
  const isOther = name !== before.name || email !== before.email;
  const isSwitched = isActive !== before.isActive;
  let given: Given | undefined;
  const user = await context.db
    .transaction()
    .execute(async (transaction) => {
      // First, since they wait for whoever else changes groups, and who administers.
      if (removedAt !== null) await lockGroups(transaction);
      const switched = isSwitched ? await updateAccess(transaction, id, { isActive }) : undefined;
      if (switched === 'last_admin') throw new Problem('conflict', say('last_admin'));
      await saveDirectoryPerson(transaction, { userId: id, userName, externalId, removedAt });
      if (removedAt !== null) given = await leaveGroups(transaction, caller, id);
      return isOther ? updateUser(transaction, id, { name, email }) : switched;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'scim_people_user_name') || isUniqueViolation(error, 'users_email')
        ? taken()
        : error;
    });
  const subject = { type: 'user', id };
  if (isOther) {
    const fields = (['name', 'email'] as const).filter((field) => wanted[field] !== before[field]);
    await recordAuditOf(context, caller, { action: 'user.updated', subject, details: { fields } });
  }
  if (isSwitched) {
    await recordAuditOf(context, caller, { action: 'user.access_changed', subject, details: { isActive } });
    await endSessionsOf(context, id);
  }
  if (user) await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
  if (given) await tellGiven(context, given);
}
