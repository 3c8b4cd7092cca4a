/** In which conversations somebody of the team reads and writes their own language. */
import { type TranslatedConversation, translatedChoicesMax } from '@parley/contracts/copilot';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { setTranslated, translatedConversations } from '@parley/db/ai/translated';
import { findConversation } from '@parley/db/conversations/read';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { tellPerson } from '../events/publish-change.ts';
import { scopeSql } from '../users/scope.ts';

/**
 * The caller reads a conversation in their own language from now on, or as it was written; told on every device of theirs.
 *
 * @throws Problem `not_found`
 */
export async function chooseTranslated(
  context: Context,
  { user }: StaffCaller,
  conversationId: string,
  isOn: boolean,
): Promise<void> {
  if (await setTranslated(context.db, conversationId, user.id, isOn))
    await tellPerson(context, user.id, { type: 'translation_chosen', conversationId, isOn });
  else if (!(await findConversation(context.db, conversationId)))
    throw new Problem('not_found', say('no_such_conversation'));
}

/** Where the caller has chosen so, those chosen last first. */
export async function listTranslated(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<TranslatedConversation[]> {
  return translatedConversations(context.db, caller.user.id, translatedChoicesMax, await scopeSql(context, caller));
}
