/** Receives Meta's notifications: signed with the app's secret, and stored one by one before they are understood. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { whatsapp as contract } from '@parley/contracts/channels/whatsapp';
import { Problem } from '@parley/contracts/problems';
import { type NewInboundEvent, readChannelState, writeChannelState } from '@parley/db/channels/inbound';
import type { Arrival, Confirmation } from '../../deliveries/descriptor.ts';
import type { ExternalContext } from '../../external/services.ts';
import { settingsGraph } from './graph.ts';
import { type Change, namedSchema, notificationSchema } from './notification.ts';

const refused = (): Problem => new Problem('forbidden', 'This call is not signed with the secret of the app.');

/**
 * Returns the events of a notification for our number.
 * @throws Problem `forbidden` without a signature by the app's secret
 */
export async function receive(context: ExternalContext, { headers, raw, body }: Arrival): Promise<NewInboundEvent[]> {
  const { enabled, appSecret, phoneNumberId } = (await context.settings.read()).whatsappConfig;
  const given = Buffer.from(headers['x-hub-signature-256'] ?? '');
  const expected = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!enabled || appSecret === '' || !isSigned) throw refused();
  if (!notificationSchema.Check(body)) return [];
  const values = body.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  // A business account may have numbers of other systems.
  return values.filter(({ metadata }) => metadata?.phone_number_id === phoneNumberId).flatMap(eventsOf);
}

function eventsOf({ contacts = [], messages = [], statuses = [] }: Change): NewInboundEvent[] {
  const names = new Map(
    contacts.flatMap((contact) => (namedSchema.Check(contact) ? [[contact.wa_id, contact.profile.name]] : [])),
  );
  return [
    ...messages.map((message) => eventOf('m', message, { message, name: names.get(textIn(message, 'from')) })),
    ...statuses.map((status) => eventOf(textIn(status, 'status'), status, { status })),
  ];
}

/** Meta repeats a notification under the same ids. */
function eventOf(kind: string, thing: unknown, stored: object): NewInboundEvent {
  const id = textIn(thing, 'id') || createHash('sha256').update(JSON.stringify(thing)).digest('hex');
  return { externalId: `${kind}:${id}`.slice(0, 400), raw: Buffer.from(JSON.stringify(stored)) };
}

const textIn = (thing: unknown, field: string): string => {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, field) : undefined;
  return typeof value === 'string' ? value : '';
};

/** Returns Meta's challenge to the caller that knows the verify token. @throws Problem `forbidden` */
export async function confirm(context: ExternalContext, query: Confirmation): Promise<string> {
  const { verifyToken } = (await context.settings.read()).whatsappConfig;
  const [given, expected] = [query['hub.verify_token'], verifyToken].map((token) =>
    createHash('sha256').update(token).digest(),
  );
  const isKnown = verifyToken !== '' && given && expected && timingSafeEqual(given, expected);
  if (query['hub.mode'] !== 'subscribe' || !isKnown) throw new Problem('forbidden', 'This is not the verify token.');
  return query['hub.challenge'];
}

/** Subscribes the app to the business account once, so that its notifications come. @throws CallFailed, OutboundError */
export async function watch(context: ExternalContext): Promise<void> {
  const { enabled, accessToken, businessAccountId } = (await context.settings.read()).whatsappConfig;
  if (!enabled || accessToken === '' || businessAccountId === '') return;
  const account = createHash('sha256').update(`${businessAccountId}\n${accessToken}`).digest('hex');
  const state = await readChannelState(context.db, contract.id);
  if (typeof state === 'object' && state !== null && 'account' in state && state.account === account) return;
  await (await settingsGraph(context)).call('POST', `${businessAccountId}/subscribed_apps`);
  await writeChannelState(context.db, contract.id, { account });
}
