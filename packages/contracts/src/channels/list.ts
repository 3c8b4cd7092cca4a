/**
 * Every channel, in the order in which users see them. Settings and their defaults, secrets, queues, the test
 * route, the delivery log and the dashboard's tabs follow from this list; what each does is in its folder in `core`.
 */
import { action } from './action.ts';
import { ai } from './ai.ts';
import type { ChannelContract, CustomersContract } from './channel.ts';
import { email } from './email.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { tigon } from './tigon.ts';
import { trello } from './trello.ts';
import { webhook } from './webhook.ts';
import { widget } from './widget.ts';

type Contracts = readonly ChannelContract[];

export const channels = [
  widget,
  email,
  telegram,
  slack,
  tigon,
  trello,
  webhook,
  ai,
  action,
] as const satisfies Contracts;

type Each = (typeof channels)[number];

export type Channel = Each['id'];
/** Declaration of one channel. */
export type ContractOf<C extends Channel> = Extract<Each, { id: C }>;

type WithSettings = Exclude<Each, { settings: null }>;
/** A channel with a section of the settings, a tab and a test. */
export type Integration = WithSettings['id'];
/** A channel that something outside is called by: what the log of deliveries can be of. */
export type CalledChannel =
  | Exclude<Each, { settings: null; queue: null }>['id']
  | Extract<Each, { isLogged: true }>['id'];
/** The name of a channel's section. */
export type ChannelSection = WithSettings['settings']['name'];

type WithQueue = Exclude<Each, { queue: null }>;
/** A channel that something is delivered by. */
export type OutsideChannel = WithQueue['id'];
export type DeliveryQueue = WithQueue['queue'];

/** A channel by which conversations come in. */
export type ConversationChannel = Extract<Each, { customers: object }>['id'];
/** External channel that customers write through; replies go out as deliveries. */
export type CustomerChannel = Extract<WithQueue, { customers: object }>['id'];

type With<C extends Channel> = ChannelContract & { id: C; customers: CustomersContract };

export const channelIds: readonly Channel[] = channels.map(({ id }) => id);

export const integrations: readonly WithSettings[] = channels.filter((each) => each.settings !== null);
export const integrationIds: readonly Integration[] = integrations.map(({ id }) => id);

const isCalled = (each: Each): each is Extract<Each, { id: CalledChannel }> =>
  each.settings !== null || each.queue !== null || 'isLogged' in each;
const calledChannels = channels.filter(isCalled);
export const calledChannelIds: readonly CalledChannel[] = calledChannels.map(({ id }) => id);

/** Channels with deliveries. */
export const outsideChannels: readonly WithQueue[] = channels.filter((each) => each.queue !== null);

const everyChannel: readonly ChannelContract[] = channels;

/** Channels that conversations arrive through. */
export const conversationChannels: readonly With<ConversationChannel>[] = everyChannel.filter(
  (each): each is With<ConversationChannel> => each.customers !== undefined,
);

export const conversationChannelIds: readonly ConversationChannel[] = conversationChannels.map(({ id }) => id);

/** External channels that customers write through. */
export const customerChannels: readonly With<CustomerChannel>[] = conversationChannels.filter(
  (each): each is With<CustomerChannel> => each.queue !== null,
);

/** Returns the declaration of the channel that a conversation arrived through. */
export function conversationChannel(id: ConversationChannel): With<ConversationChannel> {
  const found = conversationChannels.find((each) => each.id === id);
  if (!found) throw new Error(`No conversation comes in by ${id}.`);
  return found;
}

/** Whether the text names one. */
export const isCustomerChannel = (channel: string): channel is CustomerChannel =>
  customerChannels.some(({ id }) => id === channel);

export const isOutsideChannel = (channel: Channel): channel is OutsideChannel =>
  outsideChannels.some(({ id }) => id === channel);

/** Channels with deliveries that may be sent again after success, because the receiver recognises repeats. */
export const repeatableChannels: readonly CalledChannel[] = calledChannels.flatMap(({ id, repeatable }) =>
  repeatable ? [id] : [],
);

/** The queue of each channel that something is delivered by. */
export const queueOf = Object.fromEntries(outsideChannels.map(({ id, queue }) => [id, queue])) as {
  readonly [C in OutsideChannel]: Extract<WithQueue, { id: C }>['queue'];
};

/** The sections' schemas, by their names. */
export const channelSections = Object.fromEntries(
  integrations.map(({ settings }) => [settings.name, settings.schema]),
) as { [S in ChannelSection]: Extract<WithSettings, { settings: { name: S } }>['settings']['schema'] };

/** The sections' defaults, by their names. */
export const channelDefaults = Object.fromEntries(
  integrations.map(({ settings }) => [settings.name, settings.defaults]),
) as { [S in ChannelSection]: Extract<WithSettings, { settings: { name: S } }>['settings']['defaults'] };
