/**
 * Keeps deliveries of one conversation to one webhook in the order of their events. Rows in `deliveries` show
 * unfinished ones, but not an earlier event with reactions still to be decided. Those events are noted here, because
 * BullMQ has no groups: it works on the events of one conversation in parallel.
 */
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';

type OrderContext = Pick<Context, 'redis' | 'prefix'>;

/** Long enough to restart a killed worker's job; later deliveries stop waiting for that event. */
const patienceMs = 120_000;

const reactingKey = (context: OrderContext, conversationId: string): string =>
  keys(context.prefix).key('reacting', conversationId);

/** The reactions to this event are being decided. */
export async function beginReacting(context: OrderContext, conversationId: string, eventId: string): Promise<void> {
  const key = reactingKey(context, conversationId);
  await context.redis.zadd(key, 'NX', Date.now(), eventId);
  await context.redis.pexpire(key, patienceMs);
}

/** They are all in `deliveries`. */
export async function endReacting(context: OrderContext, conversationId: string, eventId: string): Promise<void> {
  await context.redis.zrem(reactingKey(context, conversationId), eventId);
}

/** Whether an event before this one is still being decided about. */
export async function isReactingToEarlier(
  context: OrderContext,
  conversationId: string,
  eventId: string,
): Promise<boolean> {
  const underWay = await context.redis.zrangebyscore(
    reactingKey(context, conversationId),
    Date.now() - patienceMs,
    '+inf',
  );
  // Two deliveries of one event differ in their id's last digit.
  const place = eventId.slice(0, -1);
  return underWay.some((each) => each.slice(0, -1) < place);
}
