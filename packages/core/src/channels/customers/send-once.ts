/** Sends once to receivers that would accept a repetition. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { beginSend, completeSend, forgetSend } from '@parley/db/channels/sends';
import { OutboundError } from '@parley/service/outbound-errors';
import type { Text } from '@parley/contracts/i18n/server-texts';
import type { Context } from '../../context.ts';
import { CallFailed } from '../../external/answer.ts';

/** An answer that leaves open whether the call was taken. */
export class UnknownOutcome extends CallFailed {}

/**
 * Lets statuses pass that say that a call was not done. A server that failed may have done it before; an unavailable one
 * has not.
 * @throws UnknownOutcome with what the server said
 */
export function expectKnownOutcome(status: number, said: Text): void {
  if (status < 400 || (status >= 500 && status !== 503))
    throw new UnknownOutcome(said, { responseStatus: status, transient: true });
}

/**
 * Sends a delivery once. If it is unknown whether it was accepted (the process died, no answer came), it fails with
 * that reason and is not sent again until a user retries it: never twice in silence.
 *
 * A receiver that recognises repetitions (`isRepeatable`) is sent it again in every case.
 *
 * @param send makes the call and returns the receiver's id of the message
 * @throws CallFailed, final, if it is unknown; CallFailed, OutboundError if it was not accepted
 */
export async function sendOnce(
  { db }: Pick<Context, 'db'>,
  { deliveryId, receiver, isRepeatable = false }: { deliveryId: string; receiver: string; isRepeatable?: boolean },
  send: () => Promise<string>,
): Promise<void> {
  const begun = await beginSend(db, deliveryId);
  if (begun === 'sent') return;
  const unknown = async (cause?: unknown): Promise<CallFailed> => {
    // A user who presses Retry accepts that it may be sent twice.
    await forgetSend(db, deliveryId);
    return new CallFailed(localize('nobody_knows', { name: receiver }), { transient: false, cause });
  };
  if (begun === 'unknown' && !isRepeatable) throw await unknown();
  let externalId: string;
  try {
    externalId = await send();
  } catch (error) {
    if (!isRepeatable && !isCertain(error)) throw await unknown(error);
    await forgetSend(db, deliveryId);
    throw error;
  }
  await completeSend(db, deliveryId, externalId);
}

/** The call was certainly not taken. */
const isCertain = (error: unknown): boolean =>
  error instanceof OutboundError ? error.neverArrived : !(error instanceof UnknownOutcome);
