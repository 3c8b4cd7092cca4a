/**
 * Reads every report over 1,000,000 conversations, for 30 days and for a year, with and without a slice, and computes
 * the facts: `npm run bench -- reports` (`--write` puts the table into bench/results.md). BENCH_CONVERSATIONS for fewer.
 */
import type { StaffCaller } from '@parley/core/callers';
import { openContext } from '@parley/core/open-context';
import { builtInRights } from '@parley/core/permissions/rights';
import { rebuildFacts } from '@parley/core/stats/facts';
import { readReport } from '@parley/core/stats/reports';
import { reportIds, usualSlices } from '@parley/contracts/reports/reports';
import { findAccount } from '@parley/db/users/users';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { Pool } from 'pg';
import { databaseOf } from '../api/databases.ts';
import { environment } from '../api/server.ts';
import { circumstances, writePart } from '../page.ts';

const conversations = Number(process.env['BENCH_CONVERSATIONS'] ?? 1_000_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
const dayMs = 86_400_000;

const database = await databaseOf({ conversations, messages: conversations * 5 });
const context = openContext({
  config: loadConfig(baseConfig, environment(database.url)),
  name: 'reports',
  log: createLogger({ service: 'reports', level: 'warn' }),
  maxConnections: 8,
});
const { db } = context;

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
const account = await findAccount(db, userId);
if (!account) throw new Error('There is nobody to read reports.');
const { user } = account;
const caller: StaffCaller = {
  kind: 'staff',
  user,
  rights: builtInRights({ ...user, role: 'admin' }),
  sessionId: 'bench',
};

const rebuild = await took(() => rebuildFacts(context));
const pool = new Pool({ connectionString: database.url, max: 1 });
// The made-up conversations have no activities: closings, promises and ratings come from their facts.
await pool.query(`
  insert into closing_facts (conversation_id, activity_no, website_id, channel, team_id, assigned_representative_id,
    tag_ids, closed_at, closed_by, reopened_at, has_assistant, is_alone, is_idle, cost_usd)
  select conversation_id, 1, website_id, channel, team_id, assigned_representative_id, tag_ids, closed_at,
    assigned_representative_id,
    case when hashtext(conversation_id::text) & 15 = 0 then closed_at + interval '1 day' end,
    assistant_messages > 0, representative_messages = 0, false, cost_usd
  from conversation_facts where closed_at is not null;
  insert into promises (conversation_id, given_at, first_due_at, due_at, ended_at, is_kept)
  select conversation_id, opened_at, opened_at + interval '30 minutes', opened_at + interval '30 minutes',
    opened_at + interval '20 minutes', hashtext(conversation_id::text) % 10 <> 0
  from conversation_facts where hashtext(conversation_id::text) & 3 = 0 and closed_at is not null;
  insert into ratings (conversation_id, closing_no, closed_at, asked_at, place, score, rated_at, shares)
  select conversation_id, 1, closed_at, closed_at, 'widget', case when hash % 3 = 0 then 1 + hash % 5 end,
    case when hash % 3 = 0 then closed_at + interval '1 hour' end,
    jsonb_build_array(jsonb_build_object('userId', assigned_representative_id, 'share', 1))
  from (select *, abs(hashtext(conversation_id::text)) as hash from conversation_facts) as facts
  where closed_at is not null and hash & 1 = 0`);
await pool.query('vacuum (analyze) conversation_facts, answer_facts, closing_facts, promises, ratings');
await pool.end();

const day = (ago: number): string => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
const rows: string[] = [];
for (const report of reportIds) {
  for (const days of [30, 365]) {
    for (const slice of [undefined, usualSlices[report] ?? 'website'] as const) {
      const range = { from: day(days - 1), to: day(0), timeZone: 'Europe/Vienna', slice, compare: true };
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const time = await took(() => readReport(context, caller, report, range));
        // The first round warms up.
        if (round > 0) times.push(time);
      }
      const at = (share: number): string =>
        (times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
      rows.push(`| ${report} | ${days} | ${slice ?? '–'} | ${at(0.5)} | ${at(0.95)} |`);
      console.log(rows.at(-1));
    }
  }
}
await context.close();
await database.drop();

const text = `${circumstances()}

${conversations.toLocaleString('en')} conversations with 5 messages each over 365 days, each report compared with the range before. All facts were computed again in ${(rebuild / 1000).toFixed(0)} s, ${Math.round(conversations / (rebuild / 1000)).toLocaleString('en')} conversations a second.

| report | days | slice | p50 in ms | p95 in ms |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
console.log(text);
if (process.argv.includes('--write')) writePart('reports', text);
