/** Slack and boards: the same incoming webhook, with settings and a queue each. */
import type { ContractOf } from '@parley/contracts/channels/list';
import { localize } from '@parley/contracts/i18n/server-texts';
import { minute, hour } from '../deliveries/retry-policy.ts';
import { notice, planned } from '../deliveries/notices.ts';
import { Notice, type PayloadOf } from '../deliveries/payload.ts';
import { quote, secretsOf } from '../external/answer.ts';
import { sendChatPost } from './chat-post.ts';
import { type Call, type ChannelDescriptor, delivering } from '../deliveries/descriptor.ts';
import type { ExternalContext } from '../external/services.ts';
import { notConfigured, switchedOff } from '../deliveries/refusals.ts';

type ChatChannel = 'slack' | 'tigon';

/** Seconds between attempts. */
export const chatWaits: readonly number[] = [5, 30, 2 * minute, 10 * minute, hour];

/** A channel that posts every notice to an incoming webhook. */
export function chatWebhook({ id, name, settings }: ContractOf<ChatChannel>): ChannelDescriptor<ChatChannel> {
  return {
    async test(context, { user }) {
      const target = (await context.settings.read())[settings.name];
      if (!target.webhookUrl) throw notConfigured(localize('webhook_address_missing'));
      const post = {
        title: 'Test message',
        customer: user.name,
        website: new URL(context.publicUrl).host,
        text: 'Sent from the Integrations screen. It works.',
        url: `${context.publicUrl}/integrations`,
      };
      const { status, text } = await sendChatPost(context.external.outbound, target, post, `test-${Date.now()}`);
      const words = quote(text, secretsOf(target.webhookUrl));
      return `${new URL(target.webhookUrl).host} answered ${status}${words ? `: ${words}` : ''}.`;
    },

    async notify(context, subject) {
      const { enabled, webhookHost, channel: room } = (await context.settings.read())[settings.name];
      if (!enabled || webhookHost === '') return [];
      return [planned(subject, id, room.trim() || webhookHost, notice(context, subject))];
    },

    delivery: delivering({
      concurrency: 5,
      waits: chatWaits,
      payload: Notice,
      make: (context, delivery, post) => postNotice(context, { name, settings }, delivery.id, post),
    }),
  };
}

/** Posts a notice to the channel's webhook. @throws CallFailed, OutboundError */
export async function postNotice(
  context: ExternalContext,
  { name, settings }: Pick<ContractOf<ChatChannel>, 'name' | 'settings'>,
  deliveryId: string,
  post: PayloadOf<'notice'>,
): Promise<Call> {
  const target = (await context.settings.read())[settings.name];
  if (!target.enabled || !target.webhookUrl) throw switchedOff(name);
  const { status } = await sendChatPost(context.external.outbound, target, post, deliveryId);
  return { responseStatus: status };
}
