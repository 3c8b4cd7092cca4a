/** The handler that the jobs of all outside services share. */
import type { JobPayload } from '@parley/contracts/jobs';
import { performDelivery } from '@parley/core/deliveries/perform';
import { type JobContext, RunAgain } from './job-context.ts';

/** A conversation with more waiting than this lets others have a turn. */
const mostInARow = 50;

/**
 * Makes one attempt at a delivery and comes back when it is time for the next. What waited behind it is done right away;
 * the job of that delivery will find it done.
 */
export async function deliver(context: JobContext, { deliveryId }: JobPayload<'email'>): Promise<unknown> {
  const own = await attempt(context, deliveryId);
  let next = own.nextId;
  for (let count = 1; next !== undefined && count < mostInARow; count += 1)
    next = (await attempt(context, next)).nextId;
  return own.at ? new RunAgain(own.at) : own.result?.status;
}

async function attempt(context: JobContext, deliveryId: string): ReturnType<typeof performDelivery> {
  const performed = await performDelivery(context, deliveryId);
  if (performed.result && performed.channel) context.figures.delivery(performed.channel, performed.result.status);
  return performed;
}
