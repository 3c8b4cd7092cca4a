/** Parses a raw mail into the fields that decide about its processing. */
import { subjectMaxLength } from '@parley/contracts/conversations/limits';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { emailMaxLength, nameMaxLength } from '@parley/contracts/users/limits';
import { shortFileName } from '@parley/contracts/messages/file-name';
import PostalMime, { type Attachment, type Email, type Mailbox } from 'postal-mime';
import { bytesOfBody, type MailBody, markedPart } from './mail-body.ts';
import { reduceMime, mailLimits } from './reduce-mime.ts';
import { readMailbox } from './sender.ts';

/** Something in a mail that is no text. */
export interface MailFile {
  /** Its name, or its type where it has none. */
  name: string;
  /** Name from the sender; empty if there is none. */
  givenName: string;
  mimeType: string;
  isAttached: boolean;
  /** Without its angle brackets: the id that `cid:` in the HTML half refers to. */
  contentId: string | null;
  /** The beginning of it. */
  content: Uint8Array;
  /** All of it, and whether its end was there. */
  read: () => { bytes: Buffer; isWhole: boolean };
}

export interface ParsedMail {
  messageId: string | null;
  from: Mailbox | null;
  /** Every address it was sent to, lower case, the delivering server's own notes first. */
  recipients: string[];
  /** Those whom `To` and `Cc` name, addresses in lower case; at most `mostNamed`. */
  named: Mailbox[];
  subject: string;
  /** Message-IDs of `References` and then `In-Reply-To`, oldest first. */
  references: string[];
  text: string | null;
  html: string | null;
  /** The fields that anything asks for (see `reduce-mime.ts`) by lower-case name, each with its values in order. */
  headers: Map<string, string[]>;
  files: MailFile[];
  /** Parts that only reports have: `message/delivery-status` and the like. */
  partTypes: string[];
}

/** No more of a mail is taken in. */
export const mailMaxBytes = 25 * 1024 * 1024;

const fileNameMaxLength = 100;
/** Maximum number of recipients that can become participants. */
const mostNamed = 60;

const mailboxes = (addresses: Email['to']): Mailbox[] =>
  (addresses ?? []).flatMap((address) => (address.group ? address.group : [address]));

const ids = (text: string | undefined): string[] => text?.match(/<[^<>\s]+>/g) ?? [];

/** Takes time in proportion to the mail's size, whatever is in it. @throws when it is nested beyond reason. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const whole = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const { reduced, bodies } = reduceMime(whole);
  const mail = await PostalMime.parse(reduced, {
    maxNestingDepth: mailLimits.depth + 2,
    maxHeadersSize: 2 * mailLimits.headers,
    forceRfc822Attachments: true,
  });
  const headers = new Map<string, string[]>();
  for (const { key, value } of mail.headers) headers.set(key, [...(headers.get(key) ?? []), value]);
  const noted = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'].flatMap(
    (name) => headers.get(name) ?? [],
  );
  return {
    messageId: ids(mail.messageId)[0] ?? null,
    from: readMailbox(headers.get('from')?.[0] ?? ''),
    recipients: [...noted, ...[...mailboxes(mail.to), ...mailboxes(mail.cc)].map(({ address }) => address)]
      .map((address) => address.replaceAll(/[<>]/g, '').trim().toLowerCase())
      .filter((address) => address.includes('@')),
    named: [...mailboxes(mail.to), ...mailboxes(mail.cc)]
      .filter(({ address }) => address.includes('@'))
      .slice(0, mostNamed)
      .map(({ name, address }) => ({
        name: cleanLine(name, nameMaxLength),
        address: cleanLine(address.toLowerCase(), emailMaxLength),
      })),
    subject: cleanLine(mail.subject ?? '', subjectMaxLength),
    references: [...ids(mail.references), ...ids(mail.inReplyTo)],
    text: mail.text ?? null,
    html: mail.html ?? null,
    headers,
    files: mail.attachments.map((attachment) => fileOf(attachment, whole, bodies)),
    partTypes: mail.attachments.map(({ mimeType }) => mimeType),
  };
}

/** The names of parts that programs put into mails without one. */
const usualNames: Readonly<Record<string, string>> = {
  'message/rfc822': 'forwarded-mail.eml',
  'text/calendar': 'invitation.ics',
  'text/vcard': 'contact.vcf',
  'text/x-vcard': 'contact.vcf',
};

/** A part that goes to the end of a mail which is as long as mails may be was cut off there. */
const isCut = (raw: Buffer, { end }: MailBody): boolean => end === null && raw.length >= mailMaxBytes;

function fileOf(
  { filename, mimeType, disposition, contentId, content, description }: Attachment,
  raw: Buffer,
  bodies: readonly MailBody[],
): MailFile {
  const beginning = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  const body = bodies[markedPart(description) ?? -1];
  const name = filename ?? usualNames[mimeType] ?? '';
  return {
    name: shortFileName(cleanLine(name), fileNameMaxLength) || cleanLine(mimeType, fileNameMaxLength),
    givenName: name,
    mimeType,
    isAttached: disposition === 'attachment',
    contentId: contentId ? contentId.replaceAll(/[<>\s]/g, '') : null,
    content: beginning,
    read: () =>
      body ? { bytes: bytesOfBody(raw, body), isWhole: !isCut(raw, body) } : { bytes: beginning, isWhole: false },
  };
}
