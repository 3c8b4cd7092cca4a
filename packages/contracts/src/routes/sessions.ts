/** Sessions of users. */
import * as Type from 'typebox';
import { route } from '../route.ts';
import { IdParam, NoContent, Strict } from '../schema.ts';
import { StaffSession } from '../users/second-factors.ts';
import { accountTag } from './auth.ts';

const tag = accountTag;
const params = Strict({ id: IdParam });

export const listSessions = route({
  method: 'GET',
  path: '/api/users/:id/sessions',
  access: 'self',
  permission: 'security.manage',
  tag,
  summary: 'List a user’s sessions, last used first',
  params,
  responses: { 200: Type.Array(StaffSession) },
});

export const endSession = route({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:session',
  access: 'self',
  permission: 'security.manage',
  stepUp: false,
  tag,
  summary: 'End one of one’s own sessions, or any as an admin',
  params: Strict({
    id: IdParam,
    session: Type.String({
      maxLength: 60,
      description: 'Which of their sessions, as the list calls it.',
      examples: ['mJ3bXw1uVb0aXq2uJ1n0Zw'],
    }),
  }),
  responses: { 204: NoContent },
});

export const endSessions = route({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'self',
  permission: 'security.manage',
  stepUp: false,
  tag,
  summary: 'End all sessions of a user except the caller’s own',
  params,
  responses: { 204: NoContent },
});
