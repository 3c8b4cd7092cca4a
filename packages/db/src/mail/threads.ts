/** Stores which mail carried which message, to match mail replies with conversations. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { MailMessagesTable } from '../tables/work.ts';

export type MailMessage = Selectable<MailMessagesTable>;

/** Remembers a Message-ID; a second time changes nothing. */
export async function rememberMail(db: Database, mail: Insertable<MailMessagesTable>): Promise<void> {
  await db
    .insertInto('mailMessages')
    .values(mail)
    .onConflict((conflict) => conflict.column('messageId').doNothing())
    .execute();
}

/** The newest known mail among the given Message-IDs (`In-Reply-To`, `References`). */
export async function findMailThread(db: Database, messageIds: readonly string[]): Promise<MailMessage | undefined> {
  if (messageIds.length === 0) return undefined;
  return db
    .selectFrom('mailMessages')
    .selectAll()
    .where('messageId', 'in', messageIds)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The first and the newest Message-ID between a conversation and one address; null before the first mail. */
export async function mailThreadEnds(
  db: Database,
  conversationId: string,
  address: string,
): Promise<{ root: string; last: string } | null> {
  const { rows } = await sql<{ root: string | null; last: string | null }>`
    with thread as materialized (
      select message_id, created_at from mail_messages
      where conversation_id = ${conversationId} and lower(address) = lower(${address})
    )
    select
      (select message_id from thread order by created_at, message_id limit 1) as root,
      (select message_id from thread order by created_at desc, message_id desc limit 1) as last
  `.execute(db);
  const row = rows[0];
  return row?.root && row.last ? { root: row.root, last: row.last } : null;
}

/** Returns the addresses that a conversation has sent mails to, the newest first, at most 50. */
export async function mailedAddresses(db: Database, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mailMessages')
    .select(['address', (eb) => eb.fn.max('createdAt').as('last')])
    .where('conversationId', '=', conversationId)
    .where('direction', '=', 'out')
    .where('address', 'is not', null)
    .groupBy('address')
    .orderBy('last', 'desc')
    .limit(50)
    .execute();
  return rows.flatMap(({ address }) => address ?? []);
}

/** The conversation that a mail subject's or reply address's token names. */
export async function findConversationByMailToken(
  db: Database,
  mailToken: string,
): Promise<{ id: string; customerEmail: string | null; visitorId: string | null } | undefined> {
  return db
    .selectFrom('conversations')
    .select(['id', 'customerEmail', 'visitorId'])
    .where('mailToken', '=', mailToken)
    .executeTakeFirst();
}
