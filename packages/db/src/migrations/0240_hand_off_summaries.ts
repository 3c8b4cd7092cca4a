import { type Kysely, sql } from 'kysely';

/** Hand-offs are stored in parts, not as an English text. A text of before becomes the reason, as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const summaryOf = (text: string) =>
    `jsonb_build_object('reason', ${text}, 'asked', null, 'facts', '[]'::jsonb, 'tried', '[]'::jsonb)`;
  await sql
    .raw(
      `alter table conversations alter column hand_off_reason type jsonb
        using case when hand_off_reason is not null then ${summaryOf('hand_off_reason')} end`,
    )
    .execute(db);
  await sql`alter table conversations rename column hand_off_reason to hand_off_summary`.execute(db);
  await sql
    .raw(
      `update acts set kept = kept - 'hand_off_reason' || jsonb_build_object('hand_off_summary',
        case when kept ->> 'hand_off_reason' is not null then ${summaryOf("kept ->> 'hand_off_reason'")} end)
      where jsonb_exists(kept, 'hand_off_reason')`,
    )
    .execute(db);
}
