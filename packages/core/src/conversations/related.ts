/** Conversations that belong together: linked by hand, or continuing one another. */
import type { Conversation } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { sees } from '@parley/contracts/permissions/scope';
import { fieldProblem } from '@parley/contracts/problems';
import { relatedConversations } from '@parley/db/conversations/related';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { assertMay } from '../permissions/permissions.ts';
import { rightsOf } from '../permissions/rights.ts';
import { inScopeOf } from '../permissions/scope.ts';

/**
 * Returns the conversations that this one is linked to, those linked to it, and those that it continues or that continue
 * it, as far as the caller sees them. @throws Problem `forbidden`, `not_found`
 */
export async function listRelated(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<Conversation[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId: id });
  const related = await relatedConversations(context.db, id);
  const rights = await rightsOf(context, caller);
  return related.filter((each) => sees(rights, caller.user.id, each));
}

/**
 * Checks the conversations that one is to be linked to; those that it was linked to stay, whether the caller sees them or
 * not. @throws Problem `invalid` for itself, or one that the caller doesn't see
 */
export async function checkRelated(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { id, relatedIds: known = [] }: Pick<Conversation, 'id' | 'relatedIds'>,
  given: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(given)];
  const added = ids.filter((each) => !known.includes(each));
  const [seen, existing] = await Promise.all([
    inScopeOf(context, caller, added),
    findConversationScopes(context.db, added),
  ]);
  if (added.some((each) => each === id || !seen.has(each) || !existing.has(each)))
    throw fieldProblem('invalid', 'relatedIds', localize('no_such_conversation'));
  return ids;
}
