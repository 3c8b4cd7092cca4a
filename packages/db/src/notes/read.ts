/** Reading notes and who is mentioned in them. For the staff's eyes: the linter names who may import this. */
import type { Mention, NoteVersion } from '@parley/contracts/conversations/notes';
import { type RawBuilder, sql } from 'kysely';
import { activityColumns } from '../activities/entity.ts';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** Returns all versions of a note, oldest first; empty if there is no such note. */
export async function noteVersions(db: Database, conversationId: string, activityNo: number): Promise<NoteVersion[]> {
  const rows = await prepared(
    db,
    sql<Omit<NoteVersion, 'createdAt'> & { createdAt: Date }>`
      select versions.activity_no, versions.body, versions.created_at,
        (select users.name from users where users.id = (versions.cause ->> 'userId')::uuid) as actor_name
      from activities versions
      join activities note on note.conversation_id = versions.conversation_id and note.activity_no = ${activityNo} and note.kind = 'noted'
      where versions.conversation_id = ${conversationId} and ${activityNo} in (versions.activity_no, versions.about)
      order by versions.activity_no
    `,
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

type MentionRow = Omit<Mention, 'createdAt' | 'readAt'> & { createdAt: Date; readAt: Date | null };

/** Returns the mentions of a user in conversations that match `where`, newest first, without those in removed notes. */
export async function listMentions(
  db: Database,
  userId: string,
  { unread, limit, where }: { unread: boolean; limit: number; where?: RawBuilder<boolean> | undefined },
): Promise<Mention[]> {
  const rows = await prepared(
    db,
    sql<MentionRow>`
      select noted.conversation_id, noted.activity_no, noted.actor_name, noted.body, conversations.visitor_id, conversations.customer_name,
        conversations.customer_email, mentions.created_at, mentions.read_at
      from mentions
      join conversations on conversations.id = mentions.conversation_id
      cross join lateral (
        select ${activityColumns} from activities
        where activities.conversation_id = mentions.conversation_id and activities.activity_no = mentions.activity_no
      ) noted
      where mentions.user_id = ${userId} ${unread ? sql`and mentions.read_at is null` : sql``} and noted.body is not null
        ${where ? sql`and ${where}` : sql``}
      order by mentions.created_at desc limit ${limit}
    `,
  );
  return rows.map(({ createdAt, readAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }));
}

/** Marks a user's mentions in a conversation as read. Returns whether any was unread. */
export async function markMentionsRead(db: Database, userId: string, conversationId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mentions')
    .set({ readAt: sql`now()` })
    .where('userId', '=', userId)
    .where('conversationId', '=', conversationId)
    .where('readAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
