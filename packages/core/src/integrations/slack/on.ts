/** Whether conversations are threads in Slack. */
import { hasSlackThreads, type SlackThreadsConfig } from '@parley/contracts/channels/slack-threads';
import type { Context } from '../../context.ts';

/** Returns the settings while threads are on and complete. */
export async function threadsOf({ settings }: Pick<Context, 'settings'>): Promise<SlackThreadsConfig | null> {
  const { slackThreadsConfig: config } = await settings.read();
  return hasSlackThreads(config) ? config : null;
}
