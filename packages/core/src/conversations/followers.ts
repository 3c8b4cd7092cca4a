/** Manages the followers of a conversation: team members who chose to be notified of it. */
import { followedMax } from '@parley/contracts/conversations/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findConversation } from '@parley/db/conversations/read';
import * as followers from '@parley/db/followers/followers';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishToUser } from '../live/publish-change.ts';
import { scopeSql } from '../permissions/scope.ts';
import { assertMay, refuseWithout } from '../permissions/permissions.ts';

/**
 * Follows or unfollows a conversation for new messages and notes; sent to all of the caller's devices.
 *
 * @throws Problem `not_found`
 */
export async function setFollowing(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  isFollowing: boolean,
): Promise<void> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  if (await followers.setFollowing(context.db, conversationId, user.id, isFollowing)) {
    await publishToUser(context, user.id, { type: 'following', conversationId, isFollowing });
  } else await assertThere(context, conversationId);
}

/** The ids of the conversations that the caller follows, those last active first. */
export async function listFollowed(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<string[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return followers.followedConversations(context.db, caller.user.id, followedMax, await scopeSql(context, caller));
}

/** Returns the followers of a conversation, by name. @throws Problem `not_found` */
export async function listFollowers(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
): Promise<{ userId: string; name: string }[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const found = await followers.followersOf(context.db, conversationId);
  if (found.length === 0) await assertThere(context, conversationId);
  return found;
}

/** @throws Problem `not_found` */
async function assertThere({ db }: Pick<Context, 'db'>, conversationId: string): Promise<void> {
  if (!(await findConversation(db, conversationId))) {
    throw new Problem('not_found', localize('no_such_conversation'));
  }
}
