/** Mails that belong to a conversation and were not posted: a line for the team, until a representative adds them. */
import type { Cause, MailOfActivity } from '@parley/contracts/conversations/activities';
import type { NoteEvent, OutboxEvent } from '@parley/contracts/events';
import { sql } from 'kysely';
import { writeActivity } from '../activities/write.ts';
import type { Database } from '../database.ts';
import type { InboundMail } from './inbound.ts';

/** More lines a day would hide the conversation: the mails beyond are in the list of incoming mails alone. */
const mostPerDay = 20;

type Told = OutboxEvent & { event: NoteEvent };

/**
 * Tells the team of a mail, and marks the conversation unread for its representative. Undefined where that was done
 * before, there is no such conversation, or it has had too many already.
 */
export async function noteMail(
  db: Database,
  conversationId: string,
  { mail, body }: { mail: MailOfActivity; body: string },
): Promise<Told | undefined> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isKnown: boolean; today: number; representativeId: string | null }>`
      with held as materialized (select id, assigned_representative_id from conversations
        where id = ${conversationId}::uuid for update)
      select held.assigned_representative_id as representative_id,
        exists (select from activities where activities.conversation_id = held.id and kind = 'mail_received'
          and after -> 'mail' ->> 'mailId' = ${mail.mailId}) as is_known,
        (select count(*)::int from activities where activities.conversation_id = held.id and kind = 'mail_received'
          and created_at > now() - interval '1 day') as today
      from held
    `.execute(transaction);
    const [row] = rows;
    if (!row || row.isKnown || row.today >= mostPerDay) return undefined;
    if (row.representativeId !== null) {
      await sql`
        insert into reads (conversation_id, user_id, seq, customer_messages, activity_no, marked_unread)
        select id, ${row.representativeId}::uuid, 0, coalesce(read_by_default, customer_messages_read), 0, true
        from conversations where id = ${conversationId}::uuid
        on conflict (conversation_id, user_id) do update set marked_unread = true, updated_at = now()
      `.execute(transaction);
    }
    return writeActivity(transaction, {
      conversationId,
      kind: 'mail_received',
      cause: { by: 'mail' },
      after: { mail },
      body,
    });
  });
}

/** Returns whether the conversation contains a note about a mail. */
export async function isNoted(db: Database, conversationId: string, mailId: string): Promise<boolean> {
  return (await mailNoted(db, conversationId, mailId)) !== undefined;
}

async function mailNoted(db: Database, conversationId: string, mailId: string): Promise<MailOfActivity | undefined> {
  const { rows } = await sql<{ mail: MailOfActivity }>`
    select after -> 'mail' as mail from activities
    where conversation_id = ${conversationId}::uuid and kind = 'mail_received'
      and after -> 'mail' ->> 'mailId' = ${mailId}
  `.execute(db);
  return rows[0]?.mail;
}

/** Records that a mail with a note for the team was added as a message: once, and undefined for any other mail. */
export async function noteMailAdded(
  db: Database,
  conversationId: string,
  { mailId, cause }: { mailId: string; cause: Cause },
): Promise<Told | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`select from conversations where id = ${conversationId}::uuid for update`.execute(transaction);
    const mail = await mailNoted(transaction, conversationId, mailId);
    if (!mail) return undefined;
    const { rows } = await sql`
      select from activities where conversation_id = ${conversationId}::uuid and kind = 'mail_added'
        and after -> 'mail' ->> 'mailId' = ${mailId}
    `.execute(transaction);
    return rows.length > 0
      ? undefined
      : writeActivity(transaction, { conversationId, kind: 'mail_added', cause, after: { mail } });
  });
}

/** Takes up a mail of this conversation that was left aside, for this representative. False for any other. */
export async function takeUpMail(
  db: Database,
  { mailId, conversationId, userId }: { mailId: string; conversationId: string; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inboundMails')
    .set({ status: 'stored', reason: null, processedAt: null, addedBy: userId })
    .where('id', '=', mailId)
    .where('conversationId', '=', conversationId)
    .where('status', '=', 'ignored')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records, before a mail's message is posted, that it gets no automatic answer. */
export async function refuseAutoReply(
  db: Database,
  { id }: Pick<InboundMail, 'id'>,
  clientMessageId: string,
): Promise<void> {
  await db.updateTable('inboundMails').set({ noAutoReplyTo: clientMessageId }).where('id', '=', id).execute();
}

/** Returns true if a message arrived in a mail that asks for no automatic answer. */
export async function refusesAutoReply(db: Database, conversationId: string, seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('inboundMails', 'inboundMails.noAutoReplyTo', 'messages.clientMessageId')
    .select('inboundMails.id')
    .where('messages.conversationId', '=', conversationId)
    .where('messages.seq', '=', seq)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
