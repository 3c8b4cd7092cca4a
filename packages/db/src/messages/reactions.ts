import type { Message, Reaction } from '@parley/contracts/entities';
import type { OutboxEvent } from '@parley/contracts/events';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { findMessage } from './read.ts';

export interface ReactionOf {
  conversationId: string;
  seq: number;
  reaction: Reaction;
  /** False takes it back. */
  isOn: boolean;
  /** Maximum number per message: of one person, and of all. */
  limits: { each: number; all: number };
}

export type Reacted =
  /** `event` is in the outbox until it is dispatched: for a customer who reads elsewhere than in the chat. */
  | { outcome: 'done'; message: Message; event: OutboxEvent | null }
  | { outcome: 'unchanged'; message: Message }
  /** `full`: there are as many as a message may have. */
  | { outcome: 'not_found' | 'removed' | 'full' };

/**
 * Puts an emoji on a message or takes it back. Each person has one of a kind on a message, and a conversation's
 * customers count as one person.
 */
export async function changeReaction(db: Database, change: ReactionOf): Promise<Reacted> {
  const { conversationId, seq, reaction, isOn, limits } = change;
  const { emoji, senderType, senderId } = reaction;
  const theirs = JSON.stringify([senderType === 'customer' ? { senderType } : { senderType, senderId }]);
  const same = JSON.stringify([senderType === 'customer' ? { emoji, senderType } : { emoji, senderType, senderId }]);
  const { rows } = await sql<{ eventId: string | null; event: OutboxEvent['event'] | null }>`
    with reacted as (
    update messages set reaction_no = coalesce(reaction_no, 0) + 1, reactions = ${
      isOn
        ? sql`coalesce(reactions, '[]') || ${JSON.stringify([reaction])}::jsonb`
        : sql`(select jsonb_agg(each order by place) from jsonb_array_elements(reactions) with ordinality as all_of (each, place)
            where not jsonb_build_array(each) @> ${same}::jsonb)`
    }
    where conversation_id = ${conversationId} and seq = ${seq} and removed_at is null
      and (coalesce(reactions, '[]') @> ${same}::jsonb) <> ${isOn}
      and (not ${isOn} or (jsonb_array_length(coalesce(reactions, '[]')) < ${limits.all} and (
        select count(*) from jsonb_array_elements(reactions) each where jsonb_build_array(each) @> ${theirs}::jsonb
      ) < ${limits.each}))
    returning conversation_id, seq
    ), event as (
      insert into outbox (type, conversation_id, payload)
      select 'message.reacted', id, jsonb_build_object('type', 'message.reacted', 'conversationId', id, 'seq', seq)
      from reacted join conversations on conversations.id = conversation_id
      where ${senderType !== 'customer'} and (channel <> 'widget' or merged_ids <> '{}')
      returning id, payload
    )
    select event.id as event_id, event.payload as event from reacted left join event on true
  `.execute(db);
  const message = await findMessage(db, conversationId, seq);
  if (!message) return { outcome: 'not_found' };
  const [done] = rows;
  if (done) {
    const { eventId, event } = done;
    return { outcome: 'done', message, event: eventId !== null && event ? { id: eventId, event } : null };
  }
  if (message.removedAt) return { outcome: 'removed' };
  const isThere = (message.reactions ?? []).some(
    (each) =>
      each.emoji === emoji &&
      each.senderType === senderType &&
      (senderType === 'customer' || each.senderId === senderId),
  );
  return isThere === isOn ? { outcome: 'unchanged', message } : { outcome: 'full' };
}
