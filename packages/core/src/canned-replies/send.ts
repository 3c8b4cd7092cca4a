/** Sends messages made from canned replies: the message and its macro, all of it or nothing. */
import type { AttachmentInputs } from '@parley/contracts/attachments';
import type { Macro, ReplyAction } from '@parley/contracts/canned-replies';
import type { Original } from '@parley/contracts/copilot';
import type { ChangedConversation, Message } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { beginMacroRun, countUses } from '@parley/db/canned-replies/write';
import type { Command } from '@parley/db/conversations/commands';
import { lockConversation } from '@parley/db/conversations/lock';
import { findConversation } from '@parley/db/conversations/read';
import { lastChangeOf, transition } from '@parley/db/conversations/transition';
import type { Transaction } from '@parley/db/database';
import { insertMessage, type StoredMessage } from '@parley/db/messages/insert';
import { findMessageByClientId } from '@parley/db/messages/read';
import { insertNote } from '@parley/db/notes/write';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { byHand, changed, refusalOf } from '../conversations/transition.ts';
import { dispatch } from '../events/dispatch.ts';
import {
  announce,
  type Posted,
  postMessage,
  refusal,
  refuseLacking,
  repeated,
  withoutPlace,
} from '../messages/post.ts';
import { type Plan, planActions, refuseBlank } from './actions.ts';

export interface StaffDraft {
  conversationId: string;
  content?: string | undefined;
  attachments?: AttachmentInputs | undefined;
  clientMessageId?: string | undefined;
  basedOnSeq?: number | undefined;
  /** Stored only while this is the last message. */
  onlyIfLastSeq?: number | undefined;
  macro?: Macro | undefined;
  /** The author's own text, if `content` is a translation of it. */
  original?: Original | undefined;
}

/**
 * Sends a representative's message and applies its macro in the same transaction. Sending it again with the same
 * `clientMessageId` does nothing.
 *
 * @throws Problem as `postMessage` and `planActions`; `blank_left` if the text was made from a canned reply with a
 * blank left to fill in, `already_taken` if the conversation's assignee is not the expected one. Nothing is done then.
 */
export async function sendMessage(context: Context, caller: StaffCaller, draft: StaffDraft): Promise<Posted> {
  const { id: userId, name } = caller.user;
  const sender = { type: 'representative', userId, name } as const;
  const { macro, ...plain } = draft;
  if (!macro) return postMessage(context, sender, { ...plain, via: 'dashboard' });
  const message = withoutPlace(sender, { ...plain, via: 'dashboard' });
  const { conversationId, clientMessageId } = plain;
  const before =
    clientMessageId && (await findMessageByClientId(context.db, conversationId, clientMessageId, 'representative'));
  if (before) return repeated(before, message);
  refuseBlank(message.content, 'content');
  const plan = await planActions(context, caller, macro.actions ?? []);
  const done = await context.db.transaction().execute(async (transaction): Promise<Performed | Message> => {
    await lock(transaction, conversationId);
    // Stored by another request in the meantime, which also applied its macro.
    const meanwhile =
      clientMessageId && (await findMessageByClientId(transaction, conversationId, clientMessageId, 'representative'));
    if (meanwhile) return meanwhile;
    const store = async (): Promise<StoredMessage> => {
      const inserted = await insertMessage(transaction, { ...message, conversationId }).catch(refuseLacking);
      if (inserted.outcome === 'refused') throw refusal(inserted);
      if (inserted.outcome === 'duplicate') throw new Error('A message was stored while its conversation was locked.');
      return inserted;
    };
    return perform(transaction, caller, { conversationId, macro, plan, store });
  });
  if (!('told' in done)) return repeated(done, message);
  for (const tell of done.told) await tell(context);
  if (!done.message) throw new Error('A message of a macro was neither stored nor refused.');
  return { message: done.message, duplicate: false };
}

/**
 * Runs a macro without a message, all of its actions or none; once per `clientMacroId`.
 *
 * @throws Problem as `planActions`; `not_found`, `already_taken`, `conversation_closed`
 */
export async function runMacro(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  { clientMacroId, ...macro }: Macro & { clientMacroId: string; actions: ReplyAction[] },
): Promise<ChangedConversation> {
  const plan = await planActions(context, caller, macro.actions);
  const { told, actNo } = await context.db.transaction().execute(async (transaction) => {
    await lock(transaction, conversationId);
    const isNew = await beginMacroRun(transaction, { conversationId, clientMacroId, userId: caller.user.id });
    if (!isNew) return { told: [], actNo: null };
    // Without a message between them, all that it changes is one act, and undone as one.
    const whole = { ...plan, before: [], after: [...plan.before, ...plan.after] };
    return perform(transaction, caller, { conversationId, macro, plan: whole });
  });
  for (const tell of told) await tell(context);
  const conversation = await findConversation(context.db, conversationId);
  if (!conversation) throw new Problem('not_found', say('no_such_conversation'));
  return { ...conversation, actNo };
}

/** Locks the conversation until the transaction ends. @throws Problem `not_found` */
async function lock(transaction: Transaction, conversationId: string): Promise<void> {
  if (!(await lockConversation(transaction, conversationId))) {
    throw new Problem('not_found', say('no_such_conversation'));
  }
}

/** Announcement that is published after the commit. */
type Telling = (context: Context) => Promise<unknown>;

interface Performed {
  message: Message | undefined;
  /** In the order in which it happened. */
  told: Telling[];
  /** The last act that changed the conversation. */
  actNo: number | null;
}

interface Performance {
  conversationId: string;
  macro: Macro;
  plan: Plan;
  /** Stores the message, where there is one. */
  store?: () => Promise<StoredMessage>;
}

async function perform(
  transaction: Transaction,
  caller: StaffCaller,
  { conversationId, macro, plan, store }: Performance,
): Promise<Performed> {
  const told: Telling[] = [];
  let actNo: number | null = null;
  let cause = byHand(caller);
  const change = async ([command, ...commands]: Command[]): Promise<void> => {
    if (!command) return;
    const result = await transition(transaction, conversationId, [command, ...commands], { cause });
    // Closing a closed conversation changes nothing; the other commands still run.
    if (result.outcome === 'closed' && command.type === 'close') return change(commands);
    changed(result);
    if (result.outcome !== 'done') return;
    told.push((context) => dispatch(context, result.event, result));
    ({ actNo } = result.act);
  };
  await expectOwner(transaction, conversationId, macro.expectedRepresentativeId);
  await change(plan.before);
  const stored = await store?.();
  if (stored) {
    told.push((context) => announce(context, stored));
    cause = byHand(caller, stored.message.seq);
  }
  for (const body of plan.notes) {
    const draft = { conversationId, authorId: caller.user.id, body, mentions: [], mentionsOnline: false };
    const written = await insertNote(transaction, draft, null);
    if (written.outcome === 'done') told.push((context) => dispatch(context, written.event));
  }
  await change(plan.after);
  if (macro.cannedReplyIds) await countUses(transaction, caller.user.id, macro.cannedReplyIds);
  return { message: stored?.message, told, actNo };
}

/** @throws Problem `already_taken` */
async function expectOwner(
  transaction: Transaction,
  conversationId: string,
  expected: string | null | undefined,
): Promise<void> {
  if (expected === undefined) return;
  const conversation = await findConversation(transaction, conversationId);
  if (!conversation || conversation.assignedRepresentativeId === expected) return;
  const act = await lastChangeOf(transaction, conversationId, 'assignedRepresentativeId');
  throw refusalOf({ outcome: 'taken', conversation, by: conversation.representative, act });
}
