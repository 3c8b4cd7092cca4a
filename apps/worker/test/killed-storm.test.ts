/** Kills at random, for minutes: `npm run test:storm`. What one kill in the middle of a thing does is in killed.test.ts. */
import { requeueTasks } from '@parley/core/maintenance/forgotten';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { type Talk, until } from './installation.ts';

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await startInstallationUnderTest();
});
afterAll(() => installation?.close());
afterEach(() => installation.killAll());

test('workers killed again and again while customers write: every reaction happens, once, in order', async () => {
  await installation.set('aiConfig', { enabled: true });
  installation.model.usually = { text: 'Fine.', pieceMs: 20 };
  installation.receiver.requests = [];
  installation.receiver.usually = { status: 200, delayMs: 15 };
  await installation.startOne();
  const talks: Talk[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 3; count += 1) talks.push(await installation.opens(`Hello ${round} ${count}`));
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_500));
    await installation.workers.at(-1)?.stop('SIGKILL');
    await installation.startOne();
  }
  await until(
    async () => {
      const answers = await Promise.all(talks.map(async (talk) => (await talk.fromAi()).length));
      return (
        answers.every((count) => count > 0) &&
        talks.every((talk) => installation.announcedSeqs(talk).length >= 2) &&
        (await installation.unfinished()) === 0
      );
    },
    'all reactions',
    120,
  );
  for (const talk of talks) {
    expect((await talk.messages()).map((message) => message.senderType)).toEqual(['customer', 'ai']);
    expect(installation.announcedSeqs(talk)).toEqual([1, 2]);
  }
}, 240_000);

/** Redis forgets all of this installation, and so much time goes by that it shows in the rows. */
async function redisForgetsEverything(): Promise<void> {
  const { db, redis, prefix } = installation.context;
  await Promise.all((await redis.keys(`*${prefix}*`)).map((name) => redis.unlink(name)));
  await sql`
    update deliveries set updated_at = updated_at - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour'
    where status in ('pending', 'failed')
  `.execute(db);
  await requeueTasks['requeue-deliveries'].run(installation.context);
}

test('receivers that fail, workers that are killed, a Redis that forgets everything: each conversation is told in order, and nothing twice but what a kill has cut off', async () => {
  const [failures, arrived] = [new Map<string, number>(), new Map<string, number>()];
  const killedAt: number[] = [];
  const unexplained: string[] = [];
  installation.receiver.requests = [];
  installation.receiver.usually = (request) => {
    const id = String(request.headers['webhook-id']);
    const before = arrived.get(id);
    if (before !== undefined && !killedAt.some((at) => at >= before)) unexplained.push(id);
    const failed = failures.get(id) ?? 0;
    if (failed < 3 && Math.random() < 0.4) {
      failures.set(id, failed + 1);
      return Math.random() < 0.5 ? { status: 500 } : { hangUp: true };
    }
    arrived.set(id, Date.now());
    return { status: 200, delayMs: Math.random() * 50 };
  };
  const talks: Talk[] = [];
  const planned = async (): Promise<boolean> =>
    (await Promise.all(talks.map(async (talk) => (await talk.deliveries('webhook')).length))).every(
      (count) => count === 1 + 2 * rounds,
    );
  let rounds = 0;
  for (const forgets of [false, true, false, true]) {
    const worker = await installation.startOne({ RETRY_WAIT_SCALE: '0.001' });
    if (talks.length === 0)
      talks.push(...(await Promise.all(['a', 'b', 'c', 'd'].map((name) => installation.opens(name)))));
    rounds += 1;
    await Promise.all(
      talks.map(async (talk) => {
        for (const text of ['and', 'again']) await talk.writes(text);
      }),
    );
    // Events that are still in Redis would be lost with it; and of those that a worker has just been handed when it is
    // killed, later ones may be told first (docs/architecture.md, "How a delivery is made").
    await until(planned, 'the reactions to be planned', 120);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
    await worker.stop('SIGKILL');
    killedAt.push(Date.now());
    if (forgets) await redisForgetsEverything();
  }
  await installation.startOne({ RETRY_WAIT_SCALE: '0.001' });
  await until(async () => (await planned()) && (await installation.unfinished()) === 0, 'everything to be told', 180);
  for (const talk of talks) {
    expect(installation.announcedSeqs(talk)).toEqual(Array.from({ length: 1 + 2 * rounds }, (_, index) => index + 1));
    expect((await talk.deliveries('webhook')).map(({ status }) => status)).not.toContain('dead');
  }
  expect(unexplained).toEqual([]);
}, 600_000);
