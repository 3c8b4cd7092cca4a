/**
 * Keeps deliveries of one conversation to one webhook in the order of their events. Rows in `deliveries` show
 * unfinished ones, but not an earlier event with reactions still to be decided. Those events are noted here, because
 * BullMQ has no groups: it works on the events of one conversation in parallel.
 */
import { type DeliveryRow, findDelivery } from '@parley/db/deliveries/deliveries';
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { enqueueDelivery } from './enqueue.ts';

type OrderContext = Pick<Context, 'redis' | 'prefix'>;

/**
 * Long enough to restart a killed worker's job; later deliveries stop waiting for that event, and the task that picks up
 * forgotten deliveries (`maintenance/forgotten.ts`) adds their jobs.
 */
const patienceMs = 120_000;

const reactingKey = (context: OrderContext, conversationId: string): string =>
  keys(context.prefix).key('reacting', conversationId);

/** IDs of the conversation's deliveries that stopped because an earlier event was undecided. */
const waitingKey = (context: OrderContext, conversationId: string): string =>
  keys(context.prefix).key('waiting-for-reactions', conversationId);

/** The reactions to this event are being decided. */
export async function beginReacting(context: OrderContext, conversationId: string, eventId: string): Promise<void> {
  const key = reactingKey(context, conversationId);
  await context.redis.zadd(key, 'NX', Date.now(), eventId);
  await context.redis.pexpire(key, patienceMs);
}

/** The reactions are all in `deliveries`: adds the jobs of the deliveries that waited for that. */
export async function endReacting(
  context: OrderContext & Pick<Context, 'db' | 'queues'>,
  conversationId: string,
  eventId: string,
): Promise<void> {
  const { db, redis } = context;
  const key = waitingKey(context, conversationId);
  // In this order, a delivery that begins to wait after the first call is seen by the second, or sees that it need not
  // wait.
  await redis.zrem(reactingKey(context, conversationId), eventId);
  for (const id of await redis.smembers(key)) {
    const delivery = await findDelivery(db, id);
    if (delivery) await enqueueDelivery(context, delivery, `decided-${eventId}`);
    // Afterwards, so that the event's next run finds it when this one ends here.
    await redis.srem(key, id);
  }
}

/**
 * Whether a delivery has to wait because an event before its own is still being decided about. The end of that decision
 * adds a job for it.
 */
export async function waitsForEarlierEvent(
  context: OrderContext,
  { id, eventId }: Pick<DeliveryRow, 'id' | 'eventId'>,
  conversationId: string,
): Promise<boolean> {
  if (!(await isReactingToEarlier(context, conversationId, eventId))) return false;
  const key = waitingKey(context, conversationId);
  await context.redis.sadd(key, id);
  await context.redis.pexpire(key, patienceMs);
  // The decision may have ended without noticing this one.
  return isReactingToEarlier(context, conversationId, eventId);
}

async function isReactingToEarlier(context: OrderContext, conversationId: string, eventId: string): Promise<boolean> {
  const underWay = await context.redis.zrangebyscore(
    reactingKey(context, conversationId),
    Date.now() - patienceMs,
    '+inf',
  );
  // Two deliveries of one event differ in their id's last digit.
  const place = eventId.slice(0, -1);
  return underWay.some((each) => each.slice(0, -1) < place);
}
