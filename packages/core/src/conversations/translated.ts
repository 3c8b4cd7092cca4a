/** Stores the conversations that a user reads and writes translated into their own language. */
import { type TranslatedConversation, translatedChoicesMax } from '@parley/contracts/assistant/copilot';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { setTranslated, translatedConversations } from '@parley/db/ai/translated';
import { findConversation } from '@parley/db/conversations/read';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishToUser } from '../live/publish-change.ts';
import { scopeSql } from '../permissions/scope.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/**
 * Switches a conversation between translated and original for the caller, on all of their devices.
 *
 * @throws Problem `not_found`
 */
export async function chooseTranslated(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  isOn: boolean,
): Promise<void> {
  await refuseWithout(context, caller, 'conversations.read');
  const { user } = caller;
  if (await setTranslated(context.db, conversationId, user.id, isOn))
    await publishToUser(context, user.id, { type: 'translation_chosen', conversationId, isOn });
  else if (!(await findConversation(context.db, conversationId)))
    throw new Problem('not_found', localize('no_such_conversation'));
}

/** Returns the caller's translated conversations, the last chosen first. */
export async function listTranslated(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<TranslatedConversation[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return translatedConversations(context.db, caller.user.id, translatedChoicesMax, await scopeSql(context, caller));
}
