/** Asks for the second step besides the password, and limits failed attempts. */
import { signInLimits } from '@parley/contracts/users/limits';
import type { PasskeyAnswer } from '@parley/contracts/users/passkeys';
import { Problem } from '@parley/contracts/problems';
import type { Proof } from '@parley/contracts/users/second-factors';
import type { SecondStepKind } from '@parley/contracts/users/sign-in';
import { findTotp, listPasskeys, recoveryCodesOf, useTotpStep } from '@parley/db/sign-in/second-factors';
import type { Account } from '@parley/db/users/users';
import type { LimitRequest, RateLimiter } from '@parley/service/rate-limit';
import { DecryptionFailed } from '@parley/service/secrets';
import { recordFailedSignIn } from '../audit/sign-ins.ts';
import type { Context } from '../context.ts';
import { refuseOverLimit } from '../rate-limits.ts';
import { knownDevice } from '../users/known-device.ts';
import { type PasskeyPurpose, provePasskey } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { stepOfCode, totpPurpose } from './totp.ts';
import { wrongCode } from './wrong-code.ts';

type StepContext = Pick<Context, 'db' | 'redis' | 'prefix' | 'publicUrl' | 'secrets'>;

/** Attempt with its account, session and network. */
export interface Attempt {
  account: Account;
  sessionId: string;
  /** The caller's network, as limits count it. */
  address: string;
  /** The device cookie that the browser brought. */
  device: string | undefined;
}

/** Returns the ways in which this account can do its second step, the quickest first. */
export async function secondStepKinds({ db }: Pick<Context, 'db'>, userId: string): Promise<SecondStepKind[]> {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(db, userId),
    listPasskeys(db, userId),
    recoveryCodesOf(db, userId),
  ]);
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(totp === undefined ? [] : (['totp'] as const)),
    ...(codes && codes.left > 0 ? (['recovery'] as const) : []),
  ];
}

/**
 * Proves a second factor. Wrong ones count as wrong passwords do: per address, and per account, those of a browser that has
 * signed in before by themselves. Each is counted before it is looked at, so that parallel ones can't slip past; a code, a
 * recovery code and a passkey's answer are each worth one time, of two calls at once one wins.
 *
 * @throws Problem `wrong_code`, `rate_limited`
 */
export async function proveSecondFactor(
  context: StepContext,
  limiter: RateLimiter,
  attempt: Attempt,
  proof: Proof,
  kind: 'second-step' | 'step-up',
): Promise<void> {
  const counts = limitsOf(context, attempt);
  const counted: LimitRequest[] = [];
  for (const count of counts) {
    const result = await limiter.limit(count);
    // An attempt refused by one limit doesn't count in the others.
    if (!result.allowed) for (const before of counted) await limiter.refund(before);
    refuseOverLimit(result, 'Too many failed attempts.');
    counted.push(count);
  }
  const { account, address } = attempt;
  const { id } = account.user;
  try {
    if (!(await isRight(context, id, proof, { kind, userId: id, sessionId: attempt.sessionId }))) throw wrongCode();
  } catch (error) {
    if (kind === 'second-step' && error instanceof Problem && error.code === 'wrong_code') {
      await recordFailedSignIn(context, limiter, { account, name: id, address, wrong: 'second_step' });
    }
    throw error;
  }
  for (const count of counts) await limiter.refund(count);
}

function limitsOf({ secrets }: Pick<Context, 'secrets'>, { account, address, device }: Attempt): LimitRequest[] {
  const byAddress = { name: 'wrong_code_address', key: address, ...signInLimits.wrongCodePerAddress };
  const known = knownDevice(secrets, account, device);
  if (known !== undefined) {
    return [byAddress, { name: 'wrong_code_device', key: known, ...signInLimits.wrongCodePerDevice }];
  }
  const key = account.user.id;
  return [
    byAddress,
    { name: 'wrong_code_account', key, ...signInLimits.wrongCodePerAccount },
    { name: 'wrong_code_account_day', key, ...signInLimits.wrongCodePerAccountAndDay },
  ];
}

async function isRight(context: StepContext, userId: string, proof: Proof, purpose: PasskeyPurpose): Promise<boolean> {
  if ('code' in proof) return isCode(context, userId, proof.code);
  if ('recoveryCode' in proof) return spendRecoveryCode(context, userId, proof.recoveryCode);
  return isPasskey(context, proof.passkey, purpose);
}

async function isPasskey(context: StepContext, answer: PasskeyAnswer, purpose: PasskeyPurpose): Promise<boolean> {
  await provePasskey(context, answer, purpose);
  return true;
}

/** A code of the account's app, not used before. */
async function isCode({ db, secrets }: StepContext, userId: string, code: string): Promise<boolean> {
  const encrypted = await findTotp(db, userId);
  if (encrypted === undefined) return false;
  const step = stepOfCode(openSecret(secrets, encrypted), code);
  return step !== undefined && useTotpStep(db, userId, step);
}

/** A secret encrypted with a lost APP_SECRET is unusable: a recovery code, or an admin, helps. */
function openSecret(secrets: Pick<Context['secrets'], 'decrypt'>, encrypted: string): string {
  try {
    return secrets.decrypt(encrypted, totpPurpose);
  } catch (error) {
    if (error instanceof DecryptionFailed) throw wrongCode(error);
    throw error;
  }
}
