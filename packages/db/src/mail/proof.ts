/** Decides whether a conversation's customer has proved their address. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * The website vouched for the address, or its owner has answered a mail of this conversation. For queries over
 * `conversations` and their `visitors`.
 */
export const hasProvenAddress: RawBuilder<boolean> = sql<boolean>`(
  (visitors.email_verified and lower(visitors.email) = lower(conversations.customer_email))
  or coalesce(conversations.proven_email = lower(conversations.customer_email), false)
)`;

/** Returns whether a conversation's address is proven; false for an unknown conversation. */
export async function isAddressProven(db: Database, conversationId: string): Promise<boolean> {
  const { rows } = await sql<{ isProven: boolean }>`
    select ${hasProvenAddress} as is_proven from conversations join visitors on visitors.id = conversations.visitor_id
    where conversations.id = ${conversationId}
  `.execute(db);
  return rows[0]?.isProven === true;
}

/** The owner of the address has shown that it is theirs. Nothing changes when the conversation has another by now. */
export async function proveAddress(db: Database, conversationId: string, address: string): Promise<void> {
  await sql`
    update conversations set proven_email = lower(${address})
    where id = ${conversationId} and lower(customer_email) = lower(${address})
  `.execute(db);
}

/** Whether one of the Message-IDs is of a mail that this conversation sent to exactly this address. */
export async function hasMailed(
  db: Database,
  { conversationId, address, messageIds }: { conversationId: string; address: string; messageIds: readonly string[] },
): Promise<boolean> {
  if (messageIds.length === 0) return false;
  const found = await db
    .selectFrom('mailMessages')
    .select('messageId')
    .where('messageId', 'in', messageIds)
    .where('conversationId', '=', conversationId)
    .where('direction', '=', 'out')
    .where(sql<boolean>`lower(address) = lower(${address})`)
    .executeTakeFirst();
  return found !== undefined;
}
