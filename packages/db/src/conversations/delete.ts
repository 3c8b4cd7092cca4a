import type { ConversationScope } from '@parley/contracts/permissions/scope';
import type { StoredEvent } from '@parley/contracts/events';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { countConversations } from './totals.ts';

export interface Deletion {
  /** Contains a `conversation.deleted` per conversation, in the outbox until dispatched. */
  events: (StoredEvent & { scope: ConversationScope })[];
  conversations: number;
  messages: number;
}

/** Deletes one conversation with its messages. Nothing is deleted when it is unknown. */
export async function deleteConversation(db: Database, id: string): Promise<Deletion> {
  return deleteWhere(db, sql`id = ${id}`, 1);
}

/** Deletes the given conversations with their messages, in one transaction. */
export async function deleteConversations(db: Database, ids: readonly string[]): Promise<Deletion> {
  if (ids.length === 0) return { events: [], conversations: 0, messages: 0 };
  return deleteWhere(db, sql`id = any(${ids}::uuid[])`, ids.length);
}

/**
 * Deletes every conversation that is there when it starts, in short transactions, so that new messages elsewhere never
 * wait long. Yields what each batch deleted, for its events to be dispatched.
 */
export async function* deleteAllConversations(db: Database, batchSize = 500): AsyncGenerator<Deletion> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  const start = rows[0]?.now ?? new Date();
  for (;;) {
    const which = sql`(not hidden or spam_at is not null) and created_at <= ${start}`;
    const deletion = await deleteWhere(db, which, batchSize);
    if (deletion.events.length === 0) return;
    yield deletion;
  }
}

/**
 * Deletes up to `limit` conversations closed, or marked as spam, before `closedBefore`; merged ones only once the
 * conversation that they were merged into is deleted.
 */
export async function deleteClosedBefore(db: Database, closedBefore: Date, limit: number): Promise<Deletion> {
  return deleteWhere(db, endedBefore('conversations', closedBefore), limit);
}

/** Counts what `deleteClosedBefore` deletes until nothing is left, merged conversations included. */
export async function countClosedBefore(db: Database, closedBefore: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversations
    where ${endedBefore('conversations', closedBefore)} or (
      ${isClosedBefore('conversations', closedBefore)} and exists (
        select from conversations target
        where target.id = conversations.merged_into and ${endedBefore('target', closedBefore)}
      )
    )
  `.execute(db);
  return rows[0]?.count ?? 0;
}

const isClosedBefore = (table: string, before: Date): RawBuilder<unknown> =>
  sql`(${sql.ref(`${table}.status`)} = 'closed' and ${sql.ref(`${table}.closedAt`)} < ${before}
    and not ${sql.ref(`${table}.hidden`)})`;

const endedBefore = (table: string, before: Date): RawBuilder<unknown> =>
  sql`((${isClosedBefore(table, before)} and ${sql.ref(`${table}.mergedInto`)} is null)
    or ${sql.ref(`${table}.spamAt`)} < ${before})`;

async function deleteWhere(db: Database, which: RawBuilder<unknown>, limit: number): Promise<Deletion> {
  const work = async (transaction: Database): Promise<Deletion> => {
    const { rows } = await sql<{
      id: string;
      lastSeq: number;
      hidden: boolean;
      websiteId: string | null;
      assignedRepresentativeId: string | null;
      teamId: string | null;
      eventId: string;
      event: StoredEvent['event'];
    }>`
      with doomed as (
        select id from conversations where ${which} order by id limit ${limit} for update
      ), gone as (
        delete from conversations using doomed where conversations.id = doomed.id
        returning conversations.id, conversations.last_seq, conversations.hidden, conversations.website_id,
          conversations.assigned_representative_id, conversations.team_id
      ), undelivered as (
        -- A reaction to a message that is gone must not carry it outside.
        delete from outbox using doomed where outbox.conversation_id = doomed.id
      ), event as (
        insert into outbox (type, conversation_id, payload)
        select 'conversation.deleted', id,
          jsonb_build_object('type', 'conversation.deleted', 'conversationId', id)
        from gone returning id, conversation_id, payload
      )
      select gone.id, gone.last_seq, gone.hidden, gone.website_id, gone.assigned_representative_id, gone.team_id,
        event.id as event_id, event.payload as event
      from gone join event on event.conversation_id = gone.id
    `.execute(transaction);
    const counted = rows.filter((row) => !row.hidden);
    // Seqs have no gaps and single messages are never deleted: the last seq is the number of messages.
    const messages = counted.reduce((sum, row) => sum + row.lastSeq, 0);
    if (counted.length > 0) await countConversations(transaction, -counted.length, -messages);
    return {
      events: rows.map(({ eventId, event, websiteId, assignedRepresentativeId, teamId }) => ({
        id: eventId,
        event,
        scope: { websiteId, assignedRepresentativeId, teamId },
      })),
      conversations: counted.length,
      messages,
    };
  };
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
