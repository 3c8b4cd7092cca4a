/** Proving one's own password once more, in a session that is there. */
import { fieldProblem } from '@parley/contracts/problems';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import { findAccount } from '@parley/db/users/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseOverLimit } from '../rate-limits.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Limits guessing the password from a stolen session like guessing it from outside, per session: a thief can't create
 * another, and the owner's own stays usable.
 */
const passwordChecks = { name: 'password_check', max: 10, perSeconds: 900 };

/** @throws Problem `invalid`, naming `field`, without the caller's own present password, `rate_limited` */
export async function provePassword(
  context: Context,
  limiter: RateLimiter,
  { user, sessionId }: StaffCaller,
  password: string,
  field = 'currentPassword',
): Promise<void> {
  const attempt = { ...passwordChecks, key: `${user.id} ${sessionId}` };
  refuseOverLimit(await limiter.limit(attempt), 'Too many failed attempts.');
  const account = await findAccount(context.db, user.id);
  if (!account || !(await verifyPassword(account.passwordHash, password))) {
    throw wrongPassword(field, localize('password_wrong'));
  }
  await limiter.refund(attempt);
}

const wrongPassword = (field: string, words: LocalizedText) => fieldProblem('invalid', field, words);
