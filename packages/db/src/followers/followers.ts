/** Who of the team hears of a conversation because they want to. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** A condition on a table or CTE called `conversations`: those that somebody follows. */
export const isFollowedBy = (userId: string): RawBuilder<boolean> => sql<boolean>`(conversations.id in (
  select followers.conversation_id from followers where followers.user_id = ${userId}::uuid and followers.is_following))`;

/** Follows, or not any more, whatever happens there. Answers whether that is news; false for no such conversation too. */
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

/** The ids of the conversations that somebody follows, of those that `where` takes in, those last active first. */
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

/** Who follows a conversation, by name: active accounts. */
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
