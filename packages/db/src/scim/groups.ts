/** Groups of a directory, who is in them, and what that gives them. */
import type { Role } from '@parley/contracts/entities';
import type { DirectoryGroup } from '@parley/contracts/users/scim';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { type Columns, type Condition, conditionSql, single } from './conditions.ts';

/** A group with those of its members that the directory has not deleted. */
export interface StoredGroup {
  id: string;
  displayName: string;
  externalId: string | null;
  roleId: string | null;
  teamId: string | null;
  members: { id: string; name: string }[];
  createdAt: Date;
  updatedAt: Date;
}

/** Fields that groups can be filtered by. */
export type GroupField = 'id' | 'displayName' | 'externalId' | 'member';

const groupsLock = 7_461_200_048;

/**
 * Serializes changes of groups and of the roles they grant, because all groups of a user together determine the user's
 * role.
 */
export async function lockGroups(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${groupsLock})`.execute(transaction);
}

const fields: Columns<GroupField> = {
  id: single(sql`groups.id::text`),
  displayName: single(sql`groups.display_name`),
  externalId: single(sql`groups.external_id`, true),
  member: (compare) => sql`exists (
    select from scim_group_members where group_id = groups.id and ${compare(sql`user_id::text`)}
  )`,
};

const membersOf = sql<StoredGroup['members']>`(
  select coalesce(json_agg(json_build_object('id', users.id, 'name', users.name) order by users.id), '[]')
  from scim_group_members join users on users.id = user_id where group_id = groups.id
)`;

/** Groups that meet a condition, oldest first, and how many there are. */
export async function listGroups(
  db: Database,
  condition: Condition<GroupField> | undefined,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ groups: StoredGroup[]; total: number }> {
  let query = db.selectFrom('scimGroups as groups');
  if (condition) query = query.where(conditionSql(fields, condition));
  const { total } = await query.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const groups = await query
    .selectAll('groups')
    .select(membersOf.as('members'))
    .orderBy('groups.createdAt')
    .orderBy('groups.id')
    .offset(skip)
    .limit(limit)
    .execute();
  return { groups, total };
}

/** Returns a directory's group with its members. */
export async function findGroup(db: Database, id: string): Promise<StoredGroup | undefined> {
  return db
    .selectFrom('scimGroups as groups')
    .selectAll('groups')
    .select(membersOf.as('members'))
    .where('groups.id', '=', id)
    .executeTakeFirst();
}

/** By name, with what they give and how many are in them. */
export async function listDirectoryGroups(db: Database): Promise<DirectoryGroup[]> {
  const rows = await db
    .selectFrom('scimGroups as groups')
    .select(['groups.id', 'groups.displayName as name', 'groups.roleId', 'groups.teamId', 'groups.updatedAt'])
    .select(
      sql<number>`(select count(*)::integer from scim_group_members where group_id = groups.id)`.as('memberCount'),
    )
    .orderBy(sql`lower(groups.display_name)`)
    .execute();
  return rows.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() }));
}

/** Adds a group while there are fewer than `max`. @throws a unique violation of `scim_groups_name` */
export async function insertGroup(
  db: Database,
  { displayName, externalId, max }: Pick<StoredGroup, 'displayName' | 'externalId'> & { max: number },
): Promise<string | undefined> {
  const row = await db
    .insertInto('scimGroups')
    .columns(['displayName', 'externalId'])
    .expression(sql`select ${displayName}::text, ${externalId}::text where (select count(*) from scim_groups) < ${max}`)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** @throws a unique violation of `scim_groups_name` */
export async function updateGroup(
  db: Database,
  id: string,
  change: Partial<Pick<StoredGroup, 'displayName' | 'externalId' | 'roleId' | 'teamId'>>,
): Promise<void> {
  await db
    .updateTable('scimGroups')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a group and its memberships. */
export async function deleteGroup(db: Database, id: string): Promise<void> {
  await db.deleteFrom('scimGroups').where('id', '=', id).execute();
}

/** Members given whole. */
export async function setMembers(transaction: Transaction, groupId: string, userIds: readonly string[]): Promise<void> {
  const ids = [...userIds];
  await sql`delete from scim_group_members where group_id = ${groupId} and user_id <> all(${ids}::uuid[])`.execute(
    transaction,
  );
  await sql`insert into scim_group_members (group_id, user_id) select ${groupId}::uuid, unnest(${ids}::uuid[])
    on conflict do nothing`.execute(transaction);
}

/** Returns the groups of users, ordered by name. */
export async function groupsOf(db: Database, userIds: readonly string[]) {
  return db
    .selectFrom('scimGroupMembers')
    .innerJoin('scimGroups', 'scimGroups.id', 'groupId')
    .select(['userId', 'groupId', 'displayName', 'roleId', 'teamId'])
    .where('userId', 'in', [...userIds])
    .orderBy('displayName')
    .execute();
}

/**
 * Sets a team's members to those of its groups. If no group manages it any more, the members that a group had added
 * leave it. Returns whether any member was added or removed.
 */
export async function fillTeam(transaction: Transaction, teamId: string, brought: readonly string[]): Promise<boolean> {
  const members = sql`select user_id from scim_group_members join scim_groups on scim_groups.id = group_id
    where team_id = ${teamId}`;
  const left = await sql`
    delete from team_members where team_id = ${teamId} and user_id not in (${members}) and (
      user_id = any(${[...brought]}::uuid[]) or exists (select from scim_groups where team_id = ${teamId})
    )`.execute(transaction);
  const came = await sql`
    insert into team_members (team_id, user_id) select distinct ${teamId}::uuid, user_id from (${members}) as members
    on conflict do nothing`.execute(transaction);
  return (left.numAffectedRows ?? 0n) + (came.numAffectedRows ?? 0n) > 0n;
}

/** Role that a user had before a group granted one. */
export interface RoleBefore {
  role: Role;
  roleId: string | null;
}

/** Returns the role from before the groups; undefined for a user with a manually assigned role. */
export async function findRoleBefore(db: Database, userId: string): Promise<RoleBefore | undefined> {
  return db.selectFrom('scimRoles').select(['role', 'roleId']).where('userId', '=', userId).executeTakeFirst();
}

/** Stores the role that a user had before a group gave them another. */
export async function keepRoleBefore(db: Database, userId: string, before: RoleBefore): Promise<void> {
  await db
    .insertInto('scimRoles')
    .values({ userId, ...before })
    .execute();
}

/** Deletes the stored former role, once it was given back. */
export async function forgetRoleBefore(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('scimRoles').where('userId', '=', userId).execute();
}
