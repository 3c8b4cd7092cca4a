/** Calls by which providers hand over mails. */
import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';

/** Call as it arrived. */
export interface ProviderCall {
  /** `Content-Type`, which names the boundary of a form. */
  contentType: string;
  /** `Authorization`; null without. */
  authorization: string | null;
  body: Buffer;
}

/** Mail as a provider hands it over. */
export interface ProviderMail {
  raw: Buffer;
  envelopeFrom: string | null;
  envelopeTo: string[];
}

/** Refuses a call without a valid signature or password. */
export const notTheProvider = (): Problem =>
  new Problem('signed_out', 'The signature or the password of this call is not the mailbox’s.');

/** Refuses a call that has a valid signature and isn't a mail. */
export const notAMail = (): Problem => new Problem('malformed', 'This call has no mail.');

/** Compares in constant time, whatever the lengths. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Checks the password of HTTP basic authentication; its user may be any. @throws Problem `signed_out` */
export function assertPassword({ authorization }: ProviderCall, secret: string): void {
  const [, encoded = ''] = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const password = credentials.slice(credentials.indexOf(':') + 1);
  if (secret === '' || !credentials.includes(':') || !isSame(password, secret)) throw notTheProvider();
}

/** Reads a form. @throws Problem `malformed` */
export async function formOf({ contentType, body }: ProviderCall): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    throw new Problem('malformed', 'The body is not a form.', { cause });
  }
}

/** Reads JSON. @throws Problem `malformed` */
export function jsonOf({ body }: Pick<ProviderCall, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new Problem('malformed', 'The body is not JSON.', { cause });
  }
}

/** Returns the addresses of a list, lower case. */
export const addressesOf = (list: string): string[] =>
  [...list.matchAll(/[^\s<>,;"]+@[^\s<>,;"]+/g)].map(([address]) => address.toLowerCase());
