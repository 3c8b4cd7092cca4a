import * as Type from 'typebox';
import { Id, Nullable, Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';
import { channel, section } from './channel.ts';

const SmsConfig = Strict({
  enabled: Type.Boolean(),
  accountSid: Guarded(
    Type.String({ pattern: '^(AC[0-9a-f]{32})?$', examples: [''], description: 'SID of the Twilio account' }),
  ),
  authToken: Secret,
  sender: Guarded(
    Type.String({
      pattern: '^(\\+\\d{5,15}|MG[0-9a-f]{32})?$',
      examples: ['+15550100'],
      description: 'Number in the international form, or the SID of a messaging service',
    }),
  ),
  pictures: Type.Boolean({ description: 'Whether pictures are sent as MMS; otherwise as links' }),
  websiteId: Nullable(Type.String({ ...Id, description: 'Website that the number’s customers are added to' })),
});

/** A number that customers write text messages to, by Twilio. */
export const sms = channel({
  id: 'sms',
  name: 'SMS',
  docs: 'sms',
  queue: 'sms',
  repeatable: false,
  // https://www.twilio.com/docs/messaging/api/message-resource
  customers: {
    longestMessage: 1_600,
    byEvents: true,
    receipts: false,
    edits: false,
    longestCaption: 1_000,
    largestFetched: 5 * 1024 * 1024,
  },
  api: 'https://api.twilio.com',
  settings: section(
    'smsConfig',
    SmsConfig,
    { enabled: false, accountSid: '', authToken: '', sender: '', pictures: false, websiteId: null },
    ['accountSid', 'authToken', 'sender', 'websiteId'],
  ),
});
