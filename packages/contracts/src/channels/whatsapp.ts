import * as Type from 'typebox';
import { Id, Nullable, Strict } from '../schema.ts';
import { Secret } from '../settings/secret-fields.ts';
import { AwayText } from './away-text.ts';
import { channel, section } from './channel.ts';
import { MetaId } from './meta.ts';

const WhatsappConfig = Strict({
  enabled: Type.Boolean(),
  phoneNumberId: MetaId('Phone number ID of the WhatsApp Business Account'),
  businessAccountId: MetaId('WhatsApp Business Account ID'),
  accessToken: Secret,
  appSecret: Secret,
  verifyToken: Secret,
  websiteId: Nullable(Type.String({ ...Id, description: 'Website that the number’s customers are added to' })),
  awayText: AwayText,
});

/** A number of the WhatsApp Business Platform that customers write to, by the Cloud API. */
export const whatsapp = channel({
  id: 'whatsapp',
  name: 'WhatsApp',
  docs: 'whatsapp',
  queue: 'whatsapp',
  repeatable: false,
  // https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
  // https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media
  customers: {
    longestMessage: 4_096,
    byEvents: true,
    receipts: true,
    edits: false,
    reactions: true,
    replyHours: 24,
    templates: true,
    longestCaption: 1_024,
    largestFetched: 20 * 1024 * 1024,
  },
  api: 'https://graph.facebook.com/v23.0',
  settings: section(
    'whatsappConfig',
    WhatsappConfig,
    {
      enabled: false,
      phoneNumberId: '',
      businessAccountId: '',
      accessToken: '',
      appSecret: '',
      verifyToken: '',
      websiteId: null,
      awayText: '',
    },
    ['phoneNumberId', 'accessToken', 'appSecret', 'verifyToken', 'websiteId'],
  ),
});
