/** What travels over `/ws`: text frames, one JSON object each. */
import * as Type from 'typebox';
import { Act } from './acts.ts';
import { Conversation, Message, MessageContent, SenderType, User } from './entities.ts';
import { type ProblemCode, problems } from './problems.ts';
import { CleanLine, Id, Nullable, OneOf, Seq, Strict, Timestamp } from './schema.ts';
import { VisitorConversation } from './widget.ts';

/** How a conversation stands, for its visitor; the messages come by themselves. */
const ConversationState = Type.Object({
  ...VisitorConversation.properties,
  messages: Type.Array(Message, { maxItems: 0 }),
});

/** Accepted for compatibility; must agree with who the caller is. */
const claimed = {
  userId: Type.Optional(Nullable(Id)),
  senderType: Type.Optional(SenderType),
  senderId: Type.Optional(Nullable(Id)),
};

const JoinFrame = Strict({
  type: Type.Literal('join_conversation'),
  conversationId: Id,
  userId: claimed.userId,
  /** Answer with what came after this. */
  afterSeq: Type.Optional(Seq),
});
const LeaveFrame = Strict({ type: Type.Literal('leave_conversation'), conversationId: Id });
const SendFrame = Strict({
  type: Type.Literal('send_message'),
  /** A visitor's first message needs none: it opens the conversation. */
  conversationId: Type.Optional(Id),
  content: MessageContent,
  clientMessageId: Type.Optional(Id),
  messageType: Type.Optional(Type.Literal('text')),
  /** The newest seq the writer has seen; somebody else's answer after it → `conversation_moved`. */
  basedOnSeq: Type.Optional(Seq),
  senderType: claimed.senderType,
  senderId: claimed.senderId,
});
const TypingFrame = Strict({ type: Type.Literal('typing'), conversationId: Id, isTyping: Type.Boolean() });
/** Everything up to `seq` has been read by the sender's side. */
const ReadFrame = Strict({ type: Type.Literal('read'), conversationId: Id, seq: Seq });
/** Everything up to `seq` has arrived at the sender's side. */
const DeliveredFrame = Strict({ type: Type.Literal('delivered'), conversationId: Id, seq: Seq });
/** A visitor moved to another page, or left (`isAway`) and came back. */
const VisitFrame = Strict({
  type: Type.Literal('visit'),
  url: Type.Optional(Type.String({ maxLength: 2000 })),
  title: Type.Optional(CleanLine({ maxLength: 300 })),
  isAway: Type.Optional(Type.Boolean()),
});
const PingFrame = Strict({ type: Type.Literal('ping') });

export const ClientFrame = Type.Union([
  JoinFrame,
  LeaveFrame,
  SendFrame,
  TypingFrame,
  ReadFrame,
  DeliveredFrame,
  VisitFrame,
  PingFrame,
]);
export type ClientFrame = Type.Static<typeof ClientFrame>;

export const sides = ['customer', 'staff'] as const;
export type Side = (typeof sides)[number];

/** Codes of `error` frames: those of refused calls and two of the socket's own. */
export type ErrorCode = ProblemCode | 'unknown_type';
export const errorCodes: readonly ErrorCode[] = [...(Object.keys(problems) as ProblemCode[]), 'unknown_type'];

const frame = <const T extends string, P extends Type.TProperties>(type: T, properties: P) =>
  Type.Object({ type: Type.Literal(type), ...properties });

/** Someone of the team who has the conversation open. */
const Viewer = Type.Object({ userId: Id, name: Type.String(), isDrafting: Type.Boolean() });

export const ServerFrame = Type.Union([
  /** `messages` after `afterSeq` if it was given (at most 200, then fetch), otherwise the newest 50. */
  frame('joined', {
    conversationId: Id,
    lastSeq: Seq,
    messages: Type.Array(Message),
    /** Forward-only cursors at the time of joining. */
    customerDeliveredSeq: Seq,
    customerReadSeq: Seq,
    staffDeliveredSeq: Seq,
    staffReadSeq: Seq,
    /** For staff: the newest act. Whoever knows fewer reads the rest. */
    lastActNo: Type.Optional(Seq),
    /** For a visitor: it may have changed unheard. */
    conversation: Type.Optional(ConversationState),
  }),
  frame('message_ack', { clientMessageId: Nullable(Id), message: Message }),
  frame('new_message', { conversationId: Id, message: Message }),
  /** To staff in the conversation: what happened to it. */
  frame('act', { conversationId: Id, act: Act }),
  frame('typing', {
    conversationId: Id,
    senderType: SenderType,
    senderId: Nullable(Id),
    senderName: Nullable(Type.String()),
    isTyping: Type.Boolean(),
  }),
  frame('read', { conversationId: Id, reader: OneOf(sides), seq: Seq }),
  frame('delivered', { conversationId: Id, receiver: OneOf(sides), seq: Seq }),
  /**
   * A piece of an assistant's reply being written; `text` is what is added, `done` ends it. `replyId` is also the
   * `clientMessageId` of the message it becomes; a reply that ends without one is dropped.
   */
  frame('ai_delta', {
    conversationId: Id,
    replyId: Id,
    /** How many characters of the reply came before this piece; 0 begins it, perhaps anew. */
    at: Type.Integer({ minimum: 0 }),
    text: Type.String(),
    done: Type.Optional(Type.Boolean()),
  }),
  /** To the visitor: who answers, and in what state the conversation is. */
  frame('conversation_state', {
    conversationId: Id,
    conversation: ConversationState,
  }),
  /** To staff in the conversation: whether the visitor is on the page, and who of the team is looking or writing. */
  frame('presence', {
    conversationId: Id,
    visitor: Type.Object({
      isOnline: Type.Boolean(),
      /** Away, or gone, since then. */
      since: Nullable(Timestamp),
      pageUrl: Nullable(Type.String()),
      /** Of that page; absent from a gateway of the release before. */
      pageTitle: Type.Optional(Nullable(Type.String())),
    }),
    viewers: Type.Array(Viewer),
  }),
  frame('conversation_created', { conversation: Conversation }),
  frame('conversation_updated', { conversation: Conversation }),
  frame('conversation_deleted', { conversationId: Id }),
  frame('conversations_deleted', {}),
  frame('representative_updated', { representative: User }),
  frame('settings_updated', { section: Type.String() }),
  frame('websites_updated', {}),
  /** A hand-off: a person is needed. */
  frame('person_needed', { conversationId: Id, reason: Nullable(Type.String()) }),
  frame('delivery_updated', { channel: Type.String() }),
  /** A mail came in, or it is known what became of it. */
  frame('inbound_mails_updated', {}),
  frame('progress', { task: Type.String(), done: Type.Integer(), total: Nullable(Type.Integer()) }),
  /** Join again with `afterSeq`: events may have been missed. `reconnectInMs`: leave this node after that long. */
  frame('resume', { reconnectInMs: Type.Optional(Type.Integer()) }),
  frame('error', {
    code: Type.Unsafe<ErrorCode>(OneOf(errorCodes)),
    message: Type.String(),
    clientMessageId: Type.Optional(Nullable(Id)),
    conversationId: Type.Optional(Id),
    retryAfterMs: Type.Optional(Type.Integer()),
    /** With `conversation_moved`: what came in between. */
    messages: Type.Optional(Type.Array(Message)),
  }),
  frame('pong', {}),
]);
export type ServerFrame = Type.Static<typeof ServerFrame>;
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;
export type ClientFrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>;
