/**
 * Creates and checks reply addresses and Message-IDs that only recipients of our mails can know: each contains the
 * conversation's token and a signature, in hex, because mail programs change the case of addresses. The signature of a
 * reply address also covers the address that it was given to, so that an answer to it proves that one and no other.
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

const signedFor = (mailToken: string, givenTo: string): string => `${mailToken} ${givenTo.toLowerCase()}`;

/** `support+{token}.{signature}@example.com`: where the answers of the address `givenTo` to this conversation go. */
export function replyAddress(
  secrets: Keys,
  mailbox: string,
  { mailToken, givenTo }: { mailToken: string; givenTo: string },
): string {
  const at = mailbox.lastIndexOf('@');
  const signed = signature(secrets.keys(purpose)[0], signedFor(mailToken, givenTo));
  return `${mailbox.slice(0, at)}+${mailToken}.${signed}${mailbox.slice(at)}`;
}

/** Returns the addresses of mailboxes that mail for an address may be meant for: itself, and without its `+tag`. */
export function mailboxAddressesOf(address: string): string[] {
  const whole = address.toLowerCase();
  const at = whole.lastIndexOf('@');
  const plus = whole.indexOf('+');
  return plus > 0 && plus < at ? [whole, whole.slice(0, plus) + whole.slice(at)] : [whole];
}

export interface ReplyTag {
  mailToken: string;
  signature: string;
}

/** Maximum number of such addresses that are checked: a mail answers one conversation, more of them are an attack. */
const mostTags = 5;

/** Returns the tags of possible reply addresses. `addressGivenTo` checks whether they are genuine. */
export function replyTags(addresses: readonly string[]): ReplyTag[] {
  const tags = addresses.flatMap((address) => {
    const [, mailToken, signed] = /\+([0-9a-f]{8,32})\.([0-9a-f]{16})@/i.exec(address) ?? [];
    return mailToken && signed ? [{ mailToken: mailToken.toLowerCase(), signature: signed }] : [];
  });
  return tags.slice(0, mostTags);
}

/** Which of the addresses that a conversation has mailed was given this reply address; null for a forged one. */
export const addressGivenTo = (secrets: Keys, tag: ReplyTag, mailed: readonly string[]): string | null =>
  mailed.find((address) => isSigned(secrets, signedFor(tag.mailToken, address), tag.signature)) ?? null;

export interface MailIdentity {
  mailToken: string;
  /** Delivery's id, which makes the mail unique. Equal for every attempt. */
  deliveryId: string;
  /** The domain after the @, of the from address. */
  domain: string;
}

/** `<p.{token}.{delivery}.{signature}@domain>`; sending the same delivery again gives the same id. */
export function messageId(secrets: Keys, { mailToken, deliveryId, domain }: MailIdentity): string {
  const name = `${mailToken}.${deliveryId.replaceAll('-', '')}`;
  return `<p.${name}.${signature(secrets.keys(purpose)[0], name)}@${domain}>`;
}

/** Returns the delivery that a genuine Message-ID of ours names; null for any other. */
export function deliveryFromMessageId(secrets: Keys, id: string): string | null {
  const [, token, delivery, given] = /^<?p\.([0-9a-f]{8,32})\.([0-9a-f]{32})\.([0-9a-f]{16})@/i.exec(id) ?? [];
  if (!token || !delivery || !given || !isSigned(secrets, `${token}.${delivery}`.toLowerCase(), given)) return null;
  return delivery.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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
