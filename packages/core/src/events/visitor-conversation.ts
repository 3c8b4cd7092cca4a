/** A conversation as the visitor in it may see it. */
import type { Conversation } from '@parley/contracts/entities';
import { languageOf } from '@parley/contracts/text/languages';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import { findUser } from '@parley/db/users/users';
import { askedRatingOf } from '@parley/db/ratings/ratings';
import { isBlocked } from '@parley/db/visitors/contacts';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';

/** Returns status, cursors and the answering side; no messages, nothing about other representatives or the inbox. */
export async function visitorConversationState(
  context: Pick<Context, 'db' | 'settings'>,
  conversation: Conversation,
): Promise<VisitorConversation> {
  const [assigned, isTheirsBlocked, rating] = await Promise.all([
    conversation.assignedRepresentativeId ? findUser(context.db, conversation.assignedRepresentativeId) : null,
    isBlocked(context.db, conversation.visitorId),
    ratingAskedOf(context, conversation),
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
    ...(rating && { rating }),
    messages: [],
  };
}

/** Returns the question that the customer is asked about a closed conversation, while they can answer it. */
export async function ratingAskedOf(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { id, status, visitorId }: Pick<Conversation, 'id' | 'status' | 'visitorId'>,
): Promise<VisitorConversation['rating']> {
  if (status !== 'closed' || visitorId === null) return undefined;
  const asked = await askedRatingOf(db, id);
  if (!asked) return undefined;
  const { questions } = (await settings.read()).ratingConfig;
  const language = languageOf((await findVisitor(db, visitorId))?.locale ?? '') ?? 'en';
  const question = questions[language]?.trim();
  return { ...asked, ...(question && { question }) };
}
