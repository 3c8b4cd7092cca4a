import { type Kysely, sql } from 'kysely';

/** Each batch is a transaction of its own: one that was stopped goes on where contacts are lacking. */
export const inBatches = true;

const batchSize = 500;

/**
 * Visitors of before contacts get theirs. A batch holds off the deletion of its own visitors, and the first message of
 * one that has written nothing yet, for as long as it takes, some tenths of a second; everything else goes on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (let batches = 1; ; batches += 1) {
    const { rows } = await sql<{ id: string }>`
      with batch as materialized (
        select id from visitors where id > ${after}::uuid order by id limit ${batchSize} for key share
      )
      select id, gather_identities(id) from batch order by id
    `.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    // Plans made while the tables were empty would read them through; each doubling has them made anew.
    if (Number.isInteger(Math.log2(batches))) await sql`analyze contacts, identities`.execute(db);
  }
}
