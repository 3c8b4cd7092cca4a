import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, poolFigures } from '../src/database.ts';
import { migrate } from '../src/migrate.ts';
import { createTestDatabase } from '../src/testing.ts';

const run = promisify(execFile);
const server = process.env.DATABASE_URL ?? 'postgres://parley@127.0.0.1:54330/parley';
const made: string[] = [];

function freshUrl(): string {
  const url = new URL(server);
  url.pathname = `/parley_test_migrate_${randomBytes(6).toString('hex')}`;
  made.push(url.pathname.slice(1));
  return url.href;
}

afterAll(async () => {
  const client = new Client({ connectionString: server });
  await client.connect();
  for (const name of made) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
});

test('five processes starting at once on a missing database migrate it once', async () => {
  const url = freshUrl();
  const script = join(import.meta.dirname, '../src/migrate.ts');
  const outputs = await Promise.all(
    Array.from({ length: 5 }, () => run(process.execPath, [script], { env: { ...process.env, DATABASE_URL: url } })),
  );
  const said = outputs.map(({ stdout }) => stdout.trim()).toSorted();
  expect(said.filter((line) => line === 'Migrated: 0001_initial')).toHaveLength(1);
  expect(said.filter((line) => line === 'The database is up to date.')).toHaveLength(4);
});

test('migrating again changes nothing', async () => {
  const url = freshUrl();
  expect(await migrate(url)).toEqual(['0001_initial']);
  expect(await migrate(url)).toEqual([]);
});

test('what makes columns needs no search path, so that a dump can be restored', async () => {
  const url = freshUrl();
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set search_path = ''");
    const { rows } = await client.query(`select
      public.search_document('Grüße aus Köln')::text as document,
      public.search_phrase('Grüße aus')::text as phrase,
      public.search_prefix('Grüß')::text as prefix,
      public.search_any('Grüße aus Köln')::text as any`);
    expect(rows[0].document).toContain('koln');
    await client.query("insert into public.articles (title, content) values ('Opening hours', 'From nine to five')");
  } finally {
    await client.end();
  }
});

test('a database that goes away ends no process, and the pool comes back', async () => {
  const errors: Error[] = [];
  const { url, drop } = await createTestDatabase();
  const db = createDatabase(url, { onConnectionError: (error) => errors.push(error), applicationName: 'victim' });
  try {
    await db.selectFrom('users').select('id').execute();
    expect(poolFigures(db)).toMatchObject({ total: 1, idle: 1, waiting: 0, max: 10 });
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'");
    await client.end();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
  } finally {
    await db.destroy();
    await drop();
  }
});
