/**
 * Receives updates: Telegram calls our public address, or is polled without one. Either way an update is stored before
 * Telegram gets the confirmation.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { telegram as contract } from '@parley/contracts/channels/telegram';
import { Problem } from '@parley/contracts/problems';
import { type NewInboundEvent, readChannelState, writeChannelState } from '@parley/db/channels/inbound';
import { publicAddresses } from '@parley/service/public-address';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { keepEvents } from '../customers/keep-events.ts';
import type { Arrival } from '../../deliveries/descriptor.ts';
import { type Bot, botOf } from './bot.ts';
import { wantedUpdates } from './update.ts';

const State = Type.Object({
  /** Bot that the other fields belong to. */
  bot: Type.String(),
  /** Hash of the address, secret and kinds of updates last registered at Telegram; empty after deleting the webhook. */
  webhook: Type.Optional(Type.String()),
  /** The next update to ask for, and when that was noted. */
  offset: Type.Optional(Type.Integer()),
  at: Type.Optional(Type.String()),
});
type State = Type.Static<typeof State>;
const stateSchema = Compile(State);

const purpose = 'telegram webhook';

/** Returns the event of Telegram's call. @throws Problem `forbidden` without our secret */
export async function receive(context: ExternalContext, { headers, body }: Arrival): Promise<NewInboundEvent[]> {
  const { enabled, botToken } = (await context.settings.read()).telegramConfig;
  const bot = botOf(context, botToken);
  const secret = headers['x-telegram-bot-api-secret-token'] ?? '';
  if (!enabled || !bot || !context.secrets.verify(purpose, botToken, secret)) {
    throw new Problem('forbidden', 'This is not the secret that Telegram was given.');
  }
  return [eventOf(bot, body)];
}

/** Returns an update as an event, with the number that Telegram repeats it under. */
function eventOf(bot: Bot, update: unknown): NewInboundEvent {
  const text = JSON.stringify(update ?? null);
  const id = updateId(update);
  const name = Number.isSafeInteger(id) ? String(id) : createHash('sha256').update(text).digest('hex');
  return { externalId: `${bot.id}:${name}`, raw: Buffer.from(text) };
}

/** Registers the webhook at Telegram, or polls it. @throws CallFailed, OutboundError */
export async function watch(context: ExternalContext, stopping: AbortSignal): Promise<void> {
  const { enabled, botToken } = (await context.settings.read()).telegramConfig;
  const bot = botOf(context, botToken);
  if (!bot) return;
  const state = await stateOf(context, bot);
  try {
    if (!enabled) return await beCalled(context, bot, state, null);
    const address = await webhookAddress(context, state, botToken);
    await beCalled(context, bot, state, address);
    if (address === null) await ask(context, bot, botToken, stopping);
  } catch (error) {
    const wait = error instanceof CallFailed ? error.retryAfterMs : 0;
    // Wait before asking again after a refusal.
    const patience = Math.min(Math.max(wait, afterFailureMs * context.external.retryScale), longestTurnMs);
    await pause(patience, undefined, { signal: stopping }).catch(() => undefined);
    throw error;
  }
}

const afterFailureMs = 5_000;
const longestTurnMs = 50_000;

async function stateOf({ db }: ExternalContext, bot: Bot): Promise<State> {
  const state = await readChannelState(db, contract.id);
  return stateSchema.Check(state) && state.bot === bot.id ? state : { bot: bot.id };
}

interface Webhook {
  url: string;
  secret: string;
}

const nameOf = (webhook: Webhook | null): string =>
  webhook
    ? createHash('sha256')
        .update([webhook.url, webhook.secret, ...wantedUpdates].join('\n'))
        .digest('hex')
    : '';

/** Telegram calls these. https://core.telegram.org/bots/api#setwebhook */
const ports = new Set(['', '443', '80', '88', '8443']);

/** Returns the webhook that Telegram can reach; null if it can't. */
async function webhookAddress(context: ExternalContext, state: State, token: string): Promise<Webhook | null> {
  const { protocol, hostname, port } = new URL(context.publicUrl);
  if (protocol !== 'https:' || !ports.has(port)) return null;
  const webhook = {
    url: `${context.publicUrl}/api/channels/${contract.id}/events`,
    secret: context.secrets.sign(purpose, token),
  };
  // Looked up before registering, not every time.
  if (state.webhook === nameOf(webhook)) return webhook;
  const isPublic = await publicAddresses(hostname).then(
    () => true,
    () => false,
  );
  return isPublic ? webhook : null;
}

/** Registers or deletes the webhook, if that isn't done yet. Waiting updates stay at Telegram. */
async function beCalled(context: ExternalContext, bot: Bot, state: State, webhook: Webhook | null): Promise<void> {
  const name = nameOf(webhook);
  if (state.webhook === name) return;
  if (webhook) {
    // A single connection keeps the order.
    const order = { max_connections: 1, allowed_updates: wantedUpdates };
    await bot.call('setWebhook', { url: webhook.url, secret_token: webhook.secret, ...order });
  } else await bot.call('deleteWebhook', {});
  await writeChannelState(context.db, contract.id, { ...state, webhook: name });
}

/** Telegram keeps an answer back for so long until there is an update. */
const holdSeconds = 25;
/** After a week without any, updates are counted from elsewhere on, perhaps from further down. */
const countedForMs = 6 * 24 * 3600 * 1000;

/** Asks for updates for a while, or until the settings change; an answer is confirmed by the next question. */
async function ask(context: ExternalContext, bot: Bot, token: string, stopping: AbortSignal): Promise<void> {
  for (const end = Date.now() + longestTurnMs; Date.now() < end && !stopping.aborted; ) {
    const { enabled, botToken } = (await context.settings.read()).telegramConfig;
    if (!enabled || botToken !== token) return;
    const state = await stateOf(context, bot);
    const isCounting = state.at !== undefined && Date.now() - Date.parse(state.at) < countedForMs;
    const answer = await bot.call(
      'getUpdates',
      {
        timeout: holdSeconds,
        allowed_updates: wantedUpdates,
        ...(isCounting && state.offset !== undefined ? { offset: state.offset } : {}),
      },
      { timeoutMs: (holdSeconds + 15) * 1000, signal: stopping },
    );
    const updates: unknown[] = Array.isArray(answer) ? answer : [];
    const last = Math.max(...updates.map((update) => Number(updateId(update))));
    if (!Number.isSafeInteger(last)) continue;
    const noted = { ...state, offset: last + 1, at: new Date().toISOString() };
    await keepEvents(
      context,
      contract.id,
      updates.map((update) => eventOf(bot, update)),
      noted,
    );
  }
}

const updateId = (update: unknown): unknown =>
  typeof update === 'object' && update !== null && 'update_id' in update ? update.update_id : undefined;
