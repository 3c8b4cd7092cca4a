/** Reads the customer's profile for the panel beside a conversation. */
import type { Conversation, VisitorProfile } from '@parley/contracts/entities';
import { customerFilesMax } from '@parley/contracts/conversations/limits';
import { trackedEventLimits } from '@parley/contracts/visitors/limits';
import type { SentFile } from '@parley/contracts/messages/attachments';
import { Problem } from '@parley/contracts/problems';
import { conversationChannel } from '@parley/contracts/channels/list';
import { findApiChannel } from '@parley/db/channels/api-channel';
import { channelSessionOf, countUndelivered } from '@parley/db/channels/sessions';
import { companyOfContact } from '@parley/db/companies/of-contact';
import { earlierConversations, findConversation } from '@parley/db/conversations/read';
import { filesOfContact } from '@parley/db/files/uploads';
import { titleOf } from '@parley/db/help/articles';
import { findBounce } from '@parley/db/mail/bounces';
import { listMailboxNames } from '@parley/db/mail/mailboxes';
import { isAddressProven } from '@parley/db/mail/proof';
import { unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { contactOf, findBlock, proposedContacts } from '@parley/db/visitors/contacts';
import { trackedEventsOf } from '@parley/db/visitors/tracked-events';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { fallbackFrom, fromAddress, teamName } from '../mailer/sender.ts';
import { isVisitorOnline } from '../presence/visitors.ts';
import { scopeSql } from '../permissions/scope.ts';
import { assertMay } from '../permissions/permissions.ts';

const earlierShown = 10;
/** More than this are as good as all of them. */
const proposedMax = 100;

async function channelOf(
  { db }: Pick<Context, 'db'>,
  visitorId: string,
  conversationId: string,
): Promise<VisitorProfile['channel']> {
  const session = await channelSessionOf(db, visitorId);
  if (!session) return null;
  const own =
    session.channel === 'api_channel' ? await findApiChannel(db, session.address.split(':', 1)[0] ?? '') : undefined;
  return {
    id: session.channel,
    ...(own && { name: own.name }),
    receipts: own?.sendsReceipts ?? conversationChannel(session.channel).customers.receipts,
    handle: session.handle,
    unreachableSince: session.unreachableSince?.toISOString() ?? null,
    undelivered: await countUndelivered(db, session.channel, conversationId),
    ...(session.replyUntil && { replyUntil: session.replyUntil.toISOString() }),
  };
}

/** Returns the mailbox that a conversation by mail came to. */
async function mailboxOf(
  { db, settings, publicUrl }: Context,
  { mailboxId }: Pick<Conversation, 'mailboxId'>,
): Promise<NonNullable<VisitorProfile['mailbox']>> {
  const mailbox = mailboxId && (await listMailboxNames(db)).find(({ id }) => id === mailboxId);
  if (mailbox) return mailbox;
  const { emailConfig } = await settings.read();
  return { id: null, name: teamName(emailConfig), address: fromAddress(emailConfig, fallbackFrom(publicUrl)) };
}

/**
 * Returns the newest files of a conversation's customer, in all of their conversations that the caller may see.
 * @throws Problem `not_found` for an unknown conversation, or one with an erased visitor
 */
export async function customerFiles(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
): Promise<SentFile[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const within = await scopeSql(context, caller);
  const conversation = await findConversation(context.db, conversationId);
  if (!conversation?.visitorId) throw nothingKnown();
  return filesOfContact(context.db, conversation.visitorId, { limit: customerFilesMax, within });
}

const nothingKnown = (): Problem => new Problem('not_found', 'Nothing is known about this visitor.');

/**
 * Returns the profile of a conversation's visitor.
 * @throws Problem `not_found` for an unknown conversation, or one with an erased visitor
 */
export async function visitorProfile(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
): Promise<VisitorProfile> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const scope = await scopeSql(context, caller);
  const conversation = await findConversation(context.db, conversationId);
  const visitor = conversation?.visitorId && (await findVisitor(context.db, conversation.visitorId));
  const contactId = visitor && (await contactOf(context.db, visitor.id));
  if (!visitor || !contactId) throw nothingKnown();
  const [company, earlier, isOnline, noMailSince, bounce, proposed, channel, blockedAt, readArticle, isProven, events] =
    await Promise.all([
      companyOfContact(context.db, contactId),
      earlierConversations(context.db, visitor.id, conversationId, earlierShown, scope),
      isVisitorOnline(context, visitor.id),
      visitor.email === null ? null : unsubscribedAt(context.db, visitor.email),
      visitor.email === null ? undefined : findBounce(context.db, visitor.email),
      proposedContacts(context.db, contactId, proposedMax, scope),
      channelOf(context, visitor.id, conversationId),
      findBlock(context.db, contactId),
      titleOf(context.db, visitor.readArticleId),
      isAddressProven(context.db, conversationId),
      trackedEventsOf(context.db, contactId, trackedEventLimits.shown),
    ]);
  return {
    id: visitor.id,
    contactId,
    blockedAt: blockedAt?.toISOString() ?? null,
    email: visitor.email,
    unsubscribedAt: noMailSince?.toISOString() ?? null,
    mailBounce: bounce
      ? { reason: bounce.reason, isStopped: bounce.isStopped, at: bounce.bouncedAt.toISOString() }
      : null,
    emailVerified: visitor.emailVerified || isProven,
    ...(conversation.channel === 'email' && { mailbox: await mailboxOf(context, conversation) }),
    name: visitor.name,
    readArticle,
    pageUrl: visitor.pageUrl,
    pageTitle: visitor.pageTitle,
    company,
    pages: visitor.pages,
    events,
    referrer: visitor.pageReferrer,
    campaign: visitor.campaign,
    country: visitor.country && visitor.countrySource ? { code: visitor.country, source: visitor.countrySource } : null,
    userAgent: visitor.userAgent,
    locale: visitor.locale,
    browserLanguages: visitor.browserLanguages,
    timeZone: visitor.timeZone,
    channel,
    isOnline,
    lastSeenAt: visitor.lastSeenAt?.toISOString() ?? null,
    createdAt: visitor.createdAt.toISOString(),
    earlierConversations: earlier,
    proposedContacts: proposed.length,
  };
}
