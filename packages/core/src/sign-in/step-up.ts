/** Requires a proof of identity for actions that a session alone must not allow. */
import type { PasskeyAnswer } from '@parley/contracts/users/passkeys';
import { findAccount } from '@parley/db/users/users';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { provePassword } from '../users/own-password.ts';
import { proveSecondFactor } from './second-step.ts';
import { wrongCode } from './wrong-code.ts';

export type StepUpProof = { password: string } | { code: string } | { passkey: PasskeyAnswer };

/**
 * Checks the caller's proof of identity.
 * @throws Problem `invalid` for a wrong password, `wrong_code`, `rate_limited`
 */
export async function proveAgain(
  context: Context,
  caller: StaffCaller,
  limiter: RateLimiter,
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
