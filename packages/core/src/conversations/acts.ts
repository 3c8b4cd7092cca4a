/** Reads a conversation's activity log, for staff. */
import type { Act } from '@parley/contracts/conversations/acts';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { actsAfter, actsBefore } from '@parley/db/acts/read';
import { findConversation } from '@parley/db/conversations/read';
import type { Context } from '../context.ts';

/**
 * A page of acts, oldest first: just after `after`, else just before `before`, else the newest.
 *
 * @throws Problem `not_found`
 */
export async function readActs(
  context: Pick<Context, 'db'>,
  conversationId: string,
  { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Act[]> {
  if (!(await findConversation(context.db, conversationId))) {
    throw new Problem('not_found', say('no_such_conversation'));
  }
  return after === undefined
    ? actsBefore(context.db, conversationId, before ?? null, limit)
    : actsAfter(context.db, conversationId, after, limit);
}
