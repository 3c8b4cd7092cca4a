/**
 * Manages recovery codes for users without their phone: 50 random bits each, used once. Stored as Argon2id hashes under
 * one salt for the ten, so that one derivation finds the code.
 */
import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@parley/contracts/users/limits';
import { recoveryCodesOf, setRecoveryCodes, useRecoveryCode } from '@parley/db/sign-in/second-factors';
import type { Context } from '../context.ts';
import { hashWithSalt } from '../users/passwords.ts';

/** Crockford's: no letter that is taken for a digit. 32 signs, so a byte's low five bits choose one evenly. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz';
const half = 5;

function newCode(): string {
  const text = Array.from(randomBytes(2 * half), (byte) => signs[byte % signs.length]).join('');
  return `${text.slice(0, half)}-${text.slice(half)}`;
}

/** Normalises a code for hashing: drops separators, and unifies characters that people confuse. */
const canonical = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

/** Puts ten new codes in the place of those before, and answers them this once. */
export async function makeRecoveryCodes({ db }: Pick<Context, 'db'>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => hashWithSalt(canonical(code), salt)));
  await setRecoveryCodes(db, userId, { salt: salt.toString('base64url'), hashes });
  return codes;
}

/** Uses a code up; false for one that is unknown or was used. */
export async function spendRecoveryCode({ db }: Pick<Context, 'db'>, userId: string, code: string): Promise<boolean> {
  const kept = await recoveryCodesOf(db, userId);
  if (!kept) return false;
  return useRecoveryCode(db, userId, await hashWithSalt(canonical(code), Buffer.from(kept.salt, 'base64url')));
}
