import { type RawBuilder, sql } from 'kysely';
import type { Placeholder } from '../prepared.ts';
import type { MessageShape } from './insert-statement.ts';

/** The assignments to `conversations` that a message brings about beside its own columns; `moment.at` is its time. */
export function afterMessage({ senderType, reopenAs, isAnswer }: MessageShape, senderId: Placeholder) {
  if (senderType === 'customer') return afterCustomer(reopenAs);
  if (senderType === 'representative') return afterRepresentative(senderId);
  return isAnswer ? answered : sql`ai_epoch = conversations.ai_epoch`;
}

/** A closed conversation opens again. From the first message without an answer on, the customer's waiting counts. */
function afterCustomer(reopenAs: MessageShape['reopenAs']): RawBuilder<unknown> {
  const needsPerson = sql`(not conversations.is_ai_assisted or conversations.status = 'waiting'
    or (conversations.status = 'closed' and ${reopenAs === 'waiting'}))`;
  const reopened =
    reopenAs === 'assisted'
      ? sql`case when conversations.is_ai_assisted then 'active' else 'waiting' end`
      : sql`'waiting'`;
  return sql`
    status = case conversations.status when 'closed' then ${reopened} else conversations.status end,
    closed_at = null,
    snoozed_until = case when conversations.snooze_wakes_on_reply then null else conversations.snoozed_until end,
    snoozed_by = case when conversations.snooze_wakes_on_reply then null else conversations.snoozed_by end,
    waiting_since = case when ${needsPerson} then coalesce(conversations.waiting_since, moment.at)
      else conversations.waiting_since end,
    customer_message_count = conversations.customer_message_count + 1,
    unanswered_count = conversations.unanswered_count + 1,
    unanswered_since = coalesce(conversations.unanswered_since, moment.at),
    unanswered_offset_seconds = conversations.unanswered_offset_seconds
      + coalesce(extract(epoch from moment.at - conversations.unanswered_since), 0)`;
}

const answered = sql`
  status = 'active',
  waiting_since = null,
  unanswered_count = 0,
  unanswered_since = null,
  unanswered_offset_seconds = 0`;

/** Nobody has it but perhaps the assistant: the first person who answers takes it over; a service does not. */
export const isUntaken = (row: 'conversations' | 'old', senderId: Placeholder): RawBuilder<boolean> => {
  const field = (name: string): RawBuilder<unknown> => sql.ref(`${row}.${name}`);
  return sql`(not ${field('hidden')}
    and (${field('is_ai_assisted')} or ${field('assigned_representative_id')} is null)
    and exists (select from users where users.id = ${senderId}::uuid and users.kind = 'person'))`;
};

/**
 * Applies the effects of a representative's answer: the assistant's answer in progress becomes obsolete, the team has
 * read the messages, and an unassigned conversation is assigned to the writer.
 */
function afterRepresentative(senderId: Placeholder): RawBuilder<unknown> {
  return sql`${answered},
    ai_epoch = conversations.ai_epoch + 1,
    staff_read_seq = conversations.last_seq + 1,
    staff_delivered_seq = conversations.last_seq + 1,
    read_by_default = coalesce(conversations.read_by_default, conversations.customer_messages_read),
    customer_messages_read = conversations.customer_message_count,
    last_activity_no = conversations.last_activity_no + ${isUntaken('conversations', senderId)}::int,
    assigned_representative_id = case when ${isUntaken('conversations', senderId)} then ${senderId}::uuid
      else conversations.assigned_representative_id end,
    is_ai_assisted = conversations.is_ai_assisted and not ${isUntaken('conversations', senderId)},
    other_representative_seq = case when conversations.representative_seq_by is distinct from ${senderId}::uuid
      then conversations.representative_seq else conversations.other_representative_seq end,
    representative_seq_by = ${senderId}::uuid,
    representative_seq = conversations.last_seq + 1`;
}
