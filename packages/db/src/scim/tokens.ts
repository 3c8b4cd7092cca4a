import type { ScimToken } from '@parley/contracts/users/scim';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ScimTokensTable } from '../tables/users.ts';

const columns = ['id', 'name', 'prefix', 'role', 'createdAt', 'lastUsedAt'] as const;

const toToken = ({
  createdAt,
  lastUsedAt,
  ...token
}: Pick<Selectable<ScimTokensTable>, (typeof columns)[number]>): ScimToken => ({
  ...token,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Oldest first. */
export async function listScimTokens(db: Database): Promise<ScimToken[]> {
  return (await db.selectFrom('scimTokens').select(columns).orderBy('id').execute()).map(toToken);
}

/** Stores a directory's token by its hash. */
export async function insertScimToken(
  db: Database,
  token: Pick<ScimToken, 'name' | 'prefix' | 'role'> & { tokenHash: string; createdBy: string },
): Promise<ScimToken> {
  return toToken(await db.insertInto('scimTokens').values(token).returning(columns).executeTakeFirstOrThrow());
}

/** The one it was, undefined when unknown. */
export async function deleteScimToken(db: Database, id: string): Promise<ScimToken | undefined> {
  const row = await db.deleteFrom('scimTokens').where('id', '=', id).returning(columns).executeTakeFirst();
  return row && toToken(row);
}

/** Returns the token with this hash; updates the time of its last use at most once a minute. */
export async function useScimToken(db: Database, tokenHash: string): Promise<ScimToken | undefined> {
  const row = await db.selectFrom('scimTokens').select(columns).where('tokenHash', '=', tokenHash).executeTakeFirst();
  if (!row) return undefined;
  if (row.lastUsedAt === null || Date.now() - row.lastUsedAt.getTime() > 60_000) {
    await db.updateTable('scimTokens').set({ lastUsedAt: sql<Date>`now()` }).where('id', '=', row.id).execute();
  }
  return toToken(row);
}
