/**
 * Integrations: the channels that have settings on a tab, and the assistant, in the order in which users see them.
 * Settings and their defaults, secrets, the test route, the delivery log and the dashboard's tabs follow from them.
 */
import { action } from '../assistant/actions.ts';
import { ai } from '../assistant/settings.ts';
import { type Channel, channels, deliveryChannels } from './list.ts';

type Each = (typeof channels)[number];

type WithSettings = Exclude<Each, { settings: null }>;
type Described = WithSettings | typeof ai;
/** An integration with a section of the settings, a tab and a test. */
export type Integration = Described['id'];
/** The name of an integration's section. */
export type IntegrationSection = Described['settings']['name'];

export const integrations: readonly Described[] = [
  ...channels.filter((each): each is WithSettings => each.settings !== null),
  ai,
];
export const integrationIds: readonly Integration[] = integrations.map(({ id }) => id);

/** Subject of a delivery log entry: a channel, the model, or an action of the assistant. */
export type DeliveryTarget = Exclude<Channel, 'widget'> | typeof ai.id | typeof action.id;

export const deliveryTargets: readonly DeliveryTarget[] = [
  ...channels.flatMap(({ id }) => (id === 'widget' ? [] : [id])),
  ai.id,
  action.id,
];

/** Channels with deliveries that may be sent again after success, because the receiver recognises repeats. */
export const repeatableChannels: readonly DeliveryTarget[] = deliveryChannels.flatMap(({ id, repeatable }) =>
  repeatable ? [id] : [],
);

/** The sections' schemas, by their names. */
export const integrationSections = Object.fromEntries(
  integrations.map(({ settings }) => [settings.name, settings.schema]),
) as { [S in IntegrationSection]: Extract<Described, { settings: { name: S } }>['settings']['schema'] };

/** The sections' defaults, by their names. */
export const integrationDefaults = Object.fromEntries(
  integrations.map(({ settings }) => [settings.name, settings.defaults]),
) as { [S in IntegrationSection]: Extract<Described, { settings: { name: S } }>['settings']['defaults'] };
