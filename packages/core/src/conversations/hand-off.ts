/** The assistant gives way to a person. */
import { handOff as handOffInDb } from '@parley/db/conversations/change';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';

/**
 * The conversation becomes `waiting` and no longer AI-assisted; online representatives are told why. `onlyIfAiEpoch`
 * makes an assistant's own hand-off lose against a person who stepped in, `onlyIfAiAssisted` a customer's wish. False
 * when it was not to be done: closed, waiting already, out of date.
 */
export async function handOff(
  context: Context,
  conversationId: string,
  options: { reason: string | null; onlyIfAiEpoch?: number; onlyIfAiAssisted?: boolean },
): Promise<boolean> {
  const changed = await handOffInDb(context.db, conversationId, { actorId: null, ...options });
  if (changed) await dispatch(context, changed.event, changed);
  return changed !== undefined;
}
