/** Sending a delivery's mail, and remembering its Message-ID so that the answer finds its conversation. */
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import { languageOf } from '@parley/contracts/text/languages';
import type { Message } from '@parley/contracts/entities';
import { firstNameOf } from '@parley/contracts/messages/reply-template';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { DeliveryRow } from '@parley/db/deliveries/deliveries';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import { bulkMessageOf } from '@parley/db/bulk/messages';
import { findBounce } from '@parley/db/mail/bounces';
import { recipientsOfRange } from '@parley/db/mail/recipients';
import { isAddressProven } from '@parley/db/mail/proof';
import { mailThreadEnds, rememberMail } from '@parley/db/mail/threads';
import { unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { findMessage, firstByRepresentative, messagesAfter, newestMessages } from '@parley/db/messages/read';
import { releaseDigest } from '@parley/db/maintenance/digests';
import { findUser } from '@parley/db/users/users';
import { findVisitor } from '@parley/db/visitors/visitors';
import { findWebsite } from '@parley/db/websites/websites';
import { detectLanguage } from '../text/language.ts';
import type { PayloadOf } from '../deliveries/payload.ts';
import { waitForFiles } from '../files/outgoing.ts';
import { CallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { fallbackFrom, teamName } from '../mailer/sender.ts';
import { sendMail } from '../mailer/smtp.ts';
import { readTranscript } from '../transcripts/transcript.ts';
import { assertStillMay } from '../permissions/permissions.ts';
import {
  autoReplyMail,
  type ComposedMail,
  type ComposeInput,
  digestMail,
  forwardMail,
  mailReply,
  type NamedRecipients,
  notificationMail,
  ratingMail,
  transcriptMail,
} from './compose.ts';
import { promiseReply } from '../sla/promises.ts';
import { autoReplyOf } from './auto-reply.ts';
import { inboxOf, sendingAs } from './inbox.ts';
import { sendFromMailbox } from './mailbox-sending.ts';
import { filledSignature, signatureFor } from './signature.ts';
import { loadTemplate } from './template.ts';
import { filesForMail } from './mail-files.ts';
import { countUnprovenMail } from '../mailer/unproven-mail-limits.ts';
import { ratingUrl } from '../ratings/links.ts';
import { questionFor, questionIn } from '../ratings/question.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const gone = (): CallFailed => new CallFailed(localize('conversation_gone'), { transient: false });

async function stateOf(context: ExternalContext, delivery: DeliveryRow): Promise<ConversationState> {
  const state = delivery.conversationId ? await conversationState(context.db, delivery.conversationId) : undefined;
  if (!state) throw gone();
  return state;
}

async function envelopeOf(
  context: ExternalContext,
  delivery: DeliveryRow,
  state: ConversationState,
  {
    subject,
    isTheirs = false,
    copyOf,
    named,
  }: { subject: string; isTheirs?: boolean; copyOf?: string | undefined; named?: NamedRecipients },
): Promise<ComposeInput & { signature: string }> {
  const [{ email, replyMailbox, signature, template }, ends] = await Promise.all([
    sendingAs(context, state.mailboxId),
    mailThreadEnds(context.db, state.id, named?.customer ?? delivery.target),
  ]);
  return {
    secrets: context.secrets,
    email,
    signature,
    template: await loadTemplate(context, template),
    fallbackFrom: fallbackFrom(context.publicUrl),
    replyMailbox,
    // All copies of a mail have its Message-ID, so that mail programs show answers in one thread.
    deliveryId: copyOf ?? delivery.id,
    to: delivery.target,
    ...(named && { named }),
    reportsOf: delivery.id,
    thread: {
      mailToken: state.mailToken,
      subject,
      isTheirs,
      earlier: ends ? (ends.root === ends.last ? [ends.root] : [ends.root, ends.last]) : [],
    },
  };
}

/** Returns the customer's first message as the subject. */
async function ownSubject(context: ExternalContext, state: ConversationState): Promise<string> {
  const first = await findMessage(context.db, state.id, 1);
  return state.subject ?? first?.content ?? 'Your conversation with us';
}

/**
 * Returns a subject without the customer's words, because they may be a stranger to the recipient. Its language is that
 * of the first answer, which never changes: mail programs split a thread if the subject does.
 */
async function neutralSubject(context: ExternalContext, state: ConversationState): Promise<string> {
  const answer = await firstByRepresentative(context.db, state.id);
  const { emailConfig } = await context.settings.read();
  const website = state.websiteDomain ?? teamName(emailConfig);
  return mailTexts(detectLanguage(answer?.content ?? ''))('subject', { website });
}

/** `Re: ` and the customer's subject, without the answers' marks of mail programs before it. */
async function replySubject(context: ExternalContext, state: ConversationState): Promise<string> {
  const subject = (state.subject ?? '').replace(/^(?:\s*(?:re|aw|sv|antw|odp|ynt|rif|ref)\s?(?:\[\d+\])?:)+\s*/i, '');
  return `Re: ${subject || (await neutralSubject(context, state))}`;
}

/** Returns the subject of a mail that starts a conversation: it answers nothing. */
async function firstSubject(context: ExternalContext, state: ConversationState): Promise<string> {
  return state.subject ?? (await neutralSubject(context, state));
}

async function send(
  context: ExternalContext,
  delivery: DeliveryRow,
  {
    mail,
    seq,
    conversationId,
    mailboxId,
    isRemembered = true,
  }: {
    mail: ComposedMail;
    seq: number | null;
    conversationId: string;
    mailboxId: string | null;
    isRemembered?: boolean;
  },
): Promise<{ responseStatus: number | null }> {
  const response = await sendFromMailbox(context, mailboxId, mail);
  const { target: address } = delivery;
  if (isRemembered)
    await rememberMail(context.db, { messageId: mail.messageId, conversationId, seq, direction: 'out', address });
  return { responseStatus: statusOf(response) };
}

/** Returns the reply code at the beginning of a mail server's final reply. */
function statusOf(response: string): number | null {
  const status = Number.parseInt(response, 10);
  return Number.isNaN(status) ? null : status;
}

/**
 * Sends a transcript to the address that a representative chose, or to the customer who asked for it.
 *
 * @throws CallFailed, final for an address that is unsubscribed, and if the requester may no longer send it
 */
export async function sendTranscript(
  context: ExternalContext,
  delivery: DeliveryRow,
  { untilSeq, askedBy }: PayloadOf<'transcript'>,
): Promise<{ responseStatus: number | null }> {
  const state = await stateOf(context, delivery);
  if (askedBy) await assertStillMayReply(context, askedBy, state.id);
  if ((await unsubscribedAt(context.db, delivery.target)) !== null)
    throw new CallFailed(localize('wants_no_mail'), { transient: false });
  const { emailConfig } = await context.settings.read();
  const mail = transcriptMail({
    ...(await readTranscript(context, state, { untilSeq, linksOf: delivery.id })),
    email: emailConfig,
    fallbackFrom: fallbackFrom(context.publicUrl),
    deliveryId: delivery.id,
    to: delivery.target,
  });
  return { responseStatus: statusOf(await sendMail(emailConfig, context.external, mail)) };
}

/** @throws CallFailed, final, if the requester may no longer reply */
async function assertStillMayReply(
  context: ExternalContext,
  askedBy: PayloadOf<'forward'>['askedBy'],
  conversationId: string,
): Promise<void> {
  await assertStillMay(context, askedBy, 'conversations.reply', { conversationId }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw new CallFailed(error.localized ?? error.message, { transient: false });
  });
}

/**
 * Forwards messages with their files to the address that a representative chose.
 *
 * @throws CallFailed, final for an address that is unsubscribed, and if the requester may no longer send it
 */
export async function sendForward(
  context: ExternalContext,
  delivery: DeliveryRow,
  { fromSeq, toSeq, comment, askedBy }: PayloadOf<'forward'>,
): Promise<{ responseStatus: number | null }> {
  const state = await stateOf(context, delivery);
  await assertStillMayReply(context, askedBy, state.id);
  if ((await unsubscribedAt(context.db, delivery.target)) !== null)
    throw new CallFailed(localize('wants_no_mail'), { transient: false });
  const range = await messagesAfter(context.db, state.id, fromSeq - 1, toSeq - fromSeq + 1);
  const messages = range.filter(({ seq, removedAt }) => seq <= toSeq && !removedAt);
  waitForFiles(messages, delivery);
  const language = detectLanguage(
    messages
      .map(({ content }) => content)
      .join('\n')
      .slice(0, 5_000),
  );
  const files = await filesForMail(context, messages, { deliveryId: delivery.id, language });
  const { layout } = await readTranscript(context, state, { afterSeq: fromSeq - 1, untilSeq: toSeq, files });
  const [, ...parts] = layout.parts;
  const subject = `Fwd: ${await ownSubject(context, state)}`;
  const input = await envelopeOf(context, delivery, state, { subject });
  const mail = forwardMail({
    ...input,
    layout: { ...layout, parts: [...(comment === '' ? [] : [{ text: comment }]), ...parts] },
    language,
    files,
  });
  return send(context, delivery, { mail, seq: toSeq, conversationId: state.id, mailboxId: state.mailboxId });
}

/** To a notification recipient. */
export async function sendNotice(context: ExternalContext, delivery: DeliveryRow, payload: PayloadOf<'notice'>) {
  const state = await stateOf(context, delivery);
  const { title, customer, website, text, url } = payload;
  const { template: _forCustomers, ...input } = await envelopeOf(
    context,
    delivery,
    { ...state, mailboxId: null },
    { subject: await ownSubject(context, state) },
  );
  const mail = notificationMail({
    ...input,
    title,
    customer,
    website,
    text,
    url,
  });
  return send(context, delivery, { mail, seq: null, conversationId: state.id, mailboxId: null });
}

/**
 * Sends all answers of the range to a customer who has left. Unproven addresses get only texts written by people, and
 * no more than `unprovenMailLimits` allow.
 *
 * @throws CallFailed, final for an address that gets no mail, or was replaced: then the answers are sent to the new
 * one.
 */
export async function sendDigest(
  context: ExternalContext,
  delivery: DeliveryRow,
  { fromSeq, toSeq, copyOf }: PayloadOf<'digest'>,
) {
  const state = await stateOf(context, delivery);
  const visitor = state.visitorId ? await findVisitor(context.db, state.visitorId) : undefined;
  if (!visitor) throw gone();
  const range = { conversationId: state.id, fromSeq, toSeq };
  const recipients = (await recipientsOfRange(context.db, range)).recipients ?? state.participants;
  const isParticipants = recipients.some(({ address }) => address === delivery.target);
  if (copyOf !== undefined && !isParticipants)
    throw new CallFailed(localize('no_longer_participant'), { transient: false });
  if (copyOf === undefined && state.customerEmail?.toLowerCase() !== delivery.target.toLowerCase()) {
    await releaseDigest(context.db, state.id, { fromSeq, toSeq });
    throw new CallFailed(localize('address_changed'), { transient: false });
  }
  // Customers who have written by mail want an answer by mail; nobody has asked for a bulk message.
  const isMail = state.channel === 'email';
  const isBulk = fromSeq === 1 && (await bulkMessageOf(context.db, state.id)) !== undefined;
  if ((!isMail || isBulk) && (await unsubscribedAt(context.db, delivery.target)) !== null)
    throw new CallFailed(localize('wants_no_mail'), { transient: false });
  if ((await findBounce(context.db, delivery.target))?.isStopped)
    throw new CallFailed(localize('address_stopped'), { transient: false });

  const isProven = await isAddressProven(context.db, state.id);
  const stored = await messagesAfter(context.db, state.id, fromSeq - 1, toSeq - fromSeq + 1);
  const messages = stored.filter(
    ({ seq, senderType, removedAt }) =>
      seq <= toSeq && !removedAt && (senderType === 'representative' || (senderType === 'ai' && isProven)),
  );
  // Anyone can name strangers in a mail: the assistant alone writes to none of them.
  if (copyOf !== undefined && !messages.some(({ senderType }) => senderType === 'representative'))
    throw new CallFailed(localize('copy_of_nothing'), { transient: false });
  if (messages.length === 0) throw new CallFailed(localize('address_unproven'), { transient: false });
  // A mail counts once, however often it is tried; pressing Retry on a refused one is a decision to send it.
  if (!isProven && !isMail && copyOf === undefined && delivery.attempts === 0) {
    const { id: visitorId, emailNetwork: network } = visitor;
    await countUnprovenMail(context, { address: delivery.target, visitorId, network });
  }
  waitForFiles(messages, delivery);
  const sentIn = messages.findLast(({ original }) => original)?.original?.sentIn;
  const language =
    languageOf(sentIn ?? '') ?? detectLanguage(messages.map((message) => message.content).join('\n'), visitor.locale);
  const files = await filesForMail(context, messages, { deliveryId: delivery.id, language });
  // The customer's own copy is remembered, of which the others are copies.
  const sent = { seq: toSeq, conversationId: state.id, mailboxId: state.mailboxId, isRemembered: copyOf === undefined };
  if (isMail) {
    const theirs = {
      subject: await (fromSeq === 1 ? firstSubject : replySubject)(context, state),
      isTheirs: true,
      copyOf,
      ...namedIn(state, recipients),
    };
    const input = await envelopeOf(context, delivery, state, theirs);
    const signature = await signatureOfReply(context, state, { messages, mailbox: input.signature });
    const mail = mailReply({
      ...input,
      messages,
      signature,
      language,
      files,
      unsubscribeUrl: isBulk ? unsubscribeUrl(context, { mailToken: state.mailToken, address: delivery.target }) : null,
    });
    return send(context, delivery, { mail, ...sent });
  }
  // Verified from the first mail on. An address that proves itself by an answer stays in the thread it answered.
  const subject = await (isProven && visitor.emailVerified ? ownSubject : neutralSubject)(context, state);
  const input = await envelopeOf(context, delivery, state, { subject, copyOf, ...namedIn(state, recipients) });
  const mail = digestMail({
    ...input,
    messages,
    website: state.websiteDomain,
    language,
    files,
    isCopy: copyOf !== undefined,
    unsubscribeUrl: unsubscribeUrl(context, { mailToken: state.mailToken, address: delivery.target }),
  });
  return send(context, delivery, { mail, ...sent });
}

/**
 * Confirms a mail that has opened a conversation.
 *
 * @throws CallFailed, final where the mailbox confirms none any more
 */
export async function sendAutoReply(context: ExternalContext, delivery: DeliveryRow) {
  const state = await stateOf(context, delivery);
  const text = await autoReplyOf(context, await inboxOf(context, state.mailboxId));
  if (text === null) throw new CallFailed(localize('no_automatic_reply'), { transient: false });
  const subject = await replySubject(context, state);
  const input = await envelopeOf(context, delivery, state, { subject, isTheirs: true });
  const { customerName, customerEmail, websiteDomain } = state;
  const values = {
    'customer.name': customerName,
    'customer.firstName': firstNameOf(customerName),
    'customer.email': customerEmail,
    website: websiteDomain,
  };
  const signature = filledSignature(input.signature, values);
  const language = detectLanguage(text);
  const promise = state.status === 'waiting' ? await promiseReply(context, state, language) : undefined;
  const withPromise = promise ? `${text}\n\n${promise}` : text;
  const mail = autoReplyMail({ ...input, text: withPromise, signature, language });
  return send(context, delivery, { mail, seq: null, conversationId: state.id, mailboxId: state.mailboxId });
}

/**
 * Asks the customer how satisfied they are, in the language of the conversation. Unproven addresses get no more mails
 * than `unprovenMailLimits` allow.
 *
 * @throws CallFailed, final for an address that gets no mail, or was replaced
 */
export async function sendRatingRequest(
  context: ExternalContext,
  delivery: DeliveryRow,
  { ratingId }: PayloadOf<'rating'>,
) {
  const state = await stateOf(context, delivery);
  const visitor = state.visitorId ? await findVisitor(context.db, state.visitorId) : undefined;
  if (!visitor) throw gone();
  if (state.customerEmail?.toLowerCase() !== delivery.target.toLowerCase())
    throw new CallFailed(localize('address_changed'), { transient: false });
  if ((await unsubscribedAt(context.db, delivery.target)) !== null)
    throw new CallFailed(localize('wants_no_mail'), { transient: false });
  if ((await findBounce(context.db, delivery.target))?.isStopped)
    throw new CallFailed(localize('address_stopped'), { transient: false });
  const isMail = state.channel === 'email';
  if (!isMail && delivery.attempts === 0 && !(await isAddressProven(context.db, state.id))) {
    const { id: visitorId, emailNetwork: network } = visitor;
    await countUnprovenMail(context, { address: delivery.target, visitorId, network });
  }
  const words = (await newestMessages(context.db, state.id, 20)).map(({ content }) => content).join('\n');
  const { language, text } = isMail
    ? await questionIn(context, detectLanguage(words, visitor.locale))
    : await questionFor(context, visitor.id);
  const subject = isMail ? await replySubject(context, state) : ratingTexts(language)('subject');
  const input = await envelopeOf(context, delivery, state, { subject, isTheirs: isMail });
  const mail = ratingMail({
    ...input,
    language,
    question: text,
    website: state.websiteDomain,
    urlOf: (score) => ratingUrl(context, ratingId, score),
    unsubscribeUrl: unsubscribeUrl(context, { mailToken: state.mailToken, address: delivery.target }),
  });
  return send(context, delivery, { mail, seq: null, conversationId: state.id, mailboxId: state.mailboxId });
}

/** Returns the signature below messages, with the values of their conversation. */
async function signatureOfReply(
  context: ExternalContext,
  state: ConversationState,
  { messages, mailbox }: { messages: readonly Message[]; mailbox: string },
): Promise<string> {
  const last = messages.findLast(({ senderType }) => senderType === 'representative');
  const user = last?.senderId ? await findUser(context.db, last.senderId) : undefined;
  const website = state.websiteId ? await findWebsite(context.db, state.websiteId) : undefined;
  const name = state.customerName;
  return signatureFor({
    own: user?.mailSignature ?? '',
    mailbox,
    written: messages.at(-1)?.content ?? '',
    values: {
      'customer.name': name,
      'customer.firstName': firstNameOf(name),
      'customer.email': state.customerEmail,
      'representative.name': last?.senderName ?? null,
      'representative.firstName': firstNameOf(last?.senderName),
      'representative.email': user?.email ?? null,
      website: state.websiteDomain,
      'website.name': website?.name ?? state.websiteDomain,
      'conversation.id': state.id,
    },
  });
}

/** The recipients that a mail to a customer names, if it has several. */
const namedIn = (
  { customerEmail }: ConversationState,
  participants: readonly Participant[],
): { named?: NamedRecipients } =>
  customerEmail !== null && participants.length > 0 ? { named: { customer: customerEmail, participants } } : {};
