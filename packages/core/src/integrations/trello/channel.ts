import { conversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import { expectsTrelloCard, findTrelloCard, rememberTrelloCard } from '@parley/db/deliveries/trello-cards';
import * as Type from 'typebox';
import { localize } from '@parley/contracts/i18n/server-texts';
import { deliverAll } from '../../deliveries/enqueue.ts';
import { conversationUrl, customerOf, planned, websiteOf } from '../../deliveries/notices.ts';
import { hour, minute } from '../../deliveries/retry-policy.ts';
import type { ExternalContext } from '../../external/services.ts';
import { type Call, type ChannelDescriptor, delivering } from '../../deliveries/descriptor.ts';
import { notConfigured, switchedOff } from '../../deliveries/refusals.ts';
import { createTrello } from './api.ts';
import { closingComment } from './closing-comment.ts';
import { Card, CardComment } from './payload.ts';

/** A card on the board for every hand-off, and a comment on it when its conversation is closed. */
export const trello: ChannelDescriptor<'trello'> = {
  async test(context) {
    const { apiKey, token, boardId } = (await context.settings.read()).trelloConfig;
    if (!apiKey || !token || !boardId) throw notConfigured(localize('trello_incomplete'));
    const board = createTrello(context.external.outbound, context.external.trelloUrl, { apiKey, token, boardId });
    return `Read the board “${await board.boardName()}”.`;
  },

  async notify(context, subject) {
    const { enabled, boardId } = (await context.settings.read()).trelloConfig;
    if (subject.about !== 'hand_off' || !enabled || !boardId) return [];
    const { state, text } = subject;
    const card: Card = {
      kind: 'card',
      name: `${customerOf(state)} · ${websiteOf(state)}`,
      description: text,
      link: conversationUrl(context, state.id),
    };
    return [planned(subject, 'trello', boardId, card)];
  },

  async follow(context, { event }, state) {
    const isClosing = event.type === 'conversation.changed' && event.change === 'closed';
    if (!isClosing || !state || !(await expectsTrelloCard(context.db, state.id))) return [];
    return closingComment(context, await context.settings.read(), state);
  },

  delivery: delivering({
    concurrency: 3,
    waits: [5, 30, 2 * minute, 10 * minute, hour],
    // A card is made before it is commented on.
    inOrder: true,
    payload: Type.Union([Card, CardComment]),
    make: workOnCard,
  }),
};

async function workOnCard(
  context: ExternalContext,
  delivery: ClaimedDelivery,
  payload: Card | CardComment,
): Promise<Call> {
  const { trelloConfig } = await context.settings.read();
  if (!trelloConfig.enabled) throw switchedOff('Trello');
  const board = createTrello(context.external.outbound, context.external.trelloUrl, trelloConfig);
  const { conversationId } = delivery;
  const mayExist = delivery.wasInterrupted || delivery.attempts > 0;
  if (payload.kind === 'card') {
    const card = await board.card({ ...payload, reference: delivery.id }, mayExist);
    if (conversationId) {
      await rememberTrelloCard(context.db, conversationId, { cardId: card.id, url: card.url });
      await commentIfClosed(context, conversationId);
    }
  } else {
    const card = conversationId ? await findTrelloCard(context.db, conversationId) : undefined;
    if (card) await board.comment(card.cardId, payload.text, mayExist);
  }
  return { responseStatus: 200 };
}

/** Comments on a card if its conversation was closed before the card was made: the closing may not have known of it. */
async function commentIfClosed(context: ExternalContext, conversationId: string): Promise<void> {
  const state = await conversationState(context.db, conversationId);
  if (!state || state.hidden) return;
  await deliverAll(context, await closingComment(context, await context.settings.read(), state));
}
