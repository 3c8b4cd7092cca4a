/** Requires a proof of identity for actions that a session alone must not allow. */
import { stepUpMinutes } from '@parley/contracts/limits';
import { Problem } from '@parley/contracts/problems';
import type { PasskeyAnswer } from '@parley/contracts/passkeys';
import { findAccount } from '@parley/db/users/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { provePassword } from '../users/own-password.ts';
import { proveSecondFactor } from './second-step.ts';
import { wrongCode } from './wrong-code.ts';

/**
 * API keys can't prove anything: their owners had to when they created them.
 * @throws Problem `step_up_required` unless password, passkey or code were right within the last minutes
 */
export function refuseUnproven({ provenAt = 0, key }: Pick<StaffCaller, 'provenAt' | 'key'>): void {
  if (!key && Date.now() - provenAt > stepUpMinutes * 60_000) {
    throw new Problem('step_up_required', 'Prove again who you are: this asks for it.');
  }
}

/**
 * Refuses API keys for actions that decide about access or the delivery of messages. @throws Problem `session_required`
 */
export function refuseKey({ key }: Pick<StaffCaller, 'key'>): void {
  if (key) throw sessionRequired();
}

/** Returns the refusal of an action that API keys can't do. */
export const sessionRequired = (): Problem =>
  new Problem('session_required', 'An API key cannot do this. Sign in to the dashboard.');

export type StepUpProof = { password: string } | { code: string } | { passkey: PasskeyAnswer };

/**
 * Checks the caller's proof of identity.
 * @throws Problem `invalid` for a wrong password, `wrong_code`, `rate_limited`
 */
export async function proveAgain(
  context: Context,
  limiter: RateLimiter,
  caller: StaffCaller,
  { proof, address, device }: { proof: StepUpProof; address: string; device: string | undefined },
): Promise<void> {
  if ('password' in proof) return provePassword(context, limiter, caller, proof.password, 'password');
  const account = await findAccount(context.db, caller.user.id);
  if (!account) throw wrongCode();
  return proveSecondFactor(
    context,
    limiter,
    { account, sessionId: caller.sessionId, address, device },
    proof,
    'step-up',
  );
}
