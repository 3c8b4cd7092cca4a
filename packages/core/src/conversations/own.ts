/** A visitor names one of their own conversations. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import { isOfVisitor } from '@parley/db/visitors/conversations';
import type { Context } from '../context.ts';

/**
 * Returns the id of the visitor's conversation that is named, else of their newest; undefined if they have none.
 *
 * @throws Problem `not_found` if the named one isn't theirs
 */
export async function ownConversationId(
  { db }: Pick<Context, 'db'>,
  visitorId: string,
  named?: string,
): Promise<string | undefined> {
  if (named === undefined) return currentConversationId(db, visitorId);
  if (!(await isOfVisitor(db, visitorId, named))) throw notTheirs();
  return named;
}

/** Returns the refusal of a conversation that isn't the visitor's: its existence isn't revealed. */
export const notTheirs = (): Problem => new Problem('not_found', localize('no_such_conversation'));
