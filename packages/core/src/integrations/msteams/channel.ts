import * as Type from 'typebox';
import { localize } from '@parley/contracts/i18n/server-texts';
import { type ChannelDescriptor, delivering } from '../../deliveries/descriptor.ts';
import { chatWaits } from '../chat-webhook.ts';
import { following, makeInThread, threadPayloads } from '../threads/channel.ts';
import { openMsteams } from './app.ts';
import { msteamsThreads } from './product.ts';

/** Threads of conversations, in both directions. */
export const msteams: ChannelDescriptor<'msteams'> = {
  ...following(msteamsThreads),
  async test(context) {
    const channels = await (await openMsteams(context)).channels();
    return channels.length > 0 ? localize('msteams_works', { count: channels.length }) : localize('msteams_no_team');
  },
  delivery: delivering({
    concurrency: 5,
    waits: chatWaits,
    // Messages of a thread, and replies in it, in the order in which they were written.
    inOrder: true,
    payload: Type.Union([...threadPayloads]),
    make: (context, delivery, payload) => makeInThread(context, msteamsThreads, delivery, payload),
  }),
};
