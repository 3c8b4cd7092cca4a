import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface TrelloCard {
  cardId: string;
  url: string | null;
}

/** The newest card of a conversation, or undefined. */
export async function findTrelloCard(db: Database, conversationId: string): Promise<TrelloCard | undefined> {
  return db
    .selectFrom('trelloCards')
    .select(['cardId', 'url'])
    .where('conversationId', '=', conversationId)
    .executeTakeFirst();
}

/** Returns true if a conversation has a card, or one is being created. */
export async function expectsTrelloCard(db: Database, conversationId: string): Promise<boolean> {
  if (await findTrelloCard(db, conversationId)) return true;
  const making = await db
    .selectFrom('deliveries')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('channel', '=', 'trello')
    .where('status', 'in', ['pending', 'failed'])
    .limit(1)
    .executeTakeFirst();
  return making !== undefined;
}

/** The hand-off that the newest card of a conversation is or was to be made for. */
export async function trelloCardEvent(db: Database, conversationId: string): Promise<string | undefined> {
  const delivery = await db
    .selectFrom('deliveries')
    .select('eventId')
    .where('conversationId', '=', conversationId)
    .where('channel', '=', 'trello')
    .where(sql`payload ->> 'kind'`, '=', 'card')
    .orderBy('eventId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return delivery?.eventId;
}

/** Stores the card of the latest hand-off; does nothing if the conversation was deleted in the meantime. */
export async function rememberTrelloCard(db: Database, conversationId: string, card: TrelloCard): Promise<void> {
  await db
    .insertInto('trelloCards')
    .columns(['conversationId', 'cardId', 'url'])
    .expression((eb) =>
      eb
        .selectFrom('conversations')
        .select((select) => [
          select.ref('id').as('conversationId'),
          select.val(card.cardId).as('cardId'),
          select.val(card.url).as('url'),
        ])
        .where('id', '=', conversationId),
    )
    .onConflict((conflict) => conflict.column('conversationId').doUpdateSet(card))
    .execute();
}
