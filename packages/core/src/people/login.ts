/** Signing in. */
import { rateLimits } from '@parley/contracts/limits';
import { Problem } from '@parley/contracts/problems';
import { type Account, findAccountByEmail } from '@parley/db/people/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { Context } from '../context.ts';
import { refuseBeyond } from '../limits.ts';
import { verifyPassword } from './passwords.ts';

/**
 * The account behind an email and a password.
 *
 * Failures count per account and per address; each attempt is counted before the password is looked at and given back
 * when it was right, so that parallel attempts can't slip past. Without Redis nobody gets in.
 *
 * @throws Problem `wrong_credentials` (also for unknown and deactivated accounts), `rate_limited`, `unavailable`
 */
export async function login(
  context: Context,
  limiter: RateLimiter,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<Account> {
  const byAddress = { name: 'failed_login_address', key: address, ...rateLimits.failedLoginPerAddress };
  const byAccount = {
    name: 'failed_login_account',
    key: email.trim().toLowerCase(),
    ...rateLimits.failedLoginPerAccount,
  };
  refuseBeyond(await limiter.limit(byAddress), 'Too many failed attempts.');
  const counted = await limiter.limit(byAccount);
  // An attempt that is refused for the account's sake is none of the address's.
  if (!counted.allowed) await limiter.refund(byAddress);
  refuseBeyond(counted, 'Too many failed attempts.');

  const account = await findAccountByEmail(context.db, email.trim());
  const isRight = await verifyPassword(account?.passwordHash, password);
  if (!account?.isActive || !isRight) throw new Problem('wrong_credentials', 'The email or the password is wrong.');
  await Promise.all([limiter.refund(byAddress), limiter.refund(byAccount)]);
  return account;
}
