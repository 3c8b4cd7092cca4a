/** The log of rules: a row for each run, written in the transaction of what the rule did. */
import type { RuleOutcome, RuleReason, RuleRun, RuleState } from '@parley/contracts/rules/rules';
import type { RuleTrigger } from '@parley/contracts/rules/triggers';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { statement } from '../prepared.ts';

export interface NewRun {
  ruleId: string;
  conversationId: string;
  eventId: string;
  trigger: RuleTrigger;
  rootEventId: string;
  depth: number;
}

export interface RunResult {
  outcome: RuleOutcome;
  actions: readonly string[];
  activityNo: number | null;
}

type RunToStore = NewRun & { id: string } & RunResult;

/** Counts how often a rule has acted on a conversation within the last hour. */
const actedWithinHour = (ruleId: unknown, conversationId: unknown): RawBuilder<number> => sql`
  (select count(*) from rule_runs where rule_id = ${ruleId}::uuid and conversation_id = ${conversationId}::uuid
    and outcome = 'done' and created_at > now() - interval '1 hour')`;

const storing = statement<RunToStore & { perHour: number }, { id: string }>(
  ({ id, ruleId, conversationId, eventId, trigger, rootEventId, depth, outcome, actions, activityNo, perHour }) => sql`
    insert into rule_runs (id, rule_id, conversation_id, event_id, trigger, root_event_id, depth, outcome, actions,
      activity_no)
    select ${id}::uuid, rules.id, ${conversationId}::uuid, ${eventId}::uuid, ${trigger}::text, ${rootEventId}::uuid,
      ${depth}::smallint, ${outcome}::text, ${actions}::text[], ${activityNo}::integer
    from rules join users on users.id = rules.author_id
    where rules.id = ${ruleId}::uuid and is_on and problem is null and users.is_active
      and (${outcome}::text <> 'done' or ${actedWithinHour(ruleId, conversationId)} < ${perHour}::integer)
    on conflict (rule_id, event_id) do nothing returning id
  `,
);

/**
 * Stores the one run of a rule for an event, in the transaction of what it did. Returns false if it may not be stored
 * (`whyNotStored`): then nothing of it may be committed.
 */
export async function storeRun(db: Database, run: RunToStore, perHour: number): Promise<boolean> {
  return (await storing(db, { ...run, actions: [...run.actions], perHour })).length > 0;
}

/** Run that an event of a customer's message led to and that changed nothing. */
export interface IdleRun extends Pick<NewRun, 'ruleId' | 'conversationId' | 'eventId' | 'trigger'> {
  id: string;
}

/** Stores runs that changed nothing, each once; none of what was deleted since. */
export async function storeIdleRuns(db: Database, idle: readonly IdleRun[]): Promise<void> {
  await sql`
    insert into rule_runs (id, rule_id, conversation_id, event_id, trigger, root_event_id, depth, outcome, actions)
    select idle.id, rule_id, conversation_id, event_id, trigger, event_id, 0, 'nothing', '{}'
    from unnest(${idle.map(({ id }) => id)}::uuid[], ${idle.map(({ ruleId }) => ruleId)}::uuid[],
        ${idle.map(({ conversationId }) => conversationId)}::uuid[], ${idle.map(({ eventId }) => eventId)}::uuid[],
        ${idle.map(({ trigger }) => trigger)}::text[]) as idle (id, rule_id, conversation_id, event_id, trigger)
      join rules on rules.id = rule_id join conversations on conversations.id = conversation_id
    on conflict (rule_id, event_id) do nothing
  `.execute(db);
}

/** Explains why a run wasn't stored; null if it could be now. */
export async function whyNotStored(
  db: Database,
  { ruleId, conversationId, eventId }: NewRun,
  perHour: number,
): Promise<'has_run' | 'off' | 'author_gone' | 'too_often' | null> {
  const { rows } = await sql<{ hasRun: boolean; isOn: boolean; isAuthorActive: boolean; acted: number }>`
    select exists (select from rule_runs where rule_id = ${ruleId}::uuid and event_id = ${eventId}::uuid) as has_run,
      is_on and problem is null as is_on,
      exists (select from users where users.id = rules.author_id and users.is_active) as is_author_active,
      ${actedWithinHour(ruleId, conversationId)} as acted
    from rules where id = ${ruleId}::uuid
  `.execute(db);
  const [found] = rows;
  if (!found?.isOn) return 'off';
  if (found.hasRun) return 'has_run';
  if (!found.isAuthorActive) return 'author_gone';
  return found.acted >= perHour ? 'too_often' : null;
}

/**
 * Whether a rule was started in a conversation within the last hour more often than customers, the team, the assistant
 * and times can explain: another system starts it, such as one that our webhooks start.
 */
const isLoopIn = (
  ruleId: string,
  conversationId: RawBuilder<unknown>,
  slack: number,
): RawBuilder<boolean> => sql<boolean>`(
  (select count(distinct root_event_id) from rule_runs where rule_id = ${ruleId}::uuid
    and conversation_id = ${conversationId} and created_at > now() - interval '1 hour')
  > ${slack}
  + (select count(*) from messages where conversation_id = ${conversationId}
    and created_at > now() - interval '1 hour'
    and not exists (select from rule_runs where rule_runs.id::text = messages.client_message_id::text))
  + (select count(*) from activities left join users on users.id::text = cause ->> 'userId'
    where conversation_id = ${conversationId} and activities.created_at > now() - interval '1 hour'
    and cause ->> 'by' <> 'automation' and users.kind is distinct from 'service'))`;

/** Most conversations that are looked at for a loop. */
const loopsLookedAt = 50;

/** Returns whether another system starts a rule again and again: in a conversation where it was stopped, and in others. */
export async function isLoop(
  db: Database,
  { ruleId, conversationId }: Pick<NewRun, 'ruleId' | 'conversationId'>,
  { perHour, conversations }: { perHour: number; conversations: number },
): Promise<boolean> {
  const slack = Math.floor(perHour / 2);
  // The others are looked at only if this one is a loop, which no customer can make of it.
  const own = await sql<{ isLoop: boolean }>`
    select ${isLoopIn(ruleId, sql`${conversationId}::uuid`, slack)} as is_loop`.execute(db);
  if (!own.rows[0]?.isLoop) return false;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select distinct conversation_id from rule_runs where rule_id = ${ruleId}::uuid and outcome = 'refused'
        and created_at > now() - interval '1 hour' limit ${loopsLookedAt}
    ) as stopped where ${isLoopIn(ruleId, sql`stopped.conversation_id`, slack)}
  `.execute(db);
  return (rows[0]?.count ?? 0) >= conversations;
}

/** Records a run that did nothing, once. */
export async function noteRun(
  db: Database,
  run: NewRun,
  { outcome, reason }: { outcome: RuleOutcome; reason: RuleReason },
): Promise<void> {
  await db
    .insertInto('ruleRuns')
    .values({ ...run, outcome, reason: JSON.stringify(reason), actions: [], activityNo: null })
    .onConflict((conflict) => conflict.columns(['ruleId', 'eventId']).doNothing())
    .execute();
}

/** Returns the events of these that a rule has run for. */
export async function runsFor(db: Database, ruleId: string, eventIds: readonly string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('ruleRuns')
    .select('eventId')
    .where('ruleId', '=', ruleId)
    .where('eventId', 'in', [...eventIds])
    .execute();
  return new Set(rows.map(({ eventId }) => eventId));
}

export interface Chain {
  rootEventId: string;
  depth: number;
  /** Rules that have run for the event that it began with. */
  ruleIds: ReadonlySet<string>;
}

/** Returns the chain that a run belongs to; undefined if its rule was deleted. */
export async function chainOf(db: Database, runId: string): Promise<Chain | undefined> {
  const run = await db
    .selectFrom('ruleRuns')
    .select(['rootEventId', 'depth'])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run) return undefined;
  const rows = await db.selectFrom('ruleRuns').select('ruleId').where('rootEventId', '=', run.rootEventId).execute();
  return { ...run, ruleIds: new Set(rows.map(({ ruleId }) => ruleId)) };
}

/** Returns whether a guard other than that against circles has stopped a rule within the last day. */
export async function wasStopped(db: Database, ruleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('ruleRuns')
    .select('id')
    .where('ruleId', '=', ruleId)
    .where('outcome', '=', 'refused')
    .where(sql<boolean>`reason -> 'localized' ->> 'code' <> 'rule_again'`)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the newest runs of a rule in conversations that the reader sees. */
export async function listRuns(
  db: Database,
  ruleId: string,
  { before, limit, where }: { before?: string | undefined; limit: number; where?: RawBuilder<boolean> | undefined },
): Promise<RuleRun[]> {
  const { rows } = await sql<Omit<RuleRun, 'createdAt'> & { createdAt: Date }>`
    select rule_runs.id, rule_id, conversation_id, coalesce(customer_name, customer_email) as customer, trigger, outcome,
      actions, reason, activity_no, depth, rule_runs.created_at
    from rule_runs join conversations on conversations.id = rule_runs.conversation_id
    where rule_id = ${ruleId}::uuid ${where ? sql`and ${where}` : sql``}
      ${before === undefined ? sql`` : sql`and rule_runs.id < ${before}::uuid`}
    order by rule_runs.id desc limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function deleteOldRuns(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('ruleRuns').where('createdAt', '<', before).execute();
}

/** The column of the instant at which a conversation came into a state, and the condition of being in it. */
const states: Record<RuleState, { since: RawBuilder<Date>; holds: RawBuilder<boolean> }> = {
  unanswered: {
    since: sql`conversations.unanswered_since`,
    holds: sql`conversations.unanswered_since is not null and conversations.status <> 'closed'`,
  },
  waiting: {
    since: sql`conversations.waiting_since`,
    holds: sql`conversations.waiting_since is not null and conversations.status <> 'closed'`,
  },
  silent: {
    since: sql`conversations.last_activity_at`,
    holds: sql`conversations.status <> 'closed' and conversations.snoozed_until is null`,
  },
  open: { since: sql`conversations.created_at`, holds: sql`conversations.status <> 'closed'` },
  closed: { since: sql`conversations.closed_at`, holds: sql`conversations.status = 'closed'` },
};

export interface InState {
  id: string;
  since: Date;
  websiteId: string | null;
  teamId: string | null;
}

/**
 * Returns conversations that came into a state between two instants, the longest ago first, behind the given one.
 *
 * @param where the conditions of the rule
 */
export async function conversationsInState(
  db: Database,
  {
    state,
    from,
    until,
    after,
    where,
    limit,
  }: {
    state: RuleState;
    from: Date;
    until: Date;
    after?: Pick<InState, 'since' | 'id'> | undefined;
    where: RawBuilder<boolean>;
    limit: number;
  },
): Promise<InState[]> {
  const { since, holds } = states[state];
  const { rows } = await sql<InState>`
    select conversations.id, ${since} as since, conversations.website_id, conversations.team_id from conversations
    where ${holds} and not conversations.hidden and conversations.merged_into is null
      and conversations.imported_seq is distinct from conversations.last_seq
      and ${since} > ${from} and ${since} <= ${until} and ${where}
      ${after ? sql`and (${since}, conversations.id) > (${after.since}, ${after.id}::uuid)` : sql``}
    order by ${since}, conversations.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Whether a conversation has been in a state since an instant, which the transaction's lock keeps so. */
export async function isStillIn(
  db: Database,
  { state, id, since }: { state: RuleState; id: string; since: Date },
): Promise<boolean> {
  const column = states[state];
  const { rows } = await sql`select from conversations
    where id = ${id}::uuid and ${column.holds} and not hidden and ${column.since} = ${since}`.execute(db);
  return rows.length > 0;
}
