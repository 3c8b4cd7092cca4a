/** Rules about due times, run by workers that are killed between the due time, its activity and the rule. */
import { addRule } from '@parley/core/integrations/rules/manage';
import { addSlaPolicy } from '@parley/core/sla/policies';
import { createColleague } from '@parley/core/testing';
import type { RuleTrigger } from '@parley/contracts/rules/triggers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { until } from './installation.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const triggers = ['sla_warned', 'sla_breached', 'promise_warned', 'promise_broken'] as const;
const conversations = 6;

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await startInstallationUnderTest();
});
afterAll(() => installation?.close());

test('a rule runs once for each warning and breach, of targets and of promises, although workers are killed', async () => {
  const { context } = installation;
  const { db } = context;
  const ada = await createColleague(context, 'Ada Byron', 'admin');
  await addSlaPolicy(context, ada, {
    name: 'All',
    filter: { all: [] },
    firstResponseMinutes: 60,
    nextResponseMinutes: null,
    resolutionMinutes: null,
    schedule: 'always',
    scheduleId: null,
    pausesWhileWaiting: true,
    countsAssistant: false,
  });
  for (const trigger of triggers)
    await addRule(context, ada, {
      name: trigger,
      isOn: true,
      stops: false,
      triggers: [trigger],
      time: null,
      filter: { all: [] },
      hours: null,
      words: [],
      languages: [],
      actions: [{ type: 'note', text: trigger }],
    });
  for (let count = 0; count < conversations; count += 1) await installation.opens(`Hello, this is number ${count}`);
  const waitingFor = (minutes: number) =>
    sql`update conversations set
    waiting_since = now() - make_interval(mins => ${minutes}), unanswered_since = now() - make_interval(mins => ${minutes})
  `.execute(db);
  const runsOf = async (...of: readonly RuleTrigger[]) =>
    (await db.selectFrom('ruleRuns').select('id').where('trigger', 'in', of).where('outcome', '=', 'done').execute())
      .length;
  /** Kills a worker after its first run, and waits for another one to do the rest. */
  const worked = async (...of: readonly RuleTrigger[]) => {
    const before = await runsOf(...of);
    const killed = await installation.startOne();
    await until(async () => (await runsOf(...of)) > before, 'a run');
    await killed.stop('SIGKILL');
    const next = await installation.startOne();
    await until(async () => (await runsOf(...of)) === of.length * conversations, 'all runs', 120);
    await next.stop('SIGKILL');
  };

  await waitingFor(50);
  await sql`insert into promises (conversation_id, given_at, first_due_at, due_at)
    select id, now() - interval '9 minutes', now() + interval '1 minute', now() + interval '1 minute'
    from conversations`.execute(db);
  await worked('sla_warned', 'promise_warned');
  await waitingFor(61);
  await sql`update promises set due_at = now(), first_due_at = now()`.execute(db);
  await worked('sla_breached', 'promise_broken');

  await installation.startOne();
  await until(async () => (await context.queues.queue('rules').count()) === 0, 'the queue to be empty');
  const { rows } = await sql<{ body: string; count: number }>`select body, count(*) from activities
    where kind = 'noted' group by body, conversation_id`.execute(db);
  expect(rows).toHaveLength(triggers.length * conversations);
  expect(rows.every(({ count }) => count === 1)).toBe(true);
});
