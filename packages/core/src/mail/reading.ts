/** Reading a mail: everything that takes time in proportion to it, in one step that needs nothing but the mail. */
import type { Mailbox } from 'postal-mime';
import { type Authentication, authentication } from './authentication.ts';
import { type AutomatedMail, automatedMail, refusesAutoReply } from './automated-mail.ts';
import { loopHeader } from './compose.ts';
import { type DeliveryReport, deliveryReport } from './delivery-report.ts';
import { type MailGroup, mailGroup } from './mail-group.ts';
import { type ParsedMail, parseMail } from './parse.ts';
import { type MailText, type NewText, newText, replyOf } from './reply-text.ts';
import { type ThreadHtml, threadHtml } from './safe-html.ts';
import { readMailbox } from './sender.ts';
import { isFoundSpam } from './spam-verdict.ts';

/** A file that was sent along, with all of its bytes. */
export interface ReadFile {
  /** Its name, or its type where it has none, as one line. */
  name: string;
  /** Name from the sender; empty if there is none. */
  givenName: string;
  alt: string;
  /** Content-ID that the HTML refers to; null if there is none. */
  contentId: string | null;
  bytes: Uint8Array;
  /** False where the mail was cut off within it. */
  isWhole: boolean;
}

/** Maximum number of files per mail; further ones are only named. */
const mostFiles = 50;

export interface MailReading {
  messageId: string | null;
  from: Mailbox | null;
  /** Every address it was sent to, lower case. */
  recipients: string[];
  /** Those whom `To` and `Cc` name. */
  named: Mailbox[];
  subject: string;
  /** Message-IDs it answers to, oldest first. */
  references: string[];
  /** The kind of program that wrote it; null for a person's mail. */
  machine: AutomatedMail | null;
  /** What it reports about a mail of ours; null for any other mail. */
  report: DeliveryReport | null;
  /** Its sender wants no automatic answer. */
  refusesAutoReply: boolean;
  /** A filter on the way found it to be spam. */
  isFoundSpam: boolean;
  /** Mailbox that answers are wanted at, if the mail names one. */
  replyTo: Mailbox | null;
  /** The group or list that it came through. */
  group: MailGroup | null;
  /** The conversation's token as our own mails carry it: a copy of one came back. */
  loopToken: string | null;
  authentication: Authentication;
  /** Whole text, for `newText` to compare with earlier messages. */
  text: MailText;
  /** New text, determined without the messages sent before. */
  written: NewText;
  /** The HTML half, safe to be shown; null where there is none. */
  html: ThreadHtml | null;
  files: ReadFile[];
  /** Names of the files beyond the limit. */
  furtherNames: string[];
}

/** @throws when the mail is nested beyond reason */
export async function readMail(raw: Uint8Array, authservId: string | null): Promise<MailReading> {
  const mail = await parseMail(raw);
  const { messageId, from, recipients, named, subject, references } = mail;
  const machine = automatedMail(mail);
  const { mailText, files } = replyOf(mail);
  const written = newText(mailText);
  return {
    messageId,
    from,
    recipients,
    named,
    subject,
    references: machine === 'bounce' ? [...references, ...bouncedIds(mail)] : references,
    machine,
    report: machine === null ? null : deliveryReport(mail, machine === 'bounce'),
    refusesAutoReply: refusesAutoReply(mail),
    isFoundSpam: isFoundSpam(mail, authservId),
    replyTo: readMailbox(mail.headers.get('reply-to')?.[0] ?? ''),
    group: mailGroup(mail),
    loopToken: mail.headers.get(loopHeader.toLowerCase())?.[0]?.trim().toLowerCase() ?? null,
    authentication: authentication(mail, authservId),
    text: mailText,
    written,
    html: mail.html === null ? null : threadHtml(mail.html, written.text),
    files: files
      .slice(0, mostFiles)
      .map(({ name, givenName, alt, contentId, read }) => ({ name, givenName, alt, contentId, ...read() })),
    furtherNames: files.slice(mostFiles).map(({ name }) => name),
  };
}

/** The Message-IDs in the returned mail, or in its header: a bounce itself often names none. */
const bouncedIds = ({ files }: ParsedMail): string[] =>
  files
    .filter(({ mimeType }) => /^(?:message\/rfc822|text\/rfc822-headers|message\/global)/.test(mimeType))
    .flatMap(
      ({ content }) => /^message-id:\s*(<[^<>\s]{1,300}>)/im.exec(Buffer.from(content).toString('latin1'))?.[1] ?? [],
    );
