/**
 * From a committed event to everybody who must know: frames to the sockets, a job to the worker if anything can follow, and
 * only then the outbox row may go. Whoever commits dispatches at once; what a killed process left behind, the sweep dispatches.
 */
import type { DomainEvent, OutboxEvent, StoredEvent } from '@parley/contracts/events';
import type { Context } from '../context.ts';
import { isReactedTo } from '../deliveries/is-reacted-to.ts';
import { publishEvent, type KnownEntities } from './publish-event.ts';

/**
 * Publishes the frames, adds the event's job if it is reacted to (job id = event id, so that a second dispatch adds nothing)
 * and has the outbox row removed soon. `known` saves reading what the caller has just written.
 *
 * Redis being away is no failure of the caller's: the message is committed and its outbox row stays for the sweep.
 */
export async function dispatch(context: Context, stored: OutboxEvent, known?: KnownEntities): Promise<void> {
  try {
    await dispatchOrThrow(context, stored, known);
    context.outboxCleaner.add(stored.id);
  } catch (error) {
    context.log.warn({ err: error, eventId: stored.id }, 'event left in the outbox for the sweep');
  }
}

/** As `dispatch`, but leaves the outbox row to the caller and reports a failure: the sweep must know. */
export async function dispatchOrThrow(
  context: Context,
  { id, event }: OutboxEvent,
  known?: KnownEntities,
): Promise<void> {
  await Promise.all([
    publishEvent(context, event, known),
    // Notes are nobody's to react to: what speaks to the outside never hears of one.
    event.type === 'conversation.noted' ? undefined : queueReactions(context, { id, event }, known),
  ]);
}

async function queueReactions(context: Context, { id, event }: StoredEvent, known?: KnownEntities): Promise<void> {
  if (await isReactedTo(context, event, known?.conversation))
    await context.queues.add('events', { id, event: withoutWords(event) });
}

/**
 * The reason of a hand-off quotes the customer. Finished jobs are remembered for a day: the words stay in the database,
 * where erasing finds them, and whoever reacts reads them there.
 */
const withoutWords = (event: DomainEvent): DomainEvent =>
  event.type === 'conversation.changed' && event.change === 'handed_off' ? { ...event, reason: null } : event;
