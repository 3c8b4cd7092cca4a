/** Signing in. */
import { rateLimits } from '@parley/contracts/routes/limits';
import { Problem } from '@parley/contracts/problems';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { type Account, findAccountByEmail } from '@parley/db/users/users';
import type { LimitRequest, RateLimiter } from '@parley/service/rate-limit';
import { keys } from '@parley/service/redis';
import { recordFailedSignIn } from '../audit/sign-ins.ts';
import type { Context } from '../context.ts';
import { refuseOverLimit } from '../rate-limits.ts';
import { refuseWithoutPasswords } from './only-providers.ts';
import { knownDevice } from './known-device.ts';
import { verifyPassword } from './passwords.ts';

export interface LoginAttempt {
  email: string;
  password: string;
  /** The caller's network, as limits count it. */
  address: string;
  /** The device cookie that the browser brought. */
  device?: string | undefined;
}

/** However long it is tried on: one entry of the audit log in this time. */
const notedForSeconds = 3600;

/**
 * Returns the account for an email and a password.
 *
 * Failures count per address, and per account: those of browsers that have signed in before separately, those of all
 * others together, so that guessing can't lock out the owner. Each attempt is counted before the password is checked
 * and refunded if it was right, so that parallel attempts can't slip past. Without Redis nobody can sign in.
 *
 * @throws Problem `wrong_credentials` (also for unknown and deactivated accounts), `rate_limited`, `unavailable`,
 * `forbidden` where people sign in by identity providers alone
 */
export async function login(
  context: Pick<Context, 'db' | 'redis' | 'prefix' | 'secrets' | 'settings'> & { log: Pick<Context['log'], 'warn'> },
  limiter: RateLimiter,
  attempt: LoginAttempt,
): Promise<Account> {
  await refuseWithoutPasswords(context);
  const { password, address } = attempt;
  const email = attempt.email.trim().toLowerCase();
  const byAddress = { name: 'failed_login_address', key: address, ...rateLimits.failedLoginPerAddress };
  refuseOverLimit(await limiter.limit(byAddress), 'Too many failed attempts.');
  const found = await findAccountByEmail(context.db, attempt.email.trim());
  // Postgres treats some different letters as equal (İ and i): addresses that are counted separately must not match.
  const account = found?.user.email.toLowerCase() === email ? found : undefined;
  const refused = { account: accountName(context, account, email), address };
  const byAccount = limitOf(context, account, { ...attempt, email });
  const counted = await limiter.limit(byAccount);
  if (!counted.allowed) {
    // An attempt that is refused for the account's sake is none of the address's.
    await limiter.refund(byAddress);
    context.log.warn({ ...refused, reason: 'rate_limited' }, 'sign-in refused');
    await noteGuessing(context, account, refused);
  }
  refuseOverLimit(counted, 'Too many failed attempts.');

  const isRight = await verifyPassword(account?.passwordHash, password);
  if (!account?.isActive || !isRight) {
    context.log.warn({ ...refused, reason: 'wrong_credentials' }, 'sign-in refused');
    await recordFailedSignIn(context, limiter, { account, name: refused.account, address, wrong: 'password' });
    throw new Problem('wrong_credentials', 'The email or the password is wrong.');
  }
  await Promise.all([limiter.refund(byAddress), limiter.refund(byAccount)]);
  return account;
}

function limitOf(
  { secrets }: Pick<Context, 'secrets'>,
  account: Account | undefined,
  { email, device }: LoginAttempt,
): LimitRequest {
  const deviceId = knownDevice(secrets, account, device);
  return deviceId === undefined
    ? { name: 'failed_login_account', key: email, ...rateLimits.failedLoginPerAccount }
    : { name: 'failed_login_device', key: deviceId, ...rateLimits.failedLoginPerDevice };
}

/** Returns the account's id for the log. Logs contain no personal data, so an unknown address is hashed. */
function accountName({ secrets }: Pick<Context, 'secrets'>, account: Account | undefined, email: string): string {
  return account?.user.id ?? `unknown ${secrets.sign('account in a log', email).slice(0, 16)}`;
}

/** Leaves a line for the administrators when an account's sign-in has been refused for too many failures. */
async function noteGuessing(
  { db, redis, prefix }: Pick<Context, 'db' | 'redis' | 'prefix'>,
  account: Account | undefined,
  refused: { account: string; address: string },
): Promise<void> {
  // Checked for unknown accounts as well, so that both take as long.
  const key = keys(prefix).key('guessing-noted', refused.account);
  const isFirst = (await redis.set(key, '1', 'EX', notedForSeconds, 'NX')) === 'OK';
  if (!isFirst || !account) return;
  await insertAuditEntry(db, {
    actorId: null,
    actorName: null,
    action: 'user.sign_ins_refused',
    subject: { type: 'user', id: account.user.id },
    address: refused.address,
  });
}
