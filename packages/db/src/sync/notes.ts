/** What another installation's team noted beside conversations that came from there. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/**
 * Adds the notes that are missing here, each as it says now and behind the message that it was written after. Files of
 * theirs, removed ones and all other acts stay where they are. Nobody is mentioned by it, and nobody told.
 */
export async function copyNotes(
  source: Database,
  target: Database,
  conversations: readonly SourceRow[],
): Promise<void> {
  const { rows: known } = await sql<{ exists: boolean }>`
    select exists (select from pg_attribute where attrelid = to_regclass('acts') and attname = 'client_note_id')
  `.execute(source);
  // The installation is older than notes.
  if (!known[0]?.exists) return;
  const { rows } = await sql<{ note: object }>`
    select to_jsonb(found) as note from (
      select note.conversation_id, note.act_no, note.after_seq, note.cause, newest.body, note.created_at,
        -- The same at every copy, also of one that was written without an id of its own.
        coalesce(note.client_note_id, md5(concat(note.conversation_id, ' ', note.act_no))::uuid) as client_note_id
      from acts note
      cross join lateral (
        select body from acts version
        where version.conversation_id = note.conversation_id and note.act_no in (version.act_no, version.about)
        order by version.act_no desc limit 1
      ) newest
      where note.conversation_id = any(${conversations.map(({ id }) => id)}::uuid[]) and note.kind = 'noted'
        and newest.body <> ''
    ) found
  `.execute(source);
  if (rows.length === 0) return;
  const missing = sql`
    select given.* from jsonb_to_recordset(${JSON.stringify(rows.map(({ note }) => note))}::jsonb) as given (
      conversation_id uuid, act_no integer, after_seq integer, cause jsonb, body text, created_at timestamptz,
      client_note_id uuid)
    where not exists (select from acts
      where acts.conversation_id = given.conversation_id and acts.client_note_id = given.client_note_id)`;
  // Orders what happens to a conversation, so that no act has the number of another one.
  await sql`
    with missing as (${missing})
    select id from conversations where id in (select conversation_id from missing) order by id for update
  `.execute(target);
  await sql`
    with missing as (${missing}), numbered as (
      select missing.*, conversations.last_act_no
          + row_number() over (partition by missing.conversation_id order by missing.act_no) as no_here,
        coalesce((select max(seq) from messages where messages.conversation_id = missing.conversation_id
          and messages.copied_seq <= missing.after_seq), 0) as seq_here
      from missing join conversations on conversations.id = missing.conversation_id
    ), counted as (
      update conversations set last_act_no = newest.no
      from (select conversation_id, max(no_here) as no from numbered group by conversation_id) newest
      where conversations.id = newest.conversation_id
    )
    insert into acts (conversation_id, act_no, after_seq, kind, cause, before, after, body, client_note_id, created_at)
    select conversation_id, no_here, seq_here, 'noted', cause, '{}', '{}', body, client_note_id, created_at from numbered
  `.execute(target);
}
