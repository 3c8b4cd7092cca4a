/** A conversation as the visitor in it may see it. */
import type { Conversation, Message } from '@parley/contracts/entities';
import type { VisitorConversation } from '@parley/contracts/widget';
import { findUser } from '@parley/db/users/users';
import type { Context } from '../context.ts';

/** Status, cursors and who answers; no messages, nothing about other representatives or the inbox. */
export async function visitorConversationState(
  context: Pick<Context, 'db'>,
  conversation: Conversation,
): Promise<VisitorConversation> {
  const assigned = conversation.assignedRepresentativeId
    ? await findUser(context.db, conversation.assignedRepresentativeId)
    : null;
  return {
    id: conversation.id,
    status: conversation.status,
    isAiAssisted: conversation.isAiAssisted,
    representative: assigned
      ? { id: assigned.id, name: assigned.name, profileImageUrl: assigned.profileImageUrl }
      : null,
    lastSeq: conversation.lastSeq,
    staffDeliveredSeq: conversation.staffDeliveredSeq,
    staffReadSeq: conversation.staffReadSeq,
    customerReadSeq: conversation.customerReadSeq,
    customerEmail: conversation.customerEmail,
    messages: [],
  };
}

/** The same with its newest messages, oldest first. */
export async function visitorConversation(
  context: Pick<Context, 'db'>,
  conversation: Conversation,
  messages: Message[],
): Promise<VisitorConversation> {
  return { ...(await visitorConversationState(context, conversation)), messages };
}
