/** The insert into the activity log: one builder for every statement that records an activity. */
import { type RawBuilder, sql } from 'kysely';

/** Columns of `activities` that default to SQL over the row of the conversation, or to nothing. */
type Optional =
  | 'conversation_id'
  | 'activity_no'
  | 'after_seq'
  | 'before'
  | 'after'
  | 'body'
  | 'markdown'
  | 'about'
  | 'client_note_id'
  | 'attachment_ids'
  | 'is_copied'
  | 'batch_id'
  | 'undo_of'
  | 'kept'
  | 'created_at';

/** Values by column: SQL over the rows recorded from, or values with JSON as text. */
export type RecordedActivity = Record<'kind' | 'cause', unknown> & Partial<Record<Optional, unknown>>;

/** Casts of values that the column alone doesn't give their type. */
const casts: Partial<Record<keyof RecordedActivity, string>> = {
  cause: 'jsonb',
  before: 'jsonb',
  after: 'jsonb',
  about: 'integer',
  client_note_id: 'uuid',
  attachment_ids: 'uuid[]',
  batch_id: 'uuid',
  undo_of: 'integer',
};

/**
 * Builds `insert into activities … select … from`, without `returning`. `from` names the rows, with their conditions:
 * those of `conversations` after the update that has raised `last_activity_no`. The lock of that update keeps the
 * numbers free of gaps and repeats.
 */
export function recordActivity(from: RawBuilder<unknown>, activity: RecordedActivity): RawBuilder<unknown> {
  const values = {
    conversation_id: sql`id`,
    activity_no: sql`last_activity_no`,
    after_seq: sql`last_seq`,
    before: sql`'{}'`,
    after: sql`'{}'`,
    ...activity,
  };
  const columns = Object.keys(values).map((column) => sql.ref(column));
  const selected = Object.entries(values).map(([column, value]) => {
    const cast = casts[column as keyof RecordedActivity];
    return cast === undefined ? sql`${value}` : sql`(${value})::${sql.raw(cast)}`;
  });
  return sql`insert into activities (${sql.join(columns)}) select ${sql.join(selected)} from ${from}`;
}
