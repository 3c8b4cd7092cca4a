import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { AiRunsTable } from '../tables/work.ts';

/** Writes down what a model call cost and how it ended. */
export async function recordAiRun(db: Database, run: Insertable<AiRunsTable>): Promise<string> {
  const { id } = await db.insertInto('aiRuns').values(run).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Tokens read and written for a visitor in the last 24 hours. */
export async function tokensSpentOn(db: Database, visitorId: string): Promise<number> {
  const { tokens } = await db
    .selectFrom('aiRuns')
    .select(sql<number>`coalesce(sum(input_tokens + output_tokens), 0)::bigint`.as('tokens'))
    .where('visitorId', '=', visitorId)
    .where('createdAt', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return tokens;
}
