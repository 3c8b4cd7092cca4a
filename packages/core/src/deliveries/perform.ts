/** One attempt at one delivery. */
import { type Channel, isOutsideChannel } from '@parley/contracts/channels/list';
import {
  claimDelivery,
  type ClaimedDelivery,
  type DeliveryResult,
  type DeliveryRow,
  extendLease,
  findDelivery,
  recordAttempt,
  unfinishedAfter,
  unfinishedBefore,
  type WaitingDelivery,
} from '@parley/db/deliveries/deliveries';
import { lostDependency } from '@parley/service/errors';
import { OutboundError } from '@parley/service/outbound-errors';
import { withSpan } from '@parley/service/tracing';
import { publishChange } from '../events/publish-change.ts';
import { deliveringOf } from '../channels/channels.ts';
import type { Delivering } from '../channels/descriptor.ts';
import { asCallFailed, CallFailed } from '../integrations/answer.ts';
import type { ExternalContext } from '../integrations/external-services.ts';
import { isReactingToEarlier } from './order.ts';
import { nextWaitMs } from './retry-policy.ts';
import { takeTurn } from './turns.ts';

/** Renewed while the call lasts; a killed process's delivery is free again after it. */
const leaseSeconds = 15;
/** Until the next look at a delivery that is not first in its line, or in somebody else's hands. */
const soonMs = 1_000;
const latestMs = 60_000;

/** `at`: come back then. Undefined: nothing more to do. */
export interface Performed {
  at?: Date;
  /** What came of the attempt, if one was made. */
  result?: DeliveryResult;
  channel?: Channel;
  /** The delivery that waited behind this one, and need wait no longer. */
  next?: WaitingDelivery | undefined;
}

const inMs = (milliseconds: number): Date => new Date(Date.now() + milliseconds);

/** A delivery that failed is let have its next attempt first; any other may be done at every moment. */
const afterAttempt = ({ status, nextAttemptAt }: DeliveryRow, milliseconds: number): Date =>
  status === 'failed' && nextAttemptAt
    ? new Date(Math.max(nextAttemptAt.getTime(), Date.now()) + milliseconds)
    : inMs(milliseconds);

/**
 * Whoever ends a delivery wakes the next in line, so looking is for the case that nobody lived to do so. It doubles the
 * time waited so far: a long line costs little, and nobody waits twice as long as they must.
 */
const patienceMs = ({ updatedAt }: DeliveryRow): number =>
  Math.min(latestMs, Math.max(soonMs, Date.now() - updatedAt.getTime()));

const nextInLine = async (
  { db }: ExternalContext,
  delivery: DeliveryRow,
  { inOrder }: Delivering,
): Promise<WaitingDelivery | undefined> => (inOrder ? unfinishedAfter(db, delivery) : undefined);

/** Makes one attempt, unless the delivery is finished, in other hands, or behind an earlier one. */
export async function performDelivery(context: ExternalContext, id: string): Promise<Performed> {
  const waiting = await findDelivery(context.db, id);
  if (!waiting || !isOutsideChannel(waiting.channel)) return {};
  const delivering = deliveringOf(waiting.channel);
  // Done in a process that may not have lived to wake the next.
  if (waiting.status === 'delivered' || waiting.status === 'dead')
    return { next: await nextInLine(context, waiting, delivering) };
  if (delivering.inOrder && waiting.conversationId !== null) {
    if (await isReactingToEarlier(context, waiting.conversationId, waiting.eventId))
      return { at: inMs(patienceMs(waiting) / 2) };
    const earlier = await unfinishedBefore(context.db, waiting);
    if (earlier) return { at: afterAttempt(earlier, patienceMs(waiting)) };
  }
  if (!delivering.sharedByTargets) return perform(context, id, delivering);
  const turn = takeTurn(waiting.target);
  return 'at' in turn ? turn : perform(context, id, delivering).finally(() => turn.end());
}

/** Makes the attempt, unless it is in other hands. */
async function perform(context: ExternalContext, id: string, delivering: Delivering): Promise<Performed> {
  const claimed = await claimDelivery(context.db, id, leaseSeconds);
  if (!claimed) {
    const present = await findDelivery(context.db, id);
    const isOpen = present?.status === 'pending' || present?.status === 'failed';
    return isOpen ? { at: afterAttempt(present, soonMs) } : {};
  }
  const renewal = setInterval(
    () => {
      // A renewal that fails is made up for by the next, twice over.
      extendLease(context.db, id, leaseSeconds).catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  );
  const result = await attempt(context, claimed, delivering).finally(() => clearInterval(renewal));
  const delivery = await recordAttempt(context.db, id, result);
  if (delivery) await publishChange(context, { frame: { type: 'delivery_updated', channel: delivery.channel } });
  return {
    result,
    channel: claimed.channel,
    next: result.status === 'failed' ? undefined : await nextInLine(context, claimed, delivering),
    ...(result.status === 'failed' && result.nextAttemptAt ? { at: result.nextAttemptAt } : {}),
  };
}

async function attempt(
  context: ExternalContext,
  delivery: ClaimedDelivery,
  delivering: Delivering,
): Promise<DeliveryResult> {
  try {
    const { responseStatus } = await withSpan(`call ${delivery.channel}`, { 'parley.delivery': delivery.id }, () =>
      delivering.make(context, delivery),
    );
    return { status: 'delivered', responseStatus };
  } catch (error) {
    // Our own database being away is no failure of the other side's.
    const isTheirs = error instanceof CallFailed || error instanceof OutboundError;
    if (!isTheirs && lostDependency(error)) throw error;
    const failure = asCallFailed(error);
    const { message, responseStatus } = failure;
    const mayPass = failure.transient || delivering.retriesRefusal(responseStatus);
    const wait = mayPass ? nextWaitMs(delivering.waits, delivery.attempts + 1, context.external.retryScale) : null;
    if (wait === null) return { status: 'dead', error: message, responseStatus };
    return {
      status: 'failed',
      error: message,
      responseStatus,
      nextAttemptAt: inMs(Math.max(wait, failure.retryAfterMs)),
    };
  }
}
