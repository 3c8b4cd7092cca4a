/** Teams as they are stored. */
import type { Team } from '@parley/contracts/permissions/roles';
import type { Routing, RoutingChange } from '@parley/contracts/routing/routing';
import { sql } from 'kysely';
import { type Database, isUniqueViolation, type Transaction } from '../database.ts';
import { withDefaults } from '../routing/routing.ts';

interface TeamRow {
  id: string;
  name: string;
  memberIds: string[];
  leadIds: string[];
  websiteIds: string[];
  routing: Partial<Routing>;
  scheduleId: string | null;
  directoryGroup: string | null;
  updatedAt: Date;
}

/** By name; one alone when it is named. */
export async function listTeams(db: Database, id?: string): Promise<Team[]> {
  const { rows } = await sql<TeamRow>`
    select id, name, schedule_id, routing, updated_at,
      array(select user_id from team_members where team_id = teams.id order by user_id) as member_ids,
      array(select user_id from team_members where team_id = teams.id and is_lead order by user_id) as lead_ids,
      array(select website_id from team_websites where team_id = teams.id order by website_id) as website_ids,
      (select min(display_name) from scim_groups where team_id = teams.id) as directory_group
    from teams where ${id === undefined ? sql`true` : sql`id = ${id}::uuid`} order by lower(name)
  `.execute(db);
  return rows.map(({ routing, updatedAt, ...row }) => ({
    ...row,
    routing: withDefaults(routing),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** The team that has a website among its own, of several the one with the fewest websites; null where none has. */
export async function teamOfWebsite(db: Database, websiteId: string): Promise<Pick<Team, 'id' | 'name'> | null> {
  const { rows } = await sql<Pick<Team, 'id' | 'name'>>`
    select id, name from teams join team_websites on team_id = teams.id where website_id = ${websiteId}::uuid
    order by (select count(*) from team_websites mine where mine.team_id = teams.id), lower(name) limit 1
  `.execute(db);
  return rows[0] ?? null;
}

export interface TeamFields {
  name?: string | undefined;
  memberIds?: readonly string[] | undefined;
  /** Those who are no members are left out. */
  leadIds?: readonly string[] | undefined;
  routing?: RoutingChange | undefined;
  websiteIds?: readonly string[] | undefined;
  scheduleId?: string | null | undefined;
}

/** Adds a team while there are fewer than `max`. */
export async function insertTeam(
  transaction: Transaction,
  { name, max, scheduleId = null, routing = {}, ...fields }: TeamFields & { name: string; max: number },
): Promise<Team | 'taken' | 'full'> {
  const made = await transaction
    .insertInto('teams')
    .columns(['name', 'scheduleId', 'routing'])
    .expression(
      sql`select ${name}::text, ${scheduleId}::uuid, ${JSON.stringify(withDefaults(routing))}::jsonb where (select count(*) from teams) < ${max}`,
    )
    .returning('id')
    .executeTakeFirst()
    .catch(orTaken);
  if (made === 'taken') return made;
  if (!made) return 'full';
  return (await fill(transaction, made.id, fields)) ?? 'full';
}

/** Undefined when there is no such team. */
export async function updateTeam(
  transaction: Transaction,
  id: string,
  { name, scheduleId, routing, ...fields }: TeamFields,
): Promise<Team | 'taken' | undefined> {
  const row = await transaction
    .updateTable('teams')
    .set({
      ...(name !== undefined && { name }),
      ...(scheduleId !== undefined && { scheduleId }),
      ...(routing !== undefined && {
        routing: sql`${JSON.stringify(withDefaults({}))}::jsonb || routing || ${JSON.stringify(routing)}::jsonb`,
      }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
    .catch(orTaken);
  if (row === 'taken' || !row) return row;
  return fill(transaction, id, fields);
}

/** Returns the ids of a user's teams. */
export async function teamIdsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('teamMembers').select('teamId').where('userId', '=', userId).execute();
  return rows.map(({ teamId }) => teamId);
}

/** Removes a user from every team. */
export async function leaveTeams(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('teamMembers').where('userId', '=', userId).execute();
}

/** Returns whether all of these teams exist. */
export async function areTeams(db: Database, ids: readonly string[]): Promise<boolean> {
  const known = await db.selectFrom('teams').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return known.length === new Set(ids).size;
}

/** Returns whether the team existed. An attribute that only its conversations required is no longer required. */
export async function deleteTeam(db: Database, id: string): Promise<boolean> {
  await sql`update attributes
    set required_to_close = case when required_to_close -> 'teamIds' <> jsonb_build_array(${id}::text)
      then jsonb_set(required_to_close, '{teamIds}', (required_to_close -> 'teamIds') - ${id}::text) end
    where jsonb_exists(required_to_close -> 'teamIds', ${id}::text)`.execute(db);
  const { numDeletedRows } = await db.deleteFrom('teams').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

async function fill(
  transaction: Transaction,
  teamId: string,
  { memberIds, leadIds, websiteIds }: Pick<TeamFields, 'memberIds' | 'leadIds' | 'websiteIds'>,
): Promise<Team | undefined> {
  if (memberIds) {
    await sql`delete from team_members
      where team_id = ${teamId}::uuid and user_id <> all(${[...memberIds]}::uuid[])`.execute(transaction);
    // Users who no longer exist are left out.
    await sql`insert into team_members (team_id, user_id)
      select ${teamId}::uuid, id from users where id = any(${[...memberIds]}::uuid[])
      on conflict do nothing`.execute(transaction);
  }
  if (leadIds) {
    await sql`update team_members set is_lead = user_id = any(${[...leadIds]}::uuid[])
      where team_id = ${teamId}::uuid`.execute(transaction);
  }
  if (websiteIds) {
    await transaction.deleteFrom('teamWebsites').where('teamId', '=', teamId).execute();
    await sql`insert into team_websites (team_id, website_id)
      select ${teamId}::uuid, id from websites where id = any(${[...websiteIds]}::uuid[])`.execute(transaction);
  }
  return (await listTeams(transaction, teamId))[0];
}

function orTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error, 'teams_name')) return 'taken';
  throw error;
}
