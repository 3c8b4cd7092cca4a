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

/** Remembers the card of the latest hand-off; nothing when the conversation was deleted meanwhile. */
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
