/** Sends messages of staff, and runs macros: the message and its actions, all of it or nothing. */
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { participantsMax } from '@parley/contracts/conversations/limits';
import type { Cause } from '@parley/contracts/conversations/activities';
import type { Macro, ReplyAction } from '@parley/contracts/messages/canned-replies';
import type { ChangedConversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { beginMacroRun, countUses } from '@parley/db/canned-replies/write';
import type { Command } from '@parley/db/conversations/commands';
import { lockConversation } from '@parley/db/conversations/lock';
import { conversationState, findConversation } from '@parley/db/conversations/read';
import { lastChangeOf, transition } from '@parley/db/conversations/transition';
import type { Database, Transaction } from '@parley/db/database';
import { findMessageByClientId } from '@parley/db/messages/read';
import { setRecipients } from '@parley/db/mail/recipients';
import { insertNote } from '@parley/db/notes/write';
import { listLeads } from '@parley/db/routing/routing';
import { listAdministrators } from '@parley/db/users/users';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { checkParticipants } from '../conversations/participants.ts';
import { byHand, changed, refusalOf } from '../conversations/transition.ts';
import { dispatch } from '../events/dispatch.ts';
import { inSharedTransaction, type SharedTransaction } from '../events/shared-transaction.ts';
import { cleanDraft } from '../text/content.ts';
import { setCustomerAttributes } from '../conversations/attributes.ts';
import { assertMay } from '../permissions/permissions.ts';
import type { Draft } from './draft.ts';
import { type Plan, planActions, refuseBlank } from './macro-actions.ts';
import { type Posted, postMessage } from './post.ts';

export type StaffDraft = Pick<
  Draft,
  | 'content'
  | 'markdown'
  | 'attachments'
  | 'clientMessageId'
  | 'basedOnSeq'
  | 'onlyIfLastSeq'
  | 'original'
  | 'replyTo'
  | 'blocks'
> & {
  conversationId: string;
  macro?: Macro | undefined;
  /** Recipients of its mail beside the customer; the participants unless given. */
  recipients?: readonly Participant[] | undefined;
  /** Its author isn't there to fill in what its macro needs to close. */
  isUnattended?: true | undefined;
};

/**
 * Sends a representative's message and applies its macro in the same transaction. Sending it again with the same
 * `clientMessageId` does nothing.
 *
 * @throws Problem as `postMessage` and `planActions`; `blank_left` if the text was made from a canned reply with a
 * blank left to fill in, `already_taken` if the conversation's assignee is not the expected one. Nothing is done then.
 */
export async function sendMessage(
  context: Context,
  caller: StaffCaller,
  { conversationId, macro, recipients, isUnattended, ...draft }: StaffDraft,
): Promise<Posted> {
  const post = (shared?: SharedTransaction) => postMessage(context, caller, { conversationId }, draft, shared);
  const isStored = async (db: Database): Promise<boolean> =>
    draft.clientMessageId !== undefined &&
    (await findMessageByClientId(db, conversationId, draft.clientMessageId, 'representative')) !== undefined;
  // A stored message was stored with its macro and its recipients.
  if ((!macro && !recipients) || (await isStored(context.db))) return post();
  // The macro's own refusals name the conversation's assignee.
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  if (macro && (draft.content !== undefined || !draft.blocks)) refuseBlank(cleanDraft(draft), 'content');
  const plan = await planActions(context, caller, macro?.actions ?? []);
  return inSharedTransaction(context, async (shared) => {
    await lock(shared.transaction, conversationId);
    // Stored by another request in the meantime, which also applied its macro.
    if (await isStored(shared.transaction)) return post(shared);
    const mailed = recipients && (await planRecipients(context, shared.transaction, conversationId, recipients));
    const { posted } = await perform(context, shared, caller, {
      conversationId,
      macro: macro ?? {},
      plan: mailed?.joining ? { ...plan, after: [...plan.after, mailed.joining] } : plan,
      post: () => post(shared),
      isUnattended,
    });
    if (mailed) await setRecipients(shared.transaction, { conversationId, seq: posted.stored.seq }, mailed.recipients);
    return posted;
  });
}

/** Checks the recipients of one message. Those in To and Cc join the conversation; Bcc is of this message alone. */
async function planRecipients(
  context: Context,
  transaction: Transaction,
  conversationId: string,
  given: readonly Participant[],
): Promise<{ recipients: Participant[]; joining: Command | undefined }> {
  const state = await conversationState(transaction, conversationId);
  if (!state) throw new Problem('not_found', localize('no_such_conversation'));
  const recipients = await checkParticipants(context, state.customerEmail, given, 'recipients');
  const known = new Set(state.participants.map(({ address }) => address));
  const joining = recipients.filter(({ kind, address }) => kind !== 'bcc' && !known.has(address));
  const value = [...state.participants, ...joining].slice(0, participantsMax);
  return { recipients, joining: joining.length > 0 ? { type: 'set', field: 'participants', value } : undefined };
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
  // Each action has a right of its own.
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const plan = await planActions(context, caller, macro.actions);
  const activityNo = await inSharedTransaction(context, async (shared) => {
    const { transaction } = shared;
    await lock(transaction, conversationId);
    const isNew = await beginMacroRun(transaction, { conversationId, clientMacroId, userId: caller.user.id });
    if (!isNew) return null;
    // Without a message between them, all changes are one activity, undone as one.
    const whole = inOneChange(plan);
    const post = async () => undefined;
    return (await perform(context, shared, caller, { conversationId, macro, plan: whole, post })).activityNo;
  });
  const conversation = await findConversation(context.db, conversationId);
  if (!conversation) throw new Problem('not_found', localize('no_such_conversation'));
  return { ...conversation, activityNo };
}

/** Returns the plan without a message: all changes are one activity, undone as one. */
export const inOneChange = (plan: Plan): Plan => ({ ...plan, before: [], after: [...plan.before, ...plan.after] });

/** Locks the conversation until the transaction ends. @throws Problem `not_found` */
async function lock(transaction: Transaction, conversationId: string): Promise<void> {
  if (!(await lockConversation(transaction, conversationId))) {
    throw new Problem('not_found', localize('no_such_conversation'));
  }
}

interface Performance<P> {
  conversationId: string;
  plan: Plan;
  /** Posts the message, where there is one. */
  post: () => Promise<P>;
  /** Cause of the activities; by default the caller, by hand. */
  cause?: Cause;
  isUnattended?: true | undefined;
}

/** Performs the actions of a macro around its message; `activityNo` is the last activity that changed the conversation. */
async function perform<P extends Posted | undefined>(
  context: Context,
  shared: SharedTransaction,
  caller: StaffCaller,
  { macro, ...performance }: Performance<P> & { macro: Macro },
): Promise<Performed<P>> {
  const { transaction } = shared;
  await expectOwner(transaction, performance.conversationId, macro.expectedRepresentativeId);
  const performed = await performPlan(context, shared, caller, performance);
  if (macro.cannedReplyIds) await countUses(transaction, caller.user.id, macro.cannedReplyIds);
  return performed;
}

export interface Performed<P> {
  posted: P;
  /** The last activity that changed the conversation; null if everything was so already. */
  activityNo: number | null;
  isCustomerChanged: boolean;
}

/**
 * Performs planned actions around a message, in a transaction that holds the conversation.
 *
 * @throws Problem as `changed`
 */
export async function performPlan<P extends Posted | undefined>(
  context: Context,
  { transaction, afterCommit }: SharedTransaction,
  caller: StaffCaller,
  { conversationId, plan, post, cause: given, isUnattended }: Performance<P>,
): Promise<Performed<P>> {
  let activityNo: number | null = null;
  let cause = given ?? byHand(caller);
  const change = async ([command, ...commands]: Command[]): Promise<void> => {
    if (!command) return;
    const { reason } = plan;
    const result = await transition(transaction, conversationId, [command, ...commands], {
      cause,
      reason,
      isUnattended,
    });
    // Closing a closed conversation changes nothing; the other commands still run.
    if (result.outcome === 'closed' && command.type === 'close') return change(commands);
    changed(result);
    if (result.outcome !== 'done') return;
    afterCommit(() => dispatch(context, result.event, result));
    ({ activityNo } = result.activity);
  };
  await change(plan.before);
  const posted = await post();
  if (posted && !given) cause = byHand(caller, posted.message.seq);
  for (const { text, mentions: named, mentionsLeads } of plan.notes) {
    const mentions = mentionsLeads ? await leadsOf(transaction, conversationId) : named;
    const draft = { conversationId, authorId: caller.user.id, body: text, mentions, mentionsOnline: false };
    const written = await insertNote(transaction, { ...draft, cause: given }, null);
    if (written.outcome === 'done') afterCommit(() => dispatch(context, written.event));
  }
  // Before it is closed, which may require them.
  const customer = { conversationId, values: plan.customerAttributes };
  const announce = await setCustomerAttributes(context, transaction, caller, customer);
  if (announce) afterCommit(announce);
  await change([...(await addingParticipants(context, transaction, conversationId, plan)), ...plan.after]);
  return { posted, activityNo, isCustomerChanged: announce !== undefined };
}

/** Returns the leads of a conversation's team; admins where there are none. */
async function leadsOf(transaction: Transaction, conversationId: string): Promise<string[]> {
  const leads = await listLeads(transaction, conversationId);
  return leads.length > 0 ? leads : listAdministrators(transaction);
}

/** Returns the command that adds the planned participants to those that there are. */
async function addingParticipants(
  context: Context,
  transaction: Transaction,
  conversationId: string,
  { participants }: Plan,
): Promise<Command[]> {
  if (participants.length === 0) return [];
  const conversation = await findConversation(transaction, conversationId);
  if (!conversation) return [];
  const present = conversation.participants ?? [];
  const added = participants.map((address) => ({ address, name: null, kind: 'cc' as const }));
  const value = await checkParticipants(context, conversation.customerEmail, [...present, ...added]);
  return [{ type: 'set', field: 'participants', value }];
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
  const activity = await lastChangeOf(transaction, conversationId, 'assignedRepresentativeId');
  throw refusalOf({ outcome: 'taken', conversation, by: conversation.representative, activity });
}
