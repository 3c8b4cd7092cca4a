import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Columns, type Condition, conditionSql, single } from './conditions.ts';

/** An account with the data that a directory has sent about it. */
export interface DirectoryUser {
  id: string;
  /** User name in the directory; the address if the directory never sent one. */
  userName: string;
  externalId: string | null;
  name: string;
  email: string;
  isActive: boolean;
  groups: { id: string; name: string }[];
  createdAt: Date;
  updatedAt: Date;
}

/** Fields that accounts can be filtered by. */
export type UserField =
  | 'id'
  | 'userName'
  | 'externalId'
  | 'email'
  | 'emailType'
  | 'isPrimaryEmail'
  | 'name'
  | 'isActive';

/** Selects accounts that the directory has not deleted; service accounts of API keys are not among them. */
function directoryUsers(db: Database) {
  return db
    .selectFrom('users as account')
    .leftJoin('scimUsers as scim', 'scim.userId', 'account.id')
    .where('account.kind', '=', 'person')
    .where('scim.removedAt', 'is', null);
}

const userName = sql<string>`coalesce(scim.user_name, account.email)`;

/** The one address of an account is of this type, and the primary one. */
export const emailType = 'work';

const fields: Columns<UserField> = {
  id: single(sql`account.id::text`),
  userName: single(userName),
  externalId: single(sql`scim.external_id`, true),
  email: single(sql`account.email`),
  emailType: single(sql`${emailType}::text`),
  isPrimaryEmail: single(sql`true`),
  name: single(sql`account.name`),
  isActive: single(sql`account.is_active`),
};

const columns = [
  'account.id',
  userName.as('userName'),
  'scim.externalId',
  'account.name',
  'account.email',
  'account.isActive',
  sql<DirectoryUser['groups']>`(
    select coalesce(json_agg(json_build_object('id', id, 'name', display_name) order by id), '[]')
    from scim_group_members join scim_groups on id = group_id where user_id = account.id
  )`.as('groups'),
  'account.createdAt',
  sql<Date>`greatest(account.updated_at, scim.updated_at)`.as('updatedAt'),
] as const;

/**
 * Accounts that meet a condition, oldest first, and how many there are. SCIM pages by place, and a team is small, so
 * skipping costs little here.
 */
export async function listDirectoryUsers(
  db: Database,
  condition: Condition<UserField> | undefined,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ users: DirectoryUser[]; total: number }> {
  let query = directoryUsers(db);
  if (condition) query = query.where(conditionSql(fields, condition));
  const { total } = await query.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  if (limit === 0) return { users: [], total };
  const rows = await query
    .select(columns)
    .orderBy('account.createdAt')
    .orderBy('account.id')
    .offset(skip)
    .limit(limit)
    .execute();
  return { users: rows, total };
}

/** Returns an account as the directory sees it; undefined for service accounts and for those it deleted. */
export async function findDirectoryUser(db: Database, id: string): Promise<DirectoryUser | undefined> {
  return directoryUsers(db).select(columns).where('account.id', '=', id).executeTakeFirst();
}

/** Returns those ids that belong to accounts that the directory may see. */
export async function knownUsers(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await directoryUsers(db)
    .select('account.id')
    .where('account.id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Frees the userName and address of accounts that the directory has deleted, so that a new account can have them.
 * Returns the ids of those accounts: each keeps its name, and gets an address that can't receive mail.
 */
export async function releaseNames(
  db: Database,
  { userName: name, email }: { userName: string; email: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with released as (
      update users set email = users.id || '@removed.invalid', updated_at = now()
      from scim_users as scim
      where scim.user_id = users.id and scim.removed_at is not null and not users.is_active
        and (lower(scim.user_name) = lower(${name}) or lower(users.email) in (lower(${name}), lower(${email})))
      returning users.id
    )
    update scim_users set user_name = user_id || '@removed.invalid', updated_at = now()
    from released where user_id = released.id
    returning user_id as id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores the directory's data. @throws a unique violation of `scim_people_user_name` when another account has the name
 */
export async function saveDirectoryUser(
  db: Database,
  record: { userId: string; userName: string; externalId: string | null; removedAt: Date | null },
): Promise<void> {
  const { userId: _key, ...change } = record;
  await db
    .insertInto('scimUsers')
    .values(record)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...change, updatedAt: sql<Date>`now()` }))
    .execute();
}
