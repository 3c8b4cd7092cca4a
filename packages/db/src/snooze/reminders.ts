/** When representatives want to see a conversation again. */
import type { Reminder } from '@parley/contracts/conversations/reminders';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

type ReminderRow = Omit<Reminder, 'remindAt'> & { remindAt: Date; userId: string };

const columns = sql`reminders.user_id, reminders.conversation_id, reminders.remind_at, reminders.remind_at <= now() as is_due,
  conversations.visitor_id, conversations.customer_name, conversations.customer_email`;

async function select(db: Database, condition: RawBuilder<unknown>): Promise<{ userId: string; reminder: Reminder }[]> {
  const { rows } = await sql<ReminderRow>`
    select ${columns} from reminders join conversations on conversations.id = reminders.conversation_id where ${condition}
  `.execute(db);
  return rows.map(({ userId, remindAt, ...row }) => ({
    userId,
    reminder: { ...row, remindAt: remindAt.toISOString() },
  }));
}

/**
 * Returns a user's reminders in conversations that match `where`, the soonest first; `due` selects only due ones, or
 * only the others.
 */
export async function listReminders(
  db: Database,
  userId: string,
  due?: boolean,
  where = sql<boolean>`true`,
): Promise<Reminder[]> {
  const isDue = due === undefined ? sql`true` : sql`(reminders.remind_at <= now()) = ${due}`;
  const found = await select(
    db,
    sql`reminders.user_id = ${userId} and ${isDue} and ${where} order by reminders.remind_at, conversation_id`,
  );
  return found.map(({ reminder }) => reminder);
}

export type SetReminder = { outcome: 'set'; reminder: Reminder } | { outcome: 'not_found' | 'full' };

/** Sets a user's reminder in place of an earlier one, while the user has fewer than `max`. */
export async function setReminder(
  db: Database,
  { userId, conversationId, remindAt, max }: { userId: string; conversationId: string; remindAt: Date; max: number },
): Promise<SetReminder> {
  const { rows } = await sql<{ isKnown: boolean }>`
    with given as (
      select id from conversations where id = ${conversationId} and not hidden
    ), kept as (
      insert into reminders (user_id, conversation_id, remind_at)
      select ${userId}::uuid, id, ${remindAt}::timestamptz from given
      where (select count(*) from reminders where user_id = ${userId} and conversation_id <> ${conversationId}) < ${max}
      on conflict (user_id, conversation_id) do update set remind_at = excluded.remind_at, announced_at = null
      returning conversation_id
    )
    select exists (select from kept) as is_known from given
  `.execute(db);
  const [row] = rows;
  if (!row) return { outcome: 'not_found' };
  if (!row.isKnown) return { outcome: 'full' };
  const [kept] = await select(db, sql`reminders.user_id = ${userId} and reminders.conversation_id = ${conversationId}`);
  return kept ? { outcome: 'set', reminder: kept.reminder } : { outcome: 'not_found' };
}

/** Deletes a reminder. Returns whether there was one. */
export async function deleteReminder(db: Database, userId: string, conversationId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reminders')
    .where('userId', '=', userId)
    .where('conversationId', '=', conversationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns due reminders that were not announced yet, locked until the transaction ends. */
export async function claimDueReminders(
  db: Database,
  limit: number,
): Promise<{ userId: string; reminder: Reminder }[]> {
  return select(
    db,
    sql`reminders.announced_at is null and reminders.remind_at <= now()
      order by reminders.remind_at limit ${limit} for update of reminders skip locked`,
  );
}

/** Marks reminders as announced. */
export async function markRemindersAnnounced(
  db: Database,
  announced: readonly { userId: string; reminder: Reminder }[],
): Promise<void> {
  await sql`
    update reminders set announced_at = now()
    from unnest(${announced.map(({ userId }) => userId)}::uuid[],
      ${announced.map(({ reminder }) => reminder.conversationId)}::uuid[]) as given (user_id, conversation_id)
    where reminders.user_id = given.user_id and reminders.conversation_id = given.conversation_id
  `.execute(db);
}
