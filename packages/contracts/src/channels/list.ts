/**
 * Every channel there is, in the order in which people see them. Settings and their defaults, secrets, queues, the test
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
/** One channel's declaration. */
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
/** One of those outside the house: customers are answered there by a delivery. */
export type CustomerChannel = Extract<WithQueue, { customers: object }>['id'];

type With<C extends Channel> = ChannelContract & { id: C; customers: CustomersContract };

export const channelIds: readonly Channel[] = channels.map(({ id }) => id);

export const integrations: readonly WithSettings[] = channels.filter((each) => each.settings !== null);
export const integrationIds: readonly Integration[] = integrations.map(({ id }) => id);

const isCalled = (each: Each): each is Extract<Each, { id: CalledChannel }> =>
  each.settings !== null || each.queue !== null || 'isLogged' in each;
const calledChannels = channels.filter(isCalled);
export const calledChannelIds: readonly CalledChannel[] = calledChannels.map(({ id }) => id);

/** What is delivered somewhere. */
export const outsideChannels: readonly WithQueue[] = channels.filter((each) => each.queue !== null);

const everyChannel: readonly ChannelContract[] = channels;

/** What conversations come in by. */
export const conversationChannels: readonly With<ConversationChannel>[] = everyChannel.filter(
  (each): each is With<ConversationChannel> => each.customers !== undefined,
);

export const conversationChannelIds: readonly ConversationChannel[] = conversationChannels.map(({ id }) => id);

/** What customers come by from outside the house. */
export const customerChannels: readonly With<CustomerChannel>[] = conversationChannels.filter(
  (each): each is With<CustomerChannel> => each.queue !== null,
);

/** The declaration of what a conversation came in by. */
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

/** What may be sent once more after it has been delivered. */
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
