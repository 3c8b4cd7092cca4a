/** The assistant gives way to a person. */
import type { Cause } from '@parley/contracts/conversations/activities';
import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import type { Context } from '../context.ts';
import { transition } from './transition.ts';

/**
 * Makes the conversation `waiting` and ends AI assistance; online representatives are notified with the summary. With
 * `onlyIfAiEpoch` an assistant's hand-off yields to a representative who joined, with `onlyIfAiAssisted` a customer's
 * request does. Returns false if it is closed, waiting already, or out of date.
 */
export async function handOff(
  context: Context,
  conversationId: string,
  {
    summary,
    cause,
    onlyIfAiEpoch,
    onlyIfAiAssisted,
  }: { summary: HandOffSummary | null; cause: Cause; onlyIfAiEpoch?: number; onlyIfAiAssisted?: true },
): Promise<boolean> {
  const how = { cause, handOffSummary: summary, aiEpoch: onlyIfAiEpoch, isAiAssisted: onlyIfAiAssisted };
  const { outcome } = await transition(context, conversationId, [{ type: 'hand_off' }], how);
  return outcome === 'done';
}
