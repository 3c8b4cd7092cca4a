import { apiChannel as contract } from '@parley/contracts/channels/api-channel';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findApiChannel, hasApiChannels } from '@parley/db/channels/api-channel';
import { CallFailed } from '../../external/answer.ts';
import { answering } from '../customers/answers.ts';
import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';
import { partsOf } from './address.ts';
import { fetchFile, forgetFile } from './fetch-file.ts';
import { askRating, react, revise, send } from './send.ts';
import { understand } from './understand.ts';

/** Programs of the installation's own, each with a channel that an admin has created: one descriptor for all. */
export const apiChannel: ChannelDescriptor<'api_channel'> = {
  ...answering({
    id: contract.id,
    name: contract.name,
    longestMessage: async ({ db }, address) => {
      const channel = await findApiChannel(db, partsOf(address).channelId);
      return channel?.longestMessage ?? contract.customers.longestMessage;
    },
    concurrency: 60,
    async isOn({ db }, address) {
      const channel = await findApiChannel(db, partsOf(address).channelId);
      if (!channel) throw new CallFailed(localize('channel_removed'), { transient: false });
      return channel.isActive;
    },
    isSetUp: ({ db }) => hasApiChannels(db),
    isRepeatable: true,
    receiverOf: (address) => partsOf(address).channelId,
    // Programs get mended; a refusal is tried again like everything else.
    retriesRefusal: (responseStatus) => responseStatus !== 410,
    send,
    revise,
    react,
    askRating,
    files: { longestCaption: contract.customers.longestCaption, groupOf: () => 'all', byLink: true },
  }),
  // Events come by a route of their own, with the channel's id: `receiving.ts`.
  receive: async () => [],
  understand,
  fetchFile,
  forgetFile,
  watch: async () => undefined,
};
