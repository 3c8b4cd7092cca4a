/**
 * Dispatches a committed event: frames to the sockets, a job to the worker if anything can follow, and only then
 * deletes the outbox row. Every use case dispatches right after its commit; the sweep dispatches what a killed process
 * left behind.
 */
import type { OutboxEvent, StoredEvent } from '@parley/contracts/events';
import type { Context } from '../context.ts';
import { isNotified } from '../notifications/follow-event.ts';
import { isReactedTo } from './is-reacted-to.ts';
import { publishEvent, type KnownEntities } from './publish-event.ts';
import { queueTranscripts } from './queue-transcripts.ts';

/**
 * Publishes the frames, adds the event's job if it has reactions (job id = event id, so that a second dispatch adds
 * nothing) and has the outbox row deleted soon. `known` spares reading rows that the caller has just written.
 *
 * An outage of Redis does not fail the caller: the message is committed and its outbox row stays for the sweep.
 */
export async function dispatch(context: Context, stored: OutboxEvent, known?: KnownEntities): Promise<void> {
  try {
    await dispatchOrThrow(context, stored, known);
    context.outboxCleaner.add(stored.id);
  } catch (error) {
    context.log.warn({ err: error, eventId: stored.id }, 'event left in the outbox for the sweep');
  }
}

/**
 * Dispatches like `dispatch`, but leaves the outbox row to the caller and throws on a failure, which the sweep needs.
 */
export async function dispatchOrThrow(
  context: Context,
  { id, event }: OutboxEvent,
  known?: KnownEntities,
): Promise<void> {
  await Promise.all([
    publishEvent(context, event, known),
    // Notes have no reactions: external channels never get one.
    event.type === 'conversation.noted' ? undefined : queueReactions(context, { id, event }, known),
    known?.hidden ? undefined : queueRules(context, { id, event }, known),
    queueNotifications(context, { id, event }, known),
    event.type === 'message.posted' ? queueTranscripts(context, event, known?.message) : undefined,
  ]);
}

async function queueReactions(context: Context, { id, event }: StoredEvent, known?: KnownEntities): Promise<void> {
  if (await isReactedTo(context, event, known?.conversation, known?.message))
    await context.queues.add('events', { id, event });
}

async function queueRules(context: Context, stored: OutboxEvent, known?: KnownEntities): Promise<void> {
  const occurrence = await context.rulesFor(stored, known);
  if (occurrence) await context.queues.add('rules', occurrence);
}

async function queueNotifications(context: Context, { id, event }: OutboxEvent, known?: KnownEntities): Promise<void> {
  if (!isNotified(event, known?.conversation)) return;
  await context.queues.add('notifications', event.type === 'conversation.noted' ? { id, event } : { id, event });
}
