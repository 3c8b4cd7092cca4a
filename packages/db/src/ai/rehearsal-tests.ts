/** Questions that every rehearsal asks. */
import type { RehearsalTest, TestExpectation } from '@parley/contracts/assistant/rehearsals';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { questionOf } from './rehearsal-rows.ts';

type Listed = Omit<RehearsalTest, 'createdAt'> & { createdAt: Date };

/** In the order in which they were kept. */
export async function listTests(db: Database): Promise<RehearsalTest[]> {
  const { rows } = await sql<Listed>`
    select r.id, r.conversation_id, r.last_seq as seq, coalesce(${questionOf}, '') as question, r.expectation,
      users.name as created_by, r.created_at
    from rehearsal_tests r left join users on users.id = r.created_by order by r.id
  `.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/**
 * Keeps the question of a row, or what has to be true of its answer where it is kept already; answers its id. Undefined
 * where there is no such row, or where there are `max` others.
 */
export async function keepTest(
  db: Database,
  {
    rowId,
    expectation,
    createdBy,
    max,
  }: { rowId: string; expectation: TestExpectation; createdBy: string; max: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into rehearsal_tests (conversation_id, first_seq, last_seq, expectation, created_by)
    select conversation_id, first_seq, last_seq, ${JSON.stringify(expectation)}::jsonb, ${createdBy}::uuid
    from rehearsal_rows where id = ${rowId}::uuid and (select count(*) from rehearsal_tests) < ${max}
    on conflict (conversation_id, last_seq) do update set expectation = excluded.expectation
    returning id
  `.execute(db);
  return rows[0]?.id;
}

/** False when unknown. */
export async function deleteTest(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('rehearsalTests').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
