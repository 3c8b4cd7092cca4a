import * as Type from 'typebox';
import { Banner, BannerContent, bannerFields } from '../proactive/banners.ts';
import { proactiveMax } from '../proactive/limits.ts';
import {
  ProactiveContent,
  proactiveEvents,
  proactiveFields,
  ProactiveMessage,
  ProactiveReport,
} from '../proactive/proactive.ts';
import { route } from '../route.ts';
import { allOptional, Defaulted, Described, expected, Id, IdParam, NoContent, OneOf, Strict } from '../schema.ts';

const tag = {
  name: 'Proactive messages',
  description: 'What websites say to their visitors first: messages with conditions, and banners for everybody.',
};
const params = Strict({ id: IdParam });
const permission = 'websites.manage';

export const listProactive = route({
  method: 'GET',
  path: '/api/proactive-messages',
  access: 'staff',
  permission,
  tag,
  summary: 'List the proactive messages, the most important first',
  responses: { 200: Type.Array(ProactiveMessage) },
});

export const addProactive = route({
  method: 'POST',
  path: '/api/proactive-messages',
  access: 'staff',
  permission,
  tag,
  summary: 'Create a proactive message behind the others',
  refusals: ['conflict'],
  body: ProactiveContent,
  responses: { 201: ProactiveMessage },
});

export const updateProactive = route({
  method: 'PATCH',
  path: '/api/proactive-messages/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Change a proactive message',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(proactiveFields), ...expected(proactiveFields) }, { minProperties: 1 }),
  responses: { 200: ProactiveMessage },
});

export const orderProactive = route({
  method: 'PUT',
  path: '/api/proactive-messages/order',
  access: 'staff',
  permission,
  tag,
  summary: 'Set which proactive message comes first where several could be shown',
  refusals: ['conflict'],
  body: Strict({ ids: Type.Array(Id, { maxItems: proactiveMax, uniqueItems: true }) }),
  responses: { 204: NoContent },
});

export const deleteProactive = route({
  method: 'DELETE',
  path: '/api/proactive-messages/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Delete a proactive message with its numbers; conversations keep what was said',
  params,
  responses: { 204: NoContent },
});

export const reportProactive = route({
  method: 'GET',
  path: '/api/reports/proactive-messages',
  access: 'staff',
  permission: 'reports.read',
  tag,
  summary: 'Compare visitors who were shown a proactive message with those who were held out',
  query: Strict({
    days: Defaulted(Type.Integer({ minimum: 1, maximum: 365, description: 'Days up to now.' }), 30),
  }),
  responses: { 200: Type.Array(ProactiveReport) },
});

export const recordProactive = route({
  method: 'POST',
  path: '/api/visitor/proactive-events',
  access: 'website',
  tag,
  summary: 'Count a proactive message that was shown or dismissed; without anything about the visitor',
  body: Strict({ id: Described(Id, 'The proactive message.'), event: OneOf(proactiveEvents) }),
  responses: { 204: NoContent },
});

export const listBanners = route({
  method: 'GET',
  path: '/api/banners',
  access: 'staff',
  permission,
  tag,
  summary: 'List the banners, the newest first',
  responses: { 200: Type.Array(Banner) },
});

export const addBanner = route({
  method: 'POST',
  path: '/api/banners',
  access: 'staff',
  permission,
  tag,
  summary: 'Create a banner',
  refusals: ['conflict'],
  body: BannerContent,
  responses: { 201: Banner },
});

export const updateBanner = route({
  method: 'PATCH',
  path: '/api/banners/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Change a banner, or end it',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(bannerFields), ...expected(bannerFields) }, { minProperties: 1 }),
  responses: { 200: Banner },
});

export const deleteBanner = route({
  method: 'DELETE',
  path: '/api/banners/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Delete a banner',
  params,
  responses: { 204: NoContent },
});
