/** A conversation as the visitor in it may see it. */
import type { Conversation } from '@parley/contracts/entities';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import { findUser } from '@parley/db/users/users';
import { isBlocked } from '@parley/db/visitors/contacts';
import type { Context } from '../context.ts';

/** Returns status, cursors and the answering side; no messages, nothing about other representatives or the inbox. */
export async function visitorConversationState(
  context: Pick<Context, 'db'>,
  conversation: Conversation,
): Promise<VisitorConversation> {
  const [assigned, isTheirsBlocked] = await Promise.all([
    conversation.assignedRepresentativeId ? findUser(context.db, conversation.assignedRepresentativeId) : null,
    isBlocked(context.db, conversation.visitorId),
  ]);
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
    ...(isTheirsBlocked && { isBlocked: true }),
    messages: [],
  };
}
