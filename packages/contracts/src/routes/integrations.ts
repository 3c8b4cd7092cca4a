import * as Type from 'typebox';
import { Channel, Delivery, Webhook, webhookEvents } from '../entities.ts';
import { route } from '../route.ts';
import { Id, NoContent, OneOf, Strict } from '../schema.ts';

const tag = 'Integrations';
const params = Strict({ id: Id });

export const testIntegration = route({
  method: 'POST',
  path: '/api/integrations/test/:integration',
  access: 'staff',
  tag,
  summary: 'Really do the thing once and report what the other side said',
  params: Strict({ integration: OneOf(['email', 'slack', 'tigon', 'trello', 'ai']) }),
  responses: { 200: Type.Object({ success: Type.Literal(true), message: Type.String() }) },
});

export const listDeliveries = route({
  method: 'GET',
  path: '/api/deliveries',
  access: 'staff',
  tag,
  summary: 'The latest deliveries to the outside, newest first',
  query: Strict({
    channel: Type.Optional(Channel),
    webhookId: Type.Optional(Id),
    status: Type.Optional(OneOf(['pending', 'delivered', 'failed', 'dead'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    before: Type.Optional(Id),
  }),
  responses: { 200: Type.Array(Delivery) },
});

export const retryDelivery = route({
  method: 'POST',
  path: '/api/deliveries/:id/retry',
  access: 'staff',
  tag,
  summary: 'Try a failed delivery again, or replay a delivered webhook',
  params,
  responses: { 200: Delivery },
});

const WebhookUrl = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s]+$',
  examples: ['https://hooks.example.com/parley'],
});
const WebhookEvents = Type.Array(OneOf(webhookEvents), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
});

export const listWebhooks = route({
  method: 'GET',
  path: '/api/webhooks',
  access: 'admin',
  tag,
  summary: 'Outgoing webhooks',
  responses: { 200: Type.Array(Webhook) },
});

export const addWebhook = route({
  method: 'POST',
  path: '/api/webhooks',
  access: 'admin',
  tag,
  summary: 'Add an outgoing webhook; the signing secret is answered this once',
  body: Strict({ url: WebhookUrl, events: WebhookEvents }),
  responses: { 201: Type.Object({ ...Webhook.properties, secret: Type.String() }) },
});

export const updateWebhook = route({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  access: 'admin',
  tag,
  summary: 'Change an outgoing webhook',
  params,
  body: Strict(
    {
      url: Type.Optional(WebhookUrl),
      events: Type.Optional(WebhookEvents),
      isActive: Type.Optional(Type.Boolean()),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Webhook },
});

export const deleteWebhook = route({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'admin',
  tag,
  summary: 'Remove an outgoing webhook and its delivery log',
  params,
  responses: { 204: NoContent },
});
