/** Accounts as a directory keeps them. */
import type { Role } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { scimPageMax, type ScimUser, type ScimUserList, scimSchemas } from '@parley/contracts/users/scim';
import { localize } from '@parley/contracts/i18n/server-texts';
import { listAuditLog } from '@parley/db/audit/audit-log';
import { isUniqueViolation, type Transaction } from '@parley/db/database';
import { leaveTeams } from '@parley/db/roles/teams';
import { lockGroups } from '@parley/db/scim/groups';
import {
  type DirectoryUser,
  findDirectoryUser,
  listDirectoryUsers,
  releaseNames,
  saveDirectoryUser,
} from '@parley/db/scim/users';
import { deleteIdentitiesOfUser } from '@parley/db/sign-in/identities';
import { findUser, updateAccess, updateUser } from '@parley/db/users/users';
import { randomToken } from '@parley/service/secrets';
import type { Context } from '../context.ts';
import { type AuditedAction, recordAuditOf } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import { endSessionsOf } from '../sessions.ts';
import { mailAdministrators } from '../users/account-mails.ts';
import { makeAccount } from '../users/make-account.ts';
import { hashPassword } from '../users/passwords.ts';
import { rightsOf } from '../permissions/rights.ts';
import { removeCredentials } from './credentials.ts';
import { refuseLockOut } from '../users/lock-out.ts';
import { parseFilter } from './filter.ts';
import { type Given, publishGiven, type Within } from './group-access.ts';
import { leaveGroups } from './groups.ts';
import { readPatch } from './patch.ts';
import { ScimProblem } from './problem.ts';
import { complete, readUser, toScimUser, type Wanted } from './resource.ts';

/** A directory that calls, by its token. */
export interface DirectoryCaller {
  kind: 'directory';
  name: string;
  /** Role of the accounts that it creates. */
  role: Role;
  address: string;
}

const unknown = () => new Problem('not_found', localize('no_such_user'));
const taken = () => new ScimProblem('uniqueness', 'Another account has this userName or address already.');

/** @throws ScimProblem `invalidFilter` */
export async function listScimUsers(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  { filter, startIndex = 1, count = scimPageMax }: { filter?: string; startIndex?: number; count?: number },
): Promise<ScimUserList> {
  const start = Math.max(1, startIndex);
  const limit = Math.min(Math.max(0, count), scimPageMax);
  const condition = filter === undefined ? undefined : parseFilter(filter);
  const { users, total } = await listDirectoryUsers(db, condition, { skip: start - 1, limit });
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    startIndex: start,
    itemsPerPage: users.length,
    Resources: users.map((user) => toScimUser(publicUrl, user)),
  };
}

/** @throws Problem `not_found` */
export async function readScimUser(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  id: string,
): Promise<ScimUser> {
  return toScimUser(publicUrl, await known(db, id));
}

async function known(db: Context['db'], id: string): Promise<DirectoryUser> {
  const user = await findDirectoryUser(db, id);
  if (!user) throw unknown();
  return user;
}

/**
 * Creates an account with the token's role. An account that the directory has deleted stays deleted, and passes its
 * userName and address to the new one: a name that is used again may be another person's.
 *
 * @throws ScimProblem `uniqueness`, `invalidValue`
 */
export async function addScimUser(
  context: Context,
  caller: DirectoryCaller,
  body: Record<string, unknown>,
): Promise<ScimUser> {
  const wanted = complete(readUser(body));
  const { name, email, userName: username } = wanted;
  const namesake = { field: 'userName', operator: 'eq', value: username } as const;
  const { total } = await listDirectoryUsers(context.db, namesake, { skip: 0, limit: 0 });
  if (total > 0) throw taken();
  await context.db.transaction().execute((transaction) => release(transaction, caller, wanted));
  const account = await makeAccount(context, { name, email, username, role: caller.role }, caller);
  if (!account) throw taken();
  const { id } = account.user;
  await change(context, caller, id, { ...wanted, name: account.user.name, isActive: true }, wanted);
  return readScimUser(context, id);
}

/** Takes a userName and an address away from accounts that the directory has deleted. */
async function release(transaction: Transaction, caller: DirectoryCaller, wanted: Wanted): Promise<void> {
  for (const id of await releaseNames(transaction, wanted)) {
    await recordAuditOf({ db: transaction }, caller, {
      action: 'user.updated',
      subject: { type: 'user', id },
      details: { fields: ['email', 'userName'], released: true },
    });
  }
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
  // A replacement contains the whole user; required attributes stay if they are left out.
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
 * Deactivates an account, and removes its credentials. It no longer exists for the directory; its messages stay.
 *
 * @throws Problem `not_found`, `conflict` for the last admin
 */
export async function deleteScimUser(context: Context, caller: DirectoryCaller, id: string): Promise<void> {
  const before = await known(context.db, id);
  await change(context, caller, id, before, { ...before, isActive: false }, new Date());
}

/** Applies the wanted values to an account, all or nothing; then ends its sessions if its access has changed. */
async function change(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  before: Wanted,
  wanted: Wanted,
  removedAt: Date | null = null,
): Promise<void> {
  const isSwitched = wanted.isActive !== before.isActive;
  const losesCredentials = isSwitched || removedAt !== null;
  const passwordHash = losesCredentials ? await hashPassword(randomToken()) : '';
  const done = await context.db
    .transaction()
    .execute(async (transaction): Promise<Changed> => {
      const within = { ...context, db: transaction };
      // Locked first: other changes of groups or admins may hold these locks.
      if (removedAt !== null) await lockGroups(transaction);
      const isHeld = wanted.email !== before.email && (await mayManageAccess(within, id));
      const { userName, externalId, name, isActive } = wanted;
      const email = isHeld ? before.email : wanted.email;
      if (isSwitched) await switchAccess(within, caller, id, before, wanted);
      if (losesCredentials) {
        const details = await removeCredentials(transaction, id, { passwordHash, isDeleted: removedAt !== null });
        await note(within, caller, id, { action: 'user.access_changed', details: { isActive, ...details } });
        if (!isActive && isSwitched) await refuseLockOut(transaction, context);
      }
      if (userName !== before.userName || email !== before.email) await release(transaction, caller, wanted);
      await saveDirectoryUser(transaction, { userId: id, userName, externalId, removedAt });
      const given = removedAt === null ? undefined : await leaveGroups(within, caller, id);
      const fields = [...(name === before.name ? [] : ['name']), ...(email === before.email ? [] : ['email'])];
      if (fields.length > 0) {
        await updateUser(transaction, id, { name, email, ...(email !== before.email && { emailProven: true }) });
        await note(within, caller, id, { action: 'user.updated', details: { fields } });
      }
      const holds = isHeld && (await noteHeld(within, caller, id, wanted.email));
      return { isSeen: fields.length > 0 || isSwitched, holds, given };
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'scim_people_user_name') || isUniqueViolation(error, 'users_email')
        ? taken()
        : error;
    });
  if (losesCredentials) await endSessionsOf(context, id);
  const user = done.isSeen ? await findUser(context.db, id) : undefined;
  if (user) await publishChange(context, { frame: { type: 'representative_updated', representative: user } });
  if (done.given) await publishGiven(context, caller, done.given);
  if (done.holds) await mailAdministrators(context, { about: 'address_held', of: id, by: caller.name });
}

interface Changed {
  /** Whether the team sees the account change. */
  isSeen: boolean;
  /** Whether an address is held back that was not before. */
  holds: boolean;
  given: Given | undefined;
}

/**
 * Activates or deactivates. An account that is activated under another `externalId` is another person's from then on,
 * without anything that the previous one was given.
 *
 * @throws Problem `conflict` for the last admin
 */
async function switchAccess(
  { db }: Pick<Within, 'db'>,
  caller: DirectoryCaller,
  id: string,
  before: Wanted,
  { isActive, externalId }: Wanted,
): Promise<void> {
  const isAnother = isActive && before.externalId !== null && externalId !== before.externalId;
  if (isAnother) {
    await deleteIdentitiesOfUser(db, id);
    await leaveTeams(db, id);
  }
  const access = { isActive, ...(isAnother && { role: caller.role, roleId: null }) };
  if ((await updateAccess(db, id, access)) === 'last_admin') throw new Problem('conflict', localize('last_admin'));
}

/**
 * Returns true for users who manage others' access: changing their address would let another person sign in as them.
 */
async function mayManageAccess(context: Within, id: string): Promise<boolean> {
  const user = await findUser(context.db, id);
  if (!user) throw unknown();
  const { permissions } = await rightsOf(context, { user });
  return permissions.includes('access.manage') || permissions.includes('security.manage');
}

/** Records that an address was held back, unless that is recorded: directories send refused values again and again. */
async function noteHeld(context: Within, caller: DirectoryCaller, id: string, email: string): Promise<boolean> {
  const [last] = await listAuditLog(context.db, { action: 'user.address_held', subject: id, limit: 1 });
  if (last?.details['email'] === email) return false;
  await note(context, caller, id, { action: 'user.address_held', details: { email } });
  return true;
}

const note = (
  context: Pick<Within, 'db'>,
  caller: DirectoryCaller,
  id: string,
  activity: Pick<AuditedAction, 'action' | 'details'>,
): Promise<void> => recordAuditOf(context, caller, { ...activity, subject: { type: 'user', id } });
