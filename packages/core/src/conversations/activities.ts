/** Reads a conversation's activity log, for staff. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { activitiesAfter, activitiesBefore } from '@parley/db/activities/read';
import { findConversation } from '@parley/db/conversations/read';
import type { Context } from '../context.ts';
import type { StaffCaller } from '../callers.ts';
import { assertMay } from '../permissions/permissions.ts';

/**
 * A page of activities, oldest first: just after `after`, else just before `before`, else the newest.
 *
 * @throws Problem `not_found`
 */
export async function readActivities(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
  { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Activity[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  if (!(await findConversation(context.db, conversationId))) {
    throw new Problem('not_found', localize('no_such_conversation'));
  }
  return after === undefined
    ? activitiesBefore(context.db, conversationId, before ?? null, limit)
    : activitiesAfter(context.db, conversationId, after, limit);
}
