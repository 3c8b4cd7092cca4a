/** The assistant gives way to a person. */
import type { Cause } from '@parley/contracts/acts';
import type { Context } from '../context.ts';
import { transition } from './transition.ts';

/**
 * The conversation becomes `waiting` and no longer AI-assisted; online representatives are told why. `onlyIfAiEpoch`
 * makes an assistant's own hand-off lose against a person who stepped in, `onlyIfAiAssisted` a customer's wish. False
 * when it was not to be done: closed, waiting already, out of date.
 */
export async function handOff(
  context: Context,
  conversationId: string,
  {
    reason,
    cause,
    onlyIfAiEpoch,
    onlyIfAiAssisted,
  }: { reason: string | null; cause: Cause; onlyIfAiEpoch?: number; onlyIfAiAssisted?: true },
): Promise<boolean> {
  const how = { cause, reason, aiEpoch: onlyIfAiEpoch, isAiAssisted: onlyIfAiAssisted };
  const { outcome } = await transition(context, conversationId, [{ type: 'hand_off' }], how);
  return outcome === 'done';
}
