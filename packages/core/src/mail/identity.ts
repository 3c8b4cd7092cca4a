/** Recognises a mail that is delivered again. */
import { createHash } from 'node:crypto';
import { readMailHeaders } from './headers.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Returns the start of the body: after the first empty line, or at the end. */
function bodyStart(raw: Buffer): number {
  for (let at = raw.indexOf(lineFeed); at >= 0; at = raw.indexOf(lineFeed, at + 1)) {
    if (raw[at + 1] === lineFeed) return at + 2;
    if (raw[at + 1] === carriageReturn && raw[at + 2] === lineFeed) return at + 3;
  }
  return raw.length;
}

/**
 * Returns a mail's identity in hex, which stays the same however often and through whichever server it arrives. Large
 * senders use one Message-ID for many mails, so date, subject, sender and body count too; fields added by servers
 * don't. A mail without a Message-ID is identified by every byte.
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
