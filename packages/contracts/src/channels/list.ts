/**
 * Every channel, in the order in which users see them. Queues, and with `integrations.ts` the settings, the test route,
 * the delivery log and the dashboard's tabs follow from this list; what each does is in its folder in `core`.
 */
import type { ChannelContract, CustomersContract } from './channel.ts';
import { apiChannel } from './api-channel.ts';
import { email } from './email.ts';
import { instagram } from './instagram.ts';
import { messenger } from './messenger.ts';
import { msteams } from './msteams.ts';
import { slack } from './slack.ts';
import { sms } from './sms.ts';
import { telegram } from './telegram.ts';
import { tigon } from './tigon.ts';
import { trello } from './trello.ts';
import { webhook } from './webhook.ts';
import { whatsapp } from './whatsapp.ts';
import { widget } from './widget.ts';

type Contracts = readonly ChannelContract[];

export const channels = [
  widget,
  email,
  telegram,
  whatsapp,
  messenger,
  instagram,
  sms,
  apiChannel,
  slack,
  msteams,
  tigon,
  trello,
  webhook,
] as const satisfies Contracts;

type Each = (typeof channels)[number];

export type Channel = Each['id'];
/** Declaration of one channel. */
export type ContractOf<C extends Channel> = Extract<Each, { id: C }>;

type WithQueue = Exclude<Each, { queue: null }>;
/** A channel that something is delivered by. */
export type DeliveryChannel = WithQueue['id'];
export type DeliveryQueue = WithQueue['queue'];

/** A channel by which conversations come in. */
export type ConversationChannel = Extract<Each, { customers: object }>['id'];
/** Channel with customers' messages as events, and a delivery for each reply. Mail has neither: `core/mail`. */
export type CustomerChannel = Extract<WithQueue, { customers: { byEvents: true } }>['id'];

type With<C extends Channel> = ChannelContract & { id: C; customers: CustomersContract };

export const channelIds: readonly Channel[] = channels.map(({ id }) => id);

/** Channels with deliveries. */
export const deliveryChannels: readonly WithQueue[] = channels.filter((each) => each.queue !== null);

const everyChannel: readonly ChannelContract[] = channels;

/** Channels that conversations arrive through. */
export const conversationChannels: readonly With<ConversationChannel>[] = everyChannel.filter(
  (each): each is With<ConversationChannel> => each.customers !== undefined,
);

export const conversationChannelIds: readonly ConversationChannel[] = conversationChannels.map(({ id }) => id);

/** Channels with customers' messages as events. */
export const customerChannels: readonly With<CustomerChannel>[] = conversationChannels.filter(
  (each): each is With<CustomerChannel> => each.customers.byEvents === true,
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

export const isDeliveryChannel = (channel: string): channel is DeliveryChannel =>
  deliveryChannels.some(({ id }) => id === channel);

/** The queue of each channel that something is delivered by. */
export const queueOf = Object.fromEntries(deliveryChannels.map(({ id, queue }) => [id, queue])) as {
  readonly [C in DeliveryChannel]: Extract<WithQueue, { id: C }>['queue'];
};
