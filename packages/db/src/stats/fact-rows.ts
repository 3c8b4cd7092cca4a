/** Rows of facts for spreadsheets and other programs, read in small batches so that memory stays flat at any size. */
import type { ReportRows } from '@parley/contracts/reports/reports';
import { type RawBuilder, sql } from 'kysely';
import { instantText } from '../instant.ts';
import type { ReadRouter } from '../read-replica.ts';
import { factsOf, type ReportScope } from './reports.ts';

const at = (column: string): RawBuilder<unknown> => sql.raw(instantText(column));
const nameOf = (table: string, column: string, id: string): RawBuilder<unknown> =>
  sql`(select ${sql.ref(column)} from ${sql.table(table)} as named where named.id = ${sql.ref(id)})`;

/** Columns that the rows of all kinds begin with. */
const properties = {
  conversation_id: sql`facts.conversation_id`,
  channel: sql`facts.channel`,
  website: nameOf('websites', 'domain', 'facts.website_id'),
  team: nameOf('teams', 'name', 'facts.team_id'),
  assignee: nameOf('users', 'name', 'facts.assigned_representative_id'),
};

const columns: Record<ReportRows, Record<string, RawBuilder<unknown>>> = {
  conversations: {
    ...properties,
    tags: sql`(select string_agg(name, ', ' order by name) from tags where id = any(facts.tag_ids))`,
    opened_at: at('facts.opened_at'),
    first_answered_at: at('facts.first_answered_at'),
    first_answer_seconds: sql`facts.first_answer_seconds`,
    first_answer_working_seconds: sql`facts.first_answer_working_seconds`,
    first_person_answered_at: at('facts.first_person_answered_at'),
    first_person_answer_seconds: sql`facts.first_person_answer_seconds`,
    first_person_answer_working_seconds: sql`facts.first_person_answer_working_seconds`,
    handed_off_at: at('facts.handed_off_at'),
    hand_off_reason: sql`facts.hand_off_reason`,
    closed_at: at('facts.closed_at'),
    resolution_seconds: sql`facts.resolution_seconds`,
    resolution_working_seconds: sql`facts.resolution_working_seconds`,
    closings: sql`(select count(*) from closing_facts closing where closing.conversation_id = facts.conversation_id)`,
    reopenings: sql`(select count(reopened_at) from closing_facts closing
      where closing.conversation_id = facts.conversation_id)`,
    customer_messages: sql`facts.customer_messages`,
    representative_messages: sql`facts.representative_messages`,
    assistant_messages: sql`facts.assistant_messages`,
    assistant_cost_usd: sql`facts.cost_usd`,
    sla_targets: sql`array_to_string(facts.due_kinds, ', ')`,
    sla_missed: sql`array_to_string(facts.breached_kinds, ', ')`,
  },
  messages: {
    ...properties,
    seq: sql`messages.seq`,
    sent_at: at('messages.created_at'),
    sender: sql`messages.sender_type`,
    representative: sql`case when messages.sender_type = 'representative'
      then ${nameOf('users', 'name', 'messages.sender_id')} end`,
    via: sql`messages.via`,
    characters: sql`char_length(messages.content)`,
    answer_seconds: sql`answer_facts.seconds`,
    answer_working_seconds: sql`answer_facts.working_seconds`,
  },
  ratings: {
    ...properties,
    closed_at: at('ratings.closed_at'),
    asked_at: at('ratings.asked_at'),
    asked_by: sql`ratings.place`,
    rated_at: at('ratings.rated_at'),
    score: sql`ratings.score`,
    reasons: sql`array_to_string(ratings.reasons, ', ')`,
    answered_by: sql`(select string_agg(case when share."userId" is null then 'assistant' else
        coalesce((select name from users where users.id = share."userId"), 'deleted') end || ' ' || share.answers, ', ')
      from jsonb_to_recordset(ratings.shares) as share ("userId" uuid, answers int))`,
  },
};

/** Returns the names of the columns in their order. */
export const factRowColumns = (kind: ReportRows): string[] => Object.keys(columns[kind]);

const joins: Record<ReportRows, RawBuilder<unknown>> = {
  conversations: sql``,
  messages: sql`join messages on messages.conversation_id = facts.conversation_id and messages.moved_to is null
    left join answer_facts on answer_facts.conversation_id = messages.conversation_id and answer_facts.seq = messages.seq`,
  ratings: sql`join ratings on ratings.conversation_id = facts.conversation_id and ratings.asked_at is not null`,
};

const positions: Record<ReportRows, RawBuilder<number>> = {
  conversations: sql`0`,
  messages: sql`messages.seq`,
  ratings: sql`ratings.closing_no`,
};

const atOnce = 1_000;
const nowhere = { openedAt: '-infinity', conversationId: '00000000-0000-0000-0000-000000000000', seq: 0 };

/** Yields the rows of conversations that were opened in the range, the oldest first, as arrays of texts. */
export async function* readFactRows(
  reads: Pick<ReadRouter, 'run'>,
  kind: ReportRows,
  scope: ReportScope,
): AsyncGenerator<(string | null)[][]> {
  const position = positions[kind];
  const cells = sql.join(Object.values(columns[kind]).map((value) => sql`(${value})::text`));
  for (let after = nowhere; ; ) {
    const { openedAt, conversationId, seq } = after;
    const { rows } = await reads.run((db) =>
      sql<{ cells: (string | null)[] } & typeof nowhere>`
        select array[${cells}] as cells, facts.opened_at::text as opened_at, facts.conversation_id, ${position} as seq
        ${factsOf('opened', scope, joins[kind])} and facts.opened_at >= ${openedAt}::timestamptz
          and (facts.opened_at, facts.conversation_id, ${position})
            > (${openedAt}::timestamptz, ${conversationId}::uuid, ${seq}::int)
        order by facts.opened_at, facts.conversation_id, 4 limit ${atOnce}
      `.execute(db),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => row.cells);
    if (rows.length < atOnce) return;
    after = last;
  }
}
