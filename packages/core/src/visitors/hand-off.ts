/** Shows a visitor their hand-off packet, and lets them mark errors in it. */
import type { VisitorHandOff } from '@parley/contracts/assistant/hand-off-packet';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { correctHandOff, findHandOff, type StoredHandOff } from '@parley/db/ai/hand-offs';
import { continuationOf } from '@parley/db/conversations/continuation';
import { conversationState } from '@parley/db/conversations/read';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { ownConversationId } from '../conversations/own.ts';
import { broadcastToConversation } from '../live/broadcast.ts';

const shown = (conversationId: string, { packet, updatedAt }: StoredHandOff): VisitorHandOff => ({
  conversationId,
  asked: packet.asked,
  isAskedWrong: packet.isAskedWrong,
  facts: packet.facts.map(({ text, isWrong }) => ({ text, isWrong })),
  updatedAt: updatedAt.toISOString(),
});

/** Returns the conversation that the team reads; null for a visitor without one. @throws Problem `not_found` */
async function placeOf(
  context: Pick<Context, 'db'>,
  { visitorId }: VisitorCaller,
  named: string | undefined,
): Promise<string | null> {
  const id = await ownConversationId(context, visitorId, named);
  return id ? ((await continuationOf(context.db, id))?.intoId ?? id) : null;
}

/** Returns the hand-off packet while the customer waits for a person; null otherwise. */
export async function readVisitorHandOff(
  context: Pick<Context, 'db'>,
  caller: VisitorCaller,
  conversationId?: string,
): Promise<VisitorHandOff | null> {
  const id = await placeOf(context, caller, conversationId);
  const [state, stored] = id ? await Promise.all([conversationState(context.db, id), findHandOff(context.db, id)]) : [];
  return id && stored && state?.status !== 'closed' && !state?.isAiAssisted ? shown(id, stored) : null;
}

/**
 * Marks a fact, by its index, or the question (null) as wrong or right. The team is notified.
 * @throws Problem `not_found`
 */
export async function correctVisitorHandOff(
  context: Context,
  caller: VisitorCaller,
  { fact, isWrong, conversationId }: { fact: number | null; isWrong: boolean; conversationId?: string | undefined },
): Promise<VisitorHandOff> {
  const id = await placeOf(context, caller, conversationId);
  const stored = id ? await correctHandOff(context.db, id, fact, isWrong) : undefined;
  if (!id || !stored) throw new Problem('not_found', localize('no_hand_off'));
  const frame = { type: 'hand_off_corrected', conversationId: id } as const;
  await broadcastToConversation(context, id, frame, { audience: 'staff' });
  return shown(id, stored);
}
