/** Stores links for setting a new password; each works once. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Stores a link to a new password by its hash, and removes those that expired a day ago. */
export async function insertPasswordLink(
  db: Database,
  link: { tokenHash: string; userId: string; expiresAt: Date },
): Promise<void> {
  // Expired links are of no use.
  await db.deleteFrom('passwordLinks').where('expiresAt', '<', sql<Date>`now() - interval '1 day'`).execute();
  await db.insertInto('passwordLinks').values(link).execute();
}

/**
 * Uses up a link and all others of the account; of two calls with the same link only one succeeds. Returns the user's
 * id; undefined when the link is unknown, used or expired. Must run in one transaction with the new password.
 */
export async function usePasswordLink(db: Database, tokenHash: string): Promise<string | undefined> {
  const used = await db
    .updateTable('passwordLinks')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('userId')
    .executeTakeFirst();
  if (used) await deletePasswordLinks(db, used.userId);
  return used?.userId;
}

/** No open link of the account works any more. */
export async function deletePasswordLinks(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('passwordLinks').where('userId', '=', userId).where('usedAt', 'is', null).execute();
}
