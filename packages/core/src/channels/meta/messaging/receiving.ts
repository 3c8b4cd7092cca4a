/** Receives notifications of direct messages. */
import type { NewInboundEvent } from '@parley/db/channels/inbound';
import type { Arrival } from '../../../deliveries/descriptor.ts';
import type { ExternalContext } from '../../../external/services.ts';
import { assertSigned, eventOf } from '../signed.ts';
import { textIn } from '@parley/contracts/json';
import { subscribeOnce } from '../subscribe.ts';
import { accountGraph, accountOf, type MessagingApp } from './app.ts';
import { echoSchema, notificationSchema } from './notification.ts';

/** Parts of an event that are understood, and the letter of each in its id. */
const kinds = [
  ['message', 'm'],
  ['postback', 'p'],
  ['reaction', 'e'],
  ['read', 'r'],
  ['delivery', 'd'],
] as const;

/**
 * Returns the events of a notification for our account, without what the account has written itself.
 * @throws Problem `forbidden` without a signature by the app's secret
 */
export async function receive(
  context: ExternalContext,
  app: MessagingApp,
  arrival: Arrival,
): Promise<NewInboundEvent[]> {
  const account = accountOf(await context.settings.read(), app);
  assertSigned(arrival, account);
  const { body } = arrival;
  if (!notificationSchema.Check(body) || body.object !== app.object) return [];
  // An app may be subscribed to accounts of other systems.
  const events = body.entry.filter(({ id }) => id === account.accountId).flatMap(({ messaging = [] }) => messaging);
  return events.flatMap((event) => {
    if (typeof event !== 'object' || event === null || echoSchema.Check(event)) return [];
    const found = kinds.find(([part]) => part in event);
    if (!found) return [];
    const [kind, letter] = found;
    // Only messages have an id of their own.
    const id = kind === 'message' || kind === 'postback' ? textIn(Reflect.get(event, kind), 'mid') : '';
    return [eventOf(letter, id, event)];
  });
}

/** Subscribes the app to the account once, so that its notifications come. @throws CallFailed, OutboundError */
export async function watch(context: ExternalContext, app: MessagingApp): Promise<void> {
  const { enabled, accessToken, accountId } = accountOf(await context.settings.read(), app);
  if (!enabled || accessToken === '' || accountId === '') return;
  const { id } = app.contract;
  const fields = app.subscribedFields.join(',');
  await subscribeOnce(context, id, [accountId, accessToken, fields], async () => {
    const { graph } = await accountGraph(context, app);
    await graph.call('POST', `${accountId}/subscribed_apps`, { subscribed_fields: fields });
  });
}
