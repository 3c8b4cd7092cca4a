/** Stores the channels that admins create. An address there is the channel's id, a colon and the program's own id. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ApiChannelsTable } from '../tables/work.ts';

export type StoredApiChannel = Selectable<ApiChannelsTable>;
export type NewApiChannel = Omit<Insertable<ApiChannelsTable>, 'id' | 'createdAt' | 'updatedAt'>;

/** Oldest first. */
export async function listApiChannels(db: Database): Promise<StoredApiChannel[]> {
  return db.selectFrom('apiChannels').selectAll().orderBy('id').execute();
}

export async function findApiChannel(db: Database, id: string): Promise<StoredApiChannel | undefined> {
  return db.selectFrom('apiChannels').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether there is any. */
export async function hasApiChannels(db: Database): Promise<boolean> {
  return (await db.selectFrom('apiChannels').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertApiChannel(db: Database, channel: NewApiChannel): Promise<StoredApiChannel> {
  return db.insertInto('apiChannels').values(channel).returningAll().executeTakeFirstOrThrow();
}

/** Undefined when unknown. */
export async function updateApiChannel(
  db: Database,
  id: string,
  change: Partial<NewApiChannel>,
): Promise<StoredApiChannel | undefined> {
  return db
    .updateTable('apiChannels')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Replaces key and secret; the present ones count for another `hours`. Undefined when unknown. */
export async function replaceApiChannelKeys(
  db: Database,
  id: string,
  { keyHash, secret, hours }: { keyHash: string; secret: string; hours: number },
): Promise<StoredApiChannel | undefined> {
  return db
    .updateTable('apiChannels')
    .set((eb) => ({
      keyHash,
      secret,
      previousKeyHash: eb.ref('keyHash'),
      previousSecret: eb.ref('secret'),
      previousUntil: sql<Date>`now() + make_interval(hours => ${hours})`,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** False when unknown. */
export async function deleteApiChannel(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('apiChannels').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
