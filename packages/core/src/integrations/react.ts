/** Reacts to events. Runs once per event; another run changes nothing. */
import { messageWords } from '../text/message-words.ts';
import { handOffText } from '@parley/contracts/assistant/hand-off';
import type { DomainEvent, StoredEvent } from '@parley/contracts/events';
import { type ConversationState, conversationState } from '@parley/db/conversations/read';
import { deleteDeliveriesOf } from '@parley/db/deliveries/deliveries';
import { refusesAutoReply } from '@parley/db/mail/set-aside';
import { findMessage, newestMessages } from '@parley/db/messages/read';
import { answerFormCode, askForCode } from '../ai/form-codes.ts';
import { postWaitingNotice } from '../ai/waiting-notice.ts';
import { allChannels } from './channels.ts';
import { handOff } from '../conversations/hand-off.ts';
import { siblingId } from '../deliveries/sibling-id.ts';
import type { ExternalContext } from '../external/services.ts';
import { deliverAll } from '../deliveries/enqueue.ts';
import { beginReacting, endReacting } from '../deliveries/order.ts';
import { lastWords, type PlannedDelivery } from '../deliveries/notices.ts';
import { notifyOfEvent } from '../notifications/follow-event.ts';
import { planRating } from '../ratings/ask.ts';
import { routeAfter } from '../routing/route.ts';
import { inboxOf } from '../mail/inbox.ts';
import { teamNotices } from './notify-team.ts';

/** Time for a customer to send a second message before the first is answered: both get one reply. */
const replyDelayMs = 800;

/**
 * Decides and starts the reactions to an event: the assistant's reply, notices to the team, cards, webhooks. Deliveries
 * are unique per event, channel and target, and jobs by ids derived from the event: a second run adds nothing.
 */
export async function reactTo(context: ExternalContext, stored: StoredEvent): Promise<void> {
  const { id, event } = stored;
  const { conversationId } = event;
  const followsAnswers = await areAnswersFollowed(context);
  if (followsAnswers) await beginReacting(context, conversationId, id);
  if (event.type === 'conversation.deleted') {
    // Nothing of a deleted conversation may be sent any more, except its deletion.
    await deleteDeliveriesOf(context.db, conversationId, siblingId(id, 0));
    await deliverAll(context, await following(context, stored, null));
  } else {
    const state = await conversationState(context.db, conversationId);
    if (state && !state.hidden) await react(context, stored, state);
  }
  if (followsAnswers) await endReacting(context, conversationId, id);
}

async function react(context: ExternalContext, stored: StoredEvent, state: ConversationState): Promise<void> {
  const { id: eventId, event } = stored;
  if (event.type === 'message.posted' && event.senderType === 'customer' && state.isAiAssisted) {
    if (await refusesAutoReply(context.db, state.id, event.seq)) {
      await handOff(context, state.id, { summary: null, cause: { by: 'assistant' }, onlyIfAiAssisted: true });
    } else {
      await context.queues.add(
        'ai-replies',
        { conversationId: state.id, eventId, seq: event.seq },
        { delay: (await replyDelay(context, state)) * context.external.retryScale },
      );
    }
  }
  // Followers hear of messages to the assistant too.
  if (event.type === 'message.posted' && event.senderType === 'customer' && state.isAiAssisted)
    await notifyOfEvent(context, stored);
  if (event.type === 'conversation.changed' && event.change === 'closed') {
    await planRating(context, { conversationId: state.id, closingNo: event.activityNo });
  }
  const isHandedOff = event.type === 'conversation.changed' && event.change === 'handed_off';
  if (isHandedOff || (beginsToWait(event) && !state.isAiAssisted)) {
    await postWaitingNotice(context, { conversationId: state.id, eventId, isHandedOff });
  }
  if (event.type === 'message.posted' && event.senderType === 'customer') {
    const reaction = { state, seq: event.seq, eventId };
    await (event.formId === undefined ? answerFormCode : askForCode)(context, reaction);
  }
  // The customer's question may still be open: the assistant answers it, or hands off again.
  if (
    event.type === 'conversation.changed' &&
    event.change === 'returned_to_assistant' &&
    state.isAiAssisted &&
    state.unansweredCount > 0
  ) {
    await context.queues.add('ai-replies', { conversationId: state.id, eventId, seq: state.lastSeq });
  }
  await deliverAll(context, [
    ...(await noticesOf(context, stored, state)),
    ...(await following(context, stored, state)),
  ]);
  await routeAfter(context, {
    conversationId: state.id,
    activityNo: 'activityNo' in event ? event.activityNo : undefined,
  });
}

/** Returns whether a customer has opened or reopened the conversation. */
const beginsToWait = (event: DomainEvent): boolean =>
  event.type === 'message.posted' &&
  event.senderType === 'customer' &&
  (event.opened || event.activityNo !== undefined);

/** Milliseconds until the assistant answers: by mail as long as the mailbox says. */
async function replyDelay(context: ExternalContext, state: ConversationState): Promise<number> {
  if (state.channel !== 'email') return replyDelayMs;
  const { assistantDelaySeconds } = await inboxOf(context, state.mailboxId);
  return Math.max(replyDelayMs, assistantDelaySeconds * 1000);
}

async function noticesOf(
  context: ExternalContext,
  { id: eventId, event }: StoredEvent,
  state: ConversationState,
): Promise<PlannedDelivery[]> {
  if (event.type === 'message.posted') {
    // Nobody of the team needs to hear of what a colleague has started.
    if (!event.opened || event.senderType !== 'customer') return [];
    const first = await findMessage(context.db, state.id, event.seq);
    const text = first ? messageWords(first) : '';
    return teamNotices(context, { eventId, about: 'new_conversation', state, text });
  }
  if (event.type === 'conversation.changed' && event.change === 'handed_off') {
    const summary = state.handOffSummary && handOffText(state.handOffSummary);
    const text = [summary, lastWords(await newestMessages(context.db, state.id, 20))].filter(Boolean).join('\n\n');
    return teamNotices(context, { eventId, about: 'hand_off', state, text });
  }
  return [];
}

/** Plans the other deliveries of an event besides notices, in the order of the channels. */
async function following(
  context: ExternalContext,
  stored: StoredEvent,
  state: ConversationState | null,
): Promise<PlannedDelivery[]> {
  const planned: PlannedDelivery[] = [];
  for (const { follow } of allChannels) if (follow) planned.push(...(await follow(context, stored, state)));
  return planned;
}

/** Returns whether any channel delivers answers at the moment. */
async function areAnswersFollowed(context: ExternalContext): Promise<boolean> {
  for (const { followsAnswers } of allChannels) if (await followsAnswers?.(context)) return true;
  return false;
}
