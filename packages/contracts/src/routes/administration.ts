import * as Type from 'typebox';
import { Article, AuditEntry, Channel, Delivery, Stats, Webhook, Website, webhookEvents } from '../entities.ts';
import { route } from '../route.ts';
import { Id, NoContent, OneOf, Strict, Timestamp } from '../schema.ts';
import {
  AiConfig,
  BusinessHours,
  DataConfig,
  EmailConfig,
  SecurityConfig,
  Settings,
  SlackConfig,
  TigonConfig,
  TrelloConfig,
  WidgetConfig,
} from '../settings.ts';
import { Email } from './auth.ts';
import { imageBodyLimit } from './people.ts';

const params = Strict({ id: Id });

type PartialOf<P extends Type.TProperties> = Type.TObject<{ [K in keyof P]: Type.TOptional<P[K]> }>;

/** The section with every field optional: what a change may hold. */
function partial<P extends Type.TProperties>(section: Type.TObject<P>): PartialOf<P> {
  const properties = Object.fromEntries(
    Object.entries(section.properties).map(([name, schema]) => [name, Type.Optional(schema)]),
  );
  return Strict(properties) as unknown as PartialOf<P>;
}

/** Exactly one section, any part of it. Days of the business hours are given whole. */
export const SettingsChange = Strict(
  {
    widgetConfig: Type.Optional(
      // An uploaded avatar arrives as a data URL; what is stored and answered is an address.
      partial(Strict({ ...WidgetConfig.properties, avatarUrl: Type.String({ maxLength: imageBodyLimit }) })),
    ),
    emailConfig: Type.Optional(partial(EmailConfig)),
    slackConfig: Type.Optional(partial(SlackConfig)),
    tigonConfig: Type.Optional(partial(TigonConfig)),
    trelloConfig: Type.Optional(partial(TrelloConfig)),
    aiConfig: Type.Optional(partial(AiConfig)),
    businessHours: Type.Optional(partial(BusinessHours)),
    securityConfig: Type.Optional(partial(SecurityConfig)),
    dataConfig: Type.Optional(partial(DataConfig)),
  },
  { minProperties: 1, maxProperties: 1 },
);
export type SettingsChange = Type.Static<typeof SettingsChange>;

export const getStats = route({
  method: 'GET',
  path: '/api/stats',
  access: 'staff',
  tag: 'Overview',
  summary: 'The figures of the overview',
  responses: { 200: Stats },
});

export const getSettings = route({
  method: 'GET',
  path: '/api/settings',
  access: 'staff',
  tag: 'Settings',
  summary: 'All settings, secrets masked',
  responses: { 200: Settings },
});

export const changeSettings = route({
  method: 'POST',
  path: '/api/settings',
  access: 'staff',
  tag: 'Settings',
  summary: 'Merge a part of one section into the settings',
  body: SettingsChange,
  bodyLimit: imageBodyLimit,
  responses: { 200: Settings },
});

const AllowedPages = Type.Array(Type.String({ minLength: 1, maxLength: 500, pattern: '^/', examples: ['/docs/*'] }), {
  maxItems: 200,
});
const WebsiteName = Type.String({ maxLength: 120 });

export const listWebsites = route({
  method: 'GET',
  path: '/api/websites',
  access: 'staff',
  tag: 'Websites',
  summary: 'The websites the widget may live on',
  responses: { 200: Type.Array(Website) },
});

export const addWebsite = route({
  method: 'POST',
  path: '/api/websites',
  access: 'staff',
  tag: 'Websites',
  summary: 'Add a website; the domain is reduced to its hostname',
  body: Strict({
    domain: Type.String({ minLength: 1, maxLength: 2000, examples: ['shop.example.com'] }),
    name: Type.Optional(WebsiteName),
    isActive: Type.Optional(Type.Boolean()),
    allowedPages: Type.Optional(AllowedPages),
    whitelistMode: Type.Optional(Type.Boolean()),
  }),
  responses: { 201: Website },
});

export const updateWebsite = route({
  method: 'PATCH',
  path: '/api/websites/:id',
  access: 'staff',
  tag: 'Websites',
  summary: 'Enable, disable, rename, or change the pages it shows on',
  params,
  body: Strict(
    {
      name: Type.Optional(WebsiteName),
      isActive: Type.Optional(Type.Boolean()),
      allowedPages: Type.Optional(AllowedPages),
      whitelistMode: Type.Optional(Type.Boolean()),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Website },
});

export const deleteWebsite = route({
  method: 'DELETE',
  path: '/api/websites/:id',
  access: 'staff',
  tag: 'Websites',
  summary: 'Remove a website; its conversations stay',
  params,
  responses: { 204: NoContent },
});

export const getIdentitySecret = route({
  method: 'GET',
  path: '/api/websites/:id/identity-secret',
  access: 'admin',
  tag: 'Websites',
  summary: 'The secret a website’s own server signs its users’ emails with',
  params,
  responses: { 200: Type.Object({ secret: Type.String() }) },
});

export const rotateIdentitySecret = route({
  method: 'POST',
  path: '/api/websites/:id/identity-secret',
  access: 'admin',
  tag: 'Websites',
  summary: 'Replace that secret; hashes made with the old one stop counting',
  params,
  responses: { 200: Type.Object({ secret: Type.String() }) },
});

export const testIntegration = route({
  method: 'POST',
  path: '/api/integrations/test/:integration',
  access: 'staff',
  tag: 'Integrations',
  summary: 'Really do the thing once and report what the other side said',
  params: Strict({ integration: OneOf(['email', 'slack', 'tigon', 'trello', 'ai']) }),
  responses: { 200: Type.Object({ success: Type.Literal(true), message: Type.String() }) },
});

export const listDeliveries = route({
  method: 'GET',
  path: '/api/deliveries',
  access: 'staff',
  tag: 'Integrations',
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
  tag: 'Integrations',
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
  tag: 'Integrations',
  summary: 'Outgoing webhooks',
  responses: { 200: Type.Array(Webhook) },
});

export const addWebhook = route({
  method: 'POST',
  path: '/api/webhooks',
  access: 'admin',
  tag: 'Integrations',
  summary: 'Add an outgoing webhook; the signing secret is answered this once',
  body: Strict({ url: WebhookUrl, events: WebhookEvents }),
  responses: { 201: Type.Object({ ...Webhook.properties, secret: Type.String() }) },
});

export const updateWebhook = route({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  access: 'admin',
  tag: 'Integrations',
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
  tag: 'Integrations',
  summary: 'Remove an outgoing webhook and its delivery log',
  params,
  responses: { 204: NoContent },
});

const ArticleTitle = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const ArticleContent = Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' });

export const listArticles = route({
  method: 'GET',
  path: '/api/articles',
  access: 'staff',
  tag: 'Knowledge',
  summary: 'The articles the assistant and the suggestions answer from',
  responses: { 200: Type.Array(Article) },
});

export const addArticle = route({
  method: 'POST',
  path: '/api/articles',
  access: 'admin',
  tag: 'Knowledge',
  summary: 'Add an article',
  body: Strict({ title: ArticleTitle, content: ArticleContent }),
  responses: { 201: Article },
});

export const updateArticle = route({
  method: 'PATCH',
  path: '/api/articles/:id',
  access: 'admin',
  tag: 'Knowledge',
  summary: 'Change an article',
  params,
  body: Strict({ title: Type.Optional(ArticleTitle), content: Type.Optional(ArticleContent) }, { minProperties: 1 }),
  responses: { 200: Article },
});

export const deleteArticle = route({
  method: 'DELETE',
  path: '/api/articles/:id',
  access: 'admin',
  tag: 'Knowledge',
  summary: 'Remove an article',
  params,
  responses: { 204: NoContent },
});

export const exportConversations = route({
  method: 'GET',
  path: '/api/export/conversations',
  access: 'staff',
  tag: 'Data',
  summary: 'All conversations with their messages, streamed as one JSON document',
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const triggerSync = route({
  method: 'POST',
  path: '/api/sync/trigger',
  access: 'staff',
  tag: 'Data',
  summary: 'Copy users, websites, conversations and messages from the production database',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String(),
      stats: Type.Object({
        users: Type.Integer(),
        websites: Type.Integer(),
        conversations: Type.Integer(),
        messages: Type.Integer(),
      }),
    }),
  },
});

export const exportVisitorData = route({
  method: 'POST',
  path: '/api/privacy/export',
  access: 'admin',
  tag: 'Data',
  summary: 'Everything kept about a visitor, by email address',
  body: Strict({ email: Email }),
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const eraseVisitorData = route({
  method: 'POST',
  path: '/api/privacy/erase',
  access: 'admin',
  tag: 'Data',
  summary: 'Erase everything kept about a visitor, by email address, with a receipt',
  body: Strict({ email: Email }),
  responses: {
    200: Type.Object({
      receiptId: Id,
      erasedAt: Timestamp,
      visitors: Type.Integer(),
      conversations: Type.Integer(),
      messages: Type.Integer(),
      mails: Type.Integer(),
    }),
  },
});

export const listAuditLog = route({
  method: 'GET',
  path: '/api/audit-log',
  access: 'admin',
  tag: 'Data',
  summary: 'Administrative acts, newest first',
  query: Strict({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    before: Type.Optional(Id),
  }),
  responses: { 200: Type.Array(AuditEntry) },
});
