/**
 * Posts a message. Every message takes these steps, whatever its author and channel: resolve the target, check the
 * right, clean, store, announce.
 */
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Message } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import {
  type InsertedMessage,
  insertMessage,
  insertVisitorMessage,
  type StoredMessage,
} from '@parley/db/messages/insert';
import { beginContinuation, holdContinuation } from '@parley/db/conversations/continuation';
import type { Database, Transaction } from '@parley/db/database';
import { findMessageByClientId } from '@parley/db/messages/read';
import type { Context } from '../context.ts';
import { publishDraftRemoved } from '../conversations/drafts.ts';
import { dispatch } from '../events/dispatch.ts';
import type { SharedTransaction } from '../events/shared-transaction.ts';
import { refuseLacking } from '../files/lacking.ts';
import { assertMay } from '../permissions/permissions.ts';
import { blocked } from '../permissions/blocked.ts';
import { asTheirs, type Continued } from '../events/continued.ts';
import { clean, type Cleaned } from './clean.ts';
import type { Draft, Sender, Target } from './draft.ts';
import { refuseClosedWindow } from './reply-window.ts';
import { leadOn, type Place, resolve } from './target.ts';

export interface Posted {
  /** The message as its sender sees it: to a customer, the next of their own conversation. */
  message: Message;
  /** The message as it is stored: elsewhere, if the customer's conversation was merged. */
  stored: Message;
  /** True when this clientMessageId was stored before; nothing was changed then. */
  duplicate: boolean;
}

/** Refusal of a reply because another representative answered in the meantime; contains the messages since then. */
export class ConversationMoved extends Problem {
  readonly messages: Message[];
  constructor(messages: Message[]) {
    super('conversation_moved', 'Another representative answered while you were writing.');
    this.messages = messages;
  }
}

/**
 * Stores a message under its conversation's next seq, announces it and queues its reactions. Resolves after commit and
 * publish, so that an acknowledgement afterwards is true. In a `shared` transaction the caller has checked right and
 * scope, and it is announced after the commit.
 *
 * A visitor's first message opens the conversation: `active` and answered by the assistant while AI is enabled,
 * otherwise `waiting`. A closed one reopens the same way by its customer's message, or another one continues it if it was
 * closed long ago (`conversationConfig`); a merged one continues in its target.
 *
 * @throws Problem `not_found` for an unknown conversation or visitor, or one outside the caller's scope, `forbidden`
 * without the right, `blocked` for a blocked customer, `conversation_closed` for anyone but its customer, `reply_window_closed`
 * where its channel takes no more replies, `conflict` if
 * another message has this `clientMessageId`, `conversation_moved` (as ConversationMoved) if a message was posted after
 * `basedOnSeq` or `onlyIfLastSeq`, `already_taken` if an AI reply comes too late, `invalid` for an invalid content or
 * files that can't be attached.
 */
export async function postMessage(
  context: Context,
  sender: Sender,
  target: Target,
  draft: Draft,
  shared?: SharedTransaction,
): Promise<Posted> {
  const within = shared ? { ...context, db: shared.transaction } : context;
  const place = await resolve(within, sender, target, draft);
  if (!shared) await check(context, sender, target, draft);
  const message = await clean(within, sender, place, draft);
  const { inserted, continued } = await store(within, { sender, target, place, message });
  if (inserted.outcome === 'duplicate') assertRepeated(inserted.message, message);
  else if (shared) shared.afterCommit(() => announce(context, inserted));
  else await announce(context, inserted);
  const { message: stored } = inserted;
  return {
    message: continued ? asTheirs(continued, stored) : stored,
    stored,
    duplicate: inserted.outcome === 'duplicate',
  };
}

/**
 * Checks right and scope of staff. Visitors write in their own conversations; a block, and a representative who has
 * joined since an assistant's reply was begun, are conditions of the statement that stores.
 */
async function check(context: Context, sender: Sender, target: Target, { template }: Draft): Promise<void> {
  if (sender.kind !== 'staff' || target === 'newest' || !('conversationId' in target)) return;
  await assertMay(context, sender, 'conversations.reply', target);
  if (!template) await refuseClosedWindow(context, target.conversationId);
}

/** A message that is stored, and the continuation that its customer sees it by. */
interface Stored {
  inserted: Exclude<InsertedMessage, { outcome: 'refused' }>;
  continued?: Continued | undefined;
}

interface Storing {
  sender: Sender;
  target: Target;
  place: Place;
  message: Cleaned;
}

/** Stores the message in its place or, if that has become another, there. */
async function store(context: Context, storing: Storing): Promise<Stored> {
  let { place } = storing;
  for (;;) {
    const { inserted, continued } = await storeIn(context, place, storing.message).catch(refuseLacking);
    if (inserted.outcome !== 'refused') return { inserted, continued };
    const next = await leadOn(context, { ...storing, place }, inserted.reason);
    if (!next) throw refusal(inserted);
    place = next;
  }
}

async function storeIn(
  context: Context,
  place: Place,
  message: Cleaned,
): Promise<{ inserted: InsertedMessage; continued?: Continued }> {
  const { db } = context;
  switch (place.kind) {
    case 'own': {
      const { visitorId: senderId, conversationId } = place;
      return { inserted: (await insertVisitorMessage(db, { ...message, senderId, conversationId })) ?? notThere };
    }
    case 'conversation':
      return { inserted: await insertMessage(db, inPlace(message, place)) };
    case 'opened':
      return within(db, async (transaction) => {
        const conversationId = await place.open(transaction);
        const inserted = await insertMessage(transaction, inPlace(inOpen(message), { ...place, conversationId }));
        // A refused message opens no conversation.
        if (inserted.outcome === 'refused') throw refusal(inserted);
        return { inserted };
      });
    case 'continued':
      return within(db, async (transaction) => {
        const { conversationId: fromId } = place;
        const { clientMessageId, senderType } = message;
        const leadsTo = await holdContinuation(transaction, fromId);
        // Stored before the merge, and not acknowledged.
        const before =
          clientMessageId && (await findMessageByClientId(transaction, fromId, clientMessageId, senderType));
        if (before) return { inserted: { outcome: 'duplicate', message: before } };
        const conversationId = leadsTo?.intoId ?? fromId;
        const inserted = await insertMessage(transaction, inPlace(inOpen(message), { ...place, conversationId }));
        if (inserted.outcome === 'refused' || !leadsTo) return { inserted };
        const firstSeq = leadsTo.firstSeq ?? inserted.message.seq;
        if (leadsTo.firstSeq === null) await beginContinuation(transaction, fromId, firstSeq);
        return { inserted, continued: { ...leadsTo, firstSeq } };
      });
  }
}

/** Runs the writes in the transaction that there is, or in one of their own. */
const within = <T>(db: Database, write: (transaction: Transaction) => Promise<T>): Promise<T> =>
  db.isTransaction ? write(db as Transaction) : db.transaction().execute(write);

/** Reopens the conversation however long ago it was closed. */
const inOpen = (message: Cleaned): Cleaned => ({ ...message, endedBefore: undefined });

const notThere = { outcome: 'refused', reason: 'not_found', newer: [] } as const satisfies InsertedMessage;

/** Names a customer as the conversation does that they write in, unless the sender has a name of its own. */
const inPlace = (
  message: Cleaned,
  { conversationId, name = null }: { conversationId: string; name?: string | null },
) => ({
  ...message,
  senderName: message.senderName === undefined ? name : message.senderName,
  conversationId,
});

/** Publishes a message that was stored and committed. */
async function announce(context: Context, { event, takingOver, wasDraft, ...known }: StoredMessage): Promise<void> {
  const { senderId, conversationId } = known.message;
  await Promise.all([
    dispatch(context, event, known),
    takingOver && dispatch(context, takingOver.event, { ...known, activity: takingOver.activity }),
    wasDraft && senderId !== null ? publishDraftRemoved(context, senderId, conversationId, 'reply') : undefined,
  ]);
}

/**
 * Checks that a repeated message is the same. Another author's message or another text under this `clientMessageId` was
 * never stored, and acknowledging it would lose it; the author sends it under a new id. (The visitor's id may have
 * changed since.) Mails and the assistant's replies may be worded differently by another release and are stored once
 * all the same.
 *
 * @throws Problem `conflict`
 */
function assertRepeated(
  stored: Message,
  { via, senderType, senderId, content, markdown, attachments = [] }: Cleaned,
): void {
  if (via !== 'widget' && via !== 'dashboard') return;
  const isSame = stored.content === content && stored.markdown === markdown && sameFiles(stored, attachments);
  if (isSame && (senderType === 'customer' || stored.senderId === senderId)) return;
  throw new Problem('conflict', 'Another message was sent under this id. Please send it under a new one.');
}

const sameFiles = ({ attachments = [] }: Message, sent: AttachmentInputs): boolean =>
  attachments.length === sent.length && attachments.every(({ id }, index) => id === sent[index]?.id);

/** Returns the author's explanation of why a message was not stored. */
function refusal({ reason, newer }: Extract<InsertedMessage, { outcome: 'refused' }>): Problem {
  switch (reason) {
    case 'moved':
      return new ConversationMoved(newer);
    case 'ai_epoch':
      return new Problem('already_taken', 'A person has taken this conversation over.');
    case 'closed':
    case 'ended':
      return new Problem('conversation_closed', 'This conversation is closed. Reopen it to write.');
    case 'blocked':
      return blocked();
    case 'not_found':
      return new Problem('not_found', localize('no_such_conversation'));
  }
}
