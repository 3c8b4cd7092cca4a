import type { Notification } from '@parley/contracts/notifications/notification';
import type { Context } from '../context.ts';
import { can } from '../permissions/permissions.ts';
import { currentRequester } from '../permissions/requester.ts';
import { inScopeOf } from '../permissions/scope.ts';

/** Returns the notifications about what their user may see now, and about no conversation. */
export async function visibleTo<N extends Pick<Notification, 'conversationId'>>(
  context: Pick<Context, 'db' | 'settings'>,
  userId: string,
  notifications: readonly N[],
): Promise<N[]> {
  const caller = await currentRequester(context, { userId });
  if (!caller) return [];
  const about = notifications.flatMap(({ conversationId }) => conversationId ?? []);
  const seen = (await can(context, caller, 'conversations.read')) ? await inScopeOf(context, caller, about) : new Set();
  return notifications.filter(({ conversationId }) => conversationId === null || seen.has(conversationId));
}
