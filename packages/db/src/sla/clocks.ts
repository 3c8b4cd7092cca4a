/** Clocks of conversations: what they are computed from, when they are due, and whether the team has been told. */
import type { DueKind } from '@parley/contracts/sla/due-kinds';
import type { SlaFacts } from '@parley/contracts/sla/clocks';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

/** Conversation with all that its clocks are computed from. */
export interface ClockedConversation extends Omit<SlaFacts, 'pauses'> {
  id: string;
  isRunning: boolean;
  websiteId: string | null;
  teamId: string | null;
  /** Number of the condition that it is the first to meet, from 1; null if it meets none. */
  fits: number | null;
}

/** Selects what clocks are computed from, and which of the conditions comes first. */
const clockedColumns = (conditions: readonly RawBuilder<boolean>[]) => sql`
  id, status <> 'closed' and not hidden and merged_into is null and not is_blocked as is_running,
  website_id, team_id, is_ai_assisted, waiting_since, unanswered_since,
  coalesce((select max(activities.created_at) from activities
    where activities.conversation_id = conversations.id and activities.kind = 'reopened'), created_at) as opened_at,
  representative_seq > 0 as is_answered_by_person,
  exists (select from answers where answers.conversation_id = conversations.id) as is_answered,
  ${
    conditions.length === 0
      ? sql`null`
      : sql`case ${sql.join(
          conditions.map((condition, index) => sql`when ${condition} then ${sql.lit(index + 1)}`),
          sql` `,
        )} end`
  } as fits`;

/** Locks conversations with clocks to compute, leaving out those that others change just now. */
export async function claimStale(
  transaction: Transaction,
  conditions: readonly RawBuilder<boolean>[],
  limit: number,
): Promise<ClockedConversation[]> {
  const { rows } = await sql<ClockedConversation>`
    select ${clockedColumns(conditions)} from conversations
    where sla_stale order by id limit ${limit} for no key update skip locked
  `.execute(transaction);
  return rows;
}

/** Returns the newest open conversations that meet the last condition and none before it, and the number of all. */
export async function findFitting(
  db: Database,
  conditions: readonly RawBuilder<boolean>[],
  { within = sql`true`, limit }: { within?: RawBuilder<boolean> | undefined; limit: number },
): Promise<{ count: number; newest: ClockedConversation[] }> {
  const { rows } = await sql<ClockedConversation & { count: number }>`
    select *, count(*) over () as count from (
      select ${clockedColumns(conditions)} from conversations
      where status <> 'closed' and not hidden and merged_into is null and not is_blocked and ${within}
    ) as open where fits = ${conditions.length} order by id desc limit ${limit}
  `.execute(db);
  return { count: rows[0]?.count ?? 0, newest: rows };
}

/** Returns the times in which the team waited for the customer, by conversation. */
export async function readPauses(db: Database, ids: readonly string[]): Promise<Map<string, SlaFacts['pauses']>> {
  const { rows } = await sql<{ conversationId: string; from: Date; until: Date | null }>`
    select answers.conversation_id, answered_at as from, next.created_at as until
    from answers left join lateral (
      select created_at from messages where messages.conversation_id = answers.conversation_id
        and messages.seq > answers.seq and sender_type = 'customer' order by messages.seq limit 1
    ) as next on true
    where answers.conversation_id = any(${ids}::uuid[]) order by answers.conversation_id, answers.seq
  `.execute(db);
  return Map.groupBy(rows, ({ conversationId }) => conversationId);
}

export interface ComputedClocks {
  id: string;
  policyId: string | null;
  clocks: readonly { kind: DueKind; startedAt: Date; warnAt: Date; dueAt: Date }[];
}

/**
 * Stores the clocks of claimed conversations: those that aren't given stand still. A clock that has begun again is told
 * of again. Returns the conversations of which callers see a difference.
 */
export async function writeClocks(transaction: Transaction, computed: readonly ComputedClocks[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; isChanged: boolean }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(computed)}::jsonb)
        as given (id uuid, "policyId" uuid, clocks jsonb)
    ), clocks as (
      select given.id, clock.* from given cross join jsonb_to_recordset(given.clocks)
        as clock (kind text, "startedAt" timestamptz, "warnAt" timestamptz, "dueAt" timestamptz)
    ), stopped as (
      update sla_clocks set due_at = null, warn_at = null from given
      where sla_clocks.conversation_id = given.id and sla_clocks.due_at is not null
        and not exists (select from clocks where clocks.id = given.id and clocks.kind = sla_clocks.kind)
    ), running as (
      insert into sla_clocks (conversation_id, kind, started_at, warn_at, due_at)
      select id, kind, "startedAt", "warnAt", "dueAt" from clocks
      on conflict (conversation_id, kind) do update set
        started_at = excluded.started_at, warn_at = excluded.warn_at, due_at = excluded.due_at,
        warned_at = case when sla_clocks.started_at = excluded.started_at then sla_clocks.warned_at end,
        breached_at = case when sla_clocks.started_at = excluded.started_at then sla_clocks.breached_at end
    ), earliest as (
      select distinct on (id) * from clocks order by id, "dueAt"
    )
    update conversations set sla_stale = false, sla_policy_id = given."policyId", due_at = earliest."dueAt",
      due_kind = earliest.kind, due_soon_at = earliest."warnAt"
    from given left join earliest on earliest.id = given.id
    where conversations.id = given.id
    returning conversations.id, (new.sla_policy_id, new.due_at, new.due_kind)
      is distinct from (old.sla_policy_id, old.due_at, old.due_kind) as is_changed
  `.execute(transaction);
  return rows.filter(({ isChanged }) => isChanged).map(({ id }) => id);
}

/** Marks the next open conversations of the walk, if there is one. Returns their number. */
export async function walkOn(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with walk as (
      select walked_to from sla_walk where walked_to is not null for update skip locked
    ), open as materialized (
      -- The few open ones are found by an index of theirs, and only while there is a walk.
      select id from conversations where status <> 'closed' and not hidden and imported_seq is distinct from last_seq
        and (select walked_to from walk) is not null
    ), next as (
      select id from open where id > (select walked_to from walk) order by id limit ${limit}
    ), marked as (
      update conversations set sla_stale = true from next where conversations.id = next.id and not sla_stale
    ), moved as (
      update sla_walk set walked_to = (select id from next order by id desc limit 1) from walk
    )
    select count(*) as count from next
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Alarm {
  conversationId: string;
  kind: DueKind;
  dueAt: Date;
  isBreach: boolean;
  /** Name of the policy. */
  policy: string | null;
}

/**
 * Notes the oldest notice that is due as given, and returns it, with its conversation locked; undefined if there is
 * none. A warning that comes too late is left out.
 */
export async function takeAlarm(transaction: Transaction): Promise<Alarm | undefined> {
  for (;;) {
    const {
      rows: [next],
    } = await sql<{ conversationId: string; kind: DueKind; policy: string | null }>`
      select sla_clocks.conversation_id, sla_clocks.kind,
        (select name from sla_policies where sla_policies.id = conversations.sla_policy_id) as policy
      from sla_clocks join conversations on conversations.id = sla_clocks.conversation_id
      where alarm_at <= now() and not sla_stale
      order by alarm_at limit 1 for no key update of conversations skip locked
    `.execute(transaction);
    if (!next) return undefined;
    // Another process may have given it before the lock.
    const {
      rows: [taken],
    } = await sql<{ dueAt: Date; isBreach: boolean }>`
      update sla_clocks set warned_at = coalesce(warned_at, now()), breached_at = case when due_at <= now() then now() end
      where conversation_id = ${next.conversationId} and kind = ${next.kind} and alarm_at <= now()
      returning due_at, breached_at is not null as is_breach
    `.execute(transaction);
    if (taken) return { ...next, ...taken };
  }
}
