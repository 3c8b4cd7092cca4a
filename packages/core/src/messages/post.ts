/** Posting a message: the one path every message takes, whoever writes and whichever door it came through. */
import type { Message } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { messageMaxLength } from '@parley/contracts/limits';
import { insertMessage, type InsertedMessage, type NewMessage } from '@parley/db/messages/insert';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';

/** Who writes. Comes from the session, the visitor token or the worker, never from a body. */
export type Sender =
  | { type: 'customer'; visitorId: string; name: string | null }
  | { type: 'representative'; userId: string; name: string }
  /**
   * `epoch` is the conversation's `ai_epoch` when the reply was begun: the reply is stored only while it still holds.
   * `isAnswer: false` marks a notice (a hand-off) that leaves the customer waiting.
   */
  | { type: 'ai'; epoch?: number; isAnswer?: boolean };

export interface Draft {
  conversationId: string;
  content: string;
  /** Makes sending repeatable: the same id, by the same side of the same conversation, is stored once. */
  clientMessageId?: string | undefined;
  /** The newest seq the writer has seen; an answer by another representative after it holds the message back. */
  basedOnSeq?: number | undefined;
  via: 'widget' | 'dashboard' | 'email' | 'ai';
  /** What a customer's message makes of a closed conversation. */
  reopenAs?: 'active' | 'waiting' | undefined;
}

export interface Posted {
  message: Message;
  /** True when this clientMessageId was stored before; nothing was changed then. */
  duplicate: boolean;
}

/** A reply refused because another representative answered meanwhile; carries what came in between. */
export class ConversationMoved extends Problem {
  readonly messages: Message[];
  constructor(messages: Message[]) {
    super('conversation_moved', 'Somebody else answered while you were writing.');
    this.messages = messages;
  }
}

/** Trims, and refuses what cannot be a message. */
export function cleanContent(content: string): string {
  const trimmed = content.trim();
  if (trimmed === '') throw noMessage('A message cannot be empty.');
  if (trimmed.length > messageMaxLength) throw noMessage(`A message has at most ${messageMaxLength} characters.`);
  if (trimmed.includes('\0')) throw noMessage('A message cannot contain NUL characters.');
  if (!trimmed.isWellFormed()) throw noMessage('A message must be valid Unicode text.');
  return trimmed;
}

const noMessage = (message: string): Problem =>
  new Problem('invalid', message, { errors: [{ path: 'content', message }] });

/**
 * Stores a message under the conversation's next seq, announces it and queues its reactions.
 * Resolves after commit and publish, so that whoever acknowledges it afterwards tells the truth.
 *
 * @throws Problem `not_found` when there is no such conversation, `conversation_closed` for anybody but its customer,
 * `conflict` when this `clientMessageId` stands for another message, `conversation_moved` (as ConversationMoved) when somebody else answered after `basedOnSeq`, `already_taken` when an AI
 * reply comes too late, `invalid` for a content that is none.
 */
export async function postMessage(context: Context, sender: Sender, draft: Draft): Promise<Posted> {
  const message = newMessage(sender, draft);
  const inserted = await insertMessage(context.db, message);
  // What the assistant says to one event may be worded anew; it is said once all the same.
  if (sender.type !== 'ai') assertSame(inserted, message);
  return announcePosted(context, inserted);
}

/**
 * A repetition repeats: under one `clientMessageId` somebody else's message, or another text, was never stored, and
 * acknowledging it would lose it. The writer sends it under a new id. (A visitor may have become another one since.)
 *
 * @throws Problem `conflict`
 */
export function assertSame(inserted: InsertedMessage, { senderType, senderId, content }: NewMessage): void {
  if (inserted.outcome !== 'duplicate') return;
  const { message } = inserted;
  if (message.content === content && (senderType === 'customer' || message.senderId === senderId)) return;
  throw new Problem('conflict', 'Another message was sent under this id. Please send it under a new one.');
}

/** The row to insert for a draft by this sender. */
export function newMessage(sender: Sender, draft: Draft): NewMessage {
  const { conversationId, clientMessageId, basedOnSeq, via, reopenAs } = draft;
  return {
    conversationId,
    content: cleanContent(draft.content),
    clientMessageId: clientMessageId ?? null,
    via,
    senderType: sender.type,
    senderId: sender.type === 'customer' ? sender.visitorId : sender.type === 'representative' ? sender.userId : null,
    senderName: sender.type === 'ai' ? null : sender.name,
    ...(sender.type === 'ai' ? { onlyIfAiEpoch: sender.epoch, isAnswer: sender.isAnswer } : {}),
    basedOnSeq,
    reopenAs,
  };
}

/** Second half of posting, after the transaction that inserted has committed. */
export async function announcePosted(context: Context, inserted: InsertedMessage): Promise<Posted> {
  switch (inserted.outcome) {
    case 'stored': {
      const { message, conversation, hidden, event } = inserted;
      await dispatch(context, event, { message, conversation, hidden });
      return { message, duplicate: false };
    }
    case 'duplicate':
      return { message: inserted.message, duplicate: true };
    case 'refused':
      throw refusal(inserted);
  }
}

function refusal({ reason, newer }: Extract<InsertedMessage, { outcome: 'refused' }>): Problem {
  switch (reason) {
    case 'moved':
      return new ConversationMoved(newer);
    case 'ai_epoch':
      return new Problem('already_taken', 'A person has taken this conversation over.');
    case 'closed':
      return new Problem('conversation_closed', 'This conversation is closed. Reopen it to write.');
    case 'not_found':
      return new Problem('not_found', 'There is no such conversation.');
  }
}
