import { type Kysely, sql } from 'kysely';

/** Files of bulk messages. Those of the conversations share the bytes of the one that was uploaded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table bulk_messages add column attachment_ids uuid[];
alter table files
  add column bulk_message_id uuid references bulk_messages on delete set null,
  -- The file that has the bytes, if it is another one. No reference: they stay when its own row is deleted before.
  add column bytes_of uuid;
create index files_bulk_message on files (bulk_message_id) where bulk_message_id is not null;
create index files_bytes on files (bytes_of) where bytes_of is not null;
`;
