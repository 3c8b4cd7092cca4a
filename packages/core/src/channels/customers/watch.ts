/** Makes sure that events of customers' channels arrive. */
import { customerChannels } from '@parley/contracts/channels/list';
import { lostDependency } from '@parley/service/errors';
import { asCallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { receivingOf } from '../list.ts';

/** Watches all channels in parallel: a failing one doesn't stop the others. */
export async function watchChannels(context: ExternalContext, stopping: AbortSignal): Promise<void> {
  await Promise.all(
    customerChannels.map(async ({ id }) => {
      try {
        await receivingOf(id).watch(context, stopping);
      } catch (error) {
        if (stopping.aborted) return;
        if (lostDependency(error)) throw error;
        // Only the message is logged: the error may contain parameters of the call.
        context.log.warn({ channel: id, reason: asCallFailed(error).message }, 'a channel was not seen to');
      }
    }),
  );
}
