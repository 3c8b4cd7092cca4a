/** What is not done on a session's word alone: whoever asks for it proves again who they are. */
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
 * An API key has nothing to prove it with: that was asked of whoever made it.
 * @throws Problem `step_up_required` unless password, passkey or code were right within the last minutes
 */
export function refuseUnproven({ provenAt = 0, key }: Pick<StaffCaller, 'provenAt' | 'key'>): void {
  if (!key && Date.now() - provenAt > stepUpMinutes * 60_000) {
    throw new Problem('step_up_required', 'Prove again who you are: this asks for it.');
  }
}

/** For what decides who gets in or where messages go. @throws Problem `session_required` to an API key */
export function refuseKey({ key }: Pick<StaffCaller, 'key'>): void {
  if (key) throw sessionRequired();
}

/** The refusal of what no API key does. */
export const sessionRequired = (): Problem =>
  new Problem('session_required', 'An API key cannot do this. Sign in to the dashboard.');

export type StepUpProof = { password: string } | { code: string } | { passkey: PasskeyAnswer };

/**
 * Proves who is signed in once more.
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
