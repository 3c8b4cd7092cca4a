/** A visitor asks for a person instead of the assistant. */
import { say } from '@parley/contracts/sayings';
import { continuationOf } from '@parley/db/conversations/continuation';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import { isBlocked } from '@parley/db/visitors/contacts';
import { blocked } from '../messages/post.ts';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { handOff } from '../conversations/hand-off.ts';

/** Hands the conversation off, if there is one and the assistant has it; doing it again is fine. @throws Problem `blocked` */
export async function requestPerson(context: Context, caller: VisitorCaller): Promise<void> {
  if (await isBlocked(context.db, caller.visitorId)) throw blocked();
  const id = await currentConversationId(context.db, caller.visitorId);
  if (!id) return;
  // Where it was merged, those who answer are over there.
  const placeId = (await continuationOf(context.db, id))?.intoId ?? id;
  await handOff(context, placeId, {
    reason: say('person_wanted').english,
    cause: { by: 'customer' },
    onlyIfAiAssisted: true,
  });
}
