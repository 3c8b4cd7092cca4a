/** Reads the work of past days, for simulations. */
import type { SenderType } from '@parley/contracts/entities';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

export interface Days {
  from: Date;
  until: Date;
}

export interface WrittenMessage {
  conversationId: string;
  at: Date;
  by: SenderType;
  /** Null for customers and the assistant. */
  userId: string | null;
}

/** Returns the newest messages of the days in the conversations that `where` takes in, in their order. */
export async function messagesOf(
  db: Database,
  { from, until }: Days,
  { where, limit }: { where: RawBuilder<boolean>; limit: number },
): Promise<WrittenMessage[]> {
  const { rows } = await sql<WrittenMessage>`
    select conversation_id, created_at as at, sender_type as by,
      case when sender_type = 'representative' then sender_id end as user_id
    from messages
    where created_at >= ${from} and created_at < ${until} and conversation_id in (select id from conversations
      where last_activity_at >= ${from} and not hidden and merged_into is null and ${where})
    order by created_at desc, conversation_id, seq desc limit ${limit}
  `.execute(db);
  return rows.toReversed();
}

export interface PastChange {
  conversationId: string;
  at: Date;
  kind: 'handed_off' | 'closed' | 'reopened';
}

/** Returns the changes of the days that begin or end the work on these conversations, in their order. */
export async function changesOf(db: Database, { from, until }: Days, ids: readonly string[]): Promise<PastChange[]> {
  const { rows } = await sql<PastChange>`
    select conversation_id, created_at as at, kind from activities
    where conversation_id = any(${[...ids]}::uuid[]) and created_at >= ${from} and created_at < ${until}
      and kind in ('handed_off', 'closed', 'reopened')
    order by created_at
  `.execute(db);
  return rows;
}

export interface WorkedConversation {
  id: string;
  websiteId: string | null;
  teamId: string | null;
  assigneeId: string | null;
  createdAt: Date;
  isAiAssisted: boolean;
  priority: number;
  tags: string[];
  locale: string | null;
  /** Assignee of the customer's conversation before. */
  formerOwnerId: string | null;
  /** Whether a representative, or anybody, had answered before the days. */
  isAnsweredByPerson: boolean;
  isAnswered: boolean;
  /** By condition of `first`: whether it holds. By list of policies: the number of the one that applies, from 1. */
  isFirst: boolean[];
  fits: (number | null)[];
}

interface Conditions {
  first: readonly RawBuilder<boolean>[];
  policies: readonly (readonly RawBuilder<boolean>[])[];
}

const arrayOf = (type: 'boolean' | 'int', items: readonly RawBuilder<unknown>[]) =>
  sql`array[${sql.join(items)}]::${sql.raw(type)}[]`;

/** Returns the number of the first condition that holds, from 1. */
const firstOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<number | null> =>
  conditions.length === 0
    ? sql`null`
    : sql`case ${sql.join(
        conditions.map((condition, index) => sql`when ${condition} then ${sql.lit(index + 1)}`),
        sql` `,
      )} end`;

/** Returns these conversations as they are now, with what routing decides by. */
export async function conversationsOf(
  db: Database,
  { from }: Days,
  { ids, first, policies }: Conditions & { ids: readonly string[] },
): Promise<WorkedConversation[]> {
  const { rows } = await sql<WorkedConversation>`
    select id, website_id, team_id, assigned_representative_id as assignee_id, created_at, is_ai_assisted,
      array_position(enum_range(null::conversation_priority), priority) as priority,
      (select coalesce(jsonb_agg(name), '[]') from tags where tags.id = any(conversations.tag_ids)) as tags,
      (select locale from visitors where visitors.id = conversations.visitor_id) as locale,
      (select former.assigned_representative_id from identities as mine
        join identities as sessions on sessions.contact_id = mine.contact_id
        join conversations as former on former.visitor_id = sessions.visitor_id
        where mine.visitor_id = conversations.visitor_id and former.created_at < conversations.created_at
          and former.assigned_representative_id is not null
        order by former.created_at desc limit 1) as former_owner_id,
      exists (select from first_answers where first_answers.conversation_id = conversations.id
        and answered_by = 'representative' and answered_at < ${from}) as is_answered_by_person,
      exists (select from first_answers where first_answers.conversation_id = conversations.id
        and answered_at < ${from}) as is_answered,
      ${arrayOf('boolean', first)} as is_first, ${arrayOf('int', policies.map(firstOf))} as fits
    from conversations where id = any(${[...ids]}::uuid[]) order by id
  `.execute(db);
  return rows;
}

export interface WorkingMember {
  userId: string;
  name: string;
  capacity: number;
  languages: string[];
  skills: string[];
}

/** Returns active users, in the order of their ids. */
export async function membersOf(db: Database, ids: readonly string[]): Promise<WorkingMember[]> {
  return db
    .selectFrom('users')
    .select(['id as userId', 'name', 'capacity', 'languages', 'skills'])
    .where('id', 'in', ids.length > 0 ? [...ids] : [''])
    .where('kind', '=', 'person')
    .orderBy('id')
    .execute();
}

/** Returns how many conversations that `where` takes in got their first response from a representative in the days. */
export async function countAnswered(db: Database, { from, until }: Days, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct conversation_id) as count from answers
    where answered_at >= ${from} and answered_at < ${until} and sender_type = 'representative'
      and conversation_id in (select id from conversations where not hidden and merged_into is null and ${where})
  `.execute(db);
  return rows[0]?.count ?? 0;
}
