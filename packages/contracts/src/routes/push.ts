/** Devices that receive a user's push notifications. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/localized-text.ts';
import { route } from '../route.ts';
import { Described, Id, IdParam, Name, NoContent, OneOf, Strict } from '../schema.ts';
import { languageCodes } from '../text/languages.ts';
import { deviceNameMaxLength, pushContents } from '../users/limits.ts';
import { PushDevice } from '../users/push.ts';
import { visitorsTag } from './visitor.ts';

const tag = { name: 'Push notifications', description: 'Devices of a user that receive push notifications.' };
const params = Strict({ id: IdParam });
const paramsOfOne = Strict({ id: IdParam, deviceId: Described(Id, 'Which of their devices.') });
const key = Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+=*$' });

const endpoint = Type.String({ minLength: 1, maxLength: 2000, examples: ['https://push.example.com/s/1'] });
const subscription = {
  /** Address of the push service, of `PushSubscription.endpoint`. */
  endpoint,
  /** Keys of the subscription in base64url. */
  keys: Strict({ p256dh: key, auth: key }),
  /** The public key that it was made with. */
  publicKey: key,
};

export const listPushDevices = route({
  method: 'GET',
  path: '/api/users/:id/push-devices',
  access: 'self',
  byKey: false,
  tag,
  summary: 'List one’s own devices, and the public key that browsers subscribe with',
  params,
  responses: {
    200: Type.Object({
      /** Uncompressed P-256 point in base64url: `applicationServerKey` of the Push API. */
      publicKey: Type.String(),
      devices: Type.Array(PushDevice),
    }),
  },
});

export const addPushDevice = route({
  method: 'POST',
  path: '/api/users/:id/push-devices',
  access: 'self',
  byKey: false,
  tag,
  summary: 'Add this browser, or update it; it is removed when its session is signed out or revoked',
  refusals: ['conflict'],
  params,
  body: Strict({
    name: Name({ maxLength: deviceNameMaxLength }),
    ...subscription,
    content: Type.Optional(OneOf(pushContents)),
    /** Language of the browser, for users who have chosen none. */
    language: Type.Optional(OneOf(languageCodes)),
  }),
  responses: { 200: PushDevice },
});

export const updatePushDevice = route({
  method: 'PATCH',
  path: '/api/users/:id/push-devices/:deviceId',
  access: 'self',
  byKey: false,
  tag,
  summary: 'Set what the notifications on one’s device show',
  params: paramsOfOne,
  body: Strict({ content: OneOf(pushContents) }),
  responses: { 200: PushDevice },
});

export const removePushDevice = route({
  method: 'DELETE',
  path: '/api/users/:id/push-devices/:deviceId',
  access: 'self',
  byKey: false,
  tag,
  summary: 'Remove one’s device',
  params: paramsOfOne,
  responses: { 204: NoContent },
});

export const testPushDevice = route({
  method: 'POST',
  path: '/api/users/:id/push-devices/:deviceId/test',
  access: 'self',
  byKey: false,
  tag,
  summary: 'Send a test notification to one’s device, and return the push service’s answer',
  params: paramsOfOne,
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      message: Type.String(),
      localized: Type.Optional(LocalizedText),
    }),
  },
});

const ofVisitors = { access: 'visitor', tag: visitorsTag } as const;

export const getVisitorPushKey = route({
  ...ofVisitors,
  method: 'GET',
  path: '/api/visitor/push-devices',
  summary: 'Get the public key that a visitor’s browser subscribes with',
  refusals: ['not_configured'],
  responses: { 200: Type.Object({ publicKey: Type.String() }) },
});

export const addVisitorPushDevice = route({
  ...ofVisitors,
  method: 'POST',
  path: '/api/visitor/push-devices',
  summary: 'Push replies to this browser while the visitor is away; at most five browsers of a visitor, the newest',
  refusals: ['not_configured', 'conflict'],
  body: Strict({ ...subscription, language: Type.Optional(OneOf(languageCodes)) }),
  responses: { 204: NoContent },
});

export const removeVisitorPushDevice = route({
  ...ofVisitors,
  method: 'DELETE',
  path: '/api/visitor/push-devices',
  summary: 'Push nothing more to a browser of the visitor',
  query: Strict({ endpoint: Described(endpoint, 'Address of its push service.') }),
  responses: { 204: NoContent },
});
