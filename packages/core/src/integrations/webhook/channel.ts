import { webhookEvents } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Id, Nullable, OneOf, Timestamp } from '@parley/contracts/schema';
import { findWebhook } from '@parley/db/webhooks/webhooks';
import * as Type from 'typebox';
import { hour, minute } from '../../deliveries/retry-policy.ts';
import { CallFailed, expectSuccess, secretsOf } from '../../external/answer.ts';
import { type ChannelDescriptor, delivering } from '../../deliveries/descriptor.ts';
import { switchedOff } from '../../deliveries/refusals.ts';
import { followsMessages } from './active.ts';
import { postSigned, webhookAddress } from '../../external/signed-post.ts';
import { webhookDeliveries } from './events.ts';
import { withFileLinks } from './file-links.ts';

const Payload = Type.Object({
  kind: Type.Literal('webhook'),
  body: Type.Object({
    /** A rule calls the webhook that it names, whatever that is subscribed to. */
    type: OneOf([...webhookEvents, 'rule.matched']),
    timestamp: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown()),
  }),
  /** Null for events without a conversation. */
  conversationId: Nullable(Id),
});

/** Signed calls to addresses that administrators have added. */
export const webhook: ChannelDescriptor<'webhook'> = {
  followsAnswers: followsMessages,
  follow: (context, stored) => webhookDeliveries(context, stored),

  delivery: delivering({
    // Four hanging receivers leave no room for a fifth: see `slots.ts`.
    concurrency: 60,
    // Close to a day altogether, as Standard Webhooks recommends.
    waits: [5, minute, 5 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour],
    inOrder: true,
    sharedByTargets: true,
    // Receivers get mended; a refusal is tried again like everything else.
    retriesRefusal: (responseStatus) => responseStatus !== 410,
    payload: Payload,
    async make(context, delivery, { body }) {
      const receiver = await findWebhook(context.db, delivery.target);
      if (!receiver) throw new CallFailed(localize('webhook_removed'), { transient: false });
      if (!receiver.isActive) throw switchedOff('The webhook');
      const address = webhookAddress(context, receiver);
      const signedBody = JSON.stringify(withFileLinks(context, delivery, body));
      const answer = await postSigned(context, receiver, { id: delivery.id, body: signedBody });
      expectSuccess(new URL(address).host, answer, secretsOf(address));
      return { responseStatus: answer.status };
    },
  }),
};
