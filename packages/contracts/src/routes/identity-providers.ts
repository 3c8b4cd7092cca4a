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
  summary: 'List the identity providers, secrets masked',
  responses: { 200: Type.Array(IdentityProvider) },
});

export const addIdentityProvider = route({
  method: 'POST',
  path: '/api/identity-providers',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Add an identity provider',
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
  summary: 'Update an identity provider; a new issuer needs a new secret, and links to accounts are deleted',
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
  summary: 'Remove an identity provider, and end the sessions that began there',
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
  summary: 'Test a provider: fetch its discovery document and a token, as a sign-in does',
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
  summary: 'Start a test sign-in that signs nobody in; returns its address, and the result is read afterwards',
  params,
  responses: { 200: Type.Object({ url: Type.String({ examples: ['https://login.example.com/authorize?…'] }) }) },
});

export const readProviderTest = route({
  method: 'GET',
  path: '/api/identity-providers/:id/test-sign-in',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Get the result of one’s last test sign-in, for ten minutes',
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
  summary: 'Start a sign-in at a provider; returns its address',
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
  summary: 'Receive the redirect from a provider; continues to the dashboard, or to the sign-in page with the reason',
  params,
  responses: { 303: NoContent },
  raw: true,
});

export const providerLogout = route({
  method: 'POST',
  path: '/api/sign-in/providers/:id/logout',
  access: 'link',
  tag,
  summary: 'Receive sign-outs from a provider (OpenID Connect Back-Channel Logout)',
  refusals: ['not_found', 'malformed', 'other_side_failed'],
  params,
  bodyType: 'application/x-www-form-urlencoded',
  body: Type.Object({ logout_token: Type.String({ minLength: 1, maxLength: 16_384 }) }),
  responses: { 200: NoContent },
});
