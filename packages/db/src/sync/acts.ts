/** Copies activities and notes of another installation's team on copied conversations. */
import { changeKinds, mailKinds, noteKinds } from '@parley/contracts/conversations/acts';
import { sql } from 'kysely';
import { recordActivity } from '../acts/record.ts';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/** Merges are not copied, and calls of actions are of an installation that has those actions. */
const copiedKinds = [
  ...changeKinds.filter((kind) => kind !== 'merged' && kind !== 'unmerged'),
  'undone',
  ...noteKinds,
  ...mailKinds,
];

/** Selects an id of an act that is equal in every copy, even for an act stored without an id of its own. */
const idOf = (number: string) =>
  sql.raw(`(select coalesce(theirs.client_note_id, md5(concat(theirs.conversation_id, ' ', theirs.act_no))::uuid)
    from acts theirs where theirs.conversation_id = act.conversation_id and theirs.act_no = ${number})`);

/**
 * Adds the acts that are missing here, in their order, each after the message that it followed and with the next number
 * of this installation. They are shown, but can't be undone, and cause no mentions or notifications.
 */
export async function copyActs(source: Database, target: Database, conversations: readonly SourceRow[]): Promise<void> {
  const { rows: known } = await sql<{ exists: boolean }>`
    select exists (select from pg_attribute where attrelid = to_regclass('acts') and attname = 'client_note_id')
  `.execute(source);
  // The installation is older than notes.
  if (!known[0]?.exists) return;
  const { rows } = await sql<{ act: object }>`
    select to_jsonb(found) as act from (
      select act.conversation_id, act.act_no, act.after_seq, act.kind, act.cause, act.before, act.after, act.body,
        act.created_at, ${idOf('act.act_no')} as client_note_id,
        ${idOf('act.about')} as about_id, ${idOf('act.undo_of')} as undo_of_id
      from acts act
      where act.conversation_id = any(${conversations.map(({ id }) => id)}::uuid[])
        and act.kind = any(${copiedKinds}::text[])
    ) found
  `.execute(source);
  if (rows.length === 0) return;
  const missing = sql`
    select given.* from jsonb_to_recordset(${JSON.stringify(rows.map(({ act }) => act))}::jsonb) as given (
      conversation_id uuid, act_no integer, after_seq integer, kind text, cause jsonb, before jsonb, after jsonb, body text,
      created_at timestamptz, client_note_id uuid, about_id uuid, undo_of_id uuid)
    where exists (select from conversations where conversations.id = given.conversation_id)
      and not exists (select from acts
        where acts.conversation_id = given.conversation_id and acts.client_note_id = given.client_note_id)`;
  // Orders what happens to a conversation, so that no act has the number of another one.
  await sql`
    with missing as (${missing})
    select id from conversations where id in (select conversation_id from missing) order by id for update
  `.execute(target);
  const numberHere = (id: string) =>
    sql.raw(`coalesce(
      (select no_here from numbered other
        where other.conversation_id = numbered.conversation_id and other.client_note_id = numbered.${id}),
      (select acts.act_no from acts
        where acts.conversation_id = numbered.conversation_id and acts.client_note_id = numbered.${id}))`);
  await sql`
    with missing as (${missing}), numbered as materialized (
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
    ${recordActivity(sql`numbered order by conversation_id, no_here`, {
      conversation_id: sql`conversation_id`,
      act_no: sql`no_here`,
      after_seq: sql`seq_here`,
      kind: sql`kind`,
      cause: sql`cause`,
      before: sql`before`,
      after: sql`after`,
      body: sql`body`,
      client_note_id: sql`client_note_id`,
      about: numberHere('about_id'),
      undo_of: numberHere('undo_of_id'),
      is_copied: sql`true`,
      created_at: sql`created_at`,
    })}
  `.execute(target);
}
