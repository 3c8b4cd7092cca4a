import type { ApiKey, ApiKeyPermission } from '@parley/contracts/users/api-keys';
import type { User } from '@parley/contracts/entities';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { findUser } from './users.ts';

/** A key as a call by it is judged. */
export interface StoredApiKey {
  id: string;
  kind: ApiKey['kind'];
  name: string;
  permissions: ApiKeyPermission[];
  /** The websites that it is kept to. */
  websiteIds: string[] | null;
  callsPerMinute: number;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  endedAt: Date | null;
  /** True if the account that it belongs to is active. */
  isOwnerActive: boolean;
  /** Since when they have a second factor. */
  secondFactorAt: Date | null;
  /** Whom its calls are by. */
  user: User;
}

/** Ended and expired ones too, of which more can be said than that they are unknown. */
export async function findApiKey(
  db: Database,
  by: { hash: string } | { id: string },
): Promise<StoredApiKey | undefined> {
  const query = db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select([
      'apiKeys.id',
      'apiKeys.userId',
      'apiKeys.name',
      'apiKeys.permissions',
      'apiKeys.websiteIds',
      'apiKeys.callsPerMinute',
      'apiKeys.expiresAt',
      'apiKeys.lastUsedAt',
      'apiKeys.endedAt',
      'users.kind',
      'users.isActive as isOwnerActive',
      'users.secondFactorAt',
    ]);
  const row = await ('hash' in by
    ? query.where('apiKeys.hash', '=', by.hash)
    : query.where('apiKeys.id', '=', by.id)
  ).executeTakeFirst();
  const user = row && (await findUser(db, row.userId));
  if (!row || !user) return undefined;
  const { userId: _, kind, ...key } = row;
  return { ...key, kind: kind === 'service' ? 'service' : 'personal', user };
}

export interface NewApiKeyRow {
  userId: string;
  name: string;
  hash: string;
  prefix: string;
  permissions: readonly ApiKeyPermission[];
  websiteIds: readonly string[] | null;
  callsPerMinute: number;
  createdBy: string;
  expiresAt: Date | null;
}

/** Stores a key by its hash and returns its id. `websiteIds` is null for all websites. */
export async function insertApiKey(db: Database, { permissions, websiteIds, ...key }: NewApiKeyRow): Promise<string> {
  const { id } = await db
    .insertInto('apiKeys')
    .values({ ...key, permissions: [...permissions], websiteIds: websiteIds && [...websiteIds] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Creates the account that a service's key activities as. It can't sign in: no password has this hash, no mailbox this
 * address.
 */
export async function insertService(db: Database, name: string): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({
      kind: 'service',
      name,
      email: sql<string>`gen_random_uuid() || '@service.invalid'`,
      username: sql<string>`'service ' || gen_random_uuid()`,
      passwordHash: '',
      role: 'representative',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts the active keys of a user, or with null those of services. */
export async function countApiKeys(db: Database, userId: string | null): Promise<number> {
  let query = db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('apiKeys.endedAt', 'is', null);
  query = userId === null ? query.where('users.kind', '=', 'service') : query.where('apiKeys.userId', '=', userId);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** Returns the keys that have not been ended, newest first, of one user or all. */
export async function listApiKeys(db: Database, userId?: string): Promise<ApiKey[]> {
  let query = db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select([
      'apiKeys.id',
      'apiKeys.name',
      'apiKeys.prefix',
      'apiKeys.userId',
      'users.name as userName',
      'users.kind',
      'apiKeys.permissions',
      'apiKeys.websiteIds',
      'apiKeys.callsPerMinute',
      'apiKeys.createdAt',
      'apiKeys.expiresAt',
      'apiKeys.lastUsedAt',
    ])
    .where('apiKeys.endedAt', 'is', null);
  if (userId !== undefined) query = query.where('apiKeys.userId', '=', userId);
  const rows = await query.orderBy('apiKeys.id', 'desc').execute();
  return rows.map(({ kind, createdAt, expiresAt, lastUsedAt, ...key }) => ({
    ...key,
    kind: kind === 'service' ? 'service' : 'personal',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Ends a key, with `userId` only if it is theirs; a service account ends with its key. Returns the key, if there was
 * one.
 */
export async function endApiKey(
  db: Database,
  id: string,
  userId?: string,
): Promise<{ name: string; userId: string } | undefined> {
  let query = db
    .updateTable('apiKeys')
    .set({ endedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('endedAt', 'is', null);
  if (userId !== undefined) query = query.where('userId', '=', userId);
  const ended = await query.returning(['name', 'userId']).executeTakeFirst();
  if (ended) {
    await db
      .updateTable('users')
      .set({ isActive: false })
      .where('id', '=', ended.userId)
      .where('kind', '=', 'service')
      .execute();
  }
  return ended;
}

/** Ends every key of a person. Returns their names. */
export async function endApiKeysOf(db: Database, userId: string): Promise<string[]> {
  const ended = await db
    .updateTable('apiKeys')
    .set({ endedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .returning('name')
    .execute();
  return ended.map(({ name }) => name);
}

/** Stores that a key was used, at most once in `everySeconds`. */
export async function noteApiKeyUse(db: Database, id: string, everySeconds: number): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('lastUsedAt', 'is', null),
        eb('lastUsedAt', '<', sql<Date>`now() - make_interval(secs => ${everySeconds})`),
      ]),
    )
    .execute();
}
