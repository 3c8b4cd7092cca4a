/** Handing over what the other side would take twice. */
import { say } from '@parley/contracts/sayings';
import { beginSend, completeSend, forgetSend } from '@parley/db/channels/sends';
import { OutboundError } from '@parley/service/outbound-errors';
import type { Context } from '../../context.ts';
import { CallFailed } from '../../integrations/answer.ts';

/** An answer that leaves open whether the call was taken. */
export class UnknownOutcome extends CallFailed {}

/**
 * Sends a delivery once. Where nobody can know whether it was taken (the process died, no answer came), that is said and
 * it is not sent again until somebody decides to: never twice in silence.
 *
 * @param send makes the call and answers what the other side calls the message
 * @throws CallFailed, final, for one of which nobody knows; CallFailed, OutboundError for one that was not taken
 */
export async function sendOnce(
  { db }: Pick<Context, 'db'>,
  { deliveryId, receiver }: { deliveryId: string; receiver: string },
  send: () => Promise<string>,
): Promise<void> {
  const begun = await beginSend(db, deliveryId);
  if (begun === 'sent') return;
  const unknown = async (cause?: unknown): Promise<CallFailed> => {
    // Whoever presses Retry has decided.
    await forgetSend(db, deliveryId);
    return new CallFailed(say('nobody_knows', { name: receiver }), { transient: false, cause });
  };
  if (begun === 'unknown') throw await unknown();
  let externalId: string;
  try {
    externalId = await send();
  } catch (error) {
    if (!isCertain(error)) throw await unknown(error);
    await forgetSend(db, deliveryId);
    throw error;
  }
  await completeSend(db, deliveryId, externalId);
}

/** The call was certainly not taken. */
const isCertain = (error: unknown): boolean =>
  error instanceof OutboundError ? error.neverArrived : !(error instanceof UnknownOutcome);
