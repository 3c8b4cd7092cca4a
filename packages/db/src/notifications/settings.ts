/** Stores what users have chosen about notifications, and the conversations that they have muted. */
import { notificationKindNames, waysOf } from '@parley/contracts/notifications/kinds';
import type { NotificationSettings } from '@parley/contracts/notifications/notification';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { withDefaults } from './steps.ts';

const columns = ['ways', 'quietHours', 'urgentAlways', 'sound', 'textInMail'] as const;

/** Returns a user's choices; the defaults where there are none. */
export async function readSettings(db: Database, userId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notificationSettings')
    .select(columns)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return withDefaults(row);
}

/** Changes a user's choices and returns them. */
export async function updateSettings(
  db: Database,
  userId: string,
  { ways, quietHours, ...rest }: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  const stored = {
    ...rest,
    ...(ways && { ways: JSON.stringify(ways) }),
    ...(quietHours !== undefined && { quietHours: quietHours && JSON.stringify(quietHours) }),
  };
  const row = await db
    .insertInto('notificationSettings')
    .values({ userId, ...stored })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId, ...stored }))
    .returning(columns)
    .executeTakeFirst();
  return withDefaults(row);
}

/** Turns off mails for every kind, and cancels those that are due. */
export async function stopMails(db: Database, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { ways } = await readSettings(transaction, userId);
    const without = Object.fromEntries(
      notificationKindNames
        .filter((kind) => waysOf(kind, ways).includes('mail'))
        .map((kind) => [kind, waysOf(kind, ways).filter((way) => way !== 'mail')]),
    );
    await updateSettings(transaction, userId, { ways: { ...ways, ...without } });
    await transaction.deleteFrom('notificationSteps').where('userId', '=', userId).where('way', '=', 'mail').execute();
  });
}

/** Mutes a conversation for a user, or ends that. Returns whether that changed anything. */
export async function setMuted(
  db: Database,
  { userId, conversationId, isMuted }: { userId: string; conversationId: string; isMuted: boolean },
): Promise<boolean> {
  const { rows } = isMuted
    ? await sql`
        insert into muted_conversations (user_id, conversation_id)
        select ${userId}::uuid, id from conversations where id = ${conversationId}::uuid
        on conflict do nothing returning user_id
      `.execute(db)
    : await sql`
        delete from muted_conversations where user_id = ${userId}::uuid and conversation_id = ${conversationId}::uuid
        returning user_id
      `.execute(db);
  return rows.length > 0;
}

/** Returns the open conversations that a user has muted and `where` matches, the last active first. */
export async function mutedConversations(
  db: Database,
  userId: string,
  limit: number,
  where: RawBuilder<boolean> | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conversations.id from muted_conversations join conversations on conversations.id = conversation_id
    where user_id = ${userId}::uuid and conversations.status <> 'closed' ${where ? sql`and ${where}` : sql``}
    order by conversations.last_activity_at desc, conversations.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
