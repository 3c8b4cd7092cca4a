import type { Database } from '../database.ts';

/** Returns the newest open conversation with a customer's address; undefined without one. */
export async function newestOpenOf(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['customerEmail']), '=', email))
    .where('status', '<>', 'closed')
    .where('hidden', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
