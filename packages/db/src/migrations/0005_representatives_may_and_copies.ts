import { type Kysely, sql } from 'kysely';

/**
 * What representatives may do beyond the conversations is the administrators' to say. Where somebody works already they
 * go on doing what they could; an installation that begins now starts without.
 *
 * A message that came with a copy of another installation remembers its place there, so that a copy finds out what is
 * missing and nothing here reacts to what happened elsewhere.
 *
 * The very same question is found by its words, however many messages share some of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table settings add column representatives_may jsonb not null default '{}'`.execute(db);
  await sql`
    update settings set representatives_may = '{"retention": true, "websites": true, "export": true}'
    where exists (select from users)
  `.execute(db);
  await sql`alter table messages add column copied_seq integer`.execute(db);
  await sql`
    create index messages_same_question on messages ((md5(search::text)::uuid), id) where sender_type = 'customer'
  `.execute(db);
  // As matching_messages: what matches up to a number, never by reading the whole table.
  await sql
    .raw(`
      create function matching_questions(asked tsquery, most integer)
      returns table (id uuid, conversation_id uuid, seq integer, search tsvector)
      language sql stable set enable_seqscan = off as $$
        select id, conversation_id, seq, search from messages
        where search @@ asked and sender_type = 'customer' limit most
      $$
    `)
    .execute(db);
}
