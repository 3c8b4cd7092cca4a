/**
 * Comments on a Trello card that its conversation was closed. Events of one conversation are handled in any order and
 * cards take their time, so both sides check: the closing looks for a card, and a new card for a closing. The later one
 * finds the earlier, and a shared id makes one comment.
 */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import type { ConversationState } from '@parley/db/conversations/read';
import { trelloCardEvent } from '@parley/db/deliveries/trello-cards';
import type { Context } from '../../context.ts';
import { derivedId } from '../../derived-id.ts';
import { type PlannedDelivery, planned } from '../../deliveries/notices.ts';
import type { CardComment } from './payload.ts';

/** The comment for a conversation that is closed and has a card, or had one planned. */
export async function closingComment(
  { db }: Pick<Context, 'db'>,
  settings: Settings,
  state: ConversationState,
): Promise<PlannedDelivery[]> {
  const { enabled, boardId } = settings.trelloConfig;
  if (!state.closedAt || !enabled || !boardId) return [];
  const eventId = closingId(state.id, state.closedAt, await trelloCardEvent(db, state.id));
  const comment: CardComment = { kind: 'card_comment', text: 'The conversation was closed.' };
  return [planned({ eventId, title: localize('conversation_closed'), state }, 'trello', boardId, comment)];
}

const millisecondsOf = (uuidv7: string): number => Number.parseInt(uuidv7.slice(0, 8) + uuidv7.slice(9, 13), 16);

/** Returns the same id for the same closing. It sorts after its card's id, the order of deliveries to one board. */
function closingId(conversationId: string, closedAt: Date, cardEvent: string | undefined): string {
  const at = Math.max(closedAt.getTime(), cardEvent === undefined ? 0 : millisecondsOf(cardEvent) + 1);
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${derivedId(conversationId, 'closed', closedAt.getTime()).slice(13)}`;
}
