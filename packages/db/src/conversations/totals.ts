import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Adds to the totals, in this connection's slot. Comes last in a transaction: its row stays locked until the end. */
export async function countConversations(db: Database, conversations: number, messages = 0): Promise<void> {
  await db
    .updateTable('totals')
    .set((eb) => ({
      conversations: eb('conversations', '+', conversations),
      messages: eb('messages', '+', messages),
    }))
    .where('slot', '=', sql<number>`(pg_backend_pid() % 64)::smallint`)
    .execute();
}
