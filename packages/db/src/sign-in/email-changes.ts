/** Stores requested changes of users' email addresses until they are confirmed by mail. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface EmailChange {
  id: string;
  userId: string;
  email: string;
  /** The account's when it was asked for. */
  emailBefore: string;
  expiresAt: Date;
}

const columns = ['id', 'userId', 'email', 'emailBefore', 'expiresAt'] as const;

/** Stores a change in place of an earlier one of the account; the earlier link stops working. */
export async function putEmailChange(db: Database, change: Omit<EmailChange, 'id'>): Promise<EmailChange> {
  await deleteEmailChange(db, change.userId);
  return db.insertInto('emailChanges').values(change).returning(columns).executeTakeFirstOrThrow();
}

/** The change of an account that waits for its confirmation. */
export async function findEmailChange(db: Database, userId: string): Promise<EmailChange | undefined> {
  return db
    .selectFrom('emailChanges')
    .select(columns)
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Returns the addresses that wait for their confirmation, by user. */
export async function unconfirmedEmails(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('emailChanges')
    .select(['userId', 'email'])
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();
  return new Map(rows.map(({ userId, email }) => [userId, email]));
}

/** Stores the link of a pending change in place of the previous one; undefined when it is no longer pending. */
export async function linkEmailChange(db: Database, id: string, tokenHash: string): Promise<EmailChange | undefined> {
  return db
    .updateTable('emailChanges')
    .set({ tokenHash })
    .where('id', '=', id)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Uses a link up: of two calls with one link one gets it. Undefined when it is unknown, used or over. In one
 * transaction with the new address.
 */
export async function useEmailChange(db: Database, tokenHash: string): Promise<EmailChange | undefined> {
  return db
    .deleteFrom('emailChanges')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(columns)
    .executeTakeFirst();
}

/** Ends what waits for its confirmation. Returns whether anything did. */
export async function deleteEmailChange(db: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('emailChanges').where('userId', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
