/** Posting a message: the one path every message takes, whoever writes and whichever door it came through. */
import type { MessageSource } from '@parley/contracts/answers';
import type { AttachmentInputs } from '@parley/contracts/attachments';
import type { Original } from '@parley/contracts/copilot';
import type { Message } from '@parley/contracts/entities';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { messageMaxLength } from '@parley/contracts/limits';
import { say, type Words } from '@parley/contracts/sayings';
import type { Database, Transaction } from '@parley/db/database';
import { LacksFiles } from '@parley/db/files/waiting';
import { insertMessage, type InsertedMessage, type NewMessage, type StoredMessage } from '@parley/db/messages/insert';
import type { NewMessageEmail } from '@parley/db/mail/message-emails';
import type { Via } from '@parley/db/tables/conversations';
import type { Context } from '../context.ts';
import { tellDraftGone } from '../conversations/drafts.ts';
import { dispatch } from '../events/dispatch.ts';

/** Who writes. Comes from the session, the visitor token or the worker, never from a body. */
export type Sender =
  /** `visitorId` is null for a customer by mail of whom nothing else is left. */
  | { type: 'customer'; visitorId: string | null; name: string | null }
  | { type: 'representative'; userId: string; name: string }
  /**
   * `epoch` is the conversation's `ai_epoch` when the reply was begun: the reply is stored only while it still holds.
   * `isAnswer: false` marks a notice (a hand-off) that leaves the customer waiting.
   */
  | { type: 'ai'; epoch?: number; isAnswer?: boolean };

/** Where a message goes: into a conversation, or into one that is opened with it, both or neither. */
type Place = { conversationId: string } | { open: (transaction: Transaction) => Promise<string> };

export type Draft = Place & {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  /** Uploads of the writer's own that no message has brought yet. */
  attachments?: AttachmentInputs | undefined;
  /** What its author wrote, where `content` is its translation. */
  original?: Original | undefined;
  /** What an answer of the assistant's rests on that everybody can read. */
  sources?: MessageSource[] | undefined;
  /** Of a question of the assistant's: what it can be answered with in one tap. */
  choices?: string[] | undefined;
  /** Of one that arrives by email: what is stored beside its content. */
  email?: NewMessageEmail | undefined;
  /** Makes sending repeatable: the same id, by the same side of the same conversation, is stored once. */
  clientMessageId?: string | undefined;
  /** The newest seq the writer has seen; an answer by another representative after it holds the message back. */
  basedOnSeq?: number | undefined;
  /** Stored only while this is the last message. */
  onlyIfLastSeq?: number | undefined;
  via: Via;
  /** What a customer's message makes of a closed conversation. */
  reopenAs?: 'assisted' | 'waiting' | undefined;
};

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
  if (trimmed === '') throw noMessage(say('message_empty'));
  if (trimmed.length > messageMaxLength) throw noMessage(say('message_too_long', { count: messageMaxLength }));
  if (trimmed.includes('\0')) throw noMessage(say('message_with_nul'));
  if (!trimmed.isWellFormed()) throw noMessage(say('message_no_unicode'));
  return trimmed;
}

const noMessage = (words: Words, path = 'content'): Problem => fieldProblem('invalid', path, words);

/**
 * Stores a message under the conversation's next seq, announces it and queues its reactions.
 * Resolves after commit and publish, so that whoever acknowledges it afterwards tells the truth.
 *
 * @throws Problem `not_found` when there is no such conversation, `blocked` for a customer who is, `conversation_closed` for anybody but its customer,
 * `conflict` when this `clientMessageId` stands for another message, `conversation_moved` (as ConversationMoved) when
 * somebody else wrote after `basedOnSeq` or `onlyIfLastSeq`, `already_taken` when an AI reply comes too late, `invalid`
 * for a content that is none or files that cannot be brought.
 */
export async function postMessage(context: Context, sender: Sender, draft: Draft): Promise<Posted> {
  const message = withoutPlace(sender, draft);
  const insert = (db: Database, conversationId: string) => insertMessage(db, { ...message, conversationId });
  const inserted = await ('open' in draft
    ? context.db.transaction().execute(async (transaction) => {
        const first = await insert(transaction, await draft.open(transaction));
        // No conversation is opened by what is not taken.
        if (first.outcome === 'refused') throw refusal(first);
        return first;
      })
    : insert(context.db, draft.conversationId)
  ).catch(refuseLacking);
  switch (inserted.outcome) {
    case 'stored':
      return announce(context, inserted);
    case 'duplicate':
      return repeated(inserted.message, message);
    case 'refused':
      throw refusal(inserted);
  }
}

/** Tells everybody of a message that was stored and committed. */
export async function announce(
  context: Context,
  { event, takingOver, wasDraft, ...known }: StoredMessage,
): Promise<Posted> {
  const { senderId, conversationId } = known.message;
  await Promise.all([
    dispatch(context, event, known),
    takingOver && dispatch(context, takingOver.event, { ...known, act: takingOver.act }),
    wasDraft && senderId !== null ? tellDraftGone(context, senderId, conversationId, 'reply') : undefined,
  ]);
  return { message: known.message, duplicate: false };
}

/** The message that was stored before under its id. @throws Problem `conflict` where it is another one */
export function repeated(stored: Message, message: Unplaced): Posted {
  if (message.via === 'widget' || message.via === 'dashboard') assertSame(stored, message);
  return { message: stored, duplicate: true };
}

/**
 * A repetition repeats: under one `clientMessageId` somebody else's message, or another text, was never stored, and
 * acknowledging it would lose it. The writer sends it under a new id. (A visitor may have become another one since.)
 * Mails and the assistant's replies may be worded anew by another release and are said once all the same.
 *
 * @throws Problem `conflict`
 */
function assertSame(stored: Message, { senderType, senderId, content, attachments = [] }: Unplaced): void {
  const isSame = stored.content === content && sameFiles(stored, attachments);
  if (isSame && (senderType === 'customer' || stored.senderId === senderId)) return;
  throw new Problem('conflict', 'Another message was sent under this id. Please send it under a new one.');
}

const sameFiles = ({ attachments = [] }: Message, sent: AttachmentInputs): boolean =>
  attachments.length === sent.length && attachments.every(({ id }, index) => id === sent[index]?.id);

/** @throws Problem `invalid` for files that cannot be brought, and what else went wrong */
export function refuseLacking(error: unknown): never {
  if (!(error instanceof LacksFiles)) throw error;
  throw fieldProblem('invalid', 'attachments', say('files_gone'));
}

type Unplaced = Omit<NewMessage, 'conversationId'>;

/** The text of a message, which may be empty where it brings files. @throws Problem `invalid` for a content that is none */
export function cleanDraft({ content = '', attachments }: Pick<Draft, 'content' | 'attachments'>): string {
  const ids = attachments?.map(({ id }) => id) ?? [];
  if (new Set(ids).size < ids.length) throw noMessage('A message brings a file once.', 'attachments');
  return attachments && content.trim() === '' ? '' : cleanContent(content);
}

/** What is to be stored, once it is known where. @throws Problem `invalid` for a content that is none */
export function withoutPlace(sender: Sender, draft: Omit<Draft, 'open' | 'conversationId'>): Unplaced {
  const { clientMessageId, basedOnSeq, onlyIfLastSeq, via, reopenAs, attachments, original, sources, choices, email } =
    draft;
  return {
    content: cleanDraft(draft),
    ...(attachments && { attachments }),
    ...(original && { original: { ...original, text: cleanContent(original.text) } }),
    ...(sources && { sources }),
    ...(choices && { choices }),
    ...(email && { email }),
    clientMessageId: clientMessageId ?? null,
    via,
    senderType: sender.type,
    senderId: sender.type === 'customer' ? sender.visitorId : sender.type === 'representative' ? sender.userId : null,
    senderName: sender.type === 'ai' ? null : sender.name,
    ...(sender.type === 'ai' ? { onlyIfAiEpoch: sender.epoch, isAnswer: sender.isAnswer } : {}),
    basedOnSeq,
    onlyIfLastSeq,
    reopenAs,
  };
}

/** What somebody is told from whom the team wants to hear nothing more. */
export const blocked = (): Problem => new Problem('blocked', 'You can’t write here any more.');

/** Why a message was not stored, for who wrote it. */
export function refusal({ reason, newer }: Extract<InsertedMessage, { outcome: 'refused' }>): Problem {
  switch (reason) {
    case 'moved':
      return new ConversationMoved(newer);
    case 'ai_epoch':
      return new Problem('already_taken', 'A person has taken this conversation over.');
    case 'closed':
      return new Problem('conversation_closed', 'This conversation is closed. Reopen it to write.');
    case 'blocked':
      return blocked();
    case 'not_found':
      return new Problem('not_found', say('no_such_conversation'));
  }
}
