/**
 * A group or list in front of the team's mailbox: Google Groups and the like put their own address into `From` and the
 * writer's beside it. https://support.google.com/groups/answer/11036848
 */
import type { Mailbox } from 'postal-mime';
import { readAuthenticationResults, authenticationOf } from './authentication.ts';
import type { ParsedMail } from './parse.ts';
import { readMailbox } from './sender.ts';

export interface MailGroup {
  /** Addresses of the group in the mail, in lower case. Any sender can write such a field. */
  addresses: string[];
  /** The writer as the group names them, where it has put its own address into `From`. */
  writer: Mailbox | null;
  /** Whether the group's own server found the writer to be forged. It is believed in nothing better. */
  isForged: boolean;
}

const addressesIn = (value: string): string[] =>
  value
    .toLowerCase()
    .match(/[^\s<>:;,"'@]{1,64}@[a-z0-9.-]{1,255}/g)
    ?.slice(0, 10) ?? [];

/** The group that a mail came through; null for one that came through none. */
export function mailGroup(mail: Pick<ParsedMail, 'headers' | 'from'>): MailGroup | null {
  const first = (name: string): string => mail.headers.get(name)?.[0] ?? '';
  if (first('list-id') === '' && first('mailing-list') === '') return null;
  const addresses = [...addressesIn(first('mailing-list')), ...addressesIn(first('list-post'))];
  // RFC 2919 names a list by its address with a dot for the @.
  const [, id] = /<([^<>\s]{1,300})>/.exec(first('list-id')) ?? [];
  if (id?.includes('.')) addresses.push(id.toLowerCase().replace('.', '@'));
  const from = mail.from?.address;
  const isRewritten = from !== undefined && addresses.includes(from);
  const original = readMailbox(first('x-original-sender'));
  const named = readMailbox(first('x-original-from')) ?? readMailbox(first('reply-to'));
  const writer = original ? { ...original, name: named?.name ?? original.name } : named;
  const results = readAuthenticationResults(first('x-original-authentication-results'));
  return {
    addresses,
    writer: isRewritten && writer && !addresses.includes(writer.address) ? writer : null,
    isForged: writer !== null && results !== null && authenticationOf(writer.address, results) === 'fail',
  };
}
