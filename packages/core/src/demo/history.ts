/**
 * History of the demo's conversations, which reports count beside messages: hand-offs, assignments, closings and
 * reopenings, missed targets, promises, and runs of a rule.
 */
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Transaction } from '@parley/db/database';
import { sql } from 'kysely';
import type { Automation } from './automation.ts';

/** A closed conversation in this many was opened once more. */
const reopenedEvery = 11;
/** A conversation of the assistant alone in this many was closed because its customer stopped writing. */
const idleEvery = 4;

const reasons = [localize('person_wanted'), localize('person_wanted'), localize('assistant_unsupported')].map(
  (reason) => JSON.stringify({ handOffSummary: onlyReason(reason) }),
);

/** Minutes within which a person was promised. */
const promisedMinutes = 15;

const isSlaRule = JSON.stringify({ by: 'rule', rule: 'sla' });
const isRouting = JSON.stringify({ by: 'rule', rule: 'routing' });
const routed = (load: number, minutes: number) =>
  JSON.stringify(
    localize('routed_and', {
      first: localize('routed_load', { load, capacity: 8 }),
      second: localize('routed_idle', { minutes }),
    }),
  );
const becauses = [routed(2, 14), routed(1.25, 6), routed(3.5, 2), routed(0, 41)];

/** Adds activities in the order of their times. Those of closed conversations can't be undone. */
export async function seedHistory(db: Transaction, { shopId, policy, rule }: Automation): Promise<void> {
  await sql`
    with known as (
      select conversations.id, conversations.status, last_seq, conversations.created_at, closed_at, last_message_at, team_id,
        tag_ids, assigned_representative_id as person, users.name as person_name,
        row_number() over (order by conversations.created_at, conversations.id)::int as no
      from conversations left join users on users.id = assigned_representative_id where last_activity_no = 0
    ), closed as (
      select * from known where status = 'closed'
    ), needed as (
      -- when a customer first needed a person, and when that person answered
      select known.*, greatest(1, answer.seq - 1) as after_seq, answered_at,
        answered_at - make_interval(secs => waited_seconds) as asked_at
      from known join lateral (
        select seq, answered_at, waited_seconds from answers
        where conversation_id = known.id and sender_type = 'representative' order by seq limit 1
      ) as answer on true
    ), changes as (
      select id, after_seq, 'handed_off' as kind, '{"by": "assistant"}'::jsonb as cause,
        '{"isAiAssisted": true}'::jsonb as before, (${reasons}::jsonb[])[1 + no % ${reasons.length}] as after,
        asked_at + interval '3 seconds' as at, true as is_copied
      from needed
      union all
      select id, after_seq, 'assigned', ${isRouting}::jsonb, '{"assignedRepresentativeId": null, "representative": null}',
        jsonb_build_object('assignedRepresentativeId', person, 'representative', person_name,
          'reason', (${becauses}::jsonb[])[1 + no % ${becauses.length}]),
        asked_at + interval '5 seconds', true
      from needed where team_id = ${shopId}
      union all
      select id, after_seq, 'sla_breached', ${isSlaRule}::jsonb, '{}',
        jsonb_build_object('due', jsonb_build_object('kind', 'first_response', 'policy', ${policy.name}::text,
          'at', to_jsonb(asked_at + make_interval(secs => 3, mins => ${policy.firstResponseMinutes})))),
        asked_at + make_interval(secs => 3, mins => ${policy.firstResponseMinutes}), true
      from needed where answered_at > asked_at + make_interval(secs => 3, mins => ${policy.firstResponseMinutes})
      union all
      select known.id, seq, 'tagged',
        jsonb_build_object('by', 'automation', 'ruleId', ${rule.id}::uuid, 'name', ${rule.name}::text,
          'runId', uuidv7(question.at - now())),
        jsonb_build_object('tagIds', '[]'::jsonb, 'tags', '[]'::jsonb),
        jsonb_build_object('tagIds', jsonb_build_array(${rule.tagId}::uuid), 'tags', jsonb_build_array(${rule.tag}::text)),
        question.at + interval '1 second', false
      from known join lateral (
        select seq, created_at as at from messages where conversation_id = known.id and sender_type = 'customer'
          and content ~* ${rule.words.join('|')}::text order by seq limit 1
      ) as question on question.at > now() - interval '29 days'
      where tag_ids = array[${rule.tagId}::uuid]
      union all
      select id, last_seq, kind, cause, jsonb_build_object('status', before), jsonb_build_object('status', after),
        last_message_at + (closed_at - last_message_at) * part, true
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
      select id, activity_no, after_seq, kind, cause, before, after, is_copied, at from numbered
    ), ran as (
      insert into rule_runs (id, rule_id, conversation_id, event_id, trigger, root_event_id, depth, outcome, actions,
        activity_no, created_at)
      select (cause ->> 'runId')::uuid, ${rule.id}, id, (cause ->> 'runId')::uuid, 'customer_message',
        (cause ->> 'runId')::uuid, 0, 'done', '{tag}', activity_no, at
      from numbered where kind = 'tagged'
    ), timed as (
      insert into sla_clocks (conversation_id, kind, started_at, breached_at)
      select id, kind, asked_at, case when kind = 'first_response'
        and answered_at > asked_at + make_interval(secs => 3, mins => ${policy.firstResponseMinutes})
        then asked_at + make_interval(mins => ${policy.firstResponseMinutes}) end
      from needed cross join unnest(array['first_response', 'resolution']) as kind where status = 'closed'
    ), promised as (
      insert into promises (conversation_id, given_at, first_due_at, due_at, ended_at, is_kept)
      select id, asked_at, due_at, due_at, answered_at, answered_at <= due_at
      from needed cross join lateral (select asked_at + make_interval(mins => ${promisedMinutes}) as due_at) as due
      where status = 'closed'
    )
    update conversations set last_activity_no = numbers.last
    from (select id, max(activity_no) as last from numbered group by id) as numbers where numbers.id = conversations.id
  `.execute(db);
  await sql`
    insert into promises (conversation_id, given_at, first_due_at, due_at)
    select id, waiting_since, promised_at, promised_at
    from conversations cross join lateral (select waiting_since + interval '40 minutes' as promised_at) as promise
    where status = 'waiting' and promised_at > now()
  `.execute(db);
}
