/** Facts of conversations: what they are computed from, which are to be computed again, and their rows. */
import type { Cause } from '@parley/contracts/conversations/activities';
import type { Text } from '@parley/contracts/i18n/localized-text';
import { type Insertable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { AnswerFactsTable, ClosingFactsTable, ConversationFactsTable } from '../tables/facts.ts';

export type ConversationFacts = Insertable<ConversationFactsTable>;
export type AnswerFacts = Insertable<AnswerFactsTable>;
export type ClosingFacts = Insertable<ClosingFactsTable>;

const factsLock = 7_461_200_046;
const beforeAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Waits until no other process computes facts; ends with the transaction. Two at once could store the older ones last. */
export async function lockFacts(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${factsLock})`.execute(transaction);
}

/** Removes the oldest marks and returns their conversations, each once. */
export async function takeMarks(transaction: Transaction, limit: number): Promise<string[]> {
  const { rows } = await sql<{ conversationId: string }>`
    with taken as (
      delete from fact_marks where ctid = any(array(select ctid from fact_marks limit ${limit}))
      returning conversation_id
    )
    select distinct conversation_id from taken
  `.execute(transaction);
  return rows.map(({ conversationId }) => conversationId);
}

/** Moves the walk on and returns the conversations that it has passed. */
export async function walkFacts(transaction: Transaction, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with next as (
      select id from conversations where id < (select walked_to from fact_walk) order by id desc limit ${limit}
    ), moved as (
      update fact_walk set walked_to = (select id from next order by id limit 1) where walked_to is not null
    )
    select id from next
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Has the facts of all conversations computed again. */
export async function restartFactWalk(db: Database): Promise<void> {
  await sql`update fact_walk set walked_to = ${beforeAll}::uuid`.execute(db);
}

export interface FactSource {
  id: string;
  websiteId: string | null;
  channel: ConversationFacts['channel'];
  teamId: string | null;
  assignedRepresentativeId: string | null;
  tagIds: string[];
  openedAt: Date;
  closedAt: Date | null;
  hasPolicy: boolean;
  customerMessages: number;
  representativeMessages: number;
  assistantMessages: number;
  /** Seq of the first message of each. */
  firstByRepresentative: number | null;
  firstByAssistant: number | null;
  firstAnsweredAt: Date | null;
  firstAnswerSeconds: number | null;
  firstPersonAnsweredAt: Date | null;
  firstPersonAnswerSeconds: number | null;
  dueKinds: ConversationFacts['dueKinds'];
}

export interface AnswerSource {
  conversationId: string;
  seq: number;
  senderType: 'ai' | 'representative';
  senderId: string | null;
  answeredAt: Date;
  askedAt: Date;
}

export interface ChangeSource {
  conversationId: string;
  activityNo: number;
  afterSeq: number;
  kind: string;
  cause: Cause;
  /** The person it was given, if it was. */
  assignee: string | null;
  handOffReason: Text | null;
  dueKind: ConversationFacts['dueKinds'][number] | null;
  undoOf: number | null;
  createdAt: Date;
}

export interface RunSource {
  conversationId: string;
  costUsd: number;
  createdAt: Date;
}

export interface FactSources {
  conversations: FactSource[];
  answers: AnswerSource[];
  changes: ChangeSource[];
  runs: RunSource[];
}

/**
 * Reads what the facts of conversations are computed from and keeps these from being deleted in the meantime. Hidden
 * ones have no facts; those that are just being deleted are marked again.
 */
export async function readFactSources(transaction: Transaction, ids: readonly string[]): Promise<FactSources> {
  const { rows: held } = await sql<{ id: string; hidden: boolean }>`
    select id, hidden from conversations where id = any(${ids}::uuid[]) order by id for key share skip locked
  `.execute(transaction);
  const passed = ids.filter((id) => held.every((each) => each.id !== id));
  if (passed.length > 0)
    await sql`insert into fact_marks (conversation_id) select id from conversations where id = any(${passed}::uuid[])`.execute(
      transaction,
    );
  const shown = held.filter(({ hidden }) => !hidden).map(({ id }) => id);
  if (shown.length === 0) return { conversations: [], answers: [], changes: [], runs: [] };
  const { rows: conversations } = await sql<FactSource>`
    select id, website_id, channel, team_id, assigned_representative_id, tag_ids, created_at as opened_at,
      case when status = 'closed' and merged_into is null then closed_at end as closed_at,
      sla_policy_id is not null as has_policy, written.*,
      anybody.answered_at as first_answered_at, anybody.seconds as first_answer_seconds,
      person.answered_at as first_person_answered_at, person.seconds as first_person_answer_seconds,
      array(select kind from sla_clocks where sla_clocks.conversation_id = conversations.id order by kind) as due_kinds
    from conversations
    cross join lateral (
      select count(*) filter (where sender_type = 'customer')::int as customer_messages,
        count(*) filter (where sender_type = 'representative')::int as representative_messages,
        count(*) filter (where sender_type = 'ai')::int as assistant_messages,
        min(seq) filter (where sender_type = 'representative') as first_by_representative,
        min(seq) filter (where sender_type = 'ai') as first_by_assistant
      from messages where messages.conversation_id = conversations.id and moved_to is null
    ) as written
    left join first_answers anybody on anybody.conversation_id = conversations.id and anybody.answered_by = 'anybody'
    left join first_answers person on person.conversation_id = conversations.id
      and person.answered_by = 'representative'
    where conversations.id = any(${shown}::uuid[])
  `.execute(transaction);
  const { rows: answers } = await sql<AnswerSource>`
    select conversation_id, seq, sender_type, sender_id, answered_at, coalesce((
      select min(created_at) from messages
      where messages.conversation_id = answers.conversation_id and sender_type = 'customer'
        and messages.seq > answers.former_seq and messages.seq < answers.seq
    ), answered_at) as asked_at
    from (
      select *, lag(seq, 1, 0) over (partition by conversation_id order by seq) as former_seq from answers
      where conversation_id = any(${shown}::uuid[])
    ) as answers
    order by conversation_id, seq
  `.execute(transaction);
  const { rows: changes } = await sql<ChangeSource>`
    select conversation_id, activity_no, after_seq, kind, cause, undo_of, created_at,
      after ->> 'assignedRepresentativeId' as assignee, after -> 'handOffSummary' -> 'reason' as hand_off_reason,
      after -> 'due' ->> 'kind' as due_kind
    from activities
    where conversation_id = any(${shown}::uuid[])
      and (kind in ('closed', 'reopened', 'handed_off', 'taken_over', 'assigned', 'sla_breached') or undo_of is not null)
    order by conversation_id, activity_no
  `.execute(transaction);
  const { rows: runs } = await sql<RunSource>`
    select conversation_id, cost_usd::float8, created_at from ai_runs
    where conversation_id = any(${shown}::uuid[]) order by created_at, id
  `.execute(transaction);
  return { conversations, answers, changes, runs };
}

export interface ComputedFacts {
  conversations: ConversationFacts[];
  answers: AnswerFacts[];
  closings: ClosingFacts[];
}

const tables = {
  conversations: { name: 'conversation_facts', key: ['conversation_id'] },
  answers: { name: 'answer_facts', key: ['conversation_id', 'seq'] },
  closings: { name: 'closing_facts', key: ['conversation_id', 'activity_no'] },
} as const;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Makes the facts of these conversations what was computed; a row that is as it was isn't written. */
export async function writeFacts(
  transaction: Transaction,
  ids: readonly string[],
  computed: ComputedFacts,
): Promise<void> {
  for (const part of ['conversations', 'answers', 'closings'] as const) {
    const { name, key } = tables[part];
    const rows: readonly Record<string, unknown>[] = computed[part];
    const table = sql.table(name);
    const keys = sql.join(key.map((column) => sql.ref(column)));
    const ofThem = sql`delete from ${table} where conversation_id = any(${ids}::uuid[])`;
    const [first] = rows;
    if (!first) {
      await ofThem.execute(transaction);
      continue;
    }
    const names = Object.keys(first).map((property) => [property, snake(property)] as const);
    const given = JSON.stringify(
      rows.map((row) => Object.fromEntries(names.map(([property, column]) => [column, row[property]]))),
    );
    const columns = names.map(([, column]) => column);
    const all = sql.join(columns.map((column) => sql.ref(column)));
    const own = sql.join(columns.map((column) => sql.ref(`${name}.${column}`)));
    const excluded = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)));
    // Parsed once: parsing takes longer than writing.
    await sql`
      with given as materialized (select ${all} from jsonb_populate_recordset(null::${table}, ${given}::jsonb)),
      gone as (${ofThem} and (${keys}) not in (select ${keys} from given))
      insert into ${table} (${all}) select ${all} from given
      on conflict (${keys}) do update set (${all}) = row(${excluded}) where (${own}) is distinct from (${excluded})
    `.execute(transaction);
  }
}
