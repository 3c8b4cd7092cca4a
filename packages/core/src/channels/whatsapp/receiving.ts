/** Receives Meta's notifications: signed with the app's secret, and stored one by one before they are understood. */
import { whatsapp as contract } from '@parley/contracts/channels/whatsapp';
import type { NewInboundEvent } from '@parley/db/channels/inbound';
import type { Arrival, Confirmation } from '../../deliveries/descriptor.ts';
import type { ExternalContext } from '../../external/services.ts';
import { answerChallenge, assertSigned, eventOf } from '../meta/signed.ts';
import { textIn } from '@parley/contracts/json';
import { subscribeOnce } from '../meta/subscribe.ts';
import { settingsGraph } from './graph.ts';
import { type Change, namedSchema, notificationSchema } from './notification.ts';

/**
 * Returns the events of a notification for our number.
 * @throws Problem `forbidden` without a signature by the app's secret
 */
export async function receive(context: ExternalContext, arrival: Arrival): Promise<NewInboundEvent[]> {
  const { whatsappConfig } = await context.settings.read();
  assertSigned(arrival, whatsappConfig);
  if (!notificationSchema.Check(arrival.body)) return [];
  const values = arrival.body.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  // A business account may have numbers of other systems.
  return values.filter(({ metadata }) => metadata?.phone_number_id === whatsappConfig.phoneNumberId).flatMap(eventsOf);
}

function eventsOf({ contacts = [], messages = [], statuses = [] }: Change): NewInboundEvent[] {
  const names = new Map(
    contacts.flatMap((contact) => (namedSchema.Check(contact) ? [[contact.wa_id, contact.profile.name]] : [])),
  );
  return [
    ...messages.map((message) =>
      eventOf('m', textIn(message, 'id'), { message, name: names.get(textIn(message, 'from')) }),
    ),
    ...statuses.map((status) => eventOf(textIn(status, 'status'), textIn(status, 'id'), { status })),
  ];
}

/** Returns Meta's challenge to the caller that knows the verify token. @throws Problem `forbidden` */
export async function confirm(context: ExternalContext, query: Confirmation): Promise<string> {
  return answerChallenge(query, (await context.settings.read()).whatsappConfig.verifyToken);
}

/** Subscribes the app to the business account once, so that its notifications come. @throws CallFailed, OutboundError */
export async function watch(context: ExternalContext): Promise<void> {
  const { enabled, accessToken, businessAccountId } = (await context.settings.read()).whatsappConfig;
  if (!enabled || accessToken === '' || businessAccountId === '') return;
  await subscribeOnce(context, contract.id, [businessAccountId, accessToken], async () =>
    (await settingsGraph(context)).call('POST', `${businessAccountId}/subscribed_apps`),
  );
}
