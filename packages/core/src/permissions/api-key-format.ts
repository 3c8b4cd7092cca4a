/** How a key looks: `parley_`, 256 random bits and their CRC-32 in base62, all of it one word to a double click. */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  apiKeyChecksumLength,
  apiKeyPrefix,
  apiKeyRandomLength,
  apiKeyShownLength,
} from '@parley/contracts/users/api-keys';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const pattern = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${apiKeyRandomLength + apiKeyChecksumLength}}$`);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), apiKeyChecksumLength);

/** A key that has never been: 43 digits of base62 hold 256 bits. */
export function newApiKey(): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), apiKeyRandomLength);
  return `${apiKeyPrefix}${random}${checksum(random)}`;
}

/** Returns the key of `Authorization: Bearer …`, if it has the form of one; a visitor's token does not. */
export function bearerApiKey(authorization: string | undefined): string | undefined {
  const token = bearerToken(authorization);
  return token?.startsWith(apiKeyPrefix) ? token : undefined;
}

/** The token of `Authorization: Bearer …`, if there is one. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,4096})$/i.exec(authorization ?? '')?.[1];

/** Returns true if it can be a key: malformed ones are refused without a database query. */
export function isWellFormed(key: string): boolean {
  if (!pattern.test(key)) return false;
  const random = key.slice(apiKeyPrefix.length, apiKeyPrefix.length + apiKeyRandomLength);
  return key.endsWith(checksum(random));
}

/** Returns the stored hash of a key. A fast hash suffices: 256 random bits can't be guessed. */
export const apiKeyHash = (key: string): string => hash('sha256', key);

/** Returns the beginning of a key, which may be shown. */
export const shownPrefix = (key: string): string => key.slice(0, apiKeyShownLength);
