/** A visitor asks for a person instead of the assistant. */
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { aiContextMessages } from '@parley/contracts/assistant/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import { assistantWindow } from '@parley/db/ai/window';
import { continuationOf } from '@parley/db/conversations/continuation';
import { conversationState } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import { isBlocked } from '@parley/db/visitors/contacts';
import { blocked } from '../permissions/blocked.ts';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { ownConversationId } from '../conversations/own.ts';
import { passOn } from '../ai/hand-off-packet.ts';

/**
 * Hands the named or newest conversation off, if there is one and the assistant has it; doing it again is fine.
 *
 * @throws Problem `blocked`, `not_found`
 */
export async function requestPerson(context: Context, caller: VisitorCaller, named?: string): Promise<void> {
  if (await isBlocked(context.db, caller.visitorId)) throw blocked();
  const id = await ownConversationId(context, caller.visitorId, named);
  if (!id) return;
  // The team answers in the conversation that it was merged into.
  const placeId = (await continuationOf(context.db, id))?.intoId ?? id;
  const [state, messages, { after }] = await Promise.all([
    conversationState(context.db, placeId),
    newestMessages(context.db, placeId, aiContextMessages),
    assistantWindow(context.db, placeId),
  ]);
  if (!state?.isAiAssisted) return;
  await passOn(
    context,
    state,
    messages.filter(({ seq }) => seq > after),
    onlyReason(localize('person_wanted')),
    { cause: { by: 'customer' }, onlyIfAiAssisted: true },
  );
}
