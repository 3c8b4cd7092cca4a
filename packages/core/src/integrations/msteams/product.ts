/** Microsoft Teams, as a program that conversations are threads in. */
import { msteams as contract } from '@parley/contracts/channels/msteams';
import type { ThreadProduct } from '../threads/product.ts';
import { msteamsOf } from './api.ts';
import { msteamsMarks } from './text.ts';

export const msteamsThreads: ThreadProduct = {
  id: contract.id,
  name: contract.name,
  marks: msteamsMarks,
  async channels({ settings }) {
    const { enabled, appId, tenantId, clientSecret, channels } = (await settings.read()).msteamsConfig;
    return enabled && appId && tenantId && clientSecret && channels.length > 0 ? channels : null;
  },
  open: async (context) => msteamsOf(context, (await context.settings.read()).msteamsConfig),
};
