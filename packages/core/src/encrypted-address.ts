/**
 * Encrypts addresses that give access by themselves (Slack, boards, webhooks). They are stored in the form of an
 * address at a name that can never exist (RFC 2606), so that nothing calls one by mistake. An address in the clear is
 * read as it is, and encrypted when it is next written or renewed.
 */
import { DecryptionFailed, type Secrets } from '@parley/service/secrets';

const encryptedPrefix = 'https://encrypted.invalid/';
const purpose = 'stored address';

/** The address as it is stored; nothing for none. */
export const encryptAddress = (secrets: Pick<Secrets, 'encrypt'>, address: string): string =>
  address === '' ? '' : encryptedPrefix + secrets.encrypt(address, purpose);

export const isEncrypted = (stored: string): boolean => stored.startsWith(encryptedPrefix);

/** The address that is stored. @throws DecryptionFailed */
export const decryptAddress = (secrets: Pick<Secrets, 'decrypt'>, stored: string): string =>
  isEncrypted(stored) ? secrets.decrypt(stored.slice(encryptedPrefix.length), purpose) : stored;

/** Returns the decrypted address; an empty one if it can't be decrypted any more. */
export function openAddress(secrets: Pick<Secrets, 'decrypt'>, stored: string): string {
  try {
    return decryptAddress(secrets, stored);
  } catch (error) {
    if (error instanceof DecryptionFailed) return '';
    throw error;
  }
}

/** Whether it is stored in the clear, or under the secret before. */
export const needsEncryption = (secrets: Pick<Secrets, 'needsRotation'>, stored: string): boolean =>
  stored !== '' && (!isEncrypted(stored) || secrets.needsRotation(stored.slice(encryptedPrefix.length)));

/** Returns the host of an address, the only part that is shown. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';
