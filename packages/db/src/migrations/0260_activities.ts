import { type Kysely, sql } from 'kysely';
import { rename } from './rename.ts';

/** Entries of a conversation's log are called activities everywhere; also in events that wait to be dispatched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rename(db, {
    tables: { acts: 'activities' },
    columns: { act_no: 'activity_no', last_act_no: 'last_activity_no' },
  });
  await sql`
    update outbox set payload = regexp_replace(
      regexp_replace(payload::text, '"actNo":', '"activityNo":', 'g'), '"noteActNo":', '"noteActivityNo":', 'g')::jsonb
    where payload ?| array['actNo', 'noteActNo']
  `.execute(db);
}
