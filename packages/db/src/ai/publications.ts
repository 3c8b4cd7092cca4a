/** Changes of the assistant that were published from their reports. */
import type { AssistantBefore, AssistantChange, AssistantPublication } from '@parley/contracts/assistant/rehearsals';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

type Listed = Omit<AssistantPublication, 'publishedAt' | 'revertedAt'> & { publishedAt: Date; revertedAt: Date | null };

async function publicationsWhere(db: Database, where: RawBuilder<boolean>): Promise<AssistantPublication[]> {
  const { rows } = await sql<Listed>`
    select p.id, p.rehearsal_id, p.change, p.before, p.published_at, p.reverted_at, publisher.name as published_by,
      reverter.name as reverted_by
    from assistant_publications p left join users publisher on publisher.id = p.published_by
      left join users reverter on reverter.id = p.reverted_by
    where ${where} order by p.id desc limit 50
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt.toISOString(),
    revertedAt: row.revertedAt?.toISOString() ?? null,
  }));
}

/** The newest 50, the newest first. */
export const listPublications = (db: Database): Promise<AssistantPublication[]> => publicationsWhere(db, sql`true`);

/** Undefined when unknown. */
export async function findPublication(db: Database, id: string): Promise<AssistantPublication | undefined> {
  return (await publicationsWhere(db, sql`p.id = ${id}::uuid`))[0];
}

/** Undefined where the rehearsal's change was published before. */
export async function insertPublication(
  db: Database,
  {
    rehearsalId,
    change,
    before,
    userId,
  }: {
    rehearsalId: string;
    change: AssistantChange;
    before: AssistantBefore;
    userId: string;
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto('assistantPublications')
    .values({ rehearsalId, change: JSON.stringify(change), before: JSON.stringify(before), publishedBy: userId })
    .onConflict((conflict) => conflict.column('rehearsalId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Marks a publication as reverted. Returns false if it already was. */
export async function noteReverted(db: Database, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assistantPublications')
    .set({ revertedBy: userId, revertedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revertedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
