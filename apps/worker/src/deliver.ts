/** The handler that the jobs of all outside services share. */
import type { JobPayload } from '@parley/contracts/jobs';
import { wakeDelivery } from '@parley/core/deliveries/enqueue';
import { performDelivery } from '@parley/core/deliveries/perform';
import { type JobContext, RunAgain } from './job-context.ts';

/** Makes one attempt at a delivery, comes back when it is time for the next, and wakes what waited behind it. */
export async function deliver(context: JobContext, { deliveryId }: JobPayload<'email'>): Promise<unknown> {
  const { at, result, channel, next } = await performDelivery(context, deliveryId);
  if (result && channel) context.figures.delivery(channel, result.status);
  if (next) await wakeDelivery(context, next);
  return at ? new RunAgain(at) : result?.status;
}
