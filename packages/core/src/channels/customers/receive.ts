/**
 * Processes events of customers' channels: they are stored first and parsed afterwards, so that a bug in the parser
 * loses nothing.
 */
import { isCustomerChannel } from '@parley/contracts/channels/list';
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import { isOpenAt } from '@parley/contracts/schedules/working-time';
import { englishOf, localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import {
  type InboundEvent,
  type InboundEventResult,
  nextInboundEvent,
  recordInboundEvent,
} from '@parley/db/channels/inbound';
import { failSent, messageByReference } from '@parley/db/channels/sends';
import { findChannelSession, setReachable } from '@parley/db/channels/sessions';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import { conversationState } from '@parley/db/conversations/read';
import { isPassingFailure } from '@parley/db/database';
import { isBlocked } from '@parley/db/visitors/contacts';
import { markVisitorsSeen } from '@parley/db/visitors/visitors';
import { lostDependency } from '@parley/service/errors';
import { deliverAll } from '../../deliveries/enqueue.ts';
import { publishDelivery } from '../../deliveries/publish-delivery.ts';
import { derivedId } from '../../derived-id.ts';
import { markDelivered, markRead } from '../../conversations/receipts.ts';
import { announceIncoming } from '../../files/incoming.ts';
import type { ExternalContext } from '../../external/services.ts';
import type { Draft } from '../../messages/draft.ts';
import { postMessage } from '../../messages/post.ts';
import { reactFromChannel } from '../../messages/reactions.ts';
import { ratingUrl } from '../../ratings/links.ts';
import { questionFor } from '../../ratings/question.ts';
import { rateFromChannel } from '../../ratings/rate.ts';
import { findWorkingHours } from '../../settings/schedules.ts';
import { addOrLeave } from '../../queues.ts';
import { receivingOf } from '../list.ts';
import type { Arrival, Confirmation, Understood } from '../../deliveries/descriptor.ts';
import { words } from './answers.ts';
import { keepEvents } from './keep-events.ts';
import { sessionOf } from './session.ts';

/**
 * Receives a channel's request; resolves when its events are stored.
 * @throws Problem `not_found` for an unknown channel, `forbidden` for a request that isn't the other side's
 */
export async function receiveFromChannel(context: ExternalContext, channel: string, arrival: Arrival): Promise<void> {
  if (!isCustomerChannel(channel)) throw new Problem('not_found', 'There is no such channel.');
  await keepEvents(context, channel, await receivingOf(channel).receive(context, arrival));
}

/**
 * Answers the other side's question whether our address wants its events.
 * @throws Problem `not_found` for a channel that isn't asked, `forbidden` for a question that isn't the other side's
 */
export async function confirmChannel(context: ExternalContext, channel: string, asked: Confirmation): Promise<string> {
  const confirm = isCustomerChannel(channel) ? receivingOf(channel).confirm : undefined;
  if (!confirm) throw new Problem('not_found', 'There is no such channel.');
  return confirm(context, asked);
}

/**
 * Parses the stored events in the order of arrival, until none is left or `stopping`. Repeating it, or continuing after
 * a killed process, changes nothing. Returns the outcomes.
 */
export async function understandEvents(context: ExternalContext, stopping: AbortSignal): Promise<string[]> {
  const outcomes: string[] = [];
  for (;;) {
    const event = await nextInboundEvent(context.db);
    if (!event) return outcomes;
    if (stopping.aborted) {
      await context.queues.add('inbound', {});
      return outcomes;
    }
    const result = await understandEvent(context, event);
    await recordInboundEvent(context.db, event.id, result);
    outcomes.push(result.status);
  }
}

/** Conflicts between two workers pass; an event that still fails is marked and kept, and the next ones go on. */
const attempts = 3;

async function understandEvent(context: ExternalContext, event: InboundEvent): Promise<InboundEventResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await take(context, event, await receivingOf(event.channel).understand(context, event));
    } catch (error) {
      // The whole line waits, so that its order holds.
      if (lostDependency(error) || isPassingFailure(error)) throw error;
      if (attempt < attempts) continue;
      context.log.error({ err: error, channel: event.channel, inboundEvent: event.id }, 'an event was not understood');
      return { status: 'failed', reason: 'error', address: null, reference: null };
    }
  }
}

async function take(
  context: ExternalContext,
  event: InboundEvent,
  understood: Understood,
): Promise<InboundEventResult> {
  const { id, channel } = event;
  switch (understood.what) {
    case 'unreadable':
      return { status: 'failed', reason: 'unreadable', address: null, reference: null };
    case 'nothing': {
      const { reason, address = null, reference = null, answer } = understood;
      if (address !== null && answer) await deliverAll(context, [words(channel, { eventId: id, address, ...answer })]);
      return { status: 'ignored', reason, address, reference };
    }
    case 'status': {
      const { address, reference, status, reason } = understood;
      const place = await messageByReference(context.db, { channel, address }, reference);
      if (place) await takeStatus(context, channel, { ...place, address, reference, status, reason });
      return { status: 'ignored', reason: status, address, reference: null };
    }
    case 'reachable': {
      const { address, isReachable } = understood;
      const visitorId = await setReachable(context.db, { channel, address }, isReachable);
      if (visitorId !== undefined) {
        const conversationId = await currentConversationId(context.db, visitorId);
        await publishDelivery(context, { channel, conversationId });
      }
      return { status: 'ignored', reason: isReachable ? 'reachable' : 'unreachable', address, reference: null };
    }
    case 'reaction': {
      const { address, reference, added, removed } = understood;
      const place = await messageByReference(context.db, { channel, address }, reference);
      const session = place && (await findChannelSession(context.db, { channel, address }));
      if (place && session) await reactFromChannel(context, session.visitorId, place, { added, removed });
      return { status: 'ignored', reason: 'reaction', address, reference: null };
    }
    case 'rating':
      return {
        status: 'ignored',
        reason: await takeRating(context, event, understood),
        address: understood.address,
        reference: null,
      };
    case 'message': {
      const { customer, reference, replyTo, response } = understood;
      const { visitorId } = await sessionOf(context, channel, customer);
      if (await isBlocked(context.db, visitorId)) {
        return { status: 'ignored', reason: 'blocked', address: customer.address, reference };
      }
      const draft = await draftOf(context, event, visitorId, understood);
      const clientMessageId = derivedId(id, 'inbound event');
      const sender = { kind: 'visitor', visitorId, ...(customer.teamId && { teamId: customer.teamId }) } as const;
      const { message } = await postMessage(context, sender, 'newest', {
        ...draft,
        replyTo,
        ...(response && { response }),
        clientMessageId,
        via: channel,
      });
      for (const { id: fileId } of draft.attachments ?? []) await addOrLeave(context, 'files', { fileId });
      await markVisitorsSeen(context.db, [visitorId]);
      const { conversationId, seq: messageSeq } = message;
      await answerWhileAway(context, channel, { address: customer.address, conversationId });
      return { status: 'posted', conversationId, messageSeq, address: customer.address, reference };
    }
  }
}

/**
 * Answers a customer who writes outside the working times, where the channel has a text for that and the assistant
 * doesn't answer: at most once a day, however often they write.
 */
async function answerWhileAway(
  context: ExternalContext,
  channel: InboundEvent['channel'],
  { address, conversationId }: { address: string; conversationId: string },
): Promise<void> {
  const text = await receivingOf(channel).awayText?.(context);
  if (!text) return;
  const state = await conversationState(context.db, conversationId);
  if (!state || state.hidden || state.isAiAssisted) return;
  const now = new Date();
  const { websiteId, teamId } = state;
  if (isOpenAt(await findWorkingHours(context, { websiteId, teamId }), now)) return;
  const eventId = derivedId('away', channel, address, now.toISOString().slice(0, 10));
  await deliverAll(context, [words(channel, { eventId, address, text, about: localize('answer_while_away') })]);
}

/** Shows what the channel reports of a message of the team's. */
async function takeStatus(
  context: ExternalContext,
  channel: InboundEvent['channel'],
  {
    conversationId,
    seq,
    address,
    reference,
    status,
    reason,
  }: Omit<Extract<Understood, { what: 'status' }>, 'what'> & { conversationId: string; seq: number },
): Promise<void> {
  if (status === 'delivered') await markDelivered(context, conversationId, 'customer', seq);
  if (status === 'read') await markRead(context, conversationId, { side: 'customer' }, seq);
  if (status !== 'failed' || reason === null) return;
  const failed = await failSent(
    context.db,
    { channel, address },
    { reference, error: englishOf(reason), localized: reason },
  );
  if (failed !== undefined) await publishDelivery(context, { channel, conversationId: failed });
}

/** Takes a rating of a customer's own, and thanks for it with a link to say more. Returns what became of it. */
async function takeRating(
  context: ExternalContext,
  { id, channel }: InboundEvent,
  { address, ratingId, score, reasons, comment }: Extract<Understood, { what: 'rating' }>,
): Promise<string> {
  const session = await findChannelSession(context.db, { channel, address });
  if (!session) return 'not_wanted';
  try {
    const answer = { score, ...(reasons && { reasons }), ...(comment !== undefined && { comment }) };
    await rateFromChannel(context, { visitorId: session.visitorId, id: ratingId, answer });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return 'not_wanted';
  }
  if (reasons === undefined && comment === undefined) {
    const t = ratingTexts((await questionFor(context, session.visitorId)).language);
    const text = `${t('thanks')} ${t('more')}\n${ratingUrl(context, ratingId, score)}`;
    await deliverAll(context, [words(channel, { eventId: id, address, text, about: localize('rating_asked') })]);
  }
  return 'rating';
}

/** Returns the text with its files: attached if all of them are accepted, otherwise named in the text. */
async function draftOf(
  context: ExternalContext,
  { id, channel }: InboundEvent,
  visitorId: string,
  { content, sent }: Extract<Understood, { what: 'message' }>,
): Promise<Pick<Draft, 'content' | 'attachments'>> {
  if (!sent) return { content };
  const incoming = sent.files.map(({ reference, name, size }, index) => ({
    id: derivedId(id, 'file', index),
    name,
    size,
    alt: '',
    source: { channel, reference },
  }));
  const attachments = await announceIncoming(context, visitorId, incoming);
  return attachments.length === sent.files.length ? { content: sent.caption, attachments } : { content };
}
