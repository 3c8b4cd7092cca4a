/** Facts of reports, computed by workers that are killed while conversations change; and how soon they follow a message. */
import { randomUUID } from 'node:crypto';
import { addTag } from '@parley/core/conversations/tags';
import { takeOver } from '@parley/core/conversations/take-over';
import { updateConversation } from '@parley/core/conversations/update';
import { rebuildFacts } from '@parley/core/stats/facts';
import { createColleague, recordReplyRun } from '@parley/core/testing';
import { seededRandom } from '@parley/db/generate/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { type Talk, until } from './installation.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const kills = 5;
const changesBetween = 40;
/** Promised by docs/reports.md. */
const tailMs = 5_000;

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await startInstallationUnderTest();
});
afterAll(() => installation?.close());

const factTables = ['conversation_facts', 'answer_facts', 'closing_facts'] as const;
const factRows = async (): Promise<unknown[]> =>
  Promise.all(
    factTables.map(
      async (table) =>
        (await sql`select * from ${sql.table(table)} order by conversation_id, 2, 3`.execute(installation.context.db))
          .rows,
    ),
  );

test('facts are what a rebuild computes, wherever workers were killed while conversations changed', async () => {
  const { context } = installation;
  const { db } = context;
  const chance = seededRandom(23);
  const ada = await createColleague(context, 'Ada Byron', 'admin');
  const { tag } = await addTag(context, ada, { name: 'refund', colour: 'red' });
  const talks: Talk[] = [];
  const pick = (): Talk | undefined => talks[Math.floor(chance() * talks.length)];
  const change = async (): Promise<void> => {
    const talk = pick();
    if (!talk || chance() < 0.25) {
      talks.push(await installation.opens('Hello'));
      return;
    }
    const { conversationId: id } = talk;
    const steps: (() => Promise<unknown>)[] = [
      () => talk.writes('Are you there?'),
      () => takeOver(context, ada, id, ada.user.id),
      () => installation.answers(talk, 'Yes'),
      () => updateConversation(context, ada, id, { status: 'closed' }),
      () => updateConversation(context, ada, id, { addTags: [tag.id] }),
      () => recordReplyRun(db, id, Math.round(chance() * 1_000) / 1_000_000),
    ];
    // A step that its conversation doesn't allow changes nothing.
    await steps[Math.floor(chance() * steps.length)]?.().catch(() => undefined);
  };

  for (let kill = 0; kill < kills; kill += 1) {
    const worker = await installation.startOne();
    for (let count = 0; count < changesBetween; count += 1) await change();
    await worker.stop('SIGKILL');
    for (let count = 0; count < 5; count += 1) await change();
  }
  await installation.startOne();
  await until(
    async () => (await db.selectFrom('factMarks').select('conversationId').limit(1).execute()).length === 0,
    'all marks to be taken',
    120,
  );
  const live = await factRows();
  expect(live[0]).toHaveLength(talks.length);
  await installation.killAll();
  await rebuildFacts(context);
  expect(await factRows()).toEqual(live);
});

test('a report has a message within 5 seconds', async () => {
  const { db } = installation.context;
  await installation.startOne();
  const talk = await installation.opens('Hello');
  const waited: number[] = [];
  for (let count = 2; count <= 6; count += 1) {
    await talk.writes(randomUUID());
    const began = performance.now();
    await until(async () => {
      const facts = await db
        .selectFrom('conversationFacts')
        .select('customerMessages')
        .where('conversationId', '=', talk.conversationId)
        .executeTakeFirst();
      return facts?.customerMessages === count;
    }, 'the facts of a message');
    waited.push(performance.now() - began);
  }
  // The median: a busy machine can hold up any one of them.
  expect(waited.toSorted((one, other) => one - other)[2]).toBeLessThan(tailMs);
});
