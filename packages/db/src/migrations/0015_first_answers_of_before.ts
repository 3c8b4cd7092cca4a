import { type Kysely, sql } from 'kysely';

/** Each batch is a transaction of its own: one that was stopped begins again, and adds what is lacking. */
export const inBatches = true;

/** As far back as figures go. */
const days = 30;
const batchHours = 6;

/** The first answers of the last 30 days, a quarter of a day at a time: nothing waits for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let hours = days * 24; hours > 0; hours -= batchHours) {
    await sql`
      insert into first_answers (conversation_id, answered_by, seconds, answered_at)
      select conversation_id, answered_by, extract(epoch from answered_at - asked.at), answered_at
      from answers
      cross join (values ('anybody'), ('representative')) as kind (answered_by)
      cross join lateral (
        select min(created_at) as at from messages
        where conversation_id = answers.conversation_id and sender_type = 'customer' and seq < answers.seq
          and seq > coalesce((
            select max(seq) from answers as earlier
            where conversation_id = answers.conversation_id and seq < answers.seq), 0)
      ) as asked
      where answered_at >= now() - make_interval(hours => ${hours})
        and answered_at < now() - make_interval(hours => ${hours - batchHours})
        and answered_by in ('anybody', sender_type) and asked.at is not null
        and not exists (
          select from answers as earlier where conversation_id = answers.conversation_id and seq < answers.seq
            and answered_by in ('anybody', earlier.sender_type))
      on conflict do nothing
    `.execute(db);
  }
}
