import type { Conversation, ConversationStatus } from '@parley/contracts/entities';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { unreadFor } from '../reads/unread.ts';
import { type ConversationRow, conversationColumns, toConversation } from './entity.ts';

/** Where a page ended. */
export interface ListPosition {
  lastActivityAt: string;
  id: string;
}

export interface ListFilter {
  /** Whose unread messages are counted; without it those that nobody of the team has read. */
  readerId?: string | undefined;
  status?: ConversationStatus | undefined;
  /** A representative's id, or `none` for unassigned. */
  assigned?: string | undefined;
  /** Only those that are snoozed, or only the others. */
  snoozed?: boolean | undefined;
  limit: number;
  /** Start behind this. */
  after?: ListPosition | undefined;
}

/**
 * Conversations by last activity, newest first: one range scan of one index, whatever the filter and however far down.
 * A conversation that becomes active while somebody pages moves to the front and is never in the way of the others.
 */
export async function listConversations(
  db: Database,
  { readerId, status, assigned, snoozed, limit, after }: ListFilter,
): Promise<{ conversations: Conversation[]; next: ListPosition | null }> {
  const conditions = [sql`not hidden`];
  // Said in the text, not as a value: a plan made for any status would suit none.
  if (status) conditions.push(sql`status = ${sql.lit(status)}`);
  if (assigned === 'none') conditions.push(sql`assigned_representative_id is null`);
  else if (assigned) conditions.push(sql`assigned_representative_id = ${assigned}::uuid`);
  if (snoozed !== undefined) conditions.push(snoozed ? sql`snoozed_until is not null` : sql`snoozed_until is null`);
  if (after) {
    conditions.push(sql`(last_activity_at, id) < (${after.lastActivityAt}::timestamptz, ${after.id}::uuid)`);
  }
  // Nulls have no order of their own to the planner: naming the column keeps it on the index that begins with it.
  const order = assigned === 'none' ? sql`assigned_representative_id, ` : sql``;
  const rows = await prepared(
    db,
    sql<ConversationRow>`
      select ${conversationColumns}${unreadFor(readerId)}
      from conversations where ${sql.join(conditions, sql` and `)}
      order by ${order}last_activity_at desc, id desc limit ${limit + 1}::bigint
    `,
  );
  const conversations = rows.slice(0, limit).map(toConversation);
  const last = conversations.at(-1);
  return {
    conversations,
    next: rows.length > limit && last ? { lastActivityAt: last.updatedAt, id: last.id } : null,
  };
}
