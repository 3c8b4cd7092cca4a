/** Codes sent by mail, by which a customer proves that an address is theirs. Only a keyed hash of one is stored. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { IdentityCodesTable } from '../tables/work.ts';

export type IdentityCode = Selectable<IdentityCodesTable>;

/** Stores a new code; earlier ones of the conversation no longer work. */
export async function insertIdentityCode(
  db: Database,
  code: Pick<IdentityCode, 'conversationId' | 'runId' | 'email' | 'codeHash'>,
  minutes: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('identityCodes')
      .set({ expiresAt: sql<Date>`least(expires_at, now())` })
      .where('conversationId', '=', code.conversationId)
      .where('verifiedAt', 'is', null)
      .execute();
    await transaction
      .insertInto('identityCodes')
      .values({ ...code, expiresAt: sql<Date>`now() + make_interval(mins => ${minutes})` })
      .execute();
  });
}

/** The newest codes of a conversation, the newest first. */
export async function identityCodes(db: Database, conversationId: string, limit = 10): Promise<IdentityCode[]> {
  return db
    .selectFrom('identityCodes')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts an attempt at a code, before it is compared. False where there was one too many, or its time is over. */
export async function countAttempt(db: Database, id: string, max: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identityCodes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', max)
    .where('verifiedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up a code. Returns false if it was already used. */
export async function useIdentityCode(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identityCodes')
    .set({ verifiedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('verifiedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The address that was proven in a conversation in the last hours, if any. */
export async function provenEmail(db: Database, conversationId: string, hours: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('identityCodes')
    .select('email')
    .where('conversationId', '=', conversationId)
    .where('verifiedAt', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .orderBy('verifiedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.email;
}

/** Returns whether a form asked for the code: its run is the message with the answers. */
export async function isOfForm(
  db: Database,
  { conversationId, runId }: Pick<IdentityCode, 'conversationId' | 'runId'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('messages')
    .select('seq')
    .where('conversationId', '=', conversationId)
    .where('id', '=', runId)
    .where('response', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}
