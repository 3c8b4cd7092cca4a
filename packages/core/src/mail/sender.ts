/** Reads the sender of a mail, in the formats of various mail programs. */
import { cleanLine } from '@parley/contracts/text/clean-line';
import { emailMaxLength, nameMaxLength } from '@parley/contracts/users/limits';
import { addressParser, decodeWords, type Mailbox } from 'postal-mime';

const bracketed = /<([^<>\s@]{1,64}@[^<>\s@]{1,255})>/g;

/**
 * Reads a field that holds one mailbox, such as `From`; the address in lower case. Programs that leave out the quotation
 * marks of `Doe, Jane <jane@customer.example>` mean one person: the text is read as a list only where it holds more than
 * one address, of which the first counts. Null where there is none.
 */
export function readMailbox(value: string): Mailbox | null {
  const inBrackets = [...value.matchAll(bracketed)];
  const [only] = inBrackets;
  const isOne = inBrackets.length === 1 && value.indexOf('@') === value.lastIndexOf('@');
  const found: { name: string; address?: string | undefined } | undefined =
    isOne && only
      ? { name: decodeWords(value.slice(0, only.index).replaceAll(/["\\]/g, '')), address: only[1] ?? '' }
      : addressParser(value, { flatten: true }).find(({ address }) => address?.includes('@'));
  if (!found?.address) return null;
  return {
    name: cleanLine(found.name, nameMaxLength),
    address: cleanLine(found.address.toLowerCase(), emailMaxLength),
  };
}

/** Domains of one and the same mailboxes, where dots before the @ mean nothing. */
const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the same address for all that lead to one mailbox: without `+tag` (RFC 5233), and by Gmail's rules for Gmail.
 */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [domain, local] = [address.slice(at + 1).toLowerCase(), address.slice(0, at).toLowerCase()];
  // A plus at the beginning is no tag.
  const plus = local.indexOf('+', 1);
  const untagged = plus < 0 ? local : local.slice(0, plus);
  return gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

/** Returns true if both addresses lead to one mailbox, judging by their form. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);
