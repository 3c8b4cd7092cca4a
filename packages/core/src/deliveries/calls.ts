/** What is really done for a delivery, by channel. */
import { conversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import { findTrelloCard, rememberTrelloCard } from '@parley/db/deliveries/trello-cards';
import { findWebhook } from '@parley/db/webhooks/webhooks';
import { CallFailed, expectSuccess, secretsOf } from '../integrations/answer.ts';
import { sendChatPost } from '../integrations/chat-post.ts';
import type { OutsideContext } from '../integrations/outside.ts';
import { createTrello } from '../integrations/trello.ts';
import { sendDigest, sendNotice } from '../mail/send.ts';
import { postSigned, webhookAddress } from '../webhooks/call.ts';
import { closingComment } from './closing-comment.ts';
import { deliverAll } from './enqueue.ts';
import { type DeliveryPayload, type PayloadOf, readPayload } from './payload.ts';

export interface Call {
  responseStatus: number | null;
}

const switchedOff = (what: string): CallFailed => new CallFailed(`${what} is switched off.`, { transient: false });

/** Makes the call. @throws CallFailed, OutboundError */
export async function makeCall(context: OutsideContext, delivery: ClaimedDelivery): Promise<Call> {
  const payload = readPayload(delivery.payload);
  switch (payload.kind) {
    case 'notice':
      return delivery.channel === 'email'
        ? sendNotice(context, delivery, payload)
        : postToChat(context, delivery, payload);
    case 'digest':
      return sendDigest(context, delivery, payload);
    case 'card':
    case 'card_comment':
      return workOnCard(context, delivery, payload);
    case 'webhook':
      return callWebhook(context, delivery, payload);
  }
}

async function postToChat(
  context: OutsideContext,
  delivery: ClaimedDelivery,
  post: PayloadOf<'notice'>,
): Promise<Call> {
  const settings = await context.settings.read();
  const target = delivery.channel === 'slack' ? settings.slackConfig : settings.tigonConfig;
  if (!target.enabled || !target.webhookUrl) throw switchedOff(delivery.channel === 'slack' ? 'Slack' : 'Boards');
  const { status } = await sendChatPost(context.outside.outbound, target, post, delivery.id);
  return { responseStatus: status };
}

async function workOnCard(
  context: OutsideContext,
  delivery: ClaimedDelivery,
  payload: Extract<DeliveryPayload, { kind: 'card' | 'card_comment' }>,
): Promise<Call> {
  const { trelloConfig } = await context.settings.read();
  if (!trelloConfig.enabled) throw switchedOff('Trello');
  const trello = createTrello(context.outside.outbound, context.outside.trelloUrl, trelloConfig);
  const { conversationId } = delivery;
  if (payload.kind === 'card') {
    const card = await trello.card(
      { ...payload, reference: delivery.id },
      delivery.wasInterrupted || delivery.attempts > 0,
    );
    if (conversationId) {
      await rememberTrelloCard(context.db, conversationId, { cardId: card.id, url: card.url });
      await commentIfClosed(context, conversationId);
    }
  } else {
    const card = conversationId ? await findTrelloCard(context.db, conversationId) : undefined;
    if (card) await trello.comment(card.cardId, payload.text, delivery.wasInterrupted || delivery.attempts > 0);
  }
  return { responseStatus: 200 };
}

/** A conversation that was closed before its card was made: nobody else may have known that there would be one. */
async function commentIfClosed(context: OutsideContext, conversationId: string): Promise<void> {
  const state = await conversationState(context.db, conversationId);
  if (!state || state.hidden) return;
  await deliverAll(context, await closingComment(context, await context.settings.read(), state));
}

async function callWebhook(
  context: OutsideContext,
  delivery: ClaimedDelivery,
  payload: PayloadOf<'webhook'>,
): Promise<Call> {
  const webhook = await findWebhook(context.db, delivery.target);
  if (!webhook) throw new CallFailed('The webhook was removed.', { transient: false });
  if (!webhook.isActive) throw switchedOff('The webhook');
  const address = webhookAddress(context, webhook);
  const answer = await postSigned(context, webhook, { id: delivery.id, body: JSON.stringify(payload.body) });
  expectSuccess(new URL(address).host, answer, secretsOf(address));
  return { responseStatus: answer.status };
}
