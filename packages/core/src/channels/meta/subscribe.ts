/** Subscriptions of an app to the accounts that it hears of. */
import { createHash } from 'node:crypto';
import { textIn } from '@parley/contracts/json';
import { readChannelState, writeChannelState } from '@parley/db/channels/inbound';
import type { ExternalContext } from '../../external/services.ts';

type Channel = Parameters<typeof writeChannelState>[1];

/** Subscribes once for an account, which `parts` name together: again after one of them has changed. Throws as `subscribe`. */
export async function subscribeOnce(
  { db }: Pick<ExternalContext, 'db'>,
  channel: Channel,
  parts: readonly string[],
  subscribe: () => Promise<unknown>,
): Promise<void> {
  const account = createHash('sha256').update(parts.join('\n')).digest('hex');
  const state = await readChannelState(db, channel);
  if (textIn(state, 'account') === account) return;
  await subscribe();
  await writeChannelState(db, channel, { account });
}
