import { slack as contract } from '@parley/contracts/channels/slack';
import * as Type from 'typebox';
import { type ChannelDescriptor, delivering } from '../../deliveries/descriptor.ts';
import { Notice } from '../../deliveries/payload.ts';
import { chatWaits, chatWebhook, postNotice } from '../chat-webhook.ts';
import { following, makeInThread, threadPayloads } from '../threads/channel.ts';
import { slackThreads } from './product.ts';

/** Notices by an incoming webhook, and threads of conversations by an app, in both directions. */
export const slack: ChannelDescriptor<'slack'> = {
  ...chatWebhook(contract),
  ...following(slackThreads),
  delivery: delivering({
    concurrency: 5,
    waits: chatWaits,
    // Messages of a thread, and replies in it, in the order in which they were written.
    inOrder: true,
    payload: Type.Union([Notice, ...threadPayloads]),
    make: (context, delivery, payload) =>
      payload.kind === 'notice'
        ? postNotice(context, contract, delivery.id, payload)
        : makeInThread(context, slackThreads, delivery, payload),
  }),
};
