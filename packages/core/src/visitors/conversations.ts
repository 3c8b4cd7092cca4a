/** A visitor lists and opens their own conversations. */
import { messagesPerPage, messagesPerPageMax } from '@parley/contracts/messages/limits';
import { visitorConversationsMax } from '@parley/contracts/visitors/limits';
import type { VisitorConversation, VisitorConversationEntry } from '@parley/contracts/visitors/widget';
import { catchUp } from '@parley/db/conversations/catch-up';
import { conversationsOfVisitor, findOfVisitor } from '@parley/db/visitors/conversations';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { notTheirs } from '../conversations/own.ts';
import { withContinuations } from '../events/continued.ts';
import { ratingAskedOf } from '../events/visitor-conversation.ts';

type Reading = Pick<Context, 'db' | 'settings'>;

/** Returns the visitor's conversations, the newest message first; with `q` those with a message that contains it. */
export async function listVisitorConversations(
  { db }: Reading,
  { visitorId }: Pick<VisitorCaller, 'visitorId'>,
  { q }: { q?: string | undefined } = {},
): Promise<VisitorConversationEntry[]> {
  return conversationsOfVisitor(db, visitorId, { words: q?.trim(), limit: visitorConversationsMax });
}

/** Returns one of the visitor's conversations with its newest 50 messages. @throws Problem `not_found` */
export async function readVisitorConversation(
  context: Reading,
  { visitorId }: Pick<VisitorCaller, 'visitorId'>,
  conversationId: string,
): Promise<VisitorConversation> {
  const conversation = await conversationOf(context, visitorId, conversationId);
  if (!conversation) throw notTheirs();
  return conversation;
}

/** Returns the visitor's newest conversation with its newest 50 messages; null before the first message. */
export const currentConversation = (context: Reading, visitorId: string): Promise<VisitorConversation | null> =>
  conversationOf(context, visitorId);

async function conversationOf(
  context: Reading,
  visitorId: string,
  named?: string,
): Promise<VisitorConversation | null> {
  const { db } = context;
  const own = await findOfVisitor(db, visitorId, named);
  if (!own) return null;
  const pages = { after: messagesPerPageMax, newest: messagesPerPage, edited: 0 };
  const asked = [{ conversationId: own.id, afterSeq: null }];
  const [found] = await withContinuations(db, asked, await catchUp(db, asked, pages), pages);
  if (!found) return null;
  const { status, isAiAssisted, representative, lastSeq, staffDeliveredSeq, staffReadSeq, customerReadSeq } = found;
  const { customerEmail, isBlocked, messages } = found;
  const rating = await ratingAskedOf(context, { id: found.id, status, visitorId });
  return {
    id: found.id,
    status,
    isAiAssisted,
    representative,
    customerEmail,
    ...(isBlocked && { isBlocked }),
    ...(rating && { rating }),
    ...(own.elsewhere > 0 && { unreadElsewhere: own.elsewhere }),
    lastSeq,
    staffDeliveredSeq,
    staffReadSeq,
    customerReadSeq,
    messages,
  };
}
