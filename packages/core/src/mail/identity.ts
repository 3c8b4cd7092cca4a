/** Telling a mail that is delivered again from another one. */
import { createHash } from 'node:crypto';
import { readMailHeaders } from './headers.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Where the body begins: behind the first empty line, or at the end. */
function bodyStart(raw: Buffer): number {
  for (let at = raw.indexOf(lineFeed); at >= 0; at = raw.indexOf(lineFeed, at + 1)) {
    if (raw[at + 1] === lineFeed) return at + 2;
    if (raw[at + 1] === carriageReturn && raw[at + 2] === lineFeed) return at + 3;
  }
  return raw.length;
}

/**
 * The same for a mail however often and by whichever way it arrives, in hex. Large senders use one Message-ID for many
 * mails, so that its date, subject, sender and body count too; servers on the way write their own fields, which don't. A
 * mail without a Message-ID is known by every byte.
 */
export function mailIdentity(raw: Buffer): string {
  const { messageId, date, senderAddress, subject } = readMailHeaders(raw);
  const hash = createHash('sha256');
  if (messageId === null) return hash.update(raw).digest('hex');
  return hash
    .update(JSON.stringify([messageId, date, senderAddress, subject]))
    .update(raw.subarray(bodyStart(raw)))
    .digest('hex');
}
