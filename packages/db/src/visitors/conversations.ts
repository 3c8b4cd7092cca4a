/** Reads the conversations of a visitor as they see them themselves. */
import type { VisitorConversationEntry } from '@parley/contracts/visitors/widget';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { instantText } from '../instant.ts';
import { prepared } from '../prepared.ts';

/** Number of messages of the team that the customer hasn't read, of a row called `conversations`. */
const unreadByCustomer = sql`(select count(*)::int from messages
  where messages.conversation_id = conversations.id and messages.seq > conversations.customer_read_seq
    and messages.sender_type <> 'customer')`;

interface Row {
  id: string;
  status: VisitorConversationEntry['status'];
  isAiAssisted: boolean;
  createdAt: string;
  representativeId: string | null;
  representativeName: string | null;
  profileImageUrl: string | null;
  content: string | null;
  senderType: 'customer' | 'ai' | 'representative' | null;
  senderName: string | null;
  saidAt: string | null;
  unreadCount: number;
}

const escaped = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Returns a visitor's conversations, the one with the newest message first. With `words` only those with a message that
 * contains them; it takes the place of the last message.
 */
export async function conversationsOfVisitor(
  db: Database,
  visitorId: string,
  { words, limit }: { words?: string | undefined; limit: number },
): Promise<VisitorConversationEntry[]> {
  const rows = await prepared(db, words ? searching(visitorId, words, limit) : listing(visitorId, limit));
  return rows.map(({ representativeId, representativeName, profileImageUrl, content, ...row }) => ({
    id: row.id,
    status: row.status,
    isAiAssisted: row.isAiAssisted,
    representative:
      representativeId === null || representativeName === null
        ? null
        : { id: representativeId, name: representativeName, profileImageUrl },
    lastMessage:
      content === null || row.senderType === null || row.saidAt === null
        ? null
        : { content, senderType: row.senderType, senderName: row.senderName, createdAt: row.saidAt },
    unreadCount: row.unreadCount,
    createdAt: row.createdAt,
  }));
}

const columns = sql`conversations.id, conversations.status, conversations.is_ai_assisted,
  ${sql.raw(instantText('conversations.created_at'))} as created_at,
  users.id as representative_id, users.name as representative_name, users.profile_image_url,
  ${unreadByCustomer} as unread_count`;
const represented = sql`left join users on users.id = conversations.assigned_representative_id`;

const listing = (visitorId: string, limit: number): RawBuilder<Row> => sql<Row>`
  select ${columns}, last_message_preview as content, last_message_sender_type as sender_type,
    last_message_sender_name as sender_name, ${sql.raw(instantText('last_message_at'))} as said_at
  from conversations ${represented}
  where conversations.visitor_id = ${visitorId}
  order by coalesce(last_message_at, conversations.created_at) desc, conversations.id desc limit ${limit}`;

const searching = (visitorId: string, words: string, limit: number): RawBuilder<Row> => sql<Row>`
  select ${columns}, left(found.content, 300) as content, found.sender_type, found.sender_name,
    ${sql.raw(instantText('found.created_at'))} as said_at
  from conversations ${represented}
  cross join lateral (
    select content, sender_type, sender_name, created_at from messages
    where messages.conversation_id = conversations.id and content ilike ${`%${escaped(words)}%`}
    order by seq desc limit 1) as found
  where conversations.visitor_id = ${visitorId}
  order by found.created_at desc, conversations.id desc limit ${limit}`;

/**
 * Returns the visitor's conversation that is named, else their newest, with the number of unread messages of the team in
 * their other ones; undefined if it isn't theirs, or they have none.
 */
export async function findOfVisitor(
  db: Database,
  visitorId: string,
  named?: string,
): Promise<{ id: string; elsewhere: number } | undefined> {
  const [row] = await prepared(
    db,
    sql<{ id: string; elsewhere: number }>`
      select shown.id, (select coalesce(sum(${unreadByCustomer}), 0)::int from conversations
        where visitor_id = shown.visitor_id and id <> shown.id and last_seq > customer_read_seq) as elsewhere
      from conversations shown
      where visitor_id = ${visitorId} ${named === undefined ? sql`` : sql`and id = ${named}`}
      order by id desc limit 1`,
  );
  return row;
}

/** Returns whether a conversation is the visitor's. */
export async function isOfVisitor(db: Database, visitorId: string, conversationId: string): Promise<boolean> {
  const [row] = await prepared(
    db,
    sql<{ id: string }>`select id from conversations where id = ${conversationId} and visitor_id = ${visitorId}`,
  );
  return row !== undefined;
}

/** Returns a visitor's newest conversation and those that are open: what is known of the customer is shown on them. */
export async function openConversationsOf(db: Database, visitorId: string): Promise<string[]> {
  const rows = await prepared(
    db,
    sql<{ id: string }>`select id from conversations
      where visitor_id = ${visitorId} and (status <> 'closed'
        or id = (select id from conversations where visitor_id = ${visitorId} order by id desc limit 1))
      order by id desc limit 20`,
  );
  return rows.map(({ id }) => id);
}
