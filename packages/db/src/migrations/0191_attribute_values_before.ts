import { type Kysely, sql } from 'kysely';

const batch = 2_000;

/** Values that were set before there were rows of them. A row is locked until its values are written. */
export const inBatches = true;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['conversations', 'contacts']) {
    for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
      const { rows } = await sql<{ last: string | null }>`
        with subjects as (
          select id, attributes from ${sql.table(table)} where id > ${after} order by id limit ${batch} for share
        ), added as (
          select add_attribute_values(id, attributes) from subjects where attributes <> '{}'
        )
        select (array_agg(id order by id desc))[1] as last, (select count(*) from added) from subjects
      `.execute(db);
      after = rows[0]?.last ?? null;
    }
  }
}
