/** Processes a received mail: finds its sender, its conversation and its new text. */
import type { Cause } from '@parley/contracts/conversations/activities';
import { cleanLine } from '@parley/contracts/text/clean-line';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { participantName } from '@parley/contracts/messages/participant-name';
import type { IgnoredReason } from '@parley/contracts/channels/inbound-mail';
import { nameMaxLength } from '@parley/contracts/users/limits';
import { unknownSender } from '@parley/contracts/messages/unknown-sender';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import { isSplitOff } from '@parley/db/conversations/split';
import { findInboundMail, type InboundMail, type InboundResult, recordInboundResult } from '@parley/db/mail/inbound';
import { formerRecipients } from '@parley/db/mail/recipients';
import { isNoted, noteMail, noteMailAdded } from '@parley/db/mail/set-aside';
import { findConversationByMailToken, findMailThread, mailedAddresses } from '@parley/db/mail/threads';
import { findMessageByClientId } from '@parley/db/messages/read';
import { isBlocked } from '@parley/db/visitors/contacts';
import type { Mailbox } from 'postal-mime';
import { dispatch } from '../events/dispatch.ts';
import { publishChange } from '../live/publish-change.ts';
import type { Context } from '../context.ts';
import { markRead } from '../conversations/receipts.ts';
import { transition } from '../conversations/transition.ts';
import { derivedId } from '../derived-id.ts';
import { withoutCode } from '../messages/typed-code.ts';
import { withNames } from '../text/content.ts';
import type { ExternalContext } from '../external/services.ts';
import type { Authentication } from './authentication.ts';
import type { AutomatedMail } from './automated-mail.ts';
import { fallbackFrom, fromAddress } from '../mailer/sender.ts';
import { isCheckMail } from './check-mail.ts';
import { applyReport } from './delivery-reports.ts';
import { earlierTexts } from './earlier-texts.ts';
import { addressGivenTo, replyTags, tokenFromReferences } from './reply-address.ts';
import { inboxOf } from './inbox.ts';
import { openConversation } from './open-conversation.ts';
import { postMail } from './post-mail.ts';
import { proveByAnswer } from './proof.ts';
import { addNamedParticipants, participantWith } from './participants.ts';
import type { MailReader } from './reader.ts';
import type { MailReading } from './reading.ts';
import { isSameMailbox } from './sender.ts';
import { tokenFromSubject } from './subject.ts';

export interface ReadingMeans {
  reader: MailReader;
  /** Name of the receiving server of mailboxes that name none, see `authentication.ts`; null when none is believed. */
  authservId: string | null;
}

/** Understands a stored mail: posts it as the customer's message, or notes why not. Doing it again changes nothing. */
export async function processInboundMail(
  context: ExternalContext,
  id: string,
  { reader, authservId }: ReadingMeans,
): Promise<InboundResult | null> {
  const stored = await findInboundMail(context.db, id);
  if (!stored || stored.status !== 'stored') return null;
  const believed = await believedServer(context, stored, authservId);
  const read = await reader.read({ raw: stored.raw, authservId: believed });
  const result: InboundResult =
    'reading' in read
      ? await understand(context, reader, read.reading, { ...stored, isChecked: believed !== null })
      : { status: 'failed', reason: read.unread };
  await recordInboundResult(context.db, id, result);
  await publishChange(context, { frame: { type: 'inbound_mails_updated' } });
  return result;
}

/**
 * Returns the server that is trusted about senders: the mailbox's own, or the provider that has called us if its name is
 * known. Mail to our own SMTP server was checked by no one.
 */
async function believedServer(
  context: ExternalContext,
  { source, mailboxId }: Pick<InboundMail, 'source' | 'mailboxId'>,
  usual: string | null,
): Promise<string | null> {
  if (source === 'smtp') return null;
  const { authservId } = await inboxOf(context, mailboxId);
  return authservId || (source === 'imap' ? usual : null);
}

/** Way of arrival, and the user who has decided about the mail. */
type Origin = Pick<InboundMail, 'id' | 'envelopeFrom' | 'envelopeTo' | 'addedBy' | 'conversationId' | 'mailboxId'> & {
  /** A server that is believed has checked its sender. */
  isChecked: boolean;
};

const ignored = (reason: IgnoredReason): InboundResult => ({ status: 'ignored', reason });

async function understand(
  context: ExternalContext,
  reader: MailReader,
  reading: MailReading,
  origin: Origin,
): Promise<InboundResult> {
  if (reading.loopToken !== null && (await findConversationByMailToken(context.db, reading.loopToken)))
    return ignored('loop');
  if (isCheckMail(context.secrets, reading.messageId)) return ignored('loop');
  const reported = reading.report && (await applyReport(context, reading.report));
  if (reported) return { status: 'ignored', reason: 'delivery_report', conversationId: reported };
  const writer = await writerOf(context, reading, origin);
  const found = await matchConversation(context, reading, origin);
  const match = found && (await withFormer(context, await whereItWent(context, reading, found)));
  if (!match) {
    const { from, authentication, machine } = writer;
    const { id: inboundMailId, mailboxId } = origin;
    const mail = { inboundMailId, mailboxId, mail: reading, from, authentication, machine };
    const result = await openConversation(context, mail);
    if (result.status === 'posted')
      await addNamedParticipants(context, result.conversationId, {
        mail: reading,
        writer: from?.address ?? '',
        receivedAt: origin.envelopeTo,
      });
    return result;
  }
  const { state } = match;
  if (await isBlocked(context.db, state.visitorId)) return ignored('blocked');
  const mail = await compared(context, reader, reading, state);
  // Processed again after a crash: what it has changed is no reason against it.
  const isPosted = await findMessageByClientId(context.db, state.id, derivedId(origin.id, 'inbound mail'), 'customer');
  const reason = isPosted && origin.addedBy === null ? null : reasonAgainst(mail, writer, match);
  const isEmpty = isNothing(mail);
  if (reason !== null && (origin.addedBy === null || isEmpty)) {
    // A program that has found the subject's tag somewhere belongs to no conversation.
    if (match.by === 'subject' && writer.machine !== null) return ignored(reason);
    return setAside(context, state, { mail, writer, reason, mailId: origin.id });
  }
  const participant = reason === null ? participantWith(state, writer.from?.address) : undefined;
  const isCustomers = reason === null && !participant;
  const result = await post(context, match.state, {
    mail,
    writer,
    isCustomers,
    participant,
    inboundMailId: origin.id,
  });
  if (reason === null)
    await addNamedParticipants(context, result.conversationId, {
      mail,
      writer: writer.from?.address ?? '',
      receivedAt: origin.envelopeTo,
    });
  if (isCustomers && state.customerEmail !== null) {
    await proveByAnswer(context, {
      conversationId: state.id,
      address: state.customerEmail,
      references: mail.references,
      isAuthenticated: writer.authentication === 'pass',
      givenTo: match.givenTo,
    });
  }
  await publishMailAdded(context, origin, result);
  return result;
}

/** Compares the reading with its conversation to find the new text. If that fails, more of the mail is shown. */
async function compared(
  context: ExternalContext,
  reader: MailReader,
  reading: MailReading,
  state: ConversationState,
): Promise<MailReading> {
  const sent = await earlierTexts(context, state);
  const written = await reader.compare({ text: reading.text, sent });
  return 'unread' in written ? reading : { ...reading, written };
}

const isNothing = ({ written, files }: MailReading): boolean => written.text === '' && files.length === 0;

/** Sender of a mail, as known so far. */
interface Writer {
  from: Mailbox | null;
  /** Sender address of the envelope, shown where the mail itself names none. It proves nothing. */
  returnPath: string | null;
  authentication: Authentication;
  machine: AutomatedMail | null;
}

/**
 * Returns the sender; for mail through a group in front of our mailbox, its author. A group is ours by its address, and
 * must be genuine if senders are checked: otherwise anyone could pose as a group and name an author.
 */
async function writerOf(
  context: ExternalContext,
  mail: MailReading,
  { isChecked, envelopeFrom }: Origin,
): Promise<Writer> {
  const returnPath = envelopeFrom || null;
  const { from, authentication, machine, group } = mail;
  const own = { from, returnPath, authentication, machine };
  if (machine !== 'mailing_list' || !group) return own;
  const { emailConfig } = await context.settings.read();
  const ours = [context.external.replyAddress, fromAddress(emailConfig, fallbackFrom(context.publicUrl))];
  const isOurs = group.addresses.some((address) => ours.some((each) => each?.toLowerCase() === address));
  if (!isOurs) return own;
  if (!group.writer) return { ...own, machine: null };
  if (isChecked && authentication !== 'pass') return own;
  // The group's word for its writer is taken as no proof.
  return { ...own, from: group.writer, authentication: group.isForged ? 'fail' : 'unknown', machine: null };
}

/** Why a mail is not posted as the customer's; null where it is theirs. */
function reasonAgainst(
  mail: MailReading,
  { from, authentication, machine }: Writer,
  { state, by, givenTo }: Match,
): IgnoredReason | null {
  if (machine) return machine;
  const participant = participantWith(state, from?.address);
  if (participant) {
    if (authentication === 'fail') return 'forged_sender';
    const isProven = authentication === 'pass' || givenTo?.toLowerCase() === participant.address;
    return isProven ? (isNothing(mail) ? 'empty' : null) : 'unverified_sender';
  }
  const email = state.customerEmail;
  const isTheirs = from !== null && email !== null && from.address === email.toLowerCase();
  // Another form of the address is the customer's where the mail proves that it was answered.
  const isTheirMailbox = by !== 'subject' && from !== null && email !== null && isSameMailbox(from.address, email);
  if (!isTheirs && !isTheirMailbox) return 'not_the_customer';
  if (authentication === 'fail') return 'forged_sender';
  // The subject's tag can be guessed: without proof of the sender it opens nothing. A conversation that an unproven mail
  // has opened goes on by such mails.
  const isAsUnproven = state.channel === 'email' && state.provenEmail === null && authentication === 'unknown';
  if (by === 'subject' && authentication !== 'pass' && !isAsUnproven) return 'unverified_sender';
  // Participants have the references of the same mails: only a reply address is the customer's own.
  const isOwnAnswer = givenTo?.toLowerCase() === email?.toLowerCase();
  if (state.participants.length > 0 && !isOwnAnswer && authentication !== 'pass') return 'unverified_sender';
  return isNothing(mail) ? 'empty' : null;
}

/** Shows the team, in the conversation, a mail that is not posted. */
async function setAside(
  context: ExternalContext,
  { id, mergedInto }: ConversationState,
  { mail, writer, reason, mailId }: { mail: MailReading; writer: Writer; reason: IgnoredReason; mailId: string },
): Promise<InboundResult> {
  const conversationId = mergedInto ?? id;
  const event = await noteMail(context.db, conversationId, {
    mail: {
      mailId,
      senderName: writer.from?.name ?? '',
      senderAddress: writer.from?.address ?? writer.returnPath,
      subject: mail.subject,
      reason,
      fileNames: [...mail.files.map(({ name }) => name), ...mail.furtherNames].slice(0, mostFileNames),
    },
    body: withNames(await withoutCode(context, conversationId, mail.written.text), []),
  });
  if (event) await dispatch(context, event);
  const isNotedThere = event !== undefined || (await isNoted(context.db, conversationId, mailId));
  return { status: 'ignored', reason, ...(isNotedThere && { conversationId }) };
}

const mostFileNames = 50;

/** Notifies the team that a mail that was set aside is a message now. */
async function publishMailAdded(
  context: ExternalContext,
  { id: mailId, conversationId, addedBy }: Origin,
  result: InboundResult,
): Promise<void> {
  if (conversationId === null || result.status !== 'posted') return;
  const cause: Cause = addedBy === null ? { by: 'mail' } : { by: 'representative', userId: addedBy };
  const event = await noteMailAdded(context.db, conversationId, { mailId, cause });
  if (event) await dispatch(context, event);
}

interface Match {
  state: ConversationState;
  by: 'address' | 'references' | 'subject';
  /** The address that the reply address it was sent to was given to. */
  givenTo: string | null;
}

/** Reply address, then References, then the subject's tag; the conversation it was shown in, where it was. */
async function matchConversation(
  context: Context,
  mail: MailReading,
  { envelopeTo, addedBy, conversationId }: Origin,
): Promise<Match | undefined> {
  if (addedBy !== null && conversationId !== null) {
    const shownIn = await conversationState(context.db, conversationId);
    return shownIn && { state: shownIn, by: 'subject', givenTo: null };
  }
  const find = async (token: string | null): Promise<ConversationState | undefined> => {
    const found = token === null ? undefined : await findConversationByMailToken(context.db, token);
    return found && conversationState(context.db, found.id);
  };
  for (const tag of replyTags([...envelopeTo, ...mail.recipients])) {
    const state = await find(tag.mailToken);
    if (!state) continue;
    const mailed = [
      ...(state.customerEmail === null ? [] : [state.customerEmail]),
      ...(await withFormerRecipients(context, state)).participants.map(({ address }) => address),
      ...(await mailedAddresses(context.db, state.id)),
    ];
    const givenTo = addressGivenTo(context.secrets, tag, mailed);
    if (givenTo !== null) return { state, by: 'address', givenTo };
  }
  const byReference = await find(tokenFromReferences(context.secrets, mail.references));
  if (byReference) return { state: byReference, by: 'references', givenTo: null };
  const thread = await findMailThread(context.db, mail.references.slice(-50));
  const known = thread && (await conversationState(context.db, thread.conversationId));
  // Readers of a customer's mail could forge a reference to it: it proves no more than a subject.
  if (known) return { state: known, by: thread.direction === 'out' ? 'references' : 'subject', givenTo: null };
  const { emailConfig } = await context.settings.read();
  const bySubject = await find(tokenFromSubject(emailConfig, mail.subject));
  return bySubject && { state: bySubject, by: 'subject', givenTo: null };
}

/** Adds those whom single messages were mailed to: their answers join under their own names too. */
async function withFormerRecipients({ db }: Pick<Context, 'db'>, state: ConversationState): Promise<ConversationState> {
  const known = new Set(state.participants.map(({ address }) => address));
  const former = (await formerRecipients(db, state.id)).filter(({ address }) => !known.has(address));
  return former.length === 0 ? state : { ...state, participants: [...state.participants, ...former] };
}

const withFormer = async (context: Context, match: Match): Promise<Match> => ({
  ...match,
  state: await withFormerRecipients(context, match.state),
});

/** Leads an answer to a mail to the conversation that the mail’s messages were split off into. */
async function whereItWent(context: Context, { references }: MailReading, match: Match): Promise<Match> {
  const thread = await findMailThread(context.db, references.slice(-50));
  const { id } = match.state;
  if (!thread || thread.conversationId === id || !(await isSplitOff(context.db, thread.conversationId, id)))
    return match;
  const state = await conversationState(context.db, thread.conversationId);
  return state ? { ...match, state } : match;
}

/**
 * Returns the sender's name, with the address if they are not the customer: a name alone proves nothing. By the address
 * the widget tells others from the visitor.
 */
function nameOf(
  { from, returnPath }: Writer,
  { customerName }: ConversationState,
  { isCustomers, participant }: { isCustomers: boolean; participant: Participant | undefined },
): string | null {
  if (participant) return participantName({ ...participant, name: participant.name ?? from?.name ?? null });
  if (isCustomers) return customerName ?? (from?.name || null);
  if (!from) return returnPath ?? unknownSender;
  return from.name === '' ? from.address : cleanLine(`${from.name} (${from.address})`, nameMaxLength);
}

async function post(
  context: ExternalContext,
  state: ConversationState,
  {
    mail,
    writer,
    isCustomers,
    participant,
    inboundMailId,
  }: {
    mail: MailReading;
    writer: Writer;
    isCustomers: boolean;
    participant: Participant | undefined;
    inboundMailId: string;
  },
): Promise<Extract<InboundResult, { status: 'posted' }>> {
  const isMailConversation = state.channel === 'email';
  const { assistant } = await inboxOf(context, state.mailboxId);
  const message = await postMail(context, {
    inboundMailId,
    mail,
    visitorId: state.visitorId,
    name: nameOf(writer, state, { isCustomers, participant }),
    address: writer.from?.address ?? null,
    target: { conversationId: state.id },
    isUnanswered:
      participant !== undefined ||
      mail.refusesAutoReply ||
      writer.machine !== null ||
      (isMailConversation && !assistant),
  });
  // Customers who continue by mail are answered by mail.
  if (isCustomers && message.conversationId !== state.id && state.customerEmail !== null)
    await giveAddress(context, message.conversationId, state.customerEmail);
  // Answering a mail shows that its messages were read.
  if (isCustomers && state.emailedUntilSeq > state.customerReadSeq)
    await markRead(context, state.id, { side: 'customer' }, state.emailedUntilSeq);
  return { status: 'posted', conversationId: message.conversationId, messageSeq: message.seq };
}

/** To a conversation that has none. */
async function giveAddress(context: Context, conversationId: string, email: string): Promise<void> {
  const into = await conversationState(context.db, conversationId);
  if (into?.customerEmail !== null) return;
  await transition(context, conversationId, [{ type: 'identify', email }], { cause: { by: 'customer' } });
}
