/** Reads what routing decides by, and locks what it must not decide twice. */
import type { Availability } from '@parley/contracts/entities';
import type { Filter } from '@parley/contracts/filter/filter';
import { type Candidate, loadWeights, type Work } from '@parley/contracts/routing/choose-assignee';
import { returnsMax } from '@parley/contracts/routing/limits';
import { defaultRouting, type Routing } from '@parley/contracts/routing/routing';
import { type RawBuilder, sql } from 'kysely';
import { filterSql } from '../conversations/filter.ts';
import type { Database, Transaction } from '../database.ts';
import { availability } from '../users/availability.ts';

/** Routing of a team as it is stored: fields added since have their defaults. */
export const withDefaults = (stored: Partial<Routing>): Routing => ({ ...defaultRouting, ...stored });

/** Condition on `teams`: its conversations are assigned automatically. */
const isAutomatic = sql<boolean>`coalesce(teams.routing ->> 'mode', 'manual') <> 'manual'`;

/** Condition on `conversations`: it waits for a user of its team. */
const isQueued = sql<boolean>`(conversations.assigned_representative_id is null and conversations.team_id is not null
  and conversations.status <> 'closed' and not conversations.hidden and not conversations.is_ai_assisted
  and conversations.snoozed_until is null and not conversations.is_blocked
  and (conversations.status = 'waiting' or conversations.unanswered_count > 0))`;

/** Since when the customer of a row of `conversations` has waited. */
const waitingFrom = sql<Date>`coalesce(conversations.waiting_since, conversations.unanswered_since, conversations.created_at)`;

export interface RoutedTeam {
  id: string;
  name: string;
  routing: Routing;
  /** When its leads were told last that too many conversations wait; null since fewer do. */
  alertedAt: Date | null;
}

export async function findRoutedTeam(db: Database, id: string): Promise<RoutedTeam | undefined> {
  const row = await db
    .selectFrom('teams')
    .select(['id', 'name', 'routing', 'alertedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, routing: withDefaults(row.routing) };
}

/**
 * Locks a team and then its members, who may be in other teams, until the transaction ends: of all workers one decides at
 * a time whom they are assigned.
 */
export async function holdTeam(transaction: Transaction, id: string): Promise<RoutedTeam | undefined> {
  await transaction.selectFrom('teams').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  await sql`select id from users where id in (select user_id from team_members where team_id = ${id}::uuid)
    order by id for no key update`.execute(transaction);
  return findRoutedTeam(transaction, id);
}

/** Load of a row of `users`, by the weights of `loadWeights`. */
const load = sql<number>`coalesce((
  select sum(case when snoozed_until is not null then ${loadWeights.snoozed}::float8
    when status = 'waiting' or unanswered_count > 0 then ${loadWeights.waitingOnUs}::float8
    else ${loadWeights.waitingOnCustomer}::float8 end)
  from conversations where assigned_representative_id = users.id and status <> 'closed' and not hidden), 0)`;

interface CandidateRow {
  userId: string;
  name: string;
  availability: Availability;
  load: number;
  capacity: number;
  givenAt: Date | null;
  idleSince: Date;
  languages: string[];
  skills: string[];
  coversFor: { id: string; name: string }[];
  isLead: boolean;
}

/** Member of a team, as routing sees them. */
export interface Member extends Candidate {
  isLead: boolean;
}

/** Returns the active leads of a conversation's team. */
export async function listLeads(db: Database, conversationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from conversations join team_members using (team_id) join users on users.id = team_members.user_id
    where conversations.id = ${conversationId}::uuid and is_lead and users.is_active and users.kind = 'person'
    order by users.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the active members of a team, in the order of their ids. */
export async function listCandidates(db: Database, teamId: string): Promise<Member[]> {
  const { rows } = await sql<CandidateRow>`
    select users.id as user_id, users.name, ${availability} as availability, ${load} as load, users.capacity,
      users.languages, users.skills, team_members.is_lead, given_at,
      coalesce(greatest(given_at, availabilities.since), users.created_at) as idle_since,
      (select coalesce(jsonb_agg(jsonb_build_object('id', away.id, 'name', away.name)), '[]')
        from absences join users as away on away.id = absences.user_id
        where covered_by = users.id and starts_at <= now() and ends_at > now()) as covers_for
    from team_members join users on users.id = team_members.user_id
      left join availabilities on availabilities.user_id = users.id
    where team_id = ${teamId}::uuid and users.is_active and users.kind = 'person' order by users.id
  `.execute(db);
  return rows.map(({ givenAt, idleSince, ...row }) => ({
    ...row,
    givenAt: givenAt?.getTime() ?? null,
    idleSince: idleSince.getTime(),
  }));
}

export interface QueuedConversation extends Omit<Work, 'language'> {
  conversationId: string;
  /** Language of the visitor's page. */
  locale: string | null;
}

/** Former assignees of a row of `queued` in its present wait, by who made it unassigned. */
const lostBy = (by: 'representative' | 'rule') => sql<string[]>`(
  select coalesce(jsonb_agg(distinct before -> 'assignedRepresentativeId'), '[]') from activities
  where conversation_id = queued.id and after -> 'assignedRepresentativeId' = 'null'::jsonb
    and cause ->> 'by' = ${by} and activities.created_at >= queued.since)`;

/**
 * Returns the conversations that wait for a user of the team: those that `first` matches, then by priority, the longest
 * wait first.
 */
export async function listQueue(
  db: Database,
  { teamId, first, limit }: { teamId: string; first: Filter | null; limit: number },
): Promise<QueuedConversation[]> {
  const isFirst: RawBuilder<boolean> = first ? filterSql(first, { me: '', now: Date.now() }) : sql<boolean>`false`;
  const { rows } = await sql<QueuedConversation>`
    select queued.id as conversation_id, visitors.locale,
      (select coalesce(jsonb_agg(name), '[]') from tags where id = any(queued.tag_ids)) as tags,
      (select assigned_representative_id from identities as mine
        join identities as sessions on sessions.contact_id = mine.contact_id
        join conversations as former on former.visitor_id = sessions.visitor_id
        where mine.visitor_id = queued.visitor_id and former.id <> queued.id
          and former.assigned_representative_id is not null
        order by former.last_activity_at desc limit 1) as former_owner_id,
      ${lostBy('representative')} as given_up_by, ${lostBy('rule')} as returned_from
    from (
      select id, visitor_id, tag_ids, ${waitingFrom} as since, ${isFirst} as is_first, priority
      from conversations where team_id = ${teamId}::uuid and ${isQueued}
      order by is_first desc, priority desc, since, id limit ${limit}
    ) as queued left join visitors on visitors.id = queued.visitor_id
    order by is_first desc, priority desc, since, queued.id
  `.execute(db);
  return rows;
}

/** Returns how many conversations wait for a user of the team. */
export async function countQueue(db: Database, teamId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from conversations where team_id = ${teamId}::uuid and ${isQueued}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Records that a user was assigned a conversation automatically. Returns when, in milliseconds. */
export async function recordGiven(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    insert into availabilities (user_id, given_at) values (${userId}::uuid, clock_timestamp())
    on conflict (user_id) do update set given_at = excluded.given_at
    returning (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db);
  return rows[0]?.at ?? Date.now();
}

/** Stores whether the leads of a team were told that many conversations wait; true if that was not so before. */
export async function setAlerted(db: Database, teamId: string, isAlerted: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update teams set alerted_at = ${isAlerted ? sql`now()` : null}
    where id = ${teamId}::uuid and (alerted_at is not null) <> ${isAlerted}`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Returns the teams that may have something to assign after an activity of a conversation, or after a message: its own,
 * and those of its assignee before and after.
 */
export async function teamsAfter(
  db: Database,
  { conversationId, activityNo }: { conversationId: string; activityNo: number | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select teams.id from teams, conversations where conversations.id = ${conversationId}::uuid and ${isAutomatic}
      and (teams.id = conversations.team_id or exists (select from team_members where team_members.team_id = teams.id
        and (user_id = conversations.assigned_representative_id or user_id::text = (
          select before ->> 'assignedRepresentativeId' from activities
          where conversation_id = conversations.id and activity_no = ${activityNo ?? null}::int))))
    order by teams.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the teams with automatic assignment that these users are members of. */
export async function automaticTeamsOf(db: Database, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from teams where ${isAutomatic} and exists (select from team_members
      where team_id = teams.id and user_id = any(${[...userIds]}::uuid[])) order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the teams with automatic assignment in which conversations wait. */
export async function teamsWithQueue(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from teams where ${isAutomatic}
      and exists (select from conversations where team_id = teams.id and ${isQueued}) order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface LeftConversation {
  conversationId: string;
  teamId: string;
  assignee: { id: string; name: string };
  minutes: number;
  /** It was taken back as often as may be. */
  isForLead: boolean;
}

/** Returns conversations that have been unanswered too long while their assignee is offline. */
export async function listLeft(db: Database, limit: number): Promise<LeftConversation[]> {
  const { rows } = await sql<LeftConversation>`
    select conversations.id as conversation_id, teams.id as team_id, minutes,
      jsonb_build_object('id', users.id, 'name', users.name) as assignee,
      (select count(*) from activities where conversation_id = conversations.id and kind = 'assigned'
        and cause ->> 'rule' = 'routing' and after -> 'assignedRepresentativeId' = 'null'::jsonb
        and activities.created_at >= conversations.unanswered_since) >= ${returnsMax} as is_for_lead
    from conversations
      join teams on teams.id = conversations.team_id
      join users on users.id = conversations.assigned_representative_id
      left join availabilities on availabilities.user_id = users.id
      cross join lateral (select (teams.routing ->> 'returnAfterMinutes')::int as minutes) as allowed
    where ${isAutomatic} and conversations.unanswered_since <= now() - make_interval(mins => minutes)
      and conversations.status <> 'closed' and not conversations.hidden and conversations.snoozed_until is null
      and ${availability} = 'offline' and coalesce(availabilities.availability, 'offline') = 'offline'
      and coalesce(availabilities.since, users.created_at) <= now() - make_interval(mins => minutes)
    order by conversations.unanswered_since limit ${limit}
  `.execute(db);
  return rows;
}
