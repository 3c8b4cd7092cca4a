/**
 * Reply addresses and Message-IDs that only somebody who got one of our mails can know: each carries the conversation's
 * token and a signature over it, in hex, because mail programs change the case of addresses.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '@parley/service/secrets';

type Keys = Pick<Secrets, 'keys'>;

/** 64 bits: guessing one address takes longer than any mailbox lasts. */
const signatureLength = 16;
const purpose = 'mail thread';

const signature = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, signatureLength);

function isSigned(secrets: Keys, text: string, given: string): boolean {
  const found = Buffer.from(given.toLowerCase());
  return secrets.keys(purpose).some((key) => {
    const expected = Buffer.from(signature(key, text));
    return expected.length === found.length && timingSafeEqual(expected, found);
  });
}

/** `support+{token}.{signature}@example.com`: where an answer to this conversation goes. */
export function replyAddress(secrets: Keys, mailbox: string, mailToken: string): string {
  const at = mailbox.lastIndexOf('@');
  return `${mailbox.slice(0, at)}+${mailToken}.${signature(secrets.keys(purpose)[0], mailToken)}${mailbox.slice(at)}`;
}

/** The token of the first genuine reply address among the given ones. */
export function tokenFromAddresses(secrets: Keys, addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const found = /\+([0-9a-f]{8,32})\.([0-9a-f]{16})@/i.exec(address);
    if (found?.[1] && found[2] && isSigned(secrets, found[1].toLowerCase(), found[2])) return found[1].toLowerCase();
  }
  return null;
}

export interface MailIdentity {
  mailToken: string;
  /** What makes it this mail and no other: the delivery's id. The same for every attempt. */
  deliveryId: string;
  /** The domain after the @, of the from address. */
  domain: string;
}

/** `<p.{token}.{delivery}.{signature}@domain>`; sending the same delivery again gives the same id. */
export function messageId(secrets: Keys, { mailToken, deliveryId, domain }: MailIdentity): string {
  const name = `${mailToken}.${deliveryId.replaceAll('-', '')}`;
  return `<p.${name}.${signature(secrets.keys(purpose)[0], name)}@${domain}>`;
}

/** The token of the newest genuine Message-ID of ours in `References` and `In-Reply-To`. */
export function tokenFromReferences(secrets: Keys, references: readonly string[]): string | null {
  for (const reference of references.toReversed()) {
    const found = /^<?p\.([0-9a-f]{8,32})\.([0-9a-f]{32})\.([0-9a-f]{16})@/i.exec(reference);
    const [, token, delivery, given] = found ?? [];
    if (!token || !delivery || !given) continue;
    if (isSigned(secrets, `${token}.${delivery}`.toLowerCase(), given)) return token.toLowerCase();
  }
  return null;
}
