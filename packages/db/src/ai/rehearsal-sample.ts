/** Selects past conversations for rehearsals, and the side that wrote each message. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** A question of a customer's, by the messages that ask it and those that answered it. */
export interface AskedTurn {
  conversationId: string;
  firstSeq: number;
  lastSeq: number;
  pastReplyFrom: number | null;
  pastReplyTo: number | null;
}

export interface ClosedConversation {
  id: string;
  websiteId: string | null;
  language: string;
}

/** Returns the newest closed conversations that contain an answer. */
export async function closedConversations(db: Database, limit: number): Promise<ClosedConversation[]> {
  const { rows } = await sql<ClosedConversation>`
    select c.id, c.website_id, lower(left(coalesce(v.locale, ''), 2)) as language
    from conversations c left join visitors v on v.id = c.visitor_id
    where c.status = 'closed' and not c.hidden and exists (
      select from messages m where m.conversation_id = c.id and m.sender_type <> 'customer' and m.customer_message_count > 0
    )
    order by c.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface MessagePlace {
  conversationId: string;
  seq: number;
  isCustomers: boolean;
}

/**
 * Returns the seqs of messages and the side that wrote each, in order; leaves out removed messages, and those of the
 * assistant that match a pattern of `except`.
 */
export async function placesOfMessages(
  db: Database,
  conversationIds: readonly string[],
  except: readonly string[],
): Promise<MessagePlace[]> {
  const { rows } = await sql<MessagePlace>`
    select conversation_id, seq, sender_type = 'customer' as is_customers from messages
    where conversation_id = any(${[...conversationIds]}::uuid[]) and removed_at is null
      and not (sender_type = 'ai' and content like any(${[...except]}::text[]))
    order by conversation_id, seq
  `.execute(db);
  return rows;
}
