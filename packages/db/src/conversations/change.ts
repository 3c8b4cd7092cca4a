/** Changes of a conversation's state: each one statement, which also writes what happened to the outbox. */
import type { Conversation } from '@parley/contracts/entities';
import type { ConversationChange, DomainEvent, StoredEvent } from '@parley/contracts/events';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ConversationRow, conversationColumnsSql, representativeName, toConversation } from './entity.ts';

/** `event` is in the outbox until it is dispatched. */
export interface Changed {
  conversation: Conversation;
  aiEpoch: number;
  event: StoredEvent;
}

/** Who did it (null for the assistant and the system), and why, in words. */
export interface Act {
  actorId: string | null;
  reason?: string | null | undefined;
  /** The representative the actor believes to have it, or null: whoever changed that first wins. */
  expected?: string | null | undefined;
}

export interface ConversationUpdate extends Act {
  id: string;
  change: ConversationChange;
  /** Assignments to the columns of `conversations`. */
  set: RawBuilder<unknown>;
  /** Holds the change back; read under the row's lock, so that of two competing changes one wins. */
  onlyIf: RawBuilder<unknown>;
}

/**
 * Makes the change and stores its event. Undefined when there is no such conversation, or `expected` or `onlyIf` does
 * not hold.
 */
export async function changeConversation(db: Database, update: ConversationUpdate): Promise<Changed | undefined> {
  const event: DomainEvent = {
    type: 'conversation.changed',
    conversationId: update.id,
    change: update.change,
    actorId: update.actorId,
    reason: update.reason ?? null,
  };
  const isStillOf =
    update.expected === undefined
      ? sql`true`
      : sql`assigned_representative_id is not distinct from ${update.expected}::uuid`;
  const { rows } = await sql<ConversationRow & { aiEpoch: number; eventId: string }>`
    with changed as (
      update conversations set updated_at = now(), ${update.set}
      where id = ${update.id} and ${isStillOf} and ${update.onlyIf}
      returning conversations.*
    ), event as (
      insert into outbox (type, conversation_id, payload)
      select ${event.type}, id, ${JSON.stringify(event)}::jsonb from changed
      returning id
    )
    select ${conversationColumnsSql}, conversations.ai_epoch, ${representativeName} as representative_name,
      event.id as event_id
    from changed as conversations cross join event
  `.execute(db);
  const row = rows[0];
  return row && { conversation: toConversation(row), aiEpoch: row.aiEpoch, event: { id: row.eventId, event } };
}

/** Nobody waits and nothing is unanswered any more. */
const settled = sql`waiting_since = null, unanswered_count = 0, unanswered_since = null, unanswered_offset_seconds = 0`;
const outdated = sql`ai_epoch = conversations.ai_epoch + 1`;

/** Closes. Undefined when it is unknown or closed already, or something happened since `onlyIfIdleSince`. */
export async function closeConversation(
  db: Database,
  id: string,
  { onlyIfIdleSince, ...act }: Act & { onlyIfIdleSince?: Date },
): Promise<Changed | undefined> {
  const idle = onlyIfIdleSince ? sql`last_activity_at < ${onlyIfIdleSince}` : sql`true`;
  return changeConversation(db, {
    ...act,
    id,
    change: 'closed',
    set: sql`status = 'closed', closed_at = now(), ${settled}, ${outdated}`,
    onlyIf: sql`status <> 'closed' and ${idle}`,
  });
}

/** Makes a closed or waiting conversation active. Undefined when it is unknown or active. */
export async function reopenConversation(db: Database, id: string, act: Act): Promise<Changed | undefined> {
  return changeConversation(db, {
    ...act,
    id,
    change: 'reopened',
    set: sql`status = 'active', closed_at = null, waiting_since = null, ${outdated},
      last_activity_at = greatest(now(), conversations.last_activity_at)`,
    onlyIf: sql`status <> 'active'`,
  });
}

/**
 * A person is needed: the conversation waits, and the assistant answers no more. `onlyIfAiEpoch` lets an assistant's
 * own hand-off lose against a person who stepped in, `onlyIfAiAssisted` a customer's wish for a person against one who
 * has come. Undefined when unknown, closed, waiting already, or out of date.
 */
export async function handOff(
  db: Database,
  id: string,
  act: Act & { onlyIfAiEpoch?: number; onlyIfAiAssisted?: boolean },
): Promise<Changed | undefined> {
  const assisted = act.onlyIfAiAssisted === true ? sql`is_ai_assisted` : sql`true`;
  return changeConversation(db, {
    ...act,
    id,
    change: 'handed_off',
    set: sql`status = 'waiting', is_ai_assisted = false, hand_off_reason = ${act.reason ?? null},
      waiting_since = coalesce(waiting_since, now()), ${outdated}`,
    onlyIf:
      act.onlyIfAiEpoch === undefined
        ? sql`(status = 'active' or (status = 'waiting' and is_ai_assisted)) and ${assisted}`
        : sql`status <> 'closed' and ai_epoch = ${act.onlyIfAiEpoch}`,
  });
}

/** Gives the conversation back to the assistant and nobody in particular. Undefined when unknown or closed. */
export async function handBack(db: Database, id: string, act: Act): Promise<Changed | undefined> {
  return changeConversation(db, {
    ...act,
    id,
    change: 'handed_back',
    set: sql`is_ai_assisted = true, assigned_representative_id = null, status = 'active', waiting_since = null,
      hand_off_reason = null, ${outdated}`,
    onlyIf: sql`status <> 'closed'`,
  });
}

/** Writes a visitor's new email or name on one of their conversations. Undefined when it is unknown, or says so already. */
export async function identifyCustomer(
  db: Database,
  id: string,
  { email, name }: { email?: string | undefined; name?: string | undefined },
): Promise<Changed | undefined> {
  return changeConversation(db, {
    actorId: null,
    id,
    change: 'identified',
    set: sql`customer_email = coalesce(${email ?? null}, customer_email),
      customer_name = coalesce(${name ?? null}, customer_name)`,
    onlyIf: sql`(customer_email is distinct from coalesce(${email ?? null}, customer_email)
      or customer_name is distinct from coalesce(${name ?? null}, customer_name))`,
  });
}
