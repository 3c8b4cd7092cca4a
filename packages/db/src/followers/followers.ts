/** Stores which users follow a conversation. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** Returns a condition on a table or CTE called `conversations`: the user follows the conversation. */
export const isFollowedBy = (userId: string): RawBuilder<boolean> => sql<boolean>`(conversations.id in (
  select followers.conversation_id from followers where followers.user_id = ${userId}::uuid and followers.is_following))`;

/**
 * Follows or unfollows a conversation. Returns whether that changed anything; also false for an unknown conversation.
 */
export async function setFollowing(
  db: Database,
  conversationId: string,
  userId: string,
  isFollowing: boolean,
): Promise<boolean> {
  const rows = await prepared(
    db,
    sql`
      insert into followers (conversation_id, user_id, is_following, source)
      select id, ${userId}::uuid, ${isFollowing}::bool, 'choice' from conversations where id = ${conversationId}
      on conflict (conversation_id, user_id) do update set is_following = excluded.is_following, source = 'choice'
      where followers.is_following <> excluded.is_following
      returning user_id
    `,
  );
  return rows.length > 0;
}

/** Returns the ids of conversations that a user follows and `where` matches, the last active first. */
export async function followedConversations(
  db: Database,
  userId: string,
  limit: number,
  where?: RawBuilder<boolean>,
): Promise<string[]> {
  const rows = await prepared(
    db,
    sql<{ id: string }>`
      select conversations.id from followers join conversations on conversations.id = followers.conversation_id
      where followers.user_id = ${userId} and followers.is_following ${where ? sql`and ${where}` : sql``}
      order by conversations.last_activity_at desc, conversations.id desc limit ${limit}
    `,
  );
  return rows.map(({ id }) => id);
}

/** Returns the active users who follow a conversation, ordered by name. */
export async function followersOf(db: Database, conversationId: string): Promise<{ userId: string; name: string }[]> {
  return prepared(
    db,
    sql<{ userId: string; name: string }>`
      select users.id as user_id, users.name from followers join users on users.id = followers.user_id
      where followers.conversation_id = ${conversationId} and followers.is_following and users.is_active
      order by users.name, users.id
    `,
  );
}
