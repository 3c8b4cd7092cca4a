/** Hand-offs, closings and reopenings of the demo's conversations: reports count them beside messages. */
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Transaction } from '@parley/db/database';
import { sql } from 'kysely';

/** A closed conversation in this many was opened once more. */
const reopenedEvery = 11;
/** A conversation of the assistant alone in this many was closed because its customer stopped writing. */
const idleEvery = 4;

const reasons = [localize('person_wanted'), localize('person_wanted'), localize('assistant_unsupported')].map(
  (reason) => JSON.stringify({ handOffSummary: onlyReason(reason) }),
);

/** Adds the activities of closed conversations, in the order of their times. They can't be undone. */
export async function seedHistory(db: Transaction): Promise<void> {
  await sql`
    with closed as (
      select id, last_seq, created_at, closed_at, last_message_at, assigned_representative_id as person,
        row_number() over (order by created_at, id)::int as no
      from conversations where status = 'closed' and last_activity_no = 0
    ), changes as (
      select id, greatest(1, seq - 1) as after_seq, 'handed_off' as kind, '{"by": "assistant"}'::jsonb as cause,
        '{"isAiAssisted": true}'::jsonb as before, (${reasons}::jsonb[])[1 + no % ${reasons.length}] as after,
        answered_at - interval '30 seconds' as at
      from closed join lateral (
        select seq, answered_at from answers
        where conversation_id = closed.id and sender_type = 'representative' order by seq limit 1
      ) as answer on true
      union all
      select id, last_seq, kind, cause, jsonb_build_object('status', before), jsonb_build_object('status', after),
        last_message_at + (closed_at - last_message_at) * part
      from closed
      cross join lateral (select case
        when person is not null then jsonb_build_object('by', 'representative', 'userId', person)
        when no % ${idleEvery} = 0 then '{"by": "rule", "rule": "idle"}' else '{"by": "customer"}'
      end as cause) as cause
      cross join (values
        ('closed', 'active', 'closed', 0.2, true), ('reopened', 'closed', 'active', 0.5, true),
        ('closed', 'active', 'closed', 1, false)
      ) as step (kind, before, after, part, is_first)
      where not is_first or no % ${reopenedEvery} = 0
    ), numbered as (
      select *, row_number() over (partition by id order by at, kind)::int as activity_no from changes
    ), added as (
      insert into activities (conversation_id, activity_no, after_seq, kind, cause, before, after, is_copied, created_at)
      select id, activity_no, after_seq, kind, cause, before, after, true, at from numbered
    )
    update conversations set last_activity_no = numbers.last
    from (select id, max(activity_no) as last from numbered group by id) as numbers where numbers.id = conversations.id
  `.execute(db);
}
