/** Records sign-ins and failed attempts. */
import type { SignInMethod } from '@parley/contracts/users/sign-in';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import type { Account } from '@parley/db/users/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { Context } from '../context.ts';

/** Records a sign-in, or the registration that it belongs to. */
export async function recordSignIn(
  { db }: Pick<Context, 'db'>,
  { user }: Account,
  { method, address }: { method: SignInMethod; address: string },
): Promise<void> {
  const isNew = method === 'registration' || method === 'invitation';
  await insertAuditEntry(db, {
    actorId: user.id,
    actorName: user.name,
    action: isNew ? 'user.registered' : 'user.signed_in',
    subject: { type: 'user', id: user.id },
    details: { method },
    address,
  });
}

export interface FailedSignIn {
  /** Account of the attempt; undefined for an unknown address. */
  account: Account | undefined;
  /** Name of the account in logs, known or not. */
  name: string;
  address: string;
  /** Failed step. */
  wrong: 'password' | 'second_step';
}

/** All together: a flood of failures over many addresses fills the log of the service, and not this one. */
const failuresNoted = { name: 'failed_sign_ins_noted', key: 'all', max: 600, perSeconds: 3600 };

/** Notes that a sign-in failed. */
export async function recordFailedSignIn(
  { db }: Pick<Context, 'db'>,
  limiter: Pick<RateLimiter, 'take'>,
  { account, name, address, wrong }: FailedSignIn,
): Promise<void> {
  if ((await limiter.take(failuresNoted)) > 0) return;
  await insertAuditEntry(db, {
    actorId: null,
    actorName: null,
    action: 'user.sign_in_failed',
    subject: account && { type: 'user', id: account.user.id },
    details: account ? { wrong } : { wrong, account: name },
    address,
  });
}
