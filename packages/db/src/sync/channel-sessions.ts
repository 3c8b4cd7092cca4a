import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/**
 * Copies the channel sessions of these visitors, so that an answer from here reaches them too. An address that already
 * has a session here keeps its visitor.
 */
export async function copyChannelSessions(
  source: Database,
  target: Database,
  visitors: readonly SourceRow[],
): Promise<void> {
  const ids = visitors.map(({ id }) => id);
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(channel_sessions) as row from channel_sessions where visitor_id = any(${ids}::uuid[])
  `.execute(source);
  if (rows.length === 0) return;
  await sql`
    with copied as (
      insert into channel_sessions
      select given.* from jsonb_populate_recordset(null::channel_sessions, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)
        as given
      where given.visitor_id in (select id from visitors)
      on conflict do nothing returning channel, address, visitor_id
    )
    insert into identities (contact_id, kind, value, verified_at)
    select contact_of(visitor_id), channel, address, now() from copied
    on conflict do nothing
  `.execute(target);
}
