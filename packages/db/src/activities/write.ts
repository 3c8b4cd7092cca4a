/**
 * Writes activities that change nothing of their conversation: each with its number, and an outbox row that notifies the
 * team.
 */
import type { ActivityFields, ActivityKind, Cause } from '@parley/contracts/conversations/activities';
import type { NoteEvent, OutboxEvent } from '@parley/contracts/events';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { recordActivity } from './record.ts';

export interface NewActivity {
  conversationId: string;
  kind: ActivityKind & NoteEvent['kind'];
  cause: Cause;
  after: ActivityFields;
  body?: string | null;
}

/**
 * Writes an activity and answers the event that is in the outbox until it is dispatched; undefined where there is no such
 * conversation. The conversation's row lock orders what happens to it, so that `activity_no` has no gap and no repeat.
 */
export async function writeActivity(
  db: Database,
  { conversationId, kind, cause, after, body = null }: NewActivity,
): Promise<(OutboxEvent & { event: NoteEvent }) | undefined> {
  const { rows } = await sql<OutboxEvent & { event: NoteEvent }>`
    with counted as (
      update conversations set last_activity_no = last_activity_no + 1 where id = ${conversationId}::uuid
      returning id, last_activity_no, last_seq
    ), recorded as (
      ${recordActivity(sql`counted`, { kind, cause: JSON.stringify(cause), after: JSON.stringify(after), body })}
    )
    insert into outbox (type, conversation_id, payload)
    select 'conversation.noted', id, jsonb_build_object('type', 'conversation.noted', 'conversationId', id,
      'kind', ${kind}::text, 'activityNo', last_activity_no, 'noteActivityNo', last_activity_no, 'mentioned', '[]'::jsonb)
    from counted
    returning id, payload as event
  `.execute(db);
  return rows[0];
}
