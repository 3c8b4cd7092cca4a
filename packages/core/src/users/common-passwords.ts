/**
 * Refuses common passwords: the most frequent ones in leaks, from a bundled list, and the person's own details. There
 * are no rules of composition: NIST SP 800-63B, section 3.1.1.2.
 */
import { passwordMinLength } from '@parley/contracts/users/limits';
import { fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded when a password is first chosen: most processes never need it. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } });
  return new Set(list.default.filter(({ length }) => length >= passwordMinLength));
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const wordsOf = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How the person is called, and how they sign in. */
export interface PasswordOwner {
  name: string;
  email: string;
  username: string;
}

/** Whether so many use it that it is tried first, or it is the person's own name or address. */
export async function isCommonPassword(password: string, { name, email, username }: PasswordOwner): Promise<boolean> {
  common ??= readCommon();
  const [local = ''] = email.split('@');
  const own = new Set([name, email, local, username].map(wordsOf));
  return (await common).has(plain(password)) || own.has(wordsOf(password)) || new Set(plain(password)).size < 3;
}

/** @throws Problem `invalid`, naming `field`, for a password that is tried first */
export async function refuseCommonPassword(field: string, password: string, owner: PasswordOwner): Promise<void> {
  if (await isCommonPassword(password, owner)) throw fieldProblem('invalid', field, localize('password_common'));
}
