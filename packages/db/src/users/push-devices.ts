/** Browsers that receive push notifications, and the key pair that push services know the installation by. */
import type { Text } from '@parley/contracts/i18n/localized-text';
import type { PushContent } from '@parley/contracts/users/limits';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { PushDevicesTable, PushKeysTable } from '../tables/sign-in.ts';

export type StoredDevice = Selectable<PushDevicesTable>;
export type NewDevice = Omit<
  Insertable<PushDevicesTable>,
  'id' | 'createdAt' | 'signedInAt' | 'lastSentAt' | 'failedAt' | 'failure'
>;
export type PushKeys = Pick<PushKeysTable, 'publicKey' | 'privateKey'>;

export async function readPushKeys(db: Database): Promise<PushKeys | undefined> {
  return db.selectFrom('pushKeys').select(['publicKey', 'privateKey']).executeTakeFirst();
}

/** Stores a first pair, unless there is one. */
export async function insertPushKeys(db: Database, keys: PushKeys): Promise<void> {
  await db
    .insertInto('pushKeys')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a user's devices, the newest first. */
export async function listDevices(db: Database, userId: string): Promise<StoredDevice[]> {
  return db
    .selectFrom('pushDevices')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findDevice(db: Database, id: string): Promise<StoredDevice | undefined> {
  return db.selectFrom('pushDevices').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Adds a device, or updates the one with its endpoint, which may have been another user's in the same browser. Undefined
 * for an endpoint that belongs to a browser with other keys.
 */
export async function saveDevice(db: Database, device: NewDevice): Promise<StoredDevice | undefined> {
  return db
    .insertInto('pushDevices')
    .values(device)
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ ...device, signedInAt: sql<Date>`now()`, failedAt: null, failure: null })
        .where('pushDevices.p256dh', '=', device.p256dh)
        .where('pushDevices.auth', '=', device.auth),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function setDeviceContent(
  db: Database,
  id: string,
  content: PushContent,
): Promise<StoredDevice | undefined> {
  return db.updateTable('pushDevices').set({ content }).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Deletes devices; returns the number deleted. */
export async function deleteDevices(db: Database, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db.deleteFrom('pushDevices').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the devices of a user, or those that a session added, or that others than `except` added. */
export async function deleteDevicesOf(
  db: Database,
  userId: string,
  { session, except }: { session?: string; except?: string },
): Promise<void> {
  await db
    .deleteFrom('pushDevices')
    .where('userId', '=', userId)
    .$if(session !== undefined, (all) => all.where('session', '=', session ?? ''))
    .$if(except !== undefined, (all) => all.where('session', '<>', except ?? ''))
    .execute();
}

/** Records that the push service accepted a message, or why it did not. */
export async function recordPush(db: Database, id: string, failure: Text | null): Promise<void> {
  await db
    .updateTable('pushDevices')
    .set(
      failure === null
        ? { lastSentAt: sql<Date>`now()`, failedAt: null, failure: null }
        : { failedAt: sql<Date>`now()`, failure: JSON.stringify(failure) },
    )
    .where('id', '=', id)
    .execute();
}
