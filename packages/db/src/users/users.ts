import type { Availability, Role, User } from '@parley/contracts/entities';
import type { DateFormat, HourFormat } from '@parley/contracts/users/time-format';
import type { Language } from '@parley/contracts/text/languages';
import { type Selectable, sql } from 'kysely';
import { snakeCase } from '../column-names.ts';
import type { Database } from '../database.ts';
import { statement } from '../prepared.ts';
import { deleteEmailChange } from '../sign-in/email-changes.ts';
import { deletePasswordLinks } from '../sign-in/password-links.ts';
import type { UsersTable } from '../tables/users.ts';
import { revokeInvitationsOf } from './invitations.ts';

const columns = [
  'id',
  'name',
  'email',
  'username',
  'role',
  'roleId',
  'status',
  'profileImageUrl',
  'language',
  'timeZone',
  'dateFormat',
  'hourFormat',
  'sendDelaySeconds',
  'readTranslated',
  'mailSignature',
  'createdAt',
] as const;

type UserRow = Pick<Selectable<UsersTable>, (typeof columns)[number]>;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    username: row.username,
    role: row.role,
    ...(row.roleId !== null && row.role !== 'admin' && { roleId: row.roleId }),
    status: row.status,
    profileImageUrl: row.profileImageUrl,
    language: row.language,
    timeZone: row.timeZone,
    dateFormat: row.dateFormat,
    hourFormat: row.hourFormat,
    sendDelaySeconds: row.sendDelaySeconds,
    readTranslated: row.readTranslated,
    mailSignature: row.mailSignature,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A user with fields that must never leave the server. */
export interface Account {
  user: User;
  passwordHash: string;
  /** False if no password of the account is known. */
  hasPassword: boolean;
  /** True once the address is confirmed as the user's. */
  emailProven: boolean;
  isActive: boolean;
  sessionEpoch: number;
  /** Since when it has a second factor, which signing in asks for; null without one. */
  secondFactorAt: Date | null;
}

const accountColumns = [
  ...columns,
  'passwordHash',
  'hasPassword',
  'emailProven',
  'isActive',
  'sessionEpoch',
  'secondFactorAt',
] as const;

function toAccount(row: Pick<Selectable<UsersTable>, (typeof accountColumns)[number]>): Account {
  const { passwordHash, hasPassword, emailProven, isActive, sessionEpoch, secondFactorAt } = row;
  return { user: toUser(row), passwordHash, hasPassword, emailProven, isActive, sessionEpoch, secondFactorAt };
}

/** Finds a user without server-only fields; undefined for an unknown ID. */
export async function findUser(db: Database, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

const accountById = statement<{ id: string }, Parameters<typeof toAccount>[0]>(
  ({ id }) => sql`select ${sql.join(accountColumns.map((column) => sql.ref(snakeCase(column))))} from users
    where id = ${id}::uuid`,
);

/** Finds a user with server-only fields such as the password hash; undefined for an unknown ID. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await accountById(db, { id });
  return row && toAccount(row);
}

/** A person's, by email, whatever its case. */
export async function findAccountByEmail(db: Database, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('kind', '=', 'person')
    .executeTakeFirst();
  return row && toAccount(row);
}

export interface NewUser {
  name: string;
  email: string;
  username: string;
  passwordHash: string;
  /** True by default. */
  hasPassword?: boolean;
  /** True by default. */
  emailProven?: boolean;
  role: Role;
  /** Custom role that replaces `role`. */
  roleId?: string | null;
  status?: Availability;
}

/** `roleId` is a custom role that replaces `role`; null for `role` itself. */
export interface AccessChange {
  role?: Role;
  roleId?: string | null;
  isActive?: boolean;
}

/** @throws a unique violation of `users_email` or `users_username` when another account has it */
export async function insertUser(db: Database, user: NewUser): Promise<User> {
  return toUser(await db.insertInto('users').values(user).returning(columns).executeTakeFirstOrThrow());
}

const firstUserLock = 7_461_200_002;

/**
 * Returns true if any account exists. In a transaction, concurrent calls wait for each other, so that only one is the
 * first.
 */
export async function hasUsers(db: Database): Promise<boolean> {
  if (db.isTransaction) await sql`select pg_advisory_xact_lock(${firstUserLock})`.execute(db);
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export interface UserChange {
  name?: string;
  email?: string;
  /** With a new address: true if it is confirmed as the user's. */
  emailProven?: boolean;
  profileImageUrl?: string | null;
  language?: Language | null;
  timeZone?: string | null;
  dateFormat?: DateFormat | null;
  hourFormat?: HourFormat | null;
  sendDelaySeconds?: number;
  readTranslated?: boolean;
  mailSignature?: string;
  status?: Availability;
}

/** Returns true for an active account of a person, which conversations can be assigned to. */
export async function isAssignable(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('kind', '=', 'person')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Updates a user; undefined when there is none. @throws a unique violation of `users_email` when the address is taken
 */
export async function updateUser(db: Database, id: string, change: UserChange): Promise<User | undefined> {
  const row = await db
    .updateTable('users')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('kind', '=', 'person')
    .returning(columns)
    .executeTakeFirst();
  return row && toUser(row);
}

/** Changes the password and outdates every session, every link to a new password and a change of the address. */
export async function updatePassword(db: Database, id: string, passwordHash: string): Promise<number | undefined> {
  await deletePasswordLinks(db, id);
  return raiseEpoch(db, id, { passwordHash, hasPassword: true });
}

/**
 * Leaves an account without a password: `passwordHash` is the hash of an unknown one. Ends sessions like a new
 * password.
 */
export async function removePassword(db: Database, id: string, passwordHash: string): Promise<void> {
  await deletePasswordLinks(db, id);
  await raiseEpoch(db, id, { passwordHash, hasPassword: false });
}

/** The ids of active administrators. */
export async function listAdministrators(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('kind', '=', 'person')
    .where('isActive', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the active admins against other changes of access until the transaction ends, and returns them. */
export async function holdAdmins(transaction: Database): Promise<{ id: string }[]> {
  return transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('kind', '=', 'person')
    .where('isActive', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Changes role or activity and ends every session; revokes the open invitations of a user who stops being an admin.
 * Undefined when unknown, `last_admin` when no admin would remain.
 */
export async function updateAccess(
  db: Database,
  id: string,
  change: AccessChange,
): Promise<User | 'last_admin' | undefined> {
  const work = async (transaction: Database): Promise<User | 'last_admin' | undefined> => {
    const admins = await holdAdmins(transaction);
    const losesAdmin = change.role === 'representative' || change.isActive === false;
    if (losesAdmin && admins.length === 1 && admins[0]?.id === id) return 'last_admin';
    if (losesAdmin) await revokeInvitationsOf(transaction, id);
    // An account that is activated after the directory had deleted it becomes visible to the directory again.
    if (change.isActive === true) {
      await transaction.updateTable('scimUsers').set({ removedAt: null }).where('userId', '=', id).execute();
    }
    const epoch = await raiseEpoch(transaction, id, {
      ...change,
      ...(change.isActive === false ? { status: 'offline' } : {}),
    });
    return epoch === undefined ? undefined : findUser(transaction, id);
  };
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

async function raiseEpoch(
  db: Database,
  id: string,
  change: AccessChange & { passwordHash?: string; hasPassword?: boolean; status?: Availability },
): Promise<number | undefined> {
  // The pending change may have been requested by the attacker whom this locks out.
  await deleteEmailChange(db, id);
  const row = await db
    .updateTable('users')
    .set((eb) => ({ ...change, sessionEpoch: eb('sessionEpoch', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('id', '=', id)
    .where('kind', '=', 'person')
    .returning('sessionEpoch')
    .executeTakeFirst();
  return row?.sessionEpoch;
}
