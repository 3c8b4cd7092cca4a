/** A visitor asks for a person instead of the assistant. */
import { say } from '@parley/contracts/sayings';
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
  await handOff(context, id, {
    reason: say('person_wanted').english,
    cause: { by: 'customer' },
    onlyIfAiAssisted: true,
  });
}
