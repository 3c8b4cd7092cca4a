/**
 * Asks customers for a rating after their conversation was closed. The plan and its end are rows, so a process that dies
 * asks nobody twice and forgets nobody.
 */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { RatingPlace } from '@parley/contracts/ratings/ratings';
import { channelSessionOf } from '@parley/db/channels/sessions';
import { conversationState, type ConversationState, findConversation } from '@parley/db/conversations/read';
import { filterSql } from '@parley/db/conversations/filter';
import type { Transaction } from '@parley/db/database';
import { type DeliveryRow, ensureDelivery } from '@parley/db/deliveries/deliveries';
import { findBounce } from '@parley/db/mail/bounces';
import { unsubscribedAt } from '@parley/db/mail/unsubscribes';
import * as ratings from '@parley/db/ratings/ratings';
import type { Context } from '../context.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { summaryOf } from '../deliveries/notices.ts';
import type { PayloadOf } from '../deliveries/payload.ts';
import { derivedId } from '../derived-id.ts';
import { visitorConversationState } from '../events/visitor-conversation.ts';
import type { ExternalContext } from '../external/services.ts';
import { broadcastToConversation } from '../live/broadcast.ts';
import { missingForMail } from '../mailer/smtp.ts';
import { isVisitorOnline } from '../presence/visitors.ts';

/** Filters of the settings depend on no caller. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Plans the question about a closing if customers are asked at the moment. Repeating it changes nothing. */
export async function planRating(
  context: Pick<Context, 'db' | 'settings'>,
  closing: { conversationId: string; closingNo: number },
): Promise<void> {
  const { enabled, delayMinutes } = (await context.settings.read()).ratingConfig;
  if (enabled) await ratings.planRating(context.db, { ...closing, delayMinutes });
}

/** Asks what is due, each in a transaction of its own. Returns the number of customers who were asked. */
export async function askDueRatings(context: ExternalContext): Promise<number> {
  const { ratingConfig } = await context.settings.read();
  const fits = filterSql(ratingConfig.filter, { me: nobody, now: Date.now() });
  let asked = 0;
  for (;;) {
    const done = await context.db.transaction().execute(async (transaction) => {
      const due = await ratings.takeDueRating(transaction, fits);
      if (!due) return undefined;
      const isWanted = ratingConfig.enabled && due.isStillClosed && due.fits && isSampled(due.id, ratingConfig);
      const state = isWanted ? await conversationState(transaction, due.conversationId) : undefined;
      const way = state && (await wayTo(context, transaction, state));
      await ratings.settleRating(transaction, due.id, way?.place ?? null);
      if (!way) return { conversationId: due.conversationId };
      return { ...way, delivery: way.place === 'widget' ? undefined : await deliveryOf(transaction, due, way) };
    });
    if (!done) return asked;
    if (!('place' in done)) continue;
    asked += 1;
    if (done.delivery) await enqueueDelivery(context, done.delivery);
    else await publishAsked(context, done.conversationId);
  }
}

/** A part of the customers, by the random end of the rating's id: asking again gives the same answer. */
const isSampled = (id: string, { samplePercent }: { samplePercent: number }): boolean =>
  Number.parseInt(id.slice(-8), 16) % 100 < samplePercent;

/** Place where a customer is asked, with the address outside of the widget. */
type Way = { conversationId: string } & (
  | { place: 'widget' }
  | { place: Exclude<RatingPlace, 'widget'>; target: string }
);

/** Returns where to ask the customer; undefined if they were asked lately, or can't be. */
async function wayTo(
  context: ExternalContext,
  transaction: Transaction,
  state: ConversationState,
): Promise<Way | undefined> {
  const { visitorId, id: conversationId } = state;
  const { ratingConfig, emailConfig } = await context.settings.read();
  const { pauseDays: days } = ratingConfig;
  if (visitorId === null) return undefined;
  if (days > 0 && (await ratings.wasAskedLately(transaction, { visitorId, days }))) return undefined;
  const session = await channelSessionOf(transaction, visitorId);
  if (session)
    return session.unreachableSince === null
      ? { conversationId, place: session.channel, target: session.address }
      : undefined;
  const isByMail = state.channel === 'email';
  if (!isByMail && (await isVisitorOnline(context, visitorId))) return { conversationId, place: 'widget' };
  const address = state.customerEmail;
  const isMailed =
    address !== null &&
    (isByMail || missingForMail(emailConfig, context.external) === null) &&
    (await unsubscribedAt(transaction, address)) === null &&
    !(await findBounce(transaction, address))?.isStopped;
  if (isMailed) return { conversationId, place: 'email', target: address };
  // They meet the question when they are back.
  return isByMail ? undefined : { conversationId, place: 'widget' };
}

function deliveryOf(
  transaction: Transaction,
  { id: ratingId, conversationId }: ratings.DueRating,
  { place, target }: Exclude<Way, { place: 'widget' }>,
): Promise<DeliveryRow> {
  return ensureDelivery(transaction, {
    channel: place,
    eventId: derivedId(ratingId, 'rating'),
    conversationId,
    target,
    ...summaryOf(localize('rating_asked')),
    payload: { kind: 'rating', ratingId } satisfies PayloadOf<'rating'>,
  });
}

/** Shows the customer's open widgets the question, or that it was answered. */
export async function publishAsked(context: Context, conversationId: string): Promise<void> {
  const conversation = await findConversation(context.db, conversationId);
  if (!conversation) return;
  const state = await visitorConversationState(context, conversation);
  await broadcastToConversation(
    context,
    conversationId,
    { type: 'conversation_state', conversationId, conversation: state },
    { audience: 'customer' },
  );
}
