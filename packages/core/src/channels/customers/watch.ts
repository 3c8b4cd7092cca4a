/** Seeing to it that what customers write on their channels comes in. */
import { customerChannels } from '@parley/contracts/channels/list';
import { lostDependency } from '@parley/service/errors';
import { asCallFailed } from '../../integrations/answer.ts';
import type { ExternalContext } from '../../integrations/external-services.ts';
import { receivingOf } from '../channels.ts';

/** Every channel at once, each for itself: what one's other side has against us keeps none of the others. */
export async function watchChannels(context: ExternalContext, stopping: AbortSignal): Promise<void> {
  await Promise.all(
    customerChannels.map(async ({ id }) => {
      try {
        await receivingOf(id).watch(context, stopping);
      } catch (error) {
        if (stopping.aborted) return;
        if (lostDependency(error)) throw error;
        // In words for people: what a call was made with is no business of a log's.
        context.log.warn({ channel: id, reason: asCallFailed(error).message }, 'a channel was not seen to');
      }
    }),
  );
}
