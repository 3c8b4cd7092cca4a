/** Starts conversations from the team's side: the first message goes to a contact, or to a new address. */
import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import type { StartWays } from '@parley/contracts/conversations/starting';
import type { Conversation, Message } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { sees } from '@parley/contracts/permissions/scope';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { writeActivity } from '@parley/db/activities/write';
import { createConversation } from '@parley/db/conversations/find-or-create';
import { findConversation } from '@parley/db/conversations/read';
import type { Command } from '@parley/db/conversations/commands';
import { transition } from '@parley/db/conversations/transition';
import type { Transaction } from '@parley/db/database';
import { findMailbox } from '@parley/db/mail/mailboxes';
import { newestMessages } from '@parley/db/messages/read';
import { isContactWithin } from '@parley/db/visitors/contact-pages';
import { findBlock } from '@parley/db/visitors/contacts';
import {
  contactsWithAddress,
  contactsWithExternalId,
  holdStarted,
  isContact,
  type Way,
  waysToReach,
} from '@parley/db/visitors/reachable';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { findWebsite } from '@parley/db/websites/websites';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { byHand, changed } from '../conversations/transition.ts';
import { assertAssignable, assertTeam } from '../conversations/update.ts';
import { dispatch } from '../events/dispatch.ts';
import { inSharedTransaction, type SharedTransaction } from '../events/shared-transaction.ts';
import { canMailCustomers } from '../mailer/can-mail.ts';
import type { ExternalContext } from '../external/services.ts';
import type { Draft } from '../messages/draft.ts';
import { postMessage } from '../messages/post.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { rightsOf } from '../permissions/rights.ts';
import { addOrLeave } from '../queues.ts';
import { scopeSql } from '../permissions/scope.ts';
import { assertContactInScope, noContact } from './contacts.ts';

/** Receiver of a new conversation; exactly one of the three. */
export interface Receiver {
  contactId?: string | undefined;
  /** A known contact's address, or a new one. */
  email?: string | undefined;
  /** Customer number at a website. */
  externalId?: string | undefined;
}

export interface Start extends Receiver, Pick<Draft, 'content' | 'markdown' | 'attachments'> {
  /** Name of a new contact. */
  name?: string | undefined;
  /** The best way to reach the contact unless given. */
  channel?: ConversationChannel | undefined;
  websiteId?: string | undefined;
  /** Mailbox that its mails come from; null for the first one. */
  mailboxId?: string | null | undefined;
  /** The caller unless given, unless it is a service. */
  assignedRepresentativeId?: string | null | undefined;
  teamId?: string | null | undefined;
  subject?: string | undefined;
  /** Makes starting repeatable. */
  clientMessageId: string;
  /** Closes the conversation after the message. */
  closes?: boolean | undefined;
}

export interface Started {
  conversation: Conversation;
  message: Message;
  /** True if this `clientMessageId` had started it before; nothing was changed then. */
  duplicate: boolean;
}

/**
 * Returns the ways to write first to a contact. Empty if there is none. @throws Problem `forbidden`, `not_found`
 */
export async function listStartWays(
  context: ExternalContext,
  caller: StaffCaller,
  contactId: string,
): Promise<StartWays> {
  await refuseWithout(context, caller, 'conversations.reply');
  await assertContactInScope(context, caller, contactId);
  const ways = await usableWays(context, contactId);
  const newest = ways.filter(({ channel }, index) => ways.findIndex((each) => each.channel === channel) === index);
  return newest.map(({ channel, websiteId, email }) => ({
    channel,
    websiteId,
    email: channel === 'email' ? email : null,
  }));
}

/**
 * Starts a conversation with its first message, assigned to the caller unless it is a service or names another
 * representative or a team. The assistant has no part in it until it is returned to it. Repeating it with the same `clientMessageId` returns what was started.
 *
 * @throws Problem `forbidden`, `not_found` for an unknown contact or website or one outside the caller's scope, `conflict`
 * if the contact is blocked or can't be reached that way, `invalid` for an invalid message
 */
export async function startConversation(context: ExternalContext, caller: StaffCaller, start: Start): Promise<Started> {
  await refuseWithout(context, caller, 'conversations.reply');
  if ([start.contactId, start.email, start.externalId].filter((each) => each !== undefined).length !== 1)
    throw fieldProblem('invalid', 'contactId', localize('one_receiver'));
  const contactId = await contactFor(context, caller, start);
  if (contactId !== undefined && (await findBlock(context.db, contactId)))
    throw new Problem('conflict', localize('receiver_blocked'));
  const mailbox = await mailboxOf(context, start);
  const way = await wayFor(context, contactId, { ...start, mailbox });
  const owner = await ownerOf(context, caller, start);
  await assertWithinScope(context, caller, { websiteId: way.websiteId, ...owner });
  return inSharedTransaction(context, async (shared) => {
    const started = await startWithin(context, caller, shared, { ...start, way, owner, mailbox });
    // Nobody waits in the widget: the mail leaves at once, not with the next digest.
    if (way.channel === 'email') shared.afterCommit(() => planMails(context));
    return started;
  });
}

/** Has the mails of conversations that were just started leave at once. */
export const planMails = (context: Pick<Context, 'queues' | 'log'>): Promise<void> =>
  addOrLeave(context, 'maintenance', { task: 'plan-digests' });

/** A conversation to start, as it was checked. */
export interface CheckedStart
  extends Pick<Start, 'content' | 'markdown' | 'attachments' | 'subject' | 'name' | 'closes' | 'clientMessageId'> {
  way: FoundWay;
  owner: Owner;
  mailbox: Mailbox | undefined;
  /** Tags that it gets. */
  tagIds?: readonly string[] | undefined;
}

/** Starts a conversation in a transaction; once under its `clientMessageId`. @throws Problem `invalid` for its message */
export async function startWithin(
  context: Context,
  caller: StaffCaller,
  shared: SharedTransaction,
  { way, owner, mailbox, tagIds = [], ...start }: CheckedStart,
): Promise<Started> {
  const { transaction } = shared;
  const visitorId = way.visitorId ?? (await newVisitor(transaction, way, start));
  const known = await holdStarted(transaction, visitorId, start.clientMessageId);
  if (known !== undefined) return startedBefore(transaction, known);
  const conversationId = await createConversation(transaction, {
    websiteId: way.websiteId,
    websiteDomain: way.websiteId === null ? null : ((await findWebsite(transaction, way.websiteId))?.domain ?? null),
    visitorId,
    customerEmail: way.email,
    customerName: way.name,
    status: 'active',
    isAiAssisted: false,
    clientConversationId: start.clientMessageId,
    startedBy: caller.user.id,
    ...owner,
    ...(way.channel === 'email' && {
      channel: way.channel,
      subject: start.subject ?? null,
      mailboxId: mailbox?.id ?? null,
    }),
  });
  const noted = await writeActivity(transaction, {
    conversationId,
    kind: 'started',
    cause: byHand(caller),
    after: {},
  });
  if (noted) shared.afterCommit(() => dispatch(context, noted));
  const { content, markdown, attachments, clientMessageId } = start;
  const draft = { content, markdown, attachments, clientMessageId };
  const { message } = await postMessage(context, caller, { conversationId }, draft, shared);
  const commands: Command[] = [
    ...(tagIds.length > 0 ? [{ type: 'tag' as const, add: tagIds }] : []),
    ...(start.closes ? [{ type: 'close' as const }] : []),
  ];
  const [command, ...others] = commands;
  if (command) {
    const result = await transition(transaction, conversationId, [command, ...others], { cause: byHand(caller) });
    changed(result);
    if (result.outcome === 'done') shared.afterCommit(() => dispatch(context, result.event, result));
  }
  const conversation = await findConversation(transaction, conversationId);
  if (!conversation) throw new Error('A conversation was not found in the transaction that made it.');
  return { conversation, message, duplicate: false };
}

async function startedBefore(db: Transaction, id: string): Promise<Started> {
  const [conversation, [message]] = await Promise.all([findConversation(db, id), newestMessages(db, id, 1)]);
  if (!conversation || !message) throw new Problem('not_found', localize('no_such_conversation'));
  return { conversation, message, duplicate: true };
}

/** A way to reach the receiver; a new address has no visitor yet. */
export type FoundWay = Omit<Way, 'visitorId'> & { visitorId: string | undefined };

/** Returns the contact that is meant, within the caller's scope; undefined for a new address. */
async function contactFor(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { contactId, email, externalId, websiteId }: Start,
): Promise<string | undefined> {
  if (contactId !== undefined) {
    await assertContactInScope(context, caller, contactId);
    if (!(await isContact(context.db, contactId))) throw noContact();
    return contactId;
  }
  const found =
    email !== undefined
      ? await contactsWithAddress(context.db, email.trim().toLowerCase())
      : await contactsWithExternalId(context.db, externalId ?? '', websiteId);
  const within = await scopeSql(context, caller);
  for (const id of found) if (!within || (await isContactWithin(context.db, id, within))) return id;
  if (email === undefined) throw noContact();
  return undefined;
}

async function usableWays(
  context: ExternalContext,
  contactId: string,
  { websiteId, mails }: { websiteId?: string | undefined; mails?: boolean | undefined } = {},
): Promise<Way[]> {
  const [ways, mailsByDefault] = await Promise.all([
    waysToReach(context.db, contactId, { websiteId }),
    canMailCustomers(context),
  ]);
  return ways.filter(({ channel }) => channel !== 'email' || (mails ?? mailsByDefault));
}

/** Returns the mailbox that is named; undefined for the first one. @throws Problem `not_found` */
export async function mailboxOf(
  { db }: Pick<Context, 'db'>,
  { mailboxId }: Pick<Start, 'mailboxId'>,
): Promise<Mailbox | undefined> {
  if (mailboxId === undefined || mailboxId === null) return undefined;
  const mailbox = await findMailbox(db, mailboxId);
  if (!mailbox) throw fieldProblem('not_found', 'mailboxId', localize('no_such_mailbox'));
  return mailbox;
}

/** Whom a conversation is assigned to. */
export interface Owner {
  assignedRepresentativeId: string | null;
  teamId: string | null;
}

/** Returns whom it is assigned to. @throws Problem `forbidden`, `invalid` for an unknown representative or team */
export async function ownerOf(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { assignedRepresentativeId, teamId = null }: Pick<Start, 'assignedRepresentativeId' | 'teamId'>,
): Promise<Owner> {
  const own = caller.key?.kind === 'service' ? null : caller.user.id;
  const owner = {
    assignedRepresentativeId: assignedRepresentativeId === undefined ? own : assignedRepresentativeId,
    teamId,
  };
  if (owner.assignedRepresentativeId !== own || teamId !== null)
    await refuseWithout(context, caller, 'conversations.assign');
  await assertAssignable(context, owner.assignedRepresentativeId === own ? null : owner.assignedRepresentativeId);
  await assertTeam(context, teamId);
  return owner;
}

async function wayFor(
  context: ExternalContext,
  contactId: string | undefined,
  { channel, email, name, websiteId, mailbox }: Start & { mailbox: Mailbox | undefined },
): Promise<FoundWay> {
  if (websiteId !== undefined && !(await findWebsite(context.db, websiteId)))
    throw fieldProblem('not_found', 'websiteId', localize('no_such_website'));
  const wanted = email === undefined ? channel : 'email';
  const mails = mailbox && (await canMailFrom(context, mailbox));
  const ways = contactId === undefined ? [] : await usableWays(context, contactId, { websiteId, mails });
  const way = ways.find(
    (each) =>
      (wanted === undefined || each.channel === wanted) &&
      (email === undefined || each.email?.toLowerCase() === email.trim().toLowerCase()),
  );
  if (way) return way;
  if (email !== undefined && (channel ?? 'email') === 'email' && (mails ?? (await canMailCustomers(context))))
    return {
      channel: 'email',
      visitorId: undefined,
      websiteId: websiteId ?? mailbox?.websiteId ?? null,
      name: name ?? null,
      email: email.trim(),
    };
  throw fieldProblem('conflict', 'channel', localize('not_reachable'));
}

/** Returns whether mails can be sent from a mailbox, or from the first one. */
export const canMailFrom = async (context: ExternalContext, mailbox: Mailbox | undefined): Promise<boolean> =>
  (mailbox !== undefined && mailbox.sending.kind !== 'installation') || canMailCustomers(context);

/** Makes the visitor of a new address. What a colleague has typed proves nothing: it is stored as unverified. */
async function newVisitor(
  db: Transaction,
  { websiteId, email, name }: FoundWay,
  start: Pick<Start, 'name'>,
): Promise<string> {
  const { id } = await insertVisitor(db, { websiteId, email, name: start.name ?? name });
  return id;
}

/** Passes where the caller sees such a conversation. @throws Problem `not_found` */
async function assertWithinScope(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  place: Parameters<typeof sees>[2],
): Promise<void> {
  const rights = await rightsOf(context, caller);
  if (!sees(rights, caller.user.id, place)) throw fieldProblem('not_found', 'websiteId', localize('no_such_website'));
}
