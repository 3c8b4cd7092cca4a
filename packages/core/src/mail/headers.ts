/** Reads sender and subject from the top of a mail, before the rest is parsed. */
import { subjectMaxLength } from '@parley/contracts/conversations/limits';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { emailMaxLength } from '@parley/contracts/users/limits';
import { addressParser, decodeWords } from 'postal-mime';
import { readMailbox } from './sender.ts';

export interface MailHeaders {
  /** With its angle brackets. */
  messageId: string | null;
  /** Date as it is written. */
  date: string | null;
  senderName: string | null;
  /** Lower case. */
  senderAddress: string | null;
  subject: string | null;
}

/** Number of bytes searched, and maximum length of one field. */
const headBytes = 64 * 1024;
const fieldLength = 2_000;

const fields = ['message-id', 'date', 'from', 'subject', 'to', 'cc'] as const;
type Field = (typeof fields)[number];

/** Nothing in it is longer than a list can show, or more than one line. */
export function readMailHeaders(raw: Buffer): MailHeaders {
  const found = topFields(raw);
  const from = readMailbox(found.from ?? '');
  return {
    messageId: /<[^<>\s]+>/.exec(found['message-id'] ?? '')?.[0] ?? null,
    date: found.date ?? null,
    senderName: from?.name || null,
    senderAddress: from?.address ?? null,
    subject: cleanLine(decodeWords(found.subject ?? ''), subjectMaxLength) || null,
  };
}

/** Maximum number of recipients that are shown of an email. */
const mostShown = 60;

/** Returns the recipients that the top of a mail names; addresses in lower case. */
export function readRecipients(raw: Buffer): Record<'to' | 'cc', string[]> {
  const found = topFields(raw);
  const listed = (field = ''): string[] =>
    addressParser(field, { flatten: true })
      .filter(({ address }) => address?.includes('@'))
      .slice(0, mostShown)
      .map(({ address = '' }) => cleanLine(address.toLowerCase(), emailMaxLength));
  return { to: listed(found.to), cc: listed(found.cc) };
}

/** The first of each field, unfolded. */
function topFields(raw: Buffer): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  let field: Field | undefined;
  for (const line of raw.subarray(0, headBytes).toString('utf8').split('\n')) {
    const text = line.replace(/\r$/, '');
    if (text === '') break;
    if (!/^[ \t]/.test(text)) {
      const name = text.slice(0, 40).split(':', 1)[0]?.trim().toLowerCase();
      field = fields.find((each) => each === name && found[each] === undefined);
      if (field)
        found[field] = text
          .slice(field.length + 1, fieldLength)
          .replace(/^[ \t]*:/, '')
          .trim();
    } else if (field && (found[field]?.length ?? 0) < fieldLength) {
      found[field] = `${found[field]}${text}`.slice(0, fieldLength);
    }
  }
  return found;
}
