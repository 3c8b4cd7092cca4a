/**
 * Composes the mails of Parley as data: recipient, content, and the headers that keep a conversation in one thread.
 * Sends nothing.
 */
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import { scores } from '@parley/contracts/ratings/limits';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { Message } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings/settings';
import type { Secrets } from '@parley/service/secrets';
import type { SendMailOptions } from 'nodemailer';
import { quotedBy, wordsWithSources } from '../text/message-words.ts';
import type { FilesOfMail } from './mail-files.ts';
import { signaturePart } from './signature.ts';
import type { LoadedTemplate } from './template.ts';
import { messageId, replyAddress } from './reply-address.ts';
import { type MailLayout, mailHtml, mailText } from '../mailer/html.ts';
import { fromAddress, teamName } from '../mailer/sender.ts';
import { threadSubject } from './subject.ts';
import { answerAbove } from './answer-above.ts';
import type { Language } from '../text/language.ts';

type EmailConfig = Settings['emailConfig'];

/** Our own mails are known by it when they come back. */
export const loopHeader = 'X-Parley-Conversation';

export interface MailThread {
  mailToken: string;
  /**
   * Subject of the conversation: its first message, or a neutral text if the author may be a stranger to the recipient.
   */
  subject: string;
  /** The subject is the customer's own: another one would split the thread in their mail program. */
  isTheirs?: boolean;
  /** Message-IDs of the mails of this conversation with this address, oldest first. */
  earlier: readonly string[];
}

export interface ComposeInput {
  secrets: Pick<Secrets, 'keys'>;
  email: EmailConfig;
  /** The address mails are sent from when the settings name none. */
  fallbackFrom: string;
  /** Mailbox that receives replies, if one is read. */
  replyMailbox: string | null;
  deliveryId: string;
  /** Recipient of this copy. */
  to: string;
  /** Recipients that the mail names; only `to` without it. */
  named?: NamedRecipients;
  thread: MailThread;
  /** Template around it; mails to the team have none. */
  template?: LoadedTemplate;
  /** Delivery that reports are asked about. */
  reportsOf?: string;
}

/** Recipients in the header of a mail. Each gets a copy with a reply address of their own. */
export interface NamedRecipients {
  customer: string;
  participants: readonly Participant[];
}

export interface ComposedMail extends SendMailOptions {
  messageId: string;
  subject: string;
}

/** Programs that answer by themselves leave these alone. RFC 3834, and Microsoft's own header. */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Objects, because a string would be parsed as a list, in which a comma separates recipients. */
function recipients({ to, named }: ComposeInput): Pick<ComposedMail, 'to' | 'cc'> {
  if (!named) return { to: { name: '', address: to } };
  const those = (kind: Participant['kind']) =>
    named.participants.flatMap(({ name, address, kind: its }) => (its === kind ? [{ name: name ?? '', address }] : []));
  return { to: [{ name: '', address: named.customer }, ...those('to')], cc: those('cc') };
}

function envelope(
  input: ComposeInput,
  content: MailLayout,
  { language, isAutomatic }: { language: string; isAutomatic: boolean },
): ComposedMail {
  const layout = { ...content, language, ...(input.template && { template: input.template }) };
  const { secrets, email, deliveryId, to, thread, replyMailbox } = input;
  const from = fromAddress(email, input.fallbackFrom);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const root = thread.earlier[0];
  const last = thread.earlier.at(-1);
  // The root and the last: enough for every mail program, and short however long the conversation is.
  const threading =
    (email.enableThreading || thread.isTheirs) && root && last
      ? { inReplyTo: last, references: root === last ? [root] : [root, last] }
      : {};
  return {
    messageId: messageId(secrets, { mailToken: thread.mailToken, deliveryId, domain }),
    from: { name: teamName(email), address: from },
    ...recipients(input),
    // This copy goes to one address, whatever the header names.
    envelope: { from, to: [to] },
    // Asks for reports where the server can make some, under an id that they return.
    ...(input.reportsOf !== undefined && {
      dsn: { id: input.reportsOf, return: 'headers', notify: ['success', 'failure', 'delay'], recipient: to },
    }),
    replyTo: replyMailbox ? replyAddress(secrets, replyMailbox, { mailToken: thread.mailToken, givenTo: to }) : from,
    subject: thread.isTheirs ? thread.subject : threadSubject(email, thread.subject, thread.mailToken),
    text: mailText(layout),
    html: mailHtml(layout),
    ...(input.template && { attachments: input.template.attachments }),
    ...threading,
    headers: {
      [loopHeader]: thread.mailToken,
      ...(isAutomatic && automaticHeaders),
      'Content-Language': language,
    },
  };
}

export interface NotificationMail extends ComposeInput {
  /** `New conversation`, `Hand-off`. */
  title: string;
  customer: string;
  website: string;
  text: string;
  url: string;
}

/** To the team: something happened. */
export function notificationMail(mail: NotificationMail): ComposedMail {
  const layout: MailLayout = {
    title: mail.title,
    parts: [{ heading: mail.title, text: `${mail.customer} · ${mail.website}` }, { text: mail.text }],
    button: { label: 'Open the conversation', url: mail.url },
    footer: [
      { text: 'You get this mail because your address is among the notification recipients in Parley’s settings.' },
    ],
  };
  const composed = envelope(mail, layout, { language: 'en', isAutomatic: true });
  // Answers of the team must be written in the dashboard, where all of it sees them.
  return { ...composed, replyTo: fromAddress(mail.email, mail.fallbackFrom) };
}

export interface DigestMail extends ComposeInput {
  language: Language;
  /** Answers that the customer hasn't seen, oldest first. */
  messages: readonly Message[];
  website: string | null;
  unsubscribeUrl: string;
  files: FilesOfMail;
  /** Its recipient is a participant. */
  isCopy: boolean;
}

/** Composes the mail for a customer who left: everything they haven't seen. */
export function digestMail(mail: DigestMail): ComposedMail {
  const t = mailTexts(mail.language);
  const team = teamName(mail.email);
  const layout: MailLayout = {
    title: team,
    ...(mail.replyMailbox ? { above: answerAbove(t) } : {}),
    parts: mail.messages.map((message) => ({
      heading:
        (message.senderType === 'ai' ? t('assistant') : (message.senderName ?? team)) +
        (message.original ? ` (${t('translated')})` : ''),
      ...quotedBy(message),
      text: wordsWithSources(message),
      ...(message.markdown !== undefined && { markdown: message.markdown }),
      files: mail.files.filesOf(message),
    })),
    footer: [
      { text: t(mail.isCopy ? 'whyCopy' : 'why', { website: mail.website ?? team }) },
      { label: t('unsubscribe'), url: mail.unsubscribeUrl },
    ],
  };
  // Messages written by people are not automatic mail: ticket systems and other Parleys would ignore it.
  const isAutomatic = mail.messages.every(({ senderType }) => senderType !== 'representative');
  const composed = envelope(mail, layout, { language: mail.language, isAutomatic });
  return {
    ...composed,
    attachments: [...(composed.attachments ?? []), ...mail.files.attachments],
    headers: {
      ...(composed.headers as Record<string, string>),
      ...unsubscribeHeaders(mail.unsubscribeUrl),
    },
  };
}

/** RFC 2369 and RFC 8058: one press in the mail program is enough. */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export interface MailReply extends ComposeInput {
  language: Language;
  /** Replies that the customer hasn't got, oldest first. */
  messages: readonly Message[];
  /** Markdown. */
  signature: string;
  files: FilesOfMail;
  /** Offered in mails that go to many; null in others. */
  unsubscribeUrl: string | null;
}

/** Composes the answer to a customer's mail, as a mail program does: without our words around it. */
export function mailReply(mail: MailReply): ComposedMail {
  const t = mailTexts(mail.language);
  const isByPerson = mail.messages.some(({ senderType }) => senderType === 'representative');
  const layout: MailLayout = {
    title: teamName(mail.email),
    parts: [
      ...mail.messages.map((message) => ({
        ...(message.senderType === 'ai' && { heading: t('assistant') }),
        ...quotedBy(message),
        text: wordsWithSources(message),
        ...(message.markdown !== undefined && { markdown: message.markdown }),
        files: mail.files.filesOf(message),
      })),
      ...signaturePart(mail.signature),
    ],
    footer: mail.unsubscribeUrl === null ? [] : [{ label: t('unsubscribe'), url: mail.unsubscribeUrl }],
  };
  const composed = envelope(mail, layout, { language: mail.language, isAutomatic: !isByPerson });
  return {
    ...composed,
    attachments: [...(composed.attachments ?? []), ...mail.files.attachments],
    headers: {
      ...(composed.headers as Record<string, string>),
      ...(mail.unsubscribeUrl !== null && unsubscribeHeaders(mail.unsubscribeUrl)),
    },
  };
}

export interface AutoReplyMail extends ComposeInput {
  language: Language;
  /** Markdown, like the signature. */
  text: string;
  signature: string;
}

/** Composes the confirmation of a mail (RFC 3834). */
export function autoReplyMail(mail: AutoReplyMail): ComposedMail {
  const layout: MailLayout = {
    title: teamName(mail.email),
    parts: [...signaturePart(mail.text), ...signaturePart(mail.signature)],
    footer: [],
  };
  const composed = envelope(mail, layout, { language: mail.language, isAutomatic: true });
  const headers = composed.headers as Record<string, string>;
  return { ...composed, headers: { ...headers, 'Auto-Submitted': 'auto-replied' } };
}

export interface RatingMail extends ComposeInput {
  language: Language;
  question: string;
  website: string | null;
  /** Address of the page with a score chosen. */
  urlOf: (score: number) => string;
  unsubscribeUrl: string;
}

/** Composes the question how satisfied a customer is: a link for each score, which only the page's button sends. */
export function ratingMail(mail: RatingMail): ComposedMail {
  const t = ratingTexts(mail.language);
  const wordsOf = (score: number): string => (score === 1 ? ` ${t('worst')}` : score === 5 ? ` ${t('best')}` : '');
  const layout: MailLayout = {
    title: teamName(mail.email),
    parts: [{ text: mail.question }],
    choices: scores.map((score) => ({ label: ` ${score}${wordsOf(score)} `, url: mail.urlOf(score) })),
    footer: [
      { text: t('why', { website: mail.website ?? teamName(mail.email) }) },
      { label: mailTexts(mail.language)('unsubscribe'), url: mail.unsubscribeUrl },
    ],
  };
  const composed = envelope(mail, layout, { language: mail.language, isAutomatic: true });
  return {
    ...composed,
    headers: {
      ...(composed.headers as Record<string, string>),
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

export interface ForwardMail extends ComposeInput {
  language: string;
  layout: MailLayout;
  files: FilesOfMail;
}

/** Composes a mail that forwards messages. Answers to it are shown to the team. */
export function forwardMail(mail: ForwardMail): ComposedMail {
  const composed = envelope(mail, mail.layout, { language: mail.language, isAutomatic: false });
  return { ...composed, attachments: [...(composed.attachments ?? []), ...mail.files.attachments] };
}

export interface TranscriptMail {
  email: EmailConfig;
  fallbackFrom: string;
  deliveryId: string;
  to: string;
  layout: MailLayout;
  language: string;
}

/**
 * Composes a transcript for any recipient. A reply to it does not belong to the conversation, so it contains nothing
 * that leads there.
 */
export function transcriptMail({
  email,
  fallbackFrom,
  deliveryId,
  to,
  layout,
  language,
}: TranscriptMail): ComposedMail {
  const from = fromAddress(email, fallbackFrom);
  return {
    messageId: `<transcript.${deliveryId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: teamName(email), address: from },
    to: { name: '', address: to },
    subject: layout.title,
    text: mailText(layout),
    html: mailHtml(layout),
    headers: { ...automaticHeaders, 'Content-Language': language },
  };
}
