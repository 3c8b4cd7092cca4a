import { slack as contract } from '@parley/contracts/channels/slack';
import * as Type from 'typebox';
import { type ChannelDescriptor, delivering } from '../../deliveries/descriptor.ts';
import { Notice } from '../../deliveries/payload.ts';
import { chatWaits, chatWebhook, postNotice } from '../chat-webhook.ts';
import { threadsOf } from './on.ts';
import { ThreadEdit, ThreadLine, ThreadMessage, ThreadReply } from './payload.ts';
import { takeReply } from './replies.ts';
import { followInThreads, postInThread } from './threads.ts';

/** Notices by an incoming webhook, and threads of conversations by an app, in both directions. */
export const slack: ChannelDescriptor<'slack'> = {
  ...chatWebhook(contract),
  follow: followInThreads,
  followsAnswers: async (context) => (await threadsOf(context)) !== null,
  delivery: delivering({
    concurrency: 5,
    waits: chatWaits,
    // Messages of a thread, and replies in it, in the order in which they were written.
    inOrder: true,
    payload: Type.Union([Notice, ThreadMessage, ThreadEdit, ThreadLine, ThreadReply]),
    async make(context, delivery, payload) {
      if (payload.kind === 'notice') return postNotice(context, contract, delivery.id, payload);
      if (payload.kind === 'thread_reply') await takeReply(context, delivery, payload);
      else await postInThread(context, delivery, payload);
      return { responseStatus: 200 };
    },
  }),
};
