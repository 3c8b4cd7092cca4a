/** Defines the columns of a conversation and their conversion, so that every query returns the same entity. */
import type { Conversation, Message } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import { isoText } from '../instant.ts';
import type { ConversationsTable } from '../tables/conversations.ts';

const columns = [
  'id',
  'status',
  'customer_email',
  'customer_name',
  'created_at',
  'last_activity_at',
  'visitor_id',
  'website_id',
  'website_domain',
  'page_path',
  'channel',
  'assigned_representative_id',
  'team_id',
  'is_ai_assisted',
  'last_seq',
  'last_act_no',
  'customer_message_count',
  'customer_messages_read',
  'waiting_since',
  'hand_off_reason',
  'tag_ids',
  'priority',
  'spam_at',
  'snoozed_until',
  'snooze_wakes_on_reply',
  'merged_into',
  'merged_ids',
  'customer_delivered_seq',
  'customer_read_seq',
  'staff_delivered_seq',
  'staff_read_seq',
  'last_message_id',
  'last_message_client_id',
  'last_message_sender_type',
  'last_message_sender_id',
  'last_message_sender_name',
  'last_message_preview',
  'last_message_at',
] as const;

/** A column's name in TypeScript: `last_seq` is `lastSeq`. */
type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type ConversationRow = Pick<Selectable<ConversationsTable>, CamelCase<(typeof columns)[number]>> & {
  representativeName: string | null;
  /** Unread messages of one reader (`unreadCountOf`); without it, the messages that no user has read are counted. */
  unreadCount?: number;
};

/** For `select`, from a table or CTE called `conversations`. */
export const conversationColumns = sql.raw(
  [
    ...columns.map((column) => `conversations.${column}`),
    '(select users.name from users where users.id = conversations.assigned_representative_id) as representative_name',
  ].join(', '),
);

/** The list entry of a conversation: no messages but the last, cut to 300 characters. */
export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    status: row.status,
    customerEmail: row.customerEmail,
    customerName: row.customerName,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.lastActivityAt),
    visitorId: row.visitorId,
    websiteId: row.websiteId,
    website: row.websiteDomain,
    channel: row.channel,
    pagePath: row.pagePath,
    representative: row.representativeName,
    assignedRepresentativeId: row.assignedRepresentativeId,
    ...(row.teamId !== null && { teamId: row.teamId }),
    isAiAssisted: row.isAiAssisted,
    lastSeq: row.lastSeq,
    lastActNo: row.lastActNo,
    unreadCount: row.unreadCount ?? row.customerMessageCount - row.customerMessagesRead,
    waitingSince: row.waitingSince && isoText(row.waitingSince),
    handOffReason: row.handOffReason,
    tagIds: row.tagIds,
    priority: row.priority,
    isSpam: row.spamAt !== null,
    snoozedUntil: row.snoozedUntil && isoText(row.snoozedUntil),
    wakesOnReply: row.snoozeWakesOnReply,
    ...(row.mergedInto !== null && { mergedInto: row.mergedInto }),
    ...(row.mergedIds.length > 0 && { mergedIds: row.mergedIds }),
    customerDeliveredSeq: row.customerDeliveredSeq,
    customerReadSeq: row.customerReadSeq,
    staffDeliveredSeq: row.staffDeliveredSeq,
    staffReadSeq: row.staffReadSeq,
    lastMessage: lastMessageOf(row),
    messages: [],
  };
}

function lastMessageOf(row: ConversationRow): Message | null {
  if (row.lastMessageId === null || row.lastMessageSenderType === null || row.lastMessageAt === null) return null;
  return {
    id: row.lastMessageId,
    conversationId: row.id,
    seq: row.lastSeq,
    content: row.lastMessagePreview ?? '',
    senderType: row.lastMessageSenderType,
    senderId: row.lastMessageSenderId,
    senderName: row.lastMessageSenderName,
    messageType: 'text',
    createdAt: isoText(row.lastMessageAt),
    clientMessageId: row.lastMessageClientId,
  };
}
