import { startTelegram, type TelegramServer } from '@parley/testing/telegram';
import { freePort, type Service, startService } from '@parley/e2e/process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';
import { chatOf, seconds, newCustomer } from './telegram-installation.ts';

// Three workers are started, and one is waited for that has died.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let own: TelegramServer;
let other: Installation;
let workers: Service[] = [];
const startOne = async (): Promise<Service> => {
  const worker = await startService('worker', 'apps/worker', await freePort(), { ...other.env, LOG_LEVEL: 'debug' });
  workers.push(worker);
  return worker;
};
beforeAll(async () => {
  own = await startTelegram();
  other = await startInstallation({
    worker: false,
    env: { CHANNEL_API_URLS: `telegram=${own.url}`, JOB_LOCK_SECONDS: '10' },
  });
  await other.set('telegramConfig', { enabled: true, botToken: own.token, websiteId: other.websiteId });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
  await other?.close();
  await own?.close();
});

test('workers of which one was killed between storing and posting lose nothing and double nothing', async () => {
  const jane = newCustomer();
  const first = await startOne();
  own.writes(jane, 'One');
  const chat = await chatOf(other, jane.id);
  await chat.of(1);
  const { db } = other.context;
  const stored = db.selectFrom('inboundEvents').select('id').where('status', '=', 'stored');
  await until(async () => (await stored.execute()).length === 0, 'the first to be done with', seconds);
  // The poster waits here, and is killed during the wait.
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', chat.conversationId)
      .forUpdate()
      .execute();
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  own.writes(jane, 'Two');
  own.writes(jane, 'Three');
  await until(async () => (await stored.execute()).length === 2, 'both to be stored', seconds);
  await first.stop('SIGKILL');
  release.resolve();
  await holding;
  await startOne();
  expect((await chat.of(3)).map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
  await until(async () => (await stored.execute()).length === 0, 'nothing to be left', seconds);
  expect(await chat.messages()).toHaveLength(3);
});

test('only one of several workers asks for updates, and each message comes once', async () => {
  workers = [...workers, await startOne(), await startOne()];
  const jane = newCustomer();
  // Telegram may still keep the dead poller waiting: from here on a living one asks.
  own.writes(jane, 'First');
  const chat = await chatOf(other, jane.id);
  await chat.of(1);
  const before = own.conflicts;
  for (let index = 0; index < 20; index += 1) own.writes(jane, `Message ${index}`);
  const messages = await chat.of(21);
  expect(messages.slice(1).map(({ content }) => content)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Message ${index}`),
  );
  expect(own.conflicts).toBe(before);
});

test('workers never write the token into a log or a delivery', async () => {
  const printed = workers.map((worker) => worker.output()).join('\n');
  expect(printed.length).toBeGreaterThan(0);
  expect(printed).not.toContain('AAF-token_of_the_test');
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from deliveries where to_jsonb(deliveries)::text like '%AAF-token_of_the_test%') as found
  `.execute(other.context.db);
  expect(rows[0]?.found).toBe(false);
});
