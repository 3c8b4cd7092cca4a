/** Whether conversations are threads anywhere. */
import type { Context } from '../context.ts';
import { msteamsThreads } from './msteams/product.ts';
import { slackThreads } from './slack/product.ts';

export async function followsThreads(context: Pick<Context, 'settings'>): Promise<boolean> {
  for (const { channels } of [slackThreads, msteamsThreads]) if ((await channels(context)) !== null) return true;
  return false;
}
