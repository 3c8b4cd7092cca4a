import { type Kysely, sql } from 'kysely';

/**
 * Whether somebody was reminded of an unanswered customer is read from what the delivery says it is about, no longer
 * from its heading. Reminders that were planned before say so too, so that nobody is looked at again; the release before
 * goes on by the heading, which stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update deliveries set payload = payload || '{"about": "unanswered"}'
    where summary = 'Unanswered for 5 minutes' and payload->>'kind' = 'notice'
  `.execute(db);
}
