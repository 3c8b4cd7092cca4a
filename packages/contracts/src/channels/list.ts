/**
 * Every channel there is, in the order in which people see them. Settings and their defaults, secrets, queues, the test
 * route, the delivery log and the dashboard's tabs follow from this list; what each does is in its folder in `core`.
 */
import { ai } from './ai.ts';
import type { ChannelContract, CustomersContract } from './channel.ts';
import { email } from './email.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { tigon } from './tigon.ts';
import { trello } from './trello.ts';
import { webhook } from './webhook.ts';

type Contracts = readonly ChannelContract[];

export const channels = [email, telegram, slack, tigon, trello, webhook, ai] as const satisfies Contracts;

type Each = (typeof channels)[number];

export type Channel = Each['id'];
/** One channel's declaration. */
export type ContractOf<C extends Channel> = Extract<Each, { id: C }>;

type WithSettings = Exclude<Each, { settings: null }>;
/** A channel with a section of the settings, a tab and a test. */
export type Integration = WithSettings['id'];
/** The name of a channel's section. */
export type ChannelSection = WithSettings['settings']['name'];

type WithQueue = Exclude<Each, { queue: null }>;
/** A channel that something is delivered by. */
export type OutsideChannel = WithQueue['id'];
export type DeliveryQueue = WithQueue['queue'];

/** A channel that customers come by, and are answered on. */
export type CustomerChannel = Extract<WithQueue, { customers: object }>['id'];

interface WithCustomers extends ChannelContract {
  id: CustomerChannel;
  customers: CustomersContract;
}

export const channelIds: readonly Channel[] = channels.map(({ id }) => id);

export const integrations: readonly WithSettings[] = channels.filter((each) => each.settings !== null);
export const integrationIds: readonly Integration[] = integrations.map(({ id }) => id);

/** What is delivered somewhere. */
export const outsideChannels: readonly WithQueue[] = channels.filter((each) => each.queue !== null);

/** What customers come by. */
export const customerChannels: readonly WithCustomers[] = (outsideChannels as readonly ChannelContract[]).filter(
  (each): each is WithCustomers => each.customers !== undefined,
);

/** Whether what was sent can be changed and removed where its customer reads it. */
export const takesEdits = (channel: 'widget' | CustomerChannel): boolean =>
  channel === 'widget' || customerChannels.some(({ id, customers }) => id === channel && customers.edits !== null);

/** Whether the text names one. */
export const isCustomerChannel = (channel: string): channel is CustomerChannel =>
  customerChannels.some(({ id }) => id === channel);

export const isOutsideChannel = (channel: Channel): channel is OutsideChannel =>
  outsideChannels.some(({ id }) => id === channel);

/** What may be sent once more after it has been delivered. */
export const repeatableChannels: readonly Channel[] = channels.flatMap(({ id, repeatable }) =>
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
