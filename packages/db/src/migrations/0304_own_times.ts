import { type Kysely, sql } from 'kysely';

/** Each user's time zone and formats of dates and times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column time_zone text,
    add column date_format text check (date_format in ('dmy', 'mdy', 'ymd')),
    add column hour_format text check (hour_format in ('12h', '24h'))`.execute(db);
}
