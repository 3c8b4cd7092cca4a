import { type Kysely, sql } from 'kysely';

/** Each step may be done again. */
export const inBatches = true;

const isBegunBeforeMade = `(uuid_extract_version(id) = 7
  and uuid_extract_timestamp(id) - created_at <= interval '1 hour') is not true`;

/**
 * Below which id all conversations are that began before a moment: ids are in the order in which rows were made, and
 * every index that a list is read by ends with the id, so that what began later is passed over without a look at its row.
 * Rows that say they began long before they were made, as an import may write them, are in an index of their own, which
 * otherwise is empty and costs nobody who writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not concurrently: that waits for the processes which wait for this migration.
  await sql
    .raw(`
create index if not exists conversations_begun_before_made on conversations (id desc, created_at)
where ${isBegunBeforeMade}
`)
    .execute(db);
  await sql
    .raw(`
create or replace function begun_before(moment timestamptz) returns uuid language sql stable parallel safe as $$
  select greatest(
    (lpad(to_hex(greatest(0, ceil(extract(epoch from moment) * 1000)::bigint + 3600000)), 12, '0') || 'ffffffffffffffffffff')::uuid,
    (select id from public.conversations
      where ${isBegunBeforeMade} and created_at < moment
      order by id desc limit 1))
$$
`)
    .execute(db);
}
