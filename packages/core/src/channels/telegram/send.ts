/** Messages to customers, no faster than Telegram takes them. */
import { setTimeout as pause } from 'node:timers/promises';
import { telegram as contract } from '@parley/contracts/channels/telegram';
import { localize } from '@parley/contracts/i18n/server-texts';
import { createRateLimiter } from '@parley/service/rate-limit';
import { CallFailed } from '../../external/answer.ts';
import type { CalledFile } from '../../external/call-body.ts';
import type { ExternalContext } from '../../external/services.ts';
import { CustomerUnreachable, type OutgoingMessage, type RevisedText } from '../customers/answers.ts';
import { UnknownOutcome } from '../customers/send-once.ts';
import { notConfigured } from '../../deliveries/refusals.ts';
import { type Bot, botOf } from './bot.ts';
import { keyOf } from './buttons.ts';
import { formatted } from './entities.ts';

/**
 * Telegram's limits: one message a second per chat, 30 a second in all.
 * https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
const perChat = { name: 'telegram_chat', max: 1, perSeconds: 1, burst: 1 };
/** In groups 20 a minute, according to the same page. */
const perGroup = { name: 'telegram_group', max: 20, perSeconds: 60, burst: 5 };
const perBot = { name: 'telegram_bot', max: 25, perSeconds: 1, burst: 5 };

/** The settings' bot. @throws Problem `not_configured` */
export async function settingsBot(context: ExternalContext): Promise<Bot> {
  const { botToken } = (await context.settings.read()).telegramConfig;
  if (!botToken) throw notConfigured(localize('bot_token_missing'));
  const bot = botOf(context, botToken);
  if (!bot) throw notConfigured(localize('bot_token_malformed'));
  return bot;
}

/**
 * Sends a text, as a reply to the message that it quotes if that is still there, and returns Telegram's id of it.
 * @throws CustomerUnreachable if the bot is blocked, UnknownOutcome, CallFailed, OutboundError
 */
export const sendText = (
  context: ExternalContext,
  address: string,
  { text, marks, replyTo, buttons = [] }: Pick<OutgoingMessage, 'text' | 'marks' | 'replyTo' | 'buttons'>,
): Promise<string> =>
  callInTurn(context, address, 'sendMessage', {
    text,
    ...formatted('entities', marks),
    ...replying(replyTo),
    ...pressing(buttons),
  });

/** Parameters of a message with buttons below it, one in a row. */
const pressing = (buttons: NonNullable<RevisedText['buttons']>) =>
  buttons.length === 0 ? {} : { reply_markup: { inline_keyboard: buttons.map((button) => [keyOf(button)]) } };

/** Parameters of a message that replies to another one. */
export const replying = (replyTo: string | undefined) =>
  replyTo === undefined ? {} : { reply_parameters: { message_id: Number(replyTo), allow_sending_without_reply: true } };

/**
 * Makes a call to a chat within the rate limits, and returns Telegram's id of the message, the first of several.
 * @throws CustomerUnreachable if the bot is blocked, UnknownOutcome, CallFailed, OutboundError
 */
export async function callInTurn(
  context: ExternalContext,
  address: string,
  method: string,
  parameters: Readonly<Record<string, unknown>>,
  files: readonly CalledFile[] = [],
): Promise<string> {
  const bot = await settingsBot(context);
  if (address.startsWith('-')) await waitForTurn(context, { ...perGroup, key: `${bot.id} ${address}` });
  await waitForTurn(context, { ...perChat, key: `${bot.id} ${address}` });
  await waitForTurn(context, { ...perBot, key: bot.id });
  try {
    const sent = await bot.call(method, { chat_id: Number(address), ...parameters }, { files });
    return messageIdOf(Array.isArray(sent) ? sent[0] : sent);
  } catch (error) {
    const isBlocked = error instanceof CallFailed && error.responseStatus === 403;
    if (isBlocked)
      throw new CustomerUnreachable(error.message, { responseStatus: 403, transient: false, cause: error });
    throw error;
  }
}

/** Matches Telegram's errors for changes that are already made. */
const isSoAlready = /message is not modified|message to delete not found/;

/**
 * Edits a sent message, or with null removes it. Does nothing if it is so already.
 * @throws CallFailed with Telegram's text, OutboundError
 */
export async function reviseText(
  context: ExternalContext,
  address: string,
  externalId: string,
  edited: RevisedText | null,
): Promise<void> {
  const bot = await settingsBot(context);
  await waitForTurn(context, { ...perChat, key: `${bot.id} ${address}` });
  await waitForTurn(context, { ...perBot, key: bot.id });
  const message = { chat_id: Number(address), message_id: Number(externalId) };
  try {
    if (edited === null) await bot.call('deleteMessage', message);
    else {
      const { text, marks, buttons = [] } = edited;
      // Telegram takes away the buttons that an edit doesn't name.
      await bot.call('editMessageText', { ...message, text, ...formatted('entities', marks), ...pressing(buttons) });
    }
  } catch (error) {
    if (!(error instanceof CallFailed && error.responseStatus === 400 && isSoAlready.test(error.message))) throw error;
  }
}

/** Emoji that can be put on messages. https://core.telegram.org/bots/api#reactiontypeemoji */
const knownReactions = new Set(
  '👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡'.split(
    ' ',
  ),
);

/**
 * Shows the newest of the team's reactions that Telegram knows, for a bot has one at most on a message; none without any.
 * @throws CallFailed with Telegram's text, OutboundError
 */
export async function showReaction(
  context: ExternalContext,
  address: string,
  externalId: string,
  emoji: readonly string[],
): Promise<void> {
  const bot = await settingsBot(context);
  await waitForTurn(context, { ...perBot, key: bot.id });
  const known = emoji.map((each) => each.replaceAll('\u{fe0f}', '')).findLast((each) => knownReactions.has(each));
  await bot.call('setMessageReaction', {
    chat_id: Number(address),
    message_id: Number(externalId),
    reaction: known === undefined ? [] : [{ type: 'emoji', emoji: known }],
  });
}

function messageIdOf(sent: unknown): string {
  const id = typeof sent === 'object' && sent !== null && 'message_id' in sent ? sent.message_id : undefined;
  if (typeof id !== 'number')
    throw new UnknownOutcome(localize('answered_empty', { name: contract.name }), { transient: false });
  return String(id);
}

type Turn = Parameters<ReturnType<typeof createRateLimiter>['take']>[0];

async function waitForTurn(context: ExternalContext, turn: Turn): Promise<void> {
  const limiter = createRateLimiter(context.redis, context.prefix);
  for (let wait = await limiter.take(turn); wait > 0; wait = await limiter.take(turn)) await pause(wait);
}
