import * as Type from 'typebox';
import { integrationIds } from '../channels/integrations.ts';
import { Channel, Delivery, Webhook, WebhookTest, webhookEvents } from '../entities.ts';
import { route } from '../route.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Described, expected, Id, IdParam, NoContent, OneOf, PageLimit, Strict } from '../schema.ts';
import { Address, KeptAddress } from '../settings/secret-fields.ts';

const tag = {
  name: 'Integrations',
  description: 'Trying out other services, outgoing webhooks, and what was delivered.',
};

/** Result of a successful test; `message` comes from the other side or from the product. */
export const Tested = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  localized: Type.Optional(LocalizedText),
});
export type Tested = Type.Static<typeof Tested>;

const params = Strict({ id: IdParam });

export const testIntegration = route({
  method: 'POST',
  path: '/api/integrations/test/:integration',
  access: 'staff',
  permission: 'integrations.test',
  tag,
  summary: 'Test an integration with one real call, and report the answer',
  refusals: ['not_configured', 'other_side_failed'],
  params: Strict({ integration: OneOf(integrationIds, { description: 'Which of the integrations.' }) }),
  responses: { 200: Tested },
});

export const listDeliveries = route({
  method: 'GET',
  path: '/api/deliveries',
  access: 'staff',
  permission: 'deliveries.manage',
  tag,
  summary: 'List the latest deliveries, newest first',
  query: Strict({
    channel: Type.Optional(Described(Channel, 'Only by this way.')),
    webhookId: Type.Optional(Described(Id, 'Only of this webhook.')),
    status: Type.Optional(
      OneOf(['pending', 'delivered', 'failed', 'dead'], { description: 'Only what is in this state.' }),
    ),
    limit: PageLimit(200),
    before: Type.Optional(Described(Id, 'Only what is older than this one.')),
  }),
  responses: { 200: Type.Array(Delivery) },
});

export const retryDelivery = route({
  method: 'POST',
  path: '/api/deliveries/:id/retry',
  access: 'staff',
  permission: 'deliveries.manage',
  tag,
  summary: 'Retry a failed delivery, or replay a delivered webhook',
  refusals: ['conflict'],
  params,
  responses: { 200: Delivery },
});

const channelParam = Strict({
  channel: Type.String({
    maxLength: 40,
    description: 'The channel that the event comes from.',
    examples: ['telegram'],
  }),
});

export const receiveFromChannel = route({
  method: 'POST',
  path: '/api/channels/:channel/events',
  // The other side proves itself by the secret that its channel gave it.
  access: 'anyone',
  tag,
  summary: 'Receive events from a customers’ channel; stored as received, processed afterwards',
  params: channelParam,
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
});

export const confirmChannel = route({
  method: 'GET',
  path: '/api/channels/:channel/events',
  access: 'anyone',
  tag,
  summary: 'Confirm to a customers’ channel that this address wants its events; answers its challenge as text',
  params: channelParam,
  query: Strict({
    'hub.mode': Type.String({ maxLength: 40, description: '`subscribe`.', examples: ['subscribe'] }),
    'hub.verify_token': Type.String({ maxLength: 2_000, description: 'The token of the channel’s settings.' }),
    'hub.challenge': Type.String({ maxLength: 200, description: 'Text that is answered.', examples: ['1158201444'] }),
  }),
  refusals: ['forbidden'],
  responses: { 200: Type.String() },
  raw: true,
});

const WebhookEvents = Type.Array(OneOf(webhookEvents), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
});

export const listWebhooks = route({
  method: 'GET',
  path: '/api/webhooks',
  access: 'staff',
  permission: 'webhooks.manage',
  tag,
  summary: 'List outgoing webhooks, addresses masked',
  responses: { 200: Type.Array(Webhook) },
});

export const addWebhook = route({
  method: 'POST',
  path: '/api/webhooks',
  access: 'staff',
  permission: 'webhooks.manage',
  tag,
  summary: 'Create an outgoing webhook; its signing secret is returned only this once',
  body: Strict({ url: Address, events: WebhookEvents }),
  responses: { 201: Type.Object({ ...Webhook.properties, secret: Type.String() }) },
});

export const updateWebhook = route({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  access: 'staff',
  permission: 'webhooks.manage',
  tag,
  summary: 'Update an outgoing webhook',
  params,
  body: Strict(
    {
      url: Type.Optional(KeptAddress),
      events: Type.Optional(WebhookEvents),
      isActive: Type.Optional(Type.Boolean()),
      /** Compares the host, the only visible part of the address. */
      ...expected({ host: Type.String({ maxLength: 2000 }), events: WebhookEvents, isActive: Type.Boolean() }),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Webhook },
});

export const testWebhook = route({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  access: 'staff',
  permission: 'webhooks.manage',
  stepUp: false,
  tag,
  summary: 'Send a signed test event to an outgoing webhook, and report the answer',
  params,
  responses: { 200: WebhookTest },
});

export const rotateWebhookSecret = route({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  access: 'staff',
  permission: 'webhooks.manage',
  byKey: false,
  tag,
  summary: 'Replace the signing secret, returned only this once; the previous one also signs for a day',
  params,
  responses: { 200: Type.Object({ ...Webhook.properties, secret: Type.String() }) },
});

export const endPreviousWebhookSecret = route({
  method: 'DELETE',
  path: '/api/webhooks/:id/previous-secret',
  access: 'staff',
  permission: 'webhooks.manage',
  byKey: false,
  tag,
  summary: 'Revoke the previous signing secret',
  params,
  responses: { 200: Webhook },
});

export const deleteWebhook = route({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'staff',
  permission: 'webhooks.manage',
  tag,
  summary: 'Delete an outgoing webhook and its delivery log',
  params,
  responses: { 204: NoContent },
});
