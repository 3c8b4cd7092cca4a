import * as Type from 'typebox';
import { mailAfterMinutesMax } from '../channels/limits.ts';
import { WebsiteFiles } from '../messages/attachments.ts';
import { Website } from '../entities.ts';
import { WebsiteForms } from '../forms/forms.ts';
import { HelpInWidget } from '../knowledge/help.ts';
import { WebsiteProactive } from '../proactive/proactive.ts';
import { route } from '../route.ts';
import { WebsiteLook } from '../settings/settings.ts';
import { InstallCheck } from '../visitors/install-check.ts';
import { LiveVisitorMode } from '../visitors/live-visitors.ts';
import { imageBodyLimit } from './users.ts';
import { pushWorkerPattern } from '../visitors/push.ts';
import { allOptional, expected, Id, IdParam, linePattern, NoContent, Nullable, Strict } from '../schema.ts';

const tag = { name: 'Websites', description: 'The websites that the widget may live on, and their identity secrets.' };
const params = Strict({ id: IdParam });

const AllowedPages = Type.Array(Type.String({ minLength: 1, maxLength: 500, pattern: '^/', examples: ['/docs/*'] }), {
  maxItems: 200,
});
const WebsiteName = Type.String({ maxLength: 120, pattern: linePattern });
const fields = {
  name: WebsiteName,
  isActive: Type.Boolean(),
  allowedPages: AllowedPages,
  whitelistMode: Type.Boolean(),
  /** Rules for files of visitors; always replaced as a whole. */
  files: WebsiteFiles,
  /** Its help centre: the host name it has for itself, and what the widget shows of it; given whole. */
  help: Strict({ host: Nullable(Type.String({ minLength: 1, maxLength: 253 })), inWidget: HelpInWidget }),
  scheduleId: Nullable(Id),
  teamId: Nullable(Id),
  promisesReplies: Type.Boolean(),
  mailAfterMinutes: Nullable(Type.Integer({ minimum: 1, maximum: mailAfterMinutesMax })),
  pushWorker: Nullable(Type.String({ maxLength: 200, pattern: pushWorkerPattern, examples: ['/parley-push.js'] })),
  /** Forms that visitors are asked to fill in; given whole. */
  forms: WebsiteForms,
  liveVisitors: LiveVisitorMode,
  /** Given whole. */
  proactive: WebsiteProactive,
  /** Given whole; an uploaded avatar arrives as a data URL. */
  look: Strict({ ...WebsiteLook.properties, avatarUrl: Type.Optional(Type.String({ maxLength: imageBodyLimit })) }),
};

export const listWebsites = route({
  method: 'GET',
  path: '/api/websites',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the websites that the widget may appear on',
  responses: { 200: Type.Array(Website) },
});

export const addWebsite = route({
  method: 'POST',
  path: '/api/websites',
  access: 'staff',
  permission: 'websites.manage',
  tag,
  summary: 'Add a website; the domain is reduced to its hostname',
  refusals: ['conflict'],
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
  permission: 'websites.manage',
  tag,
  summary: 'Enable, disable or rename a website, or change the pages that show the widget',
  refusals: ['conflict'],
  params,
  bodyLimit: imageBodyLimit,
  body: Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 }),
  responses: { 200: Website },
});

export const deleteWebsite = route({
  method: 'DELETE',
  path: '/api/websites/:id',
  access: 'staff',
  permission: 'websites.manage',
  tag,
  summary: 'Remove a website; its conversations stay',
  params,
  responses: { 204: NoContent },
});

export const getIdentitySecret = route({
  method: 'GET',
  path: '/api/websites/:id/identity-secret',
  access: 'staff',
  permission: 'websites.secrets',
  stepUp: true,
  tag,
  summary: 'Get the secret with which the website’s server signs its users’ emails',
  params,
  responses: { 200: Type.Object({ secret: Type.String() }) },
});

export const rotateIdentitySecret = route({
  method: 'POST',
  path: '/api/websites/:id/identity-secret',
  access: 'staff',
  permission: 'websites.secrets',
  tag,
  summary: 'Replace the secret; signatures and sign-ins made with the old one stop counting',
  params,
  responses: { 200: Type.Object({ secret: Type.String() }) },
});

export const checkInstall = route({
  method: 'POST',
  path: '/api/websites/:id/install-check',
  access: 'staff',
  permission: 'websites.manage',
  tag,
  summary: 'Fetch a page of the website and tell what keeps the widget from it',
  params,
  body: Strict({ path: Type.Optional(Type.String({ maxLength: 500, pattern: '^/', examples: ['/pricing'] })) }),
  responses: { 200: InstallCheck },
});

export const sendTestMessage = route({
  method: 'POST',
  path: '/api/websites/:id/test-messages',
  access: 'staff',
  permission: 'websites.manage',
  tag,
  summary: 'Send a message as a new visitor of the website, who is named as a test visitor',
  params,
  responses: { 201: Type.Object({ conversationId: Id }) },
});
