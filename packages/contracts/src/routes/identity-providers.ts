import * as Type from 'typebox';
import {
  IdentityProvider,
  IdentityProviderChange,
  IdentityProviderTest,
  NewIdentityProvider,
  ReturnPath,
} from '../users/identity-providers.ts';
import { route } from '../route.ts';
import { IdParam, NoContent, Strict } from '../schema.ts';

const tag = { name: 'Single sign-on', description: 'Services to sign in by (OpenID Connect), and signing in by them.' };
const params = Strict({ id: IdParam });

export const listIdentityProviders = route({
  method: 'GET',
  path: '/api/identity-providers',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'The services that people of the team may sign in by, their secrets masked',
  responses: { 200: Type.Array(IdentityProvider) },
});

export const addIdentityProvider = route({
  method: 'POST',
  path: '/api/identity-providers',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Add a service to sign in by',
  refusals: ['conflict'],
  body: NewIdentityProvider,
  responses: { 201: IdentityProvider },
});

export const updateIdentityProvider = route({
  method: 'PATCH',
  path: '/api/identity-providers/:id',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Change an identity provider; a new issuer needs a new secret, and links to accounts are deleted',
  refusals: ['conflict'],
  params,
  body: IdentityProviderChange,
  responses: { 200: IdentityProvider },
});

export const deleteIdentityProvider = route({
  method: 'DELETE',
  path: '/api/identity-providers/:id',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Remove a service to sign in by, and end the sessions that began there',
  refusals: ['conflict'],
  params,
  responses: { 204: NoContent },
});

export const testIdentityProvider = route({
  method: 'POST',
  path: '/api/identity-providers/:id/test',
  access: 'staff',
  permission: 'security.manage',
  stepUp: false,
  tag,
  summary: 'Ask a service for its discovery document and for a token, as a sign-in does',
  params,
  responses: { 200: IdentityProviderTest },
});

export const startProviderTest = route({
  method: 'POST',
  path: '/api/identity-providers/:id/test-sign-in',
  access: 'staff',
  permission: 'security.manage',
  stepUp: false,
  tag,
  summary: 'Begin a sign-in that signs nobody in: answers where to go, and then what came of it is read',
  params,
  responses: { 200: Type.Object({ url: Type.String({ examples: ['https://login.example.com/authorize?…'] }) }) },
});

export const readProviderTest = route({
  method: 'GET',
  path: '/api/identity-providers/:id/test-sign-in',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'What came of one’s last test of a sign-in, for ten minutes',
  params,
  responses: { 200: IdentityProviderTest },
});

export const startProviderSignIn = route({
  method: 'POST',
  path: '/api/sign-in/providers/:id',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Begin to sign in by a service: answers where to go',
  refusals: ['not_found', 'other_side_failed'],
  params,
  body: Strict({ returnTo: Type.Optional(ReturnPath) }),
  responses: { 200: Type.Object({ url: Type.String({ examples: ['https://login.example.com/authorize?…'] }) }) },
});

export const finishProviderSignIn = route({
  method: 'GET',
  path: '/api/sign-in/providers/:id/callback',
  access: 'link',
  teamNetwork: true,
  tag,
  summary:
    'Where the service sends people back to; leads on into the dashboard, or to the sign-in page with the reason',
  params,
  responses: { 303: NoContent },
  raw: true,
});

export const providerLogout = route({
  method: 'POST',
  path: '/api/sign-in/providers/:id/logout',
  access: 'link',
  tag,
  summary: 'Receive sign-outs from the identity provider (OpenID Connect Back-Channel Logout)',
  refusals: ['not_found', 'malformed', 'other_side_failed'],
  params,
  bodyType: 'application/x-www-form-urlencoded',
  body: Type.Object({ logout_token: Type.String({ minLength: 1, maxLength: 16_384 }) }),
  responses: { 200: NoContent },
});
