/** Rows of another installation among ours. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** In the order in which they must be copied. */
export const syncedTables = ['users', 'websites', 'views', 'canned_replies', 'visitors', 'conversations'] as const;
export type SyncedTable = (typeof syncedTables)[number];

export interface SourceRow {
  id: string;
  /** The row as JSON. */
  row: Record<string, unknown>;
}

/**
 * Columns that are not copied unchanged. A secret encrypted elsewhere cannot be read here; a user or website may be
 * missing.
 */
const replaced: Record<SyncedTable, Record<string, RawBuilder<unknown>>> = {
  // Second factors are not copied: the local ones apply.
  users: { second_factor_at: sql`(select second_factor_at from users where users.id = given.id)` },
  websites: {
    identity_secret: sql`null::text`,
    // Schedules are not copied.
    schedule_id: sql`(select schedule_id from websites where websites.id = given.id)`,
    // Its pages have asked the other installation, perhaps not this one.
    first_seen_at: sql`(select first_seen_at from websites where websites.id = given.id)`,
  },
  views: {
    // The view of a team that doesn't exist here belongs to its owner, as after the removal of a team.
    team_id: sql`(select id from teams where teams.id = given.team_id)`,
    scope: sql`case when given.team_id is null or given.team_id in (select id from teams) then given.scope else 'me' end`,
  },
  canned_replies: {
    created_by: sql`(select id from users where users.id = given.created_by)`,
    // Their files are not copied.
    attachment_ids: sql`(select attachment_ids from canned_replies where canned_replies.id = given.id)`,
  },
  visitors: { website_id: sql`(select id from websites where websites.id = given.website_id)` },
  conversations: {
    website_id: sql`(select id from websites where websites.id = given.website_id
      or websites.domain = given.website_domain limit 1)`,
    visitor_id: sql`(select id from visitors where visitors.id = given.visitor_id)`,
    // Activities are copied later on, behind what happened here.
    last_activity_no: sql`coalesce((select last_activity_no from conversations where conversations.id = given.id), 0)`,
    // Nor are merges: what was merged here stays so.
    merged_into: sql`(select merged_into from conversations where conversations.id = given.id)`,
    merged_ids: sql`coalesce((select merged_ids from conversations where conversations.id = given.id), '{}')`,
    continued_from: sql`(select continued_from from conversations where conversations.id = given.id)`,
    // The default for users who haven't opened it is copied until a user here has.
    read_by_default: sql`coalesce((select read_by_default from conversations where conversations.id = given.id),
      given.read_by_default)`,
    // The other installation mails answers to customers, so this one must not as well.
    emailed_until_seq: sql`greatest(given.emailed_until_seq, given.last_seq)`,
    // Waiting customers are answered in the other installation, so the team is not alerted here.
    unanswered_count: sql`0`,
    unanswered_since: sql`null::timestamptz`,
    unanswered_offset_seconds: sql`0::double precision`,
    // SLA policies are not copied: the local ones apply.
    ...Object.fromEntries(
      ['sla_policy_id', 'due_at', 'due_kind', 'due_soon_at', 'breached_at'].map((column) => [
        column,
        sql`(select ${sql.ref(column)} from conversations where conversations.id = given.id)`,
      ]),
    ),
    sla_stale: sql`coalesce((select sla_stale from conversations where conversations.id = given.id), false)`,
    assigned_representative_id: sql`(select id from users where users.id = given.assigned_representative_id)`,
  },
};

/** When two rows with different ids can't both be here. */
const samePlace: Record<SyncedTable, RawBuilder<unknown>> = {
  users: sql`(lower(other.email) = lower(given.email) or lower(other.username) = lower(given.username))`,
  websites: sql`other.domain = given.domain`,
  views: sql`false`,
  canned_replies: sql`other.shortcut = given.shortcut and other.owner_id is not distinct from given.owner_id
    and other.team_id is not distinct from given.team_id`,
  visitors: sql`other.identity_key = given.identity_key and other.website_id = given.website_id`,
  conversations: sql`other.mail_token = given.mail_token`,
};

/** Rows that are left out because their owner doesn't exist here, or has another id here. */
const isOfNobody: Partial<Record<SyncedTable, RawBuilder<unknown>>> = {
  views: sql`given.owner_id not in (select id from users)`,
  canned_replies: sql`given.owner_id not in (select id from users) or (given.team_id is not null and given.team_id not in (select id from teams))`,
};

/**
 * Stores new and newer rows and returns them. Leaves out rows that conflict with another row here, and rows of owners
 * that don't exist here.
 */
export async function storeRows(
  target: Database,
  table: SyncedTable,
  rows: readonly SourceRow[],
): Promise<{ id: string; isNew: boolean }[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first.row);
  const names = columns.map((column) => sql.raw(`"${column}"`));
  const values = columns.map((column) => replaced[table][column] ?? sql.raw(`given."${column}"`));
  const updates = columns
    .filter((column) => column !== 'id')
    .map((column) => sql.raw(`"${column}" = excluded."${column}"`));
  // If a row's email, domain or other unique value belongs to another id here, that row is left unchanged.
  const result = await sql<{ id: string; isNew: boolean }>`
    merge into ${sql.table(table)} as kept
    using (
      select ${sql.join(values.map((value, index) => sql`${value} as ${names[index] ?? sql``}`))}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb) as given
      where not exists (select from ${sql.table(table)} as other where other.id <> given.id and ${samePlace[table]})
        and (${isOfNobody[table] ?? sql`false`}) is not true
    ) as excluded on kept.id = excluded.id
    when matched and kept.updated_at < excluded.updated_at then update set ${sql.join(updates)}
    when not matched then insert (${sql.join(names)}) values (${sql.join(columns.map((column) => sql.raw(`excluded."${column}"`)))})
    returning kept.id, merge_action() = 'INSERT' as is_new
  `.execute(target);
  return result.rows;
}
