import * as Type from 'typebox';
import { ApiKey, ApiKeyDraft, NewApiKey } from '../users/api-keys.ts';
import { route } from '../route.ts';
import { IdParam, NoContent, Strict } from '../schema.ts';

const tag = { name: 'API keys', description: 'Keys by which programs call, as a user or as a service.' };
const params = Strict({ id: IdParam });

export const listOwnApiKeys = route({
  method: 'GET',
  path: '/api/profile/api-keys',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  tag,
  summary: 'List the caller’s own active keys, newest first',
  responses: { 200: Type.Array(ApiKey) },
});

export const addOwnApiKey = route({
  method: 'POST',
  path: '/api/profile/api-keys',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  stepUp: true,
  tag,
  summary: 'Create a key that acts as the caller; returned only this once',
  body: ApiKeyDraft,
  responses: { 201: NewApiKey },
});

export const endOwnApiKey = route({
  method: 'DELETE',
  path: '/api/profile/api-keys/:id',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  tag,
  summary: 'Revoke one of the caller’s own keys; its sockets close at once',
  params,
  responses: { 204: NoContent },
});

export const listApiKeys = route({
  method: 'GET',
  path: '/api/api-keys',
  access: 'staff',
  permission: 'keys.manage',
  tag,
  summary: 'List all active keys of users and services, newest first',
  responses: { 200: Type.Array(ApiKey) },
});

export const addServiceKey = route({
  method: 'POST',
  path: '/api/api-keys',
  access: 'staff',
  permission: 'keys.manage',
  tag,
  summary: 'Create a key for a service, which acts under its own name; returned only this once',
  body: ApiKeyDraft,
  responses: { 201: NewApiKey },
});

export const endApiKey = route({
  method: 'DELETE',
  path: '/api/api-keys/:id',
  access: 'staff',
  permission: 'keys.manage',
  stepUp: false,
  tag,
  summary: 'Revoke any key; its sockets close at once',
  params,
  responses: { 204: NoContent },
});
