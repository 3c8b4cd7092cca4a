/** Posts a message. Every message takes this path, whatever its author and channel. */
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

/** Author of a message. Comes from the session, the visitor token or the worker, never from a body. */
export type Sender =
  /** `visitorId` is null for a customer by mail with no other data left. */
  | { type: 'customer'; visitorId: string | null; name: string | null }
  | { type: 'representative'; userId: string; name: string }
  /**
   * `epoch` is the conversation's `ai_epoch` when the reply was begun: the reply is stored only while it still holds.
   * `isAnswer: false` marks a notice (a hand-off) that leaves the customer waiting.
   */
  | { type: 'ai'; epoch?: number; isAnswer?: boolean };

/** Target of a message: an existing conversation, or one that is opened with it in the same transaction. */
type Place = { conversationId: string } | { open: (transaction: Transaction) => Promise<string> };

export type Draft = Place & {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  /** Uploads of the writer's own that no message has brought yet. */
  attachments?: AttachmentInputs | undefined;
  /** The author's own text, if `content` is a translation of it. */
  original?: Original | undefined;
  /** Public sources that an answer of the assistant cites. */
  sources?: MessageSource[] | undefined;
  /** Answers to a question of the assistant that can be given in one tap. */
  choices?: string[] | undefined;
  /** Email fields that are stored beside the content of a message that arrived by mail. */
  email?: NewMessageEmail | undefined;
  /** Makes sending repeatable: the same id, by the same side of the same conversation, is stored once. */
  clientMessageId?: string | undefined;
  /** The newest seq the writer has seen; an answer by another representative after it holds the message back. */
  basedOnSeq?: number | undefined;
  /** Stored only while this is the last message. */
  onlyIfLastSeq?: number | undefined;
  via: Via;
  /** Status that a customer's message gives a closed conversation. */
  reopenAs?: 'assisted' | 'waiting' | undefined;
};

export interface Posted {
  message: Message;
  /** True when this clientMessageId was stored before; nothing was changed then. */
  duplicate: boolean;
}

/** Refusal of a reply because another representative answered in the meantime; contains the messages since then. */
export class ConversationMoved extends Problem {
  readonly messages: Message[];
  constructor(messages: Message[]) {
    super('conversation_moved', 'Somebody else answered while you were writing.');
    this.messages = messages;
  }
}

/** Trims the content, and refuses an invalid one. */
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
 * Stores a message under the conversation's next seq, announces it and queues its reactions. Resolves after commit and
 * publish, so that an acknowledgement afterwards is true.
 *
 * @throws Problem `not_found` for an unknown conversation, `blocked` for a blocked customer, `conversation_closed` for
 * anyone but its customer, `conflict` if another message has this `clientMessageId`, `conversation_moved` (as
 * ConversationMoved) if a message was posted after `basedOnSeq` or `onlyIfLastSeq`, `already_taken` if an AI reply
 * comes too late, `invalid` for an invalid content or files that can't be attached.
 */
export async function postMessage(context: Context, sender: Sender, draft: Draft): Promise<Posted> {
  const message = withoutPlace(sender, draft);
  const insert = (db: Database, conversationId: string) => insertMessage(db, { ...message, conversationId });
  const inserted = await ('open' in draft
    ? context.db.transaction().execute(async (transaction) => {
        const first = await insert(transaction, await draft.open(transaction));
        // A refused message opens no conversation.
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

/** Publishes a message that was stored and committed. */
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
 * Checks that a repeated message is the same. Another author's message or another text under this `clientMessageId` was
 * never stored, and acknowledging it would lose it; the author sends it under a new id. (The visitor's id may have
 * changed since.) Mails and the assistant's replies may be worded differently by another release and are stored once
 * all the same.
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

/** @throws Problem `invalid` for files that can't be attached, and any other error unchanged */
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

/** Returns the message to store, except its conversation. @throws Problem `invalid` for an invalid content */
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

/** Returns the refusal for a blocked customer. */
export const blocked = (): Problem => new Problem('blocked', 'You can’t write here any more.');

/** Returns the author's explanation of why a message was not stored. */
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
