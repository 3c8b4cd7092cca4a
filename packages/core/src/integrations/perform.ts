/** Makes one attempt at one delivery. BullMQ schedules the next: the job is run again at the returned time. */
import type { DeliveryTarget } from '@parley/contracts/channels/integrations';
import { isDeliveryChannel } from '@parley/contracts/channels/list';
import {
  claimDelivery,
  type ClaimedDelivery,
  type DeliveryResult,
  type DeliveryRow,
  findDelivery,
  recordAttempt,
  unfinishedAfter,
  unfinishedBefore,
} from '@parley/db/deliveries/deliveries';
import { lostDependency } from '@parley/service/errors';
import { OutboundError } from '@parley/service/outbound-errors';
import { withSpan } from '@parley/service/tracing';
import { deliveringOf } from './channels.ts';
import type { Delivering } from '../deliveries/descriptor.ts';
import { asCallFailed, CallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { waitsForEarlierEvent } from '../deliveries/order.ts';
import { nextWaitMs } from '../deliveries/retry-policy.ts';
import { publishDelivery } from '../deliveries/publish-delivery.ts';
import { takeSlot } from '../deliveries/slots.ts';

/** Until the next look at a delivery that another job has in hand. */
const soonMs = 500;

/** `at`: come back then. Undefined: nothing more to do. */
export interface Performed {
  at?: Date;
  /** Outcome of the attempt, if one was made. */
  result?: DeliveryResult;
  channel?: DeliveryTarget;
}

const inMs = (milliseconds: number): Date => new Date(Date.now() + milliseconds);

/**
 * Makes one attempt, unless the delivery is finished, not due, claimed by another job, or waits for an earlier one or
 * for the decision about an earlier event; the end of that wait adds a job for it. `job` is the id of the job that
 * makes the attempt.
 */
export async function performDelivery(context: ExternalContext, id: string, job: string): Promise<Performed> {
  const waiting = await findDelivery(context.db, id);
  if (!waiting || !isDeliveryChannel(waiting.channel)) return {};
  const delivering = deliveringOf(waiting.channel);
  if (waiting.status === 'delivered' || waiting.status === 'dead') {
    // Done in a process that may not have lived to do this.
    await publishDelivery(context, waiting);
    await enqueueNext(context, waiting, delivering);
    return {};
  }
  if (delivering.inOrder && waiting.conversationId !== null) {
    if (await waitsForEarlierEvent(context, waiting, waiting.conversationId)) return {};
    if (await unfinishedBefore(context.db, waiting)) return {};
  }
  if (!delivering.sharedByTargets) return perform(context, id, { job, delivering });
  const slot = takeSlot(delivering.receiverOf(waiting.target));
  return 'at' in slot ? slot : perform(context, id, { job, delivering }).finally(() => slot.end());
}

/** Adds a job for the delivery that waits behind one that has ended. */
async function enqueueNext(context: ExternalContext, ended: DeliveryRow, { inOrder }: Delivering): Promise<void> {
  const next = inOrder ? await unfinishedAfter(context.db, ended) : undefined;
  if (next) await enqueueDelivery(context, next, `after-${ended.id}`);
}

async function perform(
  context: ExternalContext,
  id: string,
  { job, delivering }: { job: string; delivering: Delivering },
): Promise<Performed> {
  const claimed = await claimDelivery(context.db, id, job);
  if (!claimed) {
    // The database's clock decides when it is due; ours may be ahead.
    const nextAt = (await findDelivery(context.db, id))?.nextAttemptAt;
    return nextAt ? { at: new Date(Math.max(nextAt.getTime(), Date.now() + soonMs)) } : {};
  }
  const result = await attempt(context, claimed, delivering);
  const delivery = await recordAttempt(context.db, id, result);
  if (delivery) await publishDelivery(context, claimed);
  if (result.status !== 'failed') await enqueueNext(context, claimed, delivering);
  return {
    result,
    channel: claimed.channel,
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
    // An outage of our own database is no failure of the other side.
    const isTheirs = error instanceof CallFailed || error instanceof OutboundError;
    if (!isTheirs && lostDependency(error)) throw error;
    const failure = asCallFailed(error);
    const { message, localized, responseStatus } = failure;
    const mayPass = failure.transient || delivering.retriesRefusal(responseStatus);
    const wait = mayPass ? nextWaitMs(delivering.waits, delivery.attempts + 1, context.external.retryScale) : null;
    if (wait === null) return { status: 'dead', error: message, localized, responseStatus };
    return {
      status: 'failed',
      error: message,
      localized,
      responseStatus,
      nextAttemptAt: inMs(Math.max(wait, failure.retryAfterMs)),
    };
  }
}
