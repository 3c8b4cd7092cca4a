/** Reads users that may be notified, with what decides whether and how they are. */
import { builtInPermissions, permissions, type Permission } from '@parley/contracts/permissions/permissions';
import type { BuiltInRole, Scope } from '@parley/contracts/permissions/rights';
import type { ChosenWays } from '@parley/contracts/notifications/kinds';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Users in question: these, the members of a team, its leads, all admins, or everyone. */
export type Audience =
  | { userIds: readonly string[] }
  | { teamId: string; onlyLeads?: boolean }
  | 'administrators'
  | 'everyone';

interface MemberRow {
  userId: string;
  role: 'admin' | 'representative';
  builtIn: BuiltInRole | null;
  permissions: string[] | null;
  scope: Scope | null;
  sharesTeam: boolean;
  sharesWebsite: boolean;
  sharesAssignee: boolean;
  isMuted: boolean;
  hasRead: boolean;
  ways: ChosenWays;
}

/** User that may be notified. */
export interface Member extends Pick<MemberRow, 'userId' | 'ways' | 'isMuted' | 'hasRead'> {
  /** Built-in role, with permissions that the settings may extend; null for a custom role. */
  builtIn: BuiltInRole | null;
  permissions: Permission[];
  scope: Scope;
  /** Whether a team of theirs has the conversation, its website, or its assignee. */
  sharesTeam: boolean;
  sharesWebsite: boolean;
  sharesAssignee: boolean;
}

const inAudience = (audience: Audience) => {
  if (audience === 'everyone') return sql`true`;
  if (audience === 'administrators') return sql`users.role = 'admin'`;
  if ('userIds' in audience) return sql`users.id = any(${[...audience.userIds]}::uuid[])`;
  return sql`users.id in (select user_id from team_members where team_id = ${audience.teamId}::uuid
    and (is_lead or not ${audience.onlyLeads ?? false}::bool))`;
};

/**
 * Returns the active users of an audience, in the order of their ids, and what a conversation has to do with them.
 * `hasRead`: they have read its message `seq`.
 */
export async function listMembers(
  db: Database,
  audience: Audience,
  { conversationId, seq }: { conversationId: string | null; seq: number | null },
): Promise<Member[]> {
  const { rows } = await sql<MemberRow>`
    with conversation as (
      select id, team_id, website_id, assigned_representative_id from conversations where id = ${conversationId}::uuid
    )
    select users.id as user_id, users.role, roles.built_in, roles.permissions, roles.scope,
      exists (select from team_members, conversation
        where user_id = users.id and team_members.team_id = conversation.team_id) as shares_team,
      exists (select from team_members join team_websites using (team_id), conversation
        where user_id = users.id and team_websites.website_id = conversation.website_id) as shares_website,
      exists (select from team_members mine join team_members theirs using (team_id), conversation
        where mine.user_id = users.id and theirs.user_id = assigned_representative_id) as shares_assignee,
      exists (select from muted_conversations, conversation
        where user_id = users.id and conversation_id = conversation.id) as is_muted,
      exists (select from reads, conversation where user_id = users.id and conversation_id = conversation.id
        and not marked_unread and reads.seq >= ${seq}::int) as has_read,
      coalesce(notification_settings.ways, '{}') as ways
    from users left join roles on roles.id = users.role_id and users.role <> 'admin'
      left join notification_settings on notification_settings.user_id = users.id
    where users.is_active and users.kind = 'person' and ${inAudience(audience)}
    order by users.id
  `.execute(db);
  return rows.map(({ role, builtIn: named, permissions: stored, scope, ...row }) => {
    const builtIn = stored === null ? role : named;
    return {
      ...row,
      builtIn,
      permissions: builtIn ? [...builtInPermissions[builtIn]] : permissions.filter((each) => stored?.includes(each)),
      scope: scope ?? 'everything',
    };
  });
}
