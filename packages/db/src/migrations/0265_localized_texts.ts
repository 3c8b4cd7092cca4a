import { type Kysely, sql } from 'kysely';
import { rename } from './rename.ts';

/** Names localized texts, past replies and what a rehearsal's test expects, also within stored answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rename(db, {
    columns: {
      said: 'localized',
      reason_said: 'reason_localized',
      error_said: 'error_localized',
      said_from: 'past_reply_from',
      said_to: 'past_reply_to',
    },
  });
  for (const [table, column] of [
    ['rehearsal_rows', 'published'],
    ['rehearsal_rows', 'candidate'],
    ['rehearsal_answers', 'answer'],
  ] as const) {
    const answer = sql.ref(column);
    await sql`update ${sql.table(table)} set ${answer} = ${answer} - 'said' || jsonb_build_object('localized', ${answer} -> 'said')
      where ${answer} ? 'said'`.execute(db);
  }
  for (const table of ['rehearsal_rows', 'rehearsal_tests']) {
    await sql`update ${sql.table(table)} set expectation = expectation - 'says' - 'saysNot'
      || jsonb_build_object('mustContain', expectation -> 'says', 'mustNotContain', expectation -> 'saysNot')
      where expectation ? 'says'`.execute(db);
  }
}
