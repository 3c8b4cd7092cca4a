/** Reads a user's rights from their role and teams. */
import { builtInPermissions, permissions } from '@parley/contracts/permissions/permissions';
import type { BuiltInRole, Rights, Scope } from '@parley/contracts/permissions/rights';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

interface RightsRow {
  roleId: string;
  builtIn: BuiltInRole | null;
  name: string;
  permissions: string[];
  scope: Scope;
  teamIds: string[];
  websiteIds: string[];
  teammateIds: string[];
}

/**
 * Returns the rights of a user with a role other than plain `admin` or `representative`; undefined for all others.
 * Permissions that this release does not know are left out.
 */
export async function readRights(db: Database, userId: string): Promise<Rights | undefined> {
  const { rows } = await sql<RightsRow>`
    select roles.id as role_id, roles.built_in, roles.name, roles.permissions, roles.scope,
      array(select team_id from team_members where user_id = users.id) as team_ids,
      array(select distinct website_id from team_members join team_websites using (team_id)
        where team_members.user_id = users.id) as website_ids,
      array(select distinct theirs.user_id from team_members mine join team_members theirs using (team_id)
        where mine.user_id = users.id and theirs.user_id <> users.id) as teammate_ids
    from users join roles on roles.id = users.role_id
    where users.id = ${userId}::uuid and users.role <> 'admin'
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { roleId, builtIn, name, scope, teamIds, websiteIds, teammateIds } = row;
  const isScoped = scope === 'teams';
  return {
    roleId,
    builtIn,
    roleName: name,
    permissions: builtIn
      ? [...builtInPermissions[builtIn]]
      : permissions.filter((each) => row.permissions.includes(each)),
    scope,
    teamIds: isScoped ? teamIds : [],
    websiteIds: isScoped ? websiteIds : [],
    teammateIds: isScoped ? teammateIds : [],
  };
}
