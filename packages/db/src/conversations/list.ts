import type { Conversation, ConversationStatus } from '@parley/contracts/entities';
import { CompiledQuery } from 'kysely';
import { escapeLiteral } from 'pg';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { type ConversationRow, conversationRowText, toConversation } from './entity.ts';

/** Where a page ended. */
export interface ListPosition {
  lastActivityAt: string;
  id: string;
}

export interface ListFilter {
  status?: ConversationStatus | undefined;
  /** A representative's id, or `none` for unassigned. */
  assigned?: string | undefined;
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
  { status, assigned, limit, after }: ListFilter,
): Promise<{ conversations: Conversation[]; next: ListPosition | null }> {
  const parameters: unknown[] = [];
  const value = (given: unknown, type: string): string => `$${parameters.push(given)}::${type}`;
  const conditions = ['not hidden'];
  // Said in the text, not as a value: a plan made for any status would suit none.
  if (status) conditions.push(`status = ${escapeLiteral(status)}`);
  if (assigned === 'none') conditions.push('assigned_representative_id is null');
  else if (assigned) conditions.push(`assigned_representative_id = ${value(assigned, 'uuid')}`);
  if (after) {
    conditions.push(
      `(last_activity_at, id) < (${value(after.lastActivityAt, 'timestamptz')}, ${value(after.id, 'uuid')})`,
    );
  }
  // Nulls have no order of their own to the planner: naming the column keeps it on the index that begins with it.
  const order = `${assigned === 'none' ? 'assigned_representative_id, ' : ''}last_activity_at desc, id desc`;
  const statement = CompiledQuery.raw(
    `select ${conversationRowText} from conversations where ${conditions.join(' and ')}
     order by ${order} limit ${value(limit + 1, 'bigint')}`,
    parameters,
  );
  const rows = await prepared<ConversationRow>(db.withoutPlugins(), statement);
  const conversations = rows.slice(0, limit).map(toConversation);
  const last = conversations.at(-1);
  return {
    conversations,
    next: rows.length > limit && last ? { lastActivityAt: last.updatedAt, id: last.id } : null,
  };
}
