/** Storing a message: one statement, one round trip. */
import { offered } from './entity.ts';
import type { MessageSource } from '@parley/contracts/assistant/answers';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { MessageBlocks, MessageResponse } from '@parley/contracts/messages/blocks';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Conversation, Message, QuotedMessage, SenderType } from '@parley/contracts/entities';
import type { Activity } from '@parley/contracts/conversations/activities';
import type { StoredEvent } from '@parley/contracts/events';
import type { UnreadByUser } from '@parley/contracts/conversations/reads';
import { toActivity } from '../activities/entity.ts';
import { camelCaseKeys } from '../column-names.ts';
import { toConversation } from '../conversations/entity.ts';
import { type Database, isUniqueViolation } from '../database.ts';
import type { Via } from '../tables/conversations.ts';
import { attachFiles, lockFiles } from '../files/attach.ts';
import { LacksFiles } from '../files/waiting.ts';
import { flagsOf, type NewMessageEmail } from '../mail/message-emails.ts';
import { store, type StoredAs, type StoredRow } from './insert-statement.ts';
import { findMessageByClientId } from './read.ts';
import { type Refusal, whyRefused } from './refusal.ts';

export interface NewMessage {
  conversationId: string;
  /** Text to store, already trimmed and checked; empty only with attachments. */
  content: string;
  /** The text with formatting, if it has any. */
  markdown?: string | undefined;
  /** Uploads of the sender's own that no message has brought yet. */
  attachments?: AttachmentInputs | undefined;
  /** Text as its author wrote it, if `content` is a translation. */
  original?: Original | undefined;
  /** Message that it quotes; dropped if it is stored in another conversation than this. */
  replyTo?: { conversationId: string; message: QuotedMessage } | undefined;
  /** Public sources that an answer of the assistant cites. */
  sources?: MessageSource[] | undefined;
  /** Replies that the customer can pick with one tap when the assistant asks a question. */
  choices?: string[] | undefined;
  /** Buttons, cards or a form below the text. */
  blocks?: MessageBlocks | undefined;
  /** Buttons or form that a customer's message answers; a button's label is recognised without it. */
  response?: MessageResponse | undefined;
  /** Parts of the email that it arrived in, stored beside its content. */
  email?: NewMessageEmail | undefined;
  senderType: SenderType;
  senderId: string | null;
  senderName: string | null;
  via: Via;
  /** Makes sending repeatable: once stored for a conversation and type of sender, it identifies that message. */
  clientMessageId?: string | null | undefined;
  /**
   * State of a closed conversation after a customer's message; `assisted`: active if the assistant has it. Default:
   * `waiting`.
   */
  reopenAs?: 'assisted' | 'waiting' | undefined;
  /** A customer's message is refused as `ended` by a conversation that was closed before then. */
  endedBefore?: Date | undefined;
  /** False for an assistant's notice that answers nothing (a hand-off): the customer goes on waiting. */
  isAnswer?: boolean | undefined;
  /** Stored only while the conversation's AI epoch is still this. */
  onlyIfAiEpoch?: number | undefined;
  /** Stored only while this is the last message. */
  onlyIfLastSeq?: number | undefined;
  /** Refused when another representative's message came after this seq. */
  basedOnSeq?: number | undefined;
  /** For copies and made-up history; otherwise the database's clock, never before the message ahead of it. */
  createdAt?: Date | undefined;
}

/** `event` is in the outbox until it is dispatched. */
export interface StoredMessage {
  outcome: 'stored';
  message: Message;
  conversation: Conversation;
  unread: UnreadByUser;
  hidden: boolean;
  aiEpoch: number;
  event: StoredEvent;
  /** Set if it was the first reply to an unassigned conversation, which is now assigned to the writer. */
  takingOver?: { activity: Activity; event: StoredEvent };
  /** True if its draft was deleted. */
  wasDraft: boolean;
}

export type InsertedMessage =
  | StoredMessage
  /** A message with that `clientMessageId` and type of sender was already stored; nothing was changed. */
  | { outcome: 'duplicate'; message: Message }
  | Refusal;

/**
 * Stores a message with the next seq of its conversation, and with it everything that must agree: the list's columns,
 * status, unread and answer statistics, totals and the outbox row. The conversation's row lock orders concurrent senders,
 * so that seqs have no gap and no repeat. Nothing is stored when a guard refuses or the message is a duplicate.
 *
 * @throws LacksFiles where an attachment cannot be brought; nothing is stored, and a transaction of the caller's is
 * over
 *
 * Inside a transaction of the caller's, two equal `clientMessageId`s sent at the very same moment abort the later
 * transaction with a unique violation; repeat the transaction.
 */
export async function insertMessage(db: Database, input: NewMessage): Promise<InsertedMessage> {
  const { attachments } = input;
  if (!attachments) return insert(db, input);
  const whole = (transaction: Database): Promise<InsertedMessage> => insertWithFiles(transaction, input, attachments);
  return db.isTransaction ? whole(db) : db.transaction().execute(whole);
}

/** A visitor's message that goes where they have written before. */
export type VisitorMessage = Omit<
  NewMessage,
  'conversationId' | 'senderType' | 'senderName' | 'attachments' | 'senderId'
> & {
  senderId: string;
  /** Must be one of their own; their newest if absent. */
  conversationId?: string | undefined;
};

/**
 * Stores a visitor's message in their newest conversation, or in one of theirs that is named, with only the statement of
 * `insertMessage`. Undefined if it was not stored: there is no such conversation, it was merged or has ended, they are
 * blocked, or the message was already stored.
 */
export async function insertVisitorMessage(db: Database, input: VisitorMessage): Promise<StoredMessage | undefined> {
  const message = { ...input, senderType: 'customer', senderName: null, isOwn: true } as const;
  const stored = await storeOnce(db, message);
  return stored && answer(message, stored);
}

/**
 * Locks the files first, then the conversation: of two messages with the same file, the later finds it attached. If a
 * message is sent twice at once, the second call finds it stored.
 */
async function insertWithFiles(
  transaction: Database,
  input: NewMessage,
  attachments: AttachmentInputs,
): Promise<InsertedMessage> {
  const files = await lockFiles(transaction, input, attachments);
  const preview = input.content || files.map(({ name }) => name).join(', ');
  const inserted = await insert(transaction, { ...input, preview, attachmentIds: attachments.map(({ id }) => id) });
  if (inserted.outcome !== 'stored') return inserted;
  const attached = await attachFiles(transaction, inserted.message, attachments);
  if (files.length < attachments.length || attached.length < attachments.length) throw new LacksFiles();
  return { ...inserted, message: { ...inserted.message, attachments: attached } };
}

async function insert(db: Database, input: NewMessage & StoredAs): Promise<InsertedMessage> {
  const stored = await storeOnce(db, input);
  if (stored) return answer(input, stored);
  const duplicate =
    input.clientMessageId &&
    (await findMessageByClientId(db, input.conversationId, input.clientMessageId, input.senderType));
  return duplicate ? { outcome: 'duplicate', message: duplicate } : whyRefused(db, input);
}

const storeOnce = (db: Database, input: StoredAs): Promise<StoredRow | undefined> =>
  store(db, input).catch((error: unknown) => {
    // A concurrent call has stored the same message; unless the error broke a transaction, it can be read now.
    if (!db.isTransaction && isUniqueViolation(error, 'messages_client_id')) return undefined;
    throw error;
  });

function answer(input: StoredAs, row: StoredRow): StoredMessage {
  const conversation = toConversation(row);
  if (!conversation.lastMessage) throw new Error('A conversation with a new message has no last message.');
  const { activity, activityEventId, activityEvent } = row;
  const response = input.response ?? row.response;
  return {
    outcome: 'stored',
    message: {
      ...conversation.lastMessage,
      content: input.content,
      ...(input.markdown !== undefined && { markdown: input.markdown }),
      ...(input.original && { original: input.original }),
      ...(input.replyTo?.conversationId === conversation.id && { replyTo: input.replyTo.message }),
      ...(input.sources && { sources: input.sources }),
      ...(input.choices && offered(input.choices)),
      ...(input.blocks && { blocks: input.blocks }),
      ...(response && { response }),
      ...(input.email && { email: flagsOf(input.email) }),
    },
    conversation,
    unread: input.senderType === 'representative' ? readByWriter(row.unread, input.senderId) : row.unread,
    hidden: row.hidden,
    aiEpoch: row.aiEpoch,
    event: { id: row.eventId, event: row.event },
    ...(activity && activityEventId && activityEvent
      ? {
          takingOver: {
            activity: toActivity(camelCaseKeys(activity)),
            event: { id: activityEventId, event: activityEvent },
          },
        }
      : {}),
    wasDraft: row.wasDraft ?? false,
  };
}

/** The statement reads what was unread before it. */
const readByWriter = ({ readers, others }: UnreadByUser, writerId: string | null): UnreadByUser => ({
  readers: [
    ...readers.filter(({ userId }) => userId !== writerId),
    ...(writerId === null ? [] : [{ userId: writerId, unreadCount: 0 }]),
  ],
  others,
});
