import { type Kysely, sql } from 'kysely';

/** Finds attributes by a word of their text, for filters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index attribute_values_by_word on attribute_values using gin (search_document(text_value))
      with (fastupdate=off) where text_value is not null
  `.execute(db);
}
