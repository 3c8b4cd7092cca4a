/** Everything kept about a customer, found by email address: to hand it over, or to erase it. */
import { type RawBuilder, sql } from 'kysely';
import { type Deletion, deleteConversations } from '../conversations/delete.ts';
import type { Database } from '../database.ts';
import { findVisitor, type Visitor } from '../visitors/visitors.ts';

export interface VisitorData {
  visitors: Visitor[];
  /** For `readConversation` and `messagesAfter`. */
  conversationIds: string[];
  mails: { id: string; receivedAt: Date; raw: Buffer }[];
}

/** Visitors with the address, their conversations and those that carry it, and the mails that came from it. */
export async function findVisitorData(db: Database, email: string): Promise<VisitorData> {
  const visitorIds = await visitorIdsOf(db, email);
  const conversationIds = await conversationIdsOf(db, email, visitorIds);
  const visitors = await Promise.all(visitorIds.map((id) => findVisitor(db, id)));
  const mails = await db
    .selectFrom('inboundMails')
    .select(['id', 'receivedAt', 'raw'])
    .where(mailsOf(email, conversationIds))
    .orderBy('id')
    .execute();
  return { visitors: visitors.filter((visitor) => visitor !== undefined), conversationIds, mails };
}

export interface Erasure extends Deletion {
  visitorIds: string[];
  conversationIds: string[];
  mails: number;
}

/** Deletes all of it in one transaction, deliveries to the outside and their payloads included. */
export async function eraseVisitorData(db: Database, email: string): Promise<Erasure> {
  return db.transaction().execute(async (transaction) => {
    const visitorIds = await visitorIdsOf(transaction, email);
    const conversationIds = await conversationIdsOf(transaction, email, visitorIds);
    const mails = await transaction
      .deleteFrom('inboundMails')
      .where((eb) => eb.or([mailsOf(email, conversationIds), leftAsideWith(email)]))
      .executeTakeFirst();
    if (conversationIds.length > 0) {
      await transaction.deleteFrom('deliveries').where('conversationId', 'in', conversationIds).execute();
      await transaction.deleteFrom('aiRuns').where('conversationId', 'in', conversationIds).execute();
    }
    if (visitorIds.length > 0) await transaction.deleteFrom('visitors').where('id', 'in', visitorIds).execute();
    const deletion = await deleteConversations(transaction, conversationIds);
    return { ...deletion, visitorIds, conversationIds, mails: Number(mails.numDeletedRows) };
  });
}

async function visitorIdsOf(db: Database, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('visitors')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email}) and email is not null`)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

async function conversationIdsOf(db: Database, email: string, visitorIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where lower(customer_email) = lower(${email}) and customer_email is not null
    union
    select id from conversations where visitor_id = any(${visitorIds}::uuid[])
    order by id
  `.execute(db);
  return rows.map((row) => row.id);
}

function mailsOf(email: string, conversationIds: string[]): RawBuilder<boolean> {
  return sql<boolean>`(lower(envelope_from) = lower(${email}) or conversation_id = any(${conversationIds}::uuid[]))`;
}

/**
 * Mails left aside that name the address near their beginning: bounces and out-of-office notes, which quote what was
 * sent, and mails by way of a forwarder, which carry its address outside. The rest of a shared mailbox, which is of no
 * conversation, is known by its sender and need not be read through.
 */
const leftAsideWith = (email: string): RawBuilder<boolean> =>
  sql<boolean>`(status in ('ignored', 'failed') and (source = 'smtp' or reason <> 'no_conversation')
    and position(lower(${email}) in lower(encode(substring(raw for 1048576), 'escape'))) > 0)`;
