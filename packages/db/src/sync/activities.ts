/** Copies activities and notes of another installation's team on copied conversations. */
import { changeKinds, mailKinds, noteKinds, originKinds } from '@parley/contracts/conversations/activities';
import { sql } from 'kysely';
import { recordActivity } from '../activities/record.ts';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/** Merges and splits are not copied, and calls of actions are of an installation that has those actions. */
const copiedKinds = [
  ...changeKinds.filter((kind) => !['merged', 'unmerged', 'split', 'split_off'].includes(kind)),
  'undone',
  ...noteKinds,
  ...mailKinds,
  ...originKinds,
];

/** Selects an id of an activity that is equal in every copy, even for an activity stored without an id of its own. */
const idOf = (number: string) =>
  sql.raw(`(select coalesce(theirs.client_note_id, md5(concat(theirs.conversation_id, ' ', theirs.activity_no))::uuid)
    from activities theirs where theirs.conversation_id = activity.conversation_id and theirs.activity_no = ${number})`);

/**
 * Adds the activities that are missing here, in their order, each after the message that it followed and with the next number
 * of this installation. They are shown, but can't be undone, and cause no mentions or notifications.
 */
export async function copyActivities(
  source: Database,
  target: Database,
  conversations: readonly SourceRow[],
): Promise<void> {
  const { rows: known } = await sql<{ exists: boolean }>`
    select exists (select from pg_attribute where attrelid = to_regclass('activities') and attname = 'client_note_id')
  `.execute(source);
  // The installation is older than notes.
  if (!known[0]?.exists) return;
  const { rows } = await sql<{ activity: object }>`
    select to_jsonb(found) as activity from (
      select activity.conversation_id, activity.activity_no, activity.after_seq, activity.kind, activity.cause, activity.before, activity.after, activity.body,
        activity.created_at, ${idOf('activity.activity_no')} as client_note_id,
        ${idOf('activity.about')} as about_id, ${idOf('activity.undo_of')} as undo_of_id
      from activities activity
      where activity.conversation_id = any(${conversations.map(({ id }) => id)}::uuid[])
        and activity.kind = any(${copiedKinds}::text[])
    ) found
  `.execute(source);
  if (rows.length === 0) return;
  const missing = sql`
    select given.* from jsonb_to_recordset(${JSON.stringify(rows.map(({ activity }) => activity))}::jsonb) as given (
      conversation_id uuid, activity_no integer, after_seq integer, kind text, cause jsonb, before jsonb, after jsonb, body text,
      created_at timestamptz, client_note_id uuid, about_id uuid, undo_of_id uuid)
    where exists (select from conversations where conversations.id = given.conversation_id)
      and not exists (select from activities
        where activities.conversation_id = given.conversation_id and activities.client_note_id = given.client_note_id)`;
  // Orders what happens to a conversation, so that no activity has the number of another one.
  await sql`
    with missing as (${missing})
    select id from conversations where id in (select conversation_id from missing) order by id for update
  `.execute(target);
  const numberHere = (id: string) =>
    sql.raw(`coalesce(
      (select no_here from numbered other
        where other.conversation_id = numbered.conversation_id and other.client_note_id = numbered.${id}),
      (select activities.activity_no from activities
        where activities.conversation_id = numbered.conversation_id and activities.client_note_id = numbered.${id}))`);
  await sql`
    with missing as (${missing}), numbered as materialized (
      select missing.*, conversations.last_activity_no
          + row_number() over (partition by missing.conversation_id order by missing.activity_no) as no_here,
        coalesce((select max(seq) from messages where messages.conversation_id = missing.conversation_id
          and messages.copied_seq <= missing.after_seq), 0) as seq_here
      from missing join conversations on conversations.id = missing.conversation_id
    ), counted as (
      update conversations set last_activity_no = newest.no
      from (select conversation_id, max(no_here) as no from numbered group by conversation_id) newest
      where conversations.id = newest.conversation_id
    )
    ${recordActivity(sql`numbered order by conversation_id, no_here`, {
      conversation_id: sql`conversation_id`,
      activity_no: sql`no_here`,
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
