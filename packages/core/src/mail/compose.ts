/** The mails Parley writes, as data: who, what, and the headers that keep a conversation one thread. Nothing is sent here. */
import { cleanLine } from '@parley/contracts/clean-line';
import { nameMaxLength } from '@parley/contracts/limits';
import type { Message } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings';
import type { Secrets } from '@parley/service/secrets';
import type { SendMailOptions } from 'nodemailer';
import { wordsWithSources } from '../messages/words.ts';
import type { FilesOfMail } from './mail-files.ts';
import { messageId, replyAddress } from './reply-address.ts';
import { type MailLayout, mailHtml, mailText } from './html.ts';
import { threadSubject } from './subject.ts';
import { digestTexts } from './translations.ts';
import type { Language } from '../ai/language.ts';

type EmailConfig = Settings['emailConfig'];

/** Our own mails are known by it when they come back. */
export const loopHeader = 'X-Parley-Conversation';

export interface MailThread {
  mailToken: string;
  /** What the conversation is about: its first message, or neutral words for whom the writer may be a stranger. */
  subject: string;
  /** Message-IDs of the mails of this conversation with this address, oldest first. */
  earlier: readonly string[];
}

export interface ComposeInput {
  secrets: Pick<Secrets, 'keys'>;
  email: EmailConfig;
  /** The address mails are sent from when the settings name none. */
  fallbackFrom: string;
  /** Where answers come back to, if anything reads them. */
  replyMailbox: string | null;
  deliveryId: string;
  to: string;
  thread: MailThread;
}

export interface ComposedMail extends SendMailOptions {
  messageId: string;
  subject: string;
}

/** The address mails come from: the settings', or the fallback. */
export const fromAddress = (email: EmailConfig, fallback: string): string => email.fromEmail.trim() || fallback;

/** What the team is called in mails. */
export const teamName = (email: EmailConfig): string => cleanLine(email.fromName, nameMaxLength) || 'Parley Support';

/** Programs that answer by themselves leave these alone. RFC 3834, and Microsoft's own header. */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

function envelope(
  input: ComposeInput,
  layout: MailLayout,
  { language, isAutomatic }: { language: string; isAutomatic: boolean },
): ComposedMail {
  const { secrets, email, deliveryId, to, thread, replyMailbox } = input;
  const from = fromAddress(email, input.fallbackFrom);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const root = thread.earlier[0];
  const last = thread.earlier.at(-1);
  // The root and the last: enough for every mail program, and short however long the conversation is.
  const threading =
    email.enableThreading && root && last ? { inReplyTo: last, references: root === last ? [root] : [root, last] } : {};
  return {
    messageId: messageId(secrets, { mailToken: thread.mailToken, deliveryId, domain }),
    from: { name: teamName(email), address: from },
    // As an object: a text would be read as a list, in which a comma makes two recipients of one.
    to: { name: '', address: to },
    replyTo: replyMailbox ? replyAddress(secrets, replyMailbox, { mailToken: thread.mailToken, givenTo: to }) : from,
    subject: threadSubject(email, thread.subject, thread.mailToken),
    text: mailText(layout),
    html: mailHtml(layout),
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
  // Answers of the team belong into the dashboard, where everybody sees them.
  return { ...composed, replyTo: fromAddress(mail.email, mail.fallbackFrom) };
}

export interface DigestMail extends ComposeInput {
  language: Language;
  /** The answers the customer hasn't seen, oldest first. */
  messages: readonly Message[];
  website: string | null;
  unsubscribeUrl: string;
  files: FilesOfMail;
}

/** To the customer who left: everything they haven't seen, in one mail. */
export function digestMail(mail: DigestMail): ComposedMail {
  const words = digestTexts[mail.language];
  const team = teamName(mail.email);
  const layout: MailLayout = {
    title: team,
    ...(mail.replyMailbox ? { above: words.above } : {}),
    parts: mail.messages.map((message) => ({
      heading:
        (message.senderType === 'ai' ? words.assistant : (message.senderName ?? team)) +
        (message.original ? ` (${words.translated})` : ''),
      text: wordsWithSources(message),
      files: mail.files.filesOf(message),
    })),
    footer: [{ text: words.why(mail.website ?? team) }, { text: `${words.unsubscribe}: ${mail.unsubscribeUrl}` }],
  };
  // What people have written is no automatic mail: ticket systems and other Parleys would leave it aside.
  const isAutomatic = mail.messages.every(({ senderType }) => senderType !== 'representative');
  const composed = envelope(mail, layout, { language: mail.language, isAutomatic });
  return {
    ...composed,
    attachments: mail.files.attachments,
    headers: {
      ...(composed.headers as Record<string, string>),
      // RFC 2369 and RFC 8058: one press in the mail program is enough.
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
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
 * What was said, to whomever a representative had it sent: an answer to it is none in the conversation, so it carries
 * nothing that leads there.
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
