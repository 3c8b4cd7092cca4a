import { once } from 'node:events';
import { type Stack, startStack } from '@parley/e2e/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { runChecks } from '../src/run-checks.ts';
import type { Finding } from '../src/finding.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack.stop());

async function findings(changes: Record<string, string> = {}): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const finding of runChecks({ ...stack.env, ...changes })) found.push(finding);
  return found;
}

const broken = (found: Finding[]): string[] => found.filter(({ state }) => state === 'broken').map(({ what }) => what);

test('a healthy installation has nothing broken, and every hop of a message is timed', async () => {
  const found = await findings();
  expect(broken(found)).toEqual([]);
  const hops = ['Websocket upgrade', 'Message stored', 'Message on a screen', 'Worker'];
  for (const hop of hops) expect(found.find(({ what }) => what === hop)?.detail).toMatch(/^\d+ ms/);
});

test('nothing of the examination stays, and the team is told of none of it', async () => {
  const account = { name: 'Ada', email: 'ada@example.com', username: 'ada', password: 'correct horse battery' };
  const { cookie } = await stack.register(account);
  const socket = new WebSocket(`${stack.url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  const published: string[] = [];
  socket.on('message', (text: Buffer) => published.push(text.toString()));
  await once(socket, 'open');
  await findings();
  const answered = once(socket, 'message');
  socket.send('{"type":"ping"}');
  await answered;
  socket.terminate();
  expect(published.filter((text) => text.includes('"conversation'))).toEqual([]);
  const { db } = stack.database;
  for (const table of ['conversations', 'messages', 'visitors', 'websites', 'outbox', 'deliveries']) {
    const left = async () => {
      const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(table)}`.execute(db);
      return `${table} ${rows[0]?.count}`;
    };
    // The dispatcher of an event removes its outbox row a moment later.
    await expect.poll(left).toBe(`${table} 0`);
  }
});

test('the file storage is written to, read and deleted from, and named where it cannot be', async () => {
  expect((await findings()).find(({ what }) => what === 'File storage')?.detail).toMatch(/^written, read and deleted/);
  const found = await findings({ FILES_FOLDER: '/dev/null/files' });
  expect(broken(found)).toEqual(['File storage']);
  const full = await findings({ FILES_RESERVE_MB: '1000000000' });
  expect(full.find(({ what }) => what === 'File storage')?.detail).toContain('full');
});

test('a database that is away is named, with what to look at, and without its password', async () => {
  const found = await findings({ DATABASE_URL: 'postgres://parley:very-secret@127.0.0.1:1/parley' });
  expect(broken(found)).toEqual(['Database']);
  expect(found.find(({ what }) => what === 'Database')?.remedy).toContain('DATABASE_URL');
  expect(JSON.stringify(found)).not.toContain('very-secret');
});

test('a schema that is behind is told apart from a database that is away', async () => {
  const { db } = stack.database;
  await sql`alter table kysely_migration rename to kysely_migration_away`.execute(db);
  try {
    const found = await findings();
    expect(broken(found)).toEqual(['Migrations']);
    expect(found.find(({ what }) => what === 'Test message')?.state).toBe('skipped');
  } finally {
    await sql`alter table kysely_migration_away rename to kysely_migration`.execute(db);
  }
});

test('services with another secret are found out by the message that they refuse', async () => {
  expect(broken(await findings({ APP_SECRET: 'another secret than that of the services' }))).toEqual([
    'Audit log',
    'Websocket upgrade',
  ]);
});

test('a worker that is not there is found out by the event that nobody works on', async () => {
  await Promise.all(stack.workers.map((worker) => worker.stop('SIGKILL')));
  const found = await findings();
  expect(broken(found)).toEqual(['Worker']);
  expect(found.find(({ what }) => what === 'Worker')?.detail).toMatch(/\d+ are waiting/);
});

test('a gateway that is not there is found out at the upgrade, while the rest is well', async () => {
  await Promise.all(stack.realtimes.map((realtime) => realtime.stop('SIGKILL')));
  expect(broken(await findings())).toEqual(['Websocket upgrade']);
});

test('an incomplete configuration is told at once, with every variable that is wrong', async () => {
  const found = await findings({ APP_SECRET: 'short', REDIS_URL: '' });
  expect(found.map(({ detail }) => detail.split(' ')[0])).toEqual(['REDIS_URL', 'APP_SECRET']);
});
