/**
 * Continues merged conversations for their visitors, who notice nothing: their messages are stored in the other
 * conversation, and these and all later ones are shown as the next messages of their own conversation, under its seqs.
 * Earlier messages of the other conversation stay hidden from them.
 */
import type { Conversation, Message, MessageReactions, QuotedMessage, Reaction } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import { type CatchUp, type CatchUpRequest, catchUp } from '@parley/db/conversations/catch-up';
import {
  type Continuation,
  continuationOf,
  continuationsInto,
  continuationsOf,
} from '@parley/db/conversations/continuation';
import type { Database } from '@parley/db/database';
import { messagesAfter, messagesBefore } from '@parley/db/messages/read';
import type { Context } from '../context.ts';
import { broadcastToConversation } from '../live/broadcast.ts';

/** Part of a conversation's messages. */
export interface MessagesPage {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** Continuation in which the visitor has written. */
export type Continued = Continuation & { firstSeq: number };

const isContinued = (continuation: Continuation | undefined): continuation is Continued =>
  continuation !== undefined && continuation.firstSeq !== null;

/** The seq under which they know a message of over there, and the other way round. */
const seqHere = ({ lastSeq, firstSeq }: Continued, seq: number): number => lastSeq + seq - firstSeq + 1;
const seqThere = ({ lastSeq, firstSeq }: Continued, seq: number): number => firstSeq + seq - lastSeq - 1;

/** Reactions over there, the customer's as their own. */
const reactionsAsTheirs = ({ visitorId }: Continued, reactions: readonly Reaction[]): Reaction[] =>
  reactions.map((each) => (each.senderType === 'customer' ? { ...each, senderId: visitorId } : each));

/** A quoted message over there; undefined if they may not read it. */
const quotedAsTheirs = (continued: Continued, quoted: QuotedMessage): QuotedMessage | undefined =>
  quoted.seq < continued.firstSeq ? undefined : { ...quoted, seq: seqHere(continued, quoted.seq) };

/** Reactions to a message over there; undefined if they may not read it. */
const reactedAsTheirs = (continued: Continued, { seq, ...rest }: MessageReactions): MessageReactions | undefined =>
  seq < continued.firstSeq
    ? undefined
    : { ...rest, seq: seqHere(continued, seq), reactions: reactionsAsTheirs(continued, rest.reactions) };

/** A message of over there as they know it. */
export function asTheirs(continued: Continued, { replyTo, ...message }: Message): Message {
  const { fromId, visitorId, lastEditNo } = continued;
  const quoted = replyTo && quotedAsTheirs(continued, replyTo);
  return {
    ...message,
    ...(quoted && { replyTo: quoted }),
    ...(message.reactions && { reactions: reactionsAsTheirs(continued, message.reactions) }),
    conversationId: fromId,
    seq: seqHere(continued, message.seq),
    senderId: message.senderType === 'customer' ? visitorId : message.senderId,
    ...(message.editNo !== undefined && { editNo: lastEditNo + message.editNo }),
  };
}

type Cursor = 'customerReadSeq' | 'customerDeliveredSeq' | 'staffReadSeq' | 'staffDeliveredSeq';

/** How far a side is: over there as far as that is theirs to know, else in their own. */
const cursorHere = (continued: Continued, there: number, own: number): number =>
  there < continued.firstSeq ? own : seqHere(continued, there);

const cursorsHere = <Name extends Cursor>(
  continuation: Continuation,
  there: Record<Name, number>,
  names: readonly Name[],
): Record<Name, number> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      isContinued(continuation) ? cursorHere(continuation, there[name], continuation[name]) : continuation[name],
    ]),
  ) as Record<Name, number>;

/**
 * Adds the missed messages of continued conversations; `found` contains the results of `catchUp` for the same requests.
 * Those of staff are returned unchanged.
 */
export async function withContinuations(
  db: Database,
  requests: readonly CatchUpRequest[],
  found: readonly (CatchUp | undefined)[],
  limits: { after: number; newest: number; edited: number },
): Promise<(CatchUp | undefined)[]> {
  const merged = requests.flatMap((request, index) => {
    const own = found[index];
    return own?.mergedInto && !request.readerId ? [{ request, index, own }] : [];
  });
  if (merged.length === 0) return [...found];
  const continuations = await continuationsOf(
    db,
    merged.map(({ own }) => own.id),
  );
  const goingOn = merged.flatMap((each) => {
    const continuation = continuations.get(each.own.id);
    return continuation ? [{ ...each, continuation }] : [];
  });
  const others = await catchUp(
    db,
    goingOn.map(({ request, continuation }) => thereOf(request, continuation)),
    limits,
  );
  const answers = [...found];
  goingOn.forEach(({ request, index, own, continuation }, place) => {
    const there = others[place];
    if (there) answers[index] = joined({ request, own, continuation, there, limits });
  });
  return answers;
}

/** Beyond every message. */
const noneAfter = 2 ** 31 - 1;

function thereOf({ afterSeq, afterEdit }: CatchUpRequest, continuation: Continuation): CatchUpRequest {
  const { intoId, lastEditNo } = continuation;
  if (!isContinued(continuation)) return { conversationId: intoId, afterSeq: noneAfter };
  return {
    conversationId: intoId,
    afterSeq: afterSeq === null ? null : Math.max(continuation.firstSeq - 1, seqThere(continuation, afterSeq)),
    afterEdit: Math.max(0, (afterEdit ?? 0) - lastEditNo),
  };
}

function joined({
  request,
  own,
  continuation,
  there,
  limits,
}: {
  request: CatchUpRequest;
  own: CatchUp;
  continuation: Continuation;
  there: CatchUp;
  limits: { after: number; newest: number; edited: number };
}): CatchUp {
  const { status, isAiAssisted, representative } = there;
  const stands = { ...own, status, isAiAssisted, representative };
  if (!isContinued(continuation)) return stands;
  const theirs = (messages: readonly Message[]): Message[] =>
    messages.filter(({ seq }) => seq >= continuation.firstSeq).map((message) => asTheirs(continuation, message));
  const messages = [...own.messages, ...theirs(there.messages)];
  // The number of edits per answer is limited: the client asks for the others next.
  const hasMoreEdits = own.edited.length >= limits.edited && limits.edited > 0;
  return {
    ...stands,
    ...cursorsHere(continuation, there, [
      'customerReadSeq',
      'customerDeliveredSeq',
      'staffReadSeq',
      'staffDeliveredSeq',
    ]),
    lastSeq: seqHere(continuation, there.lastSeq),
    messages: request.afterSeq === null ? messages.slice(-limits.newest) : messages.slice(0, limits.after),
    edited: hasMoreEdits ? own.edited : [...own.edited, ...theirs(there.edited)],
    editNo: hasMoreEdits ? own.editNo : continuation.lastEditNo + there.editNo,
    reactions: [...own.reactions, ...there.reactions.flatMap((each) => reactedAsTheirs(continuation, each) ?? [])],
  };
}

/** A page of the messages that a visitor may read in their conversation and where it goes on, as in `readMessages`. */
export async function readOn(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  { before, after, limit }: MessagesPage,
): Promise<Message[]> {
  const continuation = await continuationOf(db, conversationId);
  if (!isContinued(continuation)) {
    return after === undefined
      ? messagesBefore(db, conversationId, before ?? null, limit)
      : messagesAfter(db, conversationId, after, limit);
  }
  const { intoId, firstSeq, lastSeq } = continuation;
  const theirs = (messages: readonly Message[]): Message[] =>
    messages.filter(({ seq }) => seq >= firstSeq).map((message) => asTheirs(continuation, message));
  if (after !== undefined) {
    const own = await messagesAfter(db, conversationId, after, limit);
    const from = Math.max(firstSeq - 1, seqThere(continuation, after));
    const rest = limit - own.length;
    return rest === 0 ? own : [...own, ...theirs(await messagesAfter(db, intoId, from, rest))];
  }
  const isThere = before === undefined || before > lastSeq + 1;
  const until = before === undefined ? null : seqThere(continuation, before);
  const newer = isThere ? theirs(await messagesBefore(db, intoId, until, limit)) : [];
  const rest = limit - newer.length;
  const end = isThere ? null : before;
  return rest === 0 ? newer : [...(await messagesBefore(db, conversationId, end, rest)), ...newer];
}

/** Publishes frames to the visitors with conversations that continue in this one. */
async function publishContinued(
  context: Context,
  { id, mergedIds }: Pick<Conversation, 'id' | 'mergedIds'>,
  frameFor: (continuation: Continuation) => ServerFrame | undefined,
): Promise<void> {
  if (!mergedIds) return;
  const continuations = await continuationsInto(context.db, id);
  await Promise.all(
    continuations.map(async (continuation) => {
      const frame = frameFor(continuation);
      if (frame) await broadcastToConversation(context, continuation.fromId, frame, { audience: 'customer' });
    }),
  );
}

/** A message came, or was changed. */
export const publishContinuedMessage = (
  context: Context,
  conversation: Conversation,
  type: 'new_message' | 'message_updated',
  message: Message,
): Promise<void> =>
  publishContinued(context, conversation, (continuation) =>
    isContinued(continuation) && message.seq >= continuation.firstSeq
      ? { type, conversationId: continuation.fromId, message: asTheirs(continuation, message) }
      : undefined,
  );

/** Publishes the reactions to a message. */
export const publishContinuedReactions = (
  context: Context,
  conversation: Conversation,
  reacted: MessageReactions,
): Promise<void> =>
  publishContinued(context, conversation, (continuation) => {
    const theirs = isContinued(continuation) ? reactedAsTheirs(continuation, reacted) : undefined;
    return theirs && { type: 'message_reactions', conversationId: continuation.fromId, ...theirs };
  });

/** Publishes the state of the conversation that they continue in. */
export const publishContinuedState = (
  context: Context,
  conversation: Conversation,
  state: VisitorConversation,
): Promise<void> =>
  publishContinued(context, conversation, (continuation) => {
    const { fromId: id, customerEmail, lastSeq } = continuation;
    return {
      type: 'conversation_state',
      conversationId: id,
      conversation: {
        ...state,
        ...cursorsHere(continuation, state, ['customerReadSeq', 'staffReadSeq', 'staffDeliveredSeq']),
        id,
        customerEmail,
        lastSeq: isContinued(continuation) ? seqHere(continuation, state.lastSeq) : lastSeq,
      },
    };
  });

/** How far the team has read. */
export const publishContinuedReceipt = (context: Context, conversation: Conversation, seq: number): Promise<void> =>
  publishContinued(context, conversation, (continuation) =>
    isContinued(continuation) && seq >= continuation.firstSeq
      ? { type: 'read', conversationId: continuation.fromId, reader: 'staff', seq: seqHere(continuation, seq) }
      : undefined,
  );

/** Returns where a message is stored that is beyond the visitor's own messages; undefined if there is none. */
export async function placeOfSeq(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  seq: number,
): Promise<{ conversationId: string; seq: number } | undefined> {
  const continuation = await continuationOf(db, conversationId);
  if (!isContinued(continuation) || seq <= continuation.lastSeq) return undefined;
  return { conversationId: continuation.intoId, seq: seqThere(continuation, seq) };
}

/** Returns a message as the visitor of this conversation sees it: their own, or one of the conversation it continues in. */
export async function shownToVisitor(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  message: Message,
): Promise<Message> {
  if (message.conversationId === conversationId) return message;
  const continuation = await continuationOf(db, conversationId);
  return isContinued(continuation) ? asTheirs(continuation, message) : message;
}
