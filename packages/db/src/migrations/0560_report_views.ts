import { type Kysely, sql } from 'kysely';

/**
 * Views for other programs, with names in place of ids and without texts of customers. `maintenance/report-reader.ts`
 * creates the role that may read them and nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const properties = `facts.conversation_id, facts.channel, websites.domain as website, teams.name as team,
  assignees.name as assignee`;
const named = `left join websites on websites.id = facts.website_id
  left join teams on teams.id = facts.team_id
  left join users assignees on assignees.id = facts.assigned_representative_id`;

const statements = `
create view report_conversations as
select ${properties},
  array(select tags.name from tags where tags.id = any(facts.tag_ids) order by tags.name) as tags,
  opened_at, first_answered_at, first_answer_seconds, first_answer_working_seconds,
  first_person_answered_at, first_person_answer_seconds, first_person_answer_working_seconds,
  handed_off_at, hand_off_reason, closed_at, resolution_seconds, resolution_working_seconds,
  customer_messages, representative_messages, assistant_messages, cost_usd as assistant_cost_usd,
  has_policy as has_sla, due_kinds as sla_targets, breached_kinds as sla_missed, breached_at as sla_missed_at
from conversation_facts facts ${named};

create view report_answers as
select ${properties}, facts.seq, facts.answered_at, facts.is_assistant as by_assistant, answerers.name as answered_by,
  facts.is_first, facts.seconds, facts.working_seconds
from answer_facts facts ${named} left join users answerers on answerers.id = facts.answered_by;

create view report_closings as
select ${properties}, facts.activity_no, facts.closed_at, closers.name as closed_by, facts.reopened_at,
  facts.has_assistant, facts.is_alone as by_assistant_alone, facts.is_idle as ended_idle,
  facts.cost_usd as assistant_cost_usd
from closing_facts facts ${named} left join users closers on closers.id = facts.closed_by;
`;
