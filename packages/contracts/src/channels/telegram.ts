import * as Type from 'typebox';
import { Id, Nullable, Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';
import { AwayText } from './away-text.ts';
import { channel, section } from './channel.ts';

const TelegramConfig = Strict({
  enabled: Type.Boolean(),
  botToken: Secret,
  websiteId: Nullable(Type.String({ ...Id, description: 'Website that the bot’s customers are added to' })),
  teamChatId: Guarded(
    Type.String({
      pattern: '^(-[1-9]\\d{0,19})?$',
      examples: ['-1001234567890'],
      description: 'The group in which the team is told of hand-offs and of customers who wait; empty for none',
    }),
  ),
  awayText: AwayText,
});

/** A bot that customers write to. */
export const telegram = channel({
  id: 'telegram',
  name: 'Telegram',
  docs: 'telegram',
  queue: 'telegram',
  repeatable: false,
  // https://core.telegram.org/bots/api#sendmessage, https://core.telegram.org/bots/api#deletemessage
  // https://core.telegram.org/bots/api#getfile, https://core.telegram.org/bots/api#sendphoto
  customers: {
    longestMessage: 4_096,
    byEvents: true,
    receipts: false,
    edits: true,
    reactions: true,
    editHours: 48,
    longestCaption: 1_024,
    largestFetched: 20 * 1024 * 1024,
  },
  api: 'https://api.telegram.org',
  settings: section(
    'telegramConfig',
    TelegramConfig,
    { enabled: false, botToken: '', websiteId: null, teamChatId: '', awayText: '' },
    ['botToken', 'websiteId'],
  ),
});
