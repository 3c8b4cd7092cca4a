/** Messages that are sent later, or held back for some seconds: one mechanism, whatever lives to see their time. */
import { isDeepStrictEqual } from 'node:util';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { BlocksDraft } from '@parley/contracts/messages/blocks';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Message } from '@parley/contracts/entities';
import { scheduledMax } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import { findConversation } from '@parley/db/conversations/read';
import { claimDue, claimNow, deleteSent, type DueMessage, stopScheduled } from '@parley/db/scheduled/due';
import { uuidv7 } from '@parley/db/uuid';
import { missingBeforeClosing } from '@parley/db/conversations/transition';
import { findQuoted } from '@parley/db/messages/read';
import * as scheduled from '@parley/db/scheduled/scheduled';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishDraftRemoved } from '../conversations/drafts.ts';
import { checkParticipants } from '../conversations/participants.ts';
import { laterTime } from '../conversations/snooze.ts';
import { attributesMissing } from '../conversations/transition.ts';
import { publishChange } from '../live/publish-change.ts';
import { publishNotified, recordNotice } from '../notifications/notify.ts';
import { refuseLacking } from '../files/lacking.ts';
import { cleanContent, cleanDraft, cleanMarkdown } from '../text/content.ts';
import { assertMay, can, presentCaller, refuseWithout } from '../permissions/permissions.ts';
import { isInScope, scopeSql } from '../permissions/scope.ts';
import { faultOfBlocks } from './blocks.ts';
import { notQuotable } from './clean.ts';
import { planActions, refuseBlank } from './macro-actions.ts';
import { sendMessage } from './send.ts';

const unknown = () => new Problem('not_found', localize('waiting_message_gone'));

/** The caller's, the soonest first; with `stopped` those that could not be sent, or the others. */
export async function listScheduled(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  stopped?: boolean,
): Promise<ScheduledMessage[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return scheduled.scheduledBy(context.db, caller.user.id, stopped, await scopeSql(context, caller));
}

/** The team's in a conversation, the soonest first. @throws Problem `not_found` */
export async function listScheduledOf(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
): Promise<ScheduledMessage[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { db } = context;
  if (!(await findConversation(db, conversationId))) {
    throw new Problem('not_found', localize('no_such_conversation'));
  }
  return scheduled.scheduledOf(db, conversationId);
}

export interface ScheduledDraft {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  /** The text with formatting, which `content` is derived from then. */
  markdown?: string | undefined;
  /** Uploads of the caller's own: they wait with it. */
  attachments?: AttachmentInputs | undefined;
  clientMessageId: string;
  /** Without it, `delaySeconds` from now. */
  sendAt?: string | undefined;
  delaySeconds?: number | undefined;
  basedOnSeq?: number | undefined;
  onlyIfQuiet?: boolean | undefined;
  macro?: Macro | undefined;
  /** The author's own text, if `content` is a translation of it. */
  original?: Original | undefined;
  /** Message of the conversation that it quotes. */
  replyTo?: string | undefined;
  /** Buttons, cards or a form below the text, which may be left out then. */
  blocks?: BlocksDraft | undefined;
  /** Recipients of its mail beside the customer; the participants unless given. */
  recipients?: readonly Participant[] | undefined;
}

/**
 * Keeps a message of the caller's until it is to be sent. Under one `clientMessageId` it is kept, and sent, once.
 *
 * @throws Problem `forbidden`, `not_found`, `conversation_closed`, `attributes_missing` if its macro closes, `invalid` for
 * the content or the time, `blank_left`, `conflict` when there are too many, or it was sent already
 */
export async function scheduleMessage(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  draft: ScheduledDraft,
): Promise<{ scheduled: ScheduledMessage; isNew: boolean }> {
  const {
    clientMessageId,
    sendAt,
    delaySeconds = 0,
    basedOnSeq,
    onlyIfQuiet = false,
    macro,
    attachments,
    original,
    replyTo,
    blocks,
    recipients,
  } = draft;
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  const { user, key } = caller;
  const fault = blocks && faultOfBlocks(blocks, attachments ?? []);
  if (fault) throw fault;
  const content = blocks && draft.content === undefined ? '' : cleanDraft(draft);
  if (macro) refuseBlank(content, 'content');
  if (replyTo !== undefined && !(await findQuoted(context.db, [conversationId], replyTo))) throw notQuotable();
  if (macro) await refuseToCloseIncomplete(context, caller, conversationId, macro);
  const kept = await scheduled
    .insertScheduled(context.db, {
      conversationId,
      authorId: user.id,
      keyId: key?.id ?? null,
      clientMessageId,
      content,
      ...cleanMarkdown(draft),
      attachments,
      macro: macro ?? null,
      original: original && { ...original, text: cleanContent(original.text) },
      replyTo,
      blocks,
      recipients: recipients && (await recipientsOf(context, conversationId, recipients)),
      sendAt: sendAt === undefined ? null : laterTime(sendAt, 'sendAt'),
      delaySeconds: sendAt === undefined ? delaySeconds : 0,
      // Messages that arrive during a wait of hours don't hold it back, unless its author wants that.
      basedOnSeq: sendAt === undefined || onlyIfQuiet ? (basedOnSeq ?? null) : null,
      onlyIfQuiet: onlyIfQuiet && basedOnSeq !== undefined,
      max: scheduledMax,
    })
    .catch(refuseLacking);
  switch (kept.outcome) {
    case 'not_found':
      throw new Problem('not_found', localize('no_such_conversation'));
    case 'closed':
      throw new Problem('conversation_closed', 'This conversation is closed. Reopen it to write.');
    case 'full':
      throw new Problem('conflict', localize('too_many_waiting_messages', { max: scheduledMax }));
    case 'sent':
      throw new Problem('conflict', localize('message_sent'));
    case 'repeated':
      if (kept.scheduled.authorId === user.id && isSame(kept.scheduled, { content, attachments })) break;
      throw new Problem('conflict', 'Another message waits under this id. Please send it under a new one.');
    case 'scheduled':
      if (kept.wasDraft) await publishDraftRemoved(context, user.id, conversationId, 'reply');
      await announce(context, kept.scheduled);
      if (sendAt === undefined) await wakeIn(context, delaySeconds * 1000);
  }
  return { scheduled: kept.scheduled, isNew: kept.outcome === 'scheduled' };
}

/** Asks for what is missing while the author is there: when it is sent, it closes the conversation all the same. */
async function refuseToCloseIncomplete(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  { actions = [] }: Macro,
): Promise<void> {
  if (!actions.some(({ type }) => type === 'close')) return;
  const { before, after } = await planActions(context, caller, actions);
  const missing = await missingBeforeClosing(context.db, conversationId, [...before, ...after]);
  if (missing.length > 0) throw attributesMissing(missing);
}

/** Checks the recipients of a message. @throws Problem `not_found`, `invalid` for an address that mail can't reach */
async function recipientsOf(
  context: Context,
  conversationId: string,
  given: readonly Participant[],
): Promise<Participant[]> {
  const conversation = await findConversation(context.db, conversationId);
  if (!conversation) throw new Problem('not_found', localize('no_such_conversation'));
  return checkParticipants(context, conversation.customerEmail, given, 'recipients');
}

const isSame = (
  kept: ScheduledMessage,
  { content, attachments = [] }: Pick<ScheduledDraft, 'content' | 'attachments'>,
) => kept.content === content && isDeepStrictEqual(idsOf(kept.attachments), idsOf(attachments));

const idsOf = (files: readonly { id: string }[] = []): string[] => files.map(({ id }) => id);

/**
 * Changes a message of the caller's that waits, or was stopped.
 *
 * @throws Problem `not_found`, `forbidden`, `invalid` for the content or the time, `conflict` if it was changed in the
 * meantime
 */
export async function changeScheduled(
  context: Context,
  caller: StaffCaller,
  id: string,
  { content, sendAt, revision }: { content?: string; sendAt?: string; revision: number },
): Promise<ScheduledMessage> {
  await refuseWithout(context, caller, 'conversations.reply');
  const present = await own(context, caller, id);
  const cleaned = content === undefined ? undefined : cleanContent(content);
  if (cleaned !== undefined && present.macro) refuseBlank(cleaned, 'content');
  const changed = await scheduled.updateScheduled(context.db, id, revision, {
    content: cleaned,
    sendAt: sendAt === undefined ? undefined : laterTime(sendAt, 'sendAt'),
    keyId: caller.key?.id ?? null,
  });
  if (!changed) {
    if (!(await scheduled.findScheduled(context.db, id))) throw unknown();
    throw new Problem('conflict', localize('waiting_message_changed'));
  }
  await announce(context, changed);
  return changed;
}

/** Sends a message of the caller's now. @throws Problem `not_found`, `forbidden`, and as `sendMessage`: it is stopped then */
export async function sendScheduled(context: Context, caller: StaffCaller, id: string): Promise<Message> {
  await refuseWithout(context, caller, 'conversations.reply');
  const present = await own(context, caller, id);
  const claimed = await claimNow(context.db, id);
  if (!claimed) throw unknown();
  const message = await send(context, claimed, { by: caller });
  await announce(context, present);
  if (!message) throw unknown();
  return message;
}

/**
 * Cancels a message before it is sent. Allowed for its author, the conversation's assignee, and admins.
 *
 * @throws Problem `not_found`, `forbidden`, `conflict` while it is being sent
 */
export async function cancelScheduled(context: Context, caller: StaffCaller, id: string): Promise<ScheduledMessage> {
  await refuseWithout(context, caller, 'conversations.reply');
  const { user } = caller;
  const present = await found(context, caller, id);
  if (present.authorId !== user.id && !(await can(context, caller, 'messages.revise_any'))) {
    const conversation = await findConversation(context.db, present.conversationId);
    if (conversation?.assignedRepresentativeId !== user.id) {
      throw new Problem('forbidden', localize('taken_back_by_author', { name: present.authorName }));
    }
  }
  const removed = await scheduled.deleteScheduled(context.db, id);
  if (!removed) {
    if (!(await scheduled.findScheduled(context.db, id))) throw unknown();
    throw new Problem('conflict', localize('message_being_sent'));
  }
  await announce(context, removed);
  return removed;
}

/** Returns a message in a conversation that the caller may see. @throws Problem `not_found` */
async function found(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<ScheduledMessage> {
  const present = await scheduled.findScheduled(context.db, id);
  if (!present || !(await isInScope(context, caller, present.conversationId))) throw unknown();
  return present;
}

async function own(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<ScheduledMessage> {
  const { user } = caller;
  const present = await found(context, caller, id);
  if (present.authorId === user.id) return present;
  throw new Problem('forbidden', localize('message_of', { name: present.authorName }));
}

const batchSize = 50;

/**
 * Sends the due messages, each once: a message is stored once under its `clientMessageId`, even if a process is killed.
 * Due times are in the database, so the next run after an outage finds them. Returns the number of due messages.
 */
export async function sendDue(context: Context): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await claimDue(context.db, batchSize);
    if (due.length === 0) return count;
    for (const each of due) {
      await send(context, each);
      await announce(context, { conversationId: each.conversationId, authorId: each.authorId });
    }
    count += due.length;
  }
}

/**
 * Sends a claimed message with the present rights of its author, or those of the API key that scheduled it. With `by`
 * the caller sends it early, and must have the rights too. A message that can never be sent is stopped, with the
 * reason; after any other failure it is claimed again later.
 *
 * @throws Problem with `by` alone
 */
async function send(
  context: Context,
  due: DueMessage,
  { by }: { by?: StaffCaller } = {},
): Promise<Message | undefined> {
  const { id, conversationId, content, clientMessageId, basedOnSeq, onlyIfQuiet, macro, attachments } = due;
  const { original, markdown, replyTo, blocks, recipients } = due;
  try {
    if (due.hasRefused) throw new Problem('invalid', localize('file_refused'));
    // Rights of two keys never add up: a message keeps those of the key that scheduled it, even if another key sends it
    // early.
    if (by?.key && due.keyId !== null && by.key.id !== due.keyId) await planActions(context, by, macro?.actions ?? []);
    const author =
      due.keyId === null && by
        ? by
        : await presentCaller(context, { userId: due.authorId, ...(due.keyId !== null && { keyId: due.keyId }) });
    const { message } = await sendMessage(context, author, {
      conversationId,
      content,
      ...(attachments && { attachments }),
      clientMessageId,
      ...(basedOnSeq === null ? {} : onlyIfQuiet ? { onlyIfLastSeq: basedOnSeq } : { basedOnSeq }),
      ...(macro && { macro }),
      ...(original && { original }),
      ...(markdown !== null && { markdown }),
      ...(replyTo !== null && { replyTo }),
      ...(blocks && { blocks }),
      ...(recipients && { recipients }),
      ...(by ? {} : { isUnattended: true }),
    });
    await deleteSent(context.db, id);
    return message;
  } catch (error) {
    const isForGood = error instanceof Problem && error.status < 500 && error.code !== 'rate_limited';
    if (isForGood) await stop(context, due, error, by === undefined);
    if (by) throw error;
    if (!isForGood) context.log.warn({ err: error, conversationId }, 'a scheduled message waits for another attempt');
    return undefined;
  }
}

/** Stops a message, and notifies its author unless they have just tried to send it. */
async function stop(
  context: Context,
  { id, authorId, conversationId }: DueMessage,
  { code, message }: Problem,
  isUnattended: boolean,
): Promise<void> {
  const notified = await context.db.transaction().execute(async (db) => {
    if (!(await stopScheduled(db, id, code, message)) || !isUnattended) return [];
    return recordNotice(
      { ...context, db },
      {
        eventId: uuidv7(),
        kind: 'scheduled_failed',
        audience: { userIds: [authorId] },
        actorId: null,
        conversationId,
        details: { reason: message },
      },
    );
  });
  await publishNotified(context, notified);
}

async function announce(
  context: Context,
  { conversationId, authorId }: Pick<ScheduledMessage, 'conversationId' | 'authorId'>,
): Promise<void> {
  const scope = (await findConversationScopes(context.db, [conversationId])).get(conversationId);
  await publishChange(context, {
    frame: { type: 'scheduled_updated', conversationId, userId: authorId },
    ...(scope && { about: { scope } }),
  });
}

/**
 * Margin before a send. The worker looks every 2 seconds anyhow; a message held back for some seconds must not wait
 * longer.
 */
const marginMs = 50;

async function wakeIn(context: Pick<Context, 'queues' | 'log'>, ms: number): Promise<void> {
  try {
    const done = { removeOnComplete: true, removeOnFail: true };
    await context.queues.add('maintenance', { task: 'send-scheduled' }, { delay: ms + marginMs, ...done });
  } catch (error) {
    context.log.warn({ err: error }, 'the time of a due message was not published');
  }
}
