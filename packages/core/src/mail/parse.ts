/** A raw mail as the fields that decide what becomes of it. */
import PostalMime, { type Email, type Mailbox } from 'postal-mime';

export interface ParsedMail {
  messageId: string | null;
  from: Mailbox | null;
  /** Every address it was sent to, lower case, the delivering server's own notes first. */
  recipients: string[];
  subject: string;
  /** Message-IDs of `References` and then `In-Reply-To`, oldest first. */
  references: string[];
  text: string | null;
  html: string | null;
  date: Date | null;
  /** All headers by lower-case name, each with its values in order. */
  headers: Map<string, string[]>;
  attachmentNames: string[];
  /** Parts that only reports have: `message/delivery-status` and the like. */
  partTypes: string[];
}

/** No more of a mail is read. */
export const mailMaxBytes = 25 * 1024 * 1024;

const mailboxes = (addresses: Email['to']): Mailbox[] =>
  (addresses ?? []).flatMap((address) => (address.group ? address.group : [address]));

const ids = (text: string | undefined): string[] => text?.match(/<[^<>\s]+>/g) ?? [];

/** @throws when it isn't a mail at all, or nested beyond reason. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, {
    maxNestingDepth: 50,
    maxHeadersSize: 512 * 1024,
    forceRfc822Attachments: true,
  });
  const headers = new Map<string, string[]>();
  for (const { key, value } of mail.headers) headers.set(key, [...(headers.get(key) ?? []), value]);
  const [from] = mailboxes(mail.from ? [mail.from] : undefined);
  const noted = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'].flatMap(
    (name) => headers.get(name) ?? [],
  );
  const date = mail.date ? new Date(mail.date) : null;
  return {
    messageId: ids(mail.messageId)[0] ?? null,
    from: from?.address ? { ...from, address: from.address.toLowerCase() } : null,
    recipients: [...noted, ...[...mailboxes(mail.to), ...mailboxes(mail.cc)].map(({ address }) => address)]
      .map((address) => address.replaceAll(/[<>]/g, '').trim().toLowerCase())
      .filter((address) => address.includes('@')),
    subject: mail.subject ?? '',
    references: [...ids(mail.references), ...ids(mail.inReplyTo)],
    text: mail.text ?? null,
    html: mail.html ?? null,
    date: date && !Number.isNaN(date.getTime()) ? date : null,
    headers,
    attachmentNames: mail.attachments
      .filter(({ disposition, mimeType }) => disposition === 'attachment' && !mimeType.startsWith('message/'))
      .map(({ filename, mimeType }) => filename ?? mimeType),
    partTypes: mail.attachments.map(({ mimeType }) => mimeType),
  };
}
