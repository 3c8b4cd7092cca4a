import { telegram as contract } from '@parley/contracts/channels/telegram';
import { fieldProblem } from '@parley/contracts/problems';
import { secretMask } from '@parley/contracts/settings/secret-fields';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import { findWebsite } from '@parley/db/websites/websites';
import { notice, planned } from '../../deliveries/notices.ts';
import type { ExternalContext } from '../../external/services.ts';
import { answering } from '../customers/answers.ts';
import type { StaffCaller } from '../../callers.ts';
import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';
import { notConfigured } from '../../deliveries/refusals.ts';
import { isToken } from './bot.ts';
import { receive, watch } from './receiving.ts';
import { groupOf, sendFiles } from './send-files.ts';
import { askRating } from './rating.ts';
import { reviseText, sendText, settingsBot, showReaction } from './send.ts';
import { notifyTeam } from './team.ts';
import { understand } from './understand.ts';

/** A bot that customers write to, and are answered by. */
export const telegram: ChannelDescriptor<'telegram'> = {
  ...answering({
    id: contract.id,
    name: contract.name,
    longestMessage: async () => contract.customers.longestMessage,
    concurrency: 10,
    isOn: async ({ settings }) => (await settings.read()).telegramConfig.enabled,
    isSetUp: async ({ settings }) => (await settings.read()).telegramConfig.botToken !== '',
    send: (context, address, message) => (message.files.length > 0 ? sendFiles : sendText)(context, address, message),
    revise: reviseText,
    react: showReaction,
    askRating,
    notifyTeam,
    buttons: true,
    files: { longestCaption: contract.customers.longestCaption, groupOf },
  }),
  async notify(context, subject) {
    const { enabled, botToken, teamChatId } = (await context.settings.read()).telegramConfig;
    if (subject.about === 'new_conversation' || !enabled || botToken === '' || teamChatId === '') return [];
    return [planned(subject, contract.id, teamChatId, notice(context, subject))];
  },
  receive,
  understand,
  awayText: async ({ settings }) => (await settings.read()).telegramConfig.awayText.trim(),
  fetchFile: async (context, reference) => (await settingsBot(context)).fetchFile(reference),
  watch,
  refuseChange: refuseOtherTokens,
  test,
};

/** Refuses a malformed token as soon as it is entered: it becomes a part of the addresses called. */
function refuseOtherTokens(_present: Settings, { telegramConfig }: SettingsChange): void {
  const token = telegramConfig?.botToken ?? '';
  if (token === '' || token === secretMask || isToken(token)) return;
  throw fieldProblem('invalid', 'telegramConfig.botToken', localize('bot_token_looks'));
}

/** Asks the bot for its name, and Telegram for the state of the webhook; posts to the team's group if there is one. */
async function test(context: ExternalContext, { user }: StaffCaller): Promise<Text> {
  const bot = await settingsBot(context);
  const { websiteId, teamChatId } = (await context.settings.read()).telegramConfig;
  const website = websiteId === null ? undefined : await findWebsite(context.db, websiteId);
  if (!website) throw notConfigured(localize('website_missing'));
  const me = named(await bot.call('getMe', {}), 'first_name', 'username');
  const webhook = named(await bot.call('getWebhookInfo', {}), 'url', 'last_error_message');
  const of = { bot: `${me.first_name} (@${me.username})`, domain: website.domain };
  const works = webhook.url ? localize('telegram_calls', of) : localize('telegram_is_asked', of);
  const failure = webhook.last_error_message;
  const result = failure
    ? localize('and_then', { first: works, second: localize('telegram_last_failed', { words: failure }) })
    : works;
  if (teamChatId === '') return result;
  await notifyTeam(context, {
    kind: 'notice',
    title: 'Test message',
    customer: user.name,
    website: new URL(context.publicUrl).host,
    text: 'Sent from the Integrations screen. It works.',
    url: `${context.publicUrl}/integrations`,
  });
  return localize('and_then', { first: result, second: localize('telegram_team_notified') });
}

/** The texts of these names, empty where there are none. */
function named<N extends string>(value: unknown, ...names: N[]): Record<N, string> {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  const texts = names.map((name) => {
    const text = fields.get(name);
    return [name, typeof text === 'string' ? text.slice(0, 200) : ''];
  });
  return Object.fromEntries(texts);
}
