/** Joins a conversation: checks the access and returns its state. */
import type { Message, MessageReactions } from '@parley/contracts/entities';
import { messagesPerPage, messagesPerPageMax } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import { catchUp } from '@parley/db/conversations/catch-up';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import { can } from '../permissions/permissions.ts';
import { withContinuations } from '../events/continued.ts';

export interface JoinRequest {
  caller: Caller;
  conversationId: string;
  afterSeq: number | undefined;
  /** The last edit that is known, with `afterSeq`. */
  afterEdit?: number | undefined;
}

export interface JoinedConversation {
  lastSeq: number;
  messages: Message[];
  customerDeliveredSeq: number;
  customerReadSeq: number;
  staffDeliveredSeq: number;
  staffReadSeq: number;
  /** Last edit that is included. */
  editNo: number;
  /** Messages edited or removed after `afterEdit`, at most 200; absent if there are none. */
  edited?: Message[];
  /** Reactions to messages up to `afterSeq`, at most of 100 messages; absent if there are none. */
  reactions?: MessageReactions[];
  /** For staff: the newest activity. */
  lastActivityNo?: number;
  /** For staff: how far they themselves have read. */
  readSeq?: number;
  /** For visitors: the content of a missed `conversation_state`. Staff have their list for that. */
  conversation?: VisitorConversation;
}

/**
 * Returns for each request the messages after `afterSeq` (at most 200), or the newest 50 without it, and the cursors; a
 * Problem `not_found` for an unknown conversation, for one outside a user's scope, and for another visitor's, so that its
 * existence isn't revealed. A single query serves all requests.
 */
export async function joinConversations(
  context: Pick<Context, 'db' | 'settings'>,
  requests: readonly JoinRequest[],
): Promise<(JoinedConversation | Problem)[]> {
  const wanted = requests.map(({ caller, conversationId, afterSeq = null, afterEdit = null }) => ({
    conversationId,
    afterSeq,
    afterEdit,
    readerId: caller.kind === 'staff' ? caller.user.id : null,
  }));
  const limits = { after: messagesPerPageMax, newest: messagesPerPage, edited: messagesPerPageMax };
  // Checked afterwards: what is found may not be seen any more by then.
  const found = await withContinuations(context.db, wanted, await catchUp(context.db, wanted, limits), limits);
  const allowed = await Promise.all(
    requests.map(({ caller, conversationId }, index) => mayJoin(context, caller, conversationId, found[index])),
  );
  return requests.map(({ caller }, index) => {
    const conversation = found[index];
    if (!conversation || !allowed[index]) return unknownConversation();
    const { visitorId: _visitor, mergedInto: _merged, lastActivityNo, readSeq, ...known } = conversation;
    const { messages, edited, editNo, reactions, customerDeliveredSeq, ...state } = known;
    const { lastSeq, customerReadSeq, staffDeliveredSeq, staffReadSeq } = state;
    return {
      lastSeq,
      messages,
      customerDeliveredSeq,
      customerReadSeq,
      staffDeliveredSeq,
      staffReadSeq,
      editNo,
      ...(edited.length > 0 ? { edited } : {}),
      ...(reactions.length > 0 ? { reactions } : {}),
      ...(caller.kind === 'visitor'
        ? { conversation: { ...state, messages: [] } }
        : { lastActivityNo, readSeq: readSeq ?? 0 }),
    };
  });
}

/** Passes while the caller's right and scope take in a conversation that they are in. @throws Problem `not_found` */
export async function assertMayStay(
  context: Pick<Context, 'db' | 'settings'>,
  caller: Caller,
  conversationId: string,
): Promise<void> {
  const isAllowed = caller.kind === 'visitor' || (await can(context, caller, 'conversations.read', { conversationId }));
  if (!isAllowed) throw unknownConversation();
}

const mayJoin = async (
  context: Pick<Context, 'db' | 'settings'>,
  caller: Caller,
  conversationId: string,
  conversation: { visitorId: string | null } | undefined,
): Promise<boolean> =>
  conversation !== undefined &&
  (caller.kind === 'staff'
    ? await can(context, caller, 'conversations.read', { conversationId })
    : conversation.visitorId === caller.visitorId);

const unknownConversation = (): Problem => new Problem('not_found', localize('no_such_conversation'));
