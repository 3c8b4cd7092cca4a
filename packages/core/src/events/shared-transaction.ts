/** A transaction that several writes share, each with what it publishes after the commit. */
import type { Transaction } from '@parley/db/database';
import type { Context } from '../context.ts';

export interface SharedTransaction {
  transaction: Transaction;
  /** Publishes something once the transaction is committed, in the order of the calls. */
  afterCommit: (publish: () => Promise<unknown>) => void;
}

/** Runs the writes in one transaction, commits, and publishes what they left to publish. */
export async function inSharedTransaction<T>(
  { db }: Pick<Context, 'db'>,
  write: (shared: SharedTransaction) => Promise<T>,
): Promise<T> {
  const announcements: (() => Promise<unknown>)[] = [];
  const written = await db
    .transaction()
    .execute((transaction) => write({ transaction, afterCommit: (publish) => announcements.push(publish) }));
  for (const publish of announcements) await publish();
  return written;
}
