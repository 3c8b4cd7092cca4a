/** Reading a mail: everything that takes time in proportion to it, in one step that needs nothing but the mail. */
import type { Mailbox } from 'postal-mime';
import { type Authentication, authentication } from './authentication.ts';
import { type AutomatedMail, automatedMail } from './automated-mail.ts';
import { replyText } from './reply-text.ts';
import { parseMail } from './parse.ts';

export interface MailReading {
  messageId: string | null;
  from: Mailbox | null;
  /** Every address it was sent to, lower case. */
  recipients: string[];
  subject: string;
  /** Message-IDs it answers to, oldest first. */
  references: string[];
  /** The kind of program that wrote it; null for a person's mail. */
  machine: AutomatedMail | null;
  verdict: Authentication;
  /** What the person wrote, as one message. */
  written: string;
}

/** @throws when the mail is nested beyond reason */
export async function readMail(raw: Uint8Array, authservId: string | null): Promise<MailReading> {
  const mail = await parseMail(raw);
  const { messageId, from, recipients, subject, references } = mail;
  const machine = automatedMail(mail);
  return {
    messageId,
    from,
    recipients,
    subject,
    references,
    machine,
    verdict: authentication(mail, authservId),
    written: machine === null ? replyText(mail) : '',
  };
}
