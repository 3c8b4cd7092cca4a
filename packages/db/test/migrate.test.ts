import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, poolStats } from '../src/database.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations/all.ts';
import { checkSchema, schemaDifference } from '../src/schema.ts';
import { createTestDatabase } from '../src/testing.ts';

const run = promisify(execFile);
const server = process.env.DATABASE_URL ?? 'postgres://parley@127.0.0.1:54330/parley';
const made: string[] = [];
const names = Object.keys(migrations);

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
  const printed = outputs.map(({ stdout }) => stdout.trim()).toSorted();
  expect(printed.filter((line) => line === `Migrated: ${names.join(', ')}`)).toHaveLength(1);
  expect(printed.filter((line) => line === 'The database is up to date.')).toHaveLength(4);
});

test('a database that lacks a migration, or has one that nobody knows, is refused with its name', async () => {
  const url = freshUrl();
  await migrate(url);
  const db = createDatabase(url);
  try {
    expect(await schemaDifference(db)).toEqual({ missing: [], unknown: [] });
    await sql`insert into kysely_migration (name, timestamp) values ('9999_from_tomorrow', '')`.execute(db);
    await sql`delete from kysely_migration where name = ${names.at(-1)}`.execute(db);
    expect(await schemaDifference(db)).toEqual({ missing: names.slice(-1), unknown: ['9999_from_tomorrow'] });
    await expect(checkSchema(db)).rejects.toThrow(names.at(-1));
  } finally {
    await db.destroy();
  }
});

test('migrating again changes nothing', async () => {
  const url = freshUrl();
  expect(await migrate(url)).toEqual(names);
  expect(await migrate(url)).toEqual([]);
});

test('a migration that is not there is refused, and none is ever taken back', async () => {
  const url = freshUrl();
  await expect(migrate(url, '0009_wished_for')).rejects.toThrow('There is no migration 0009_wished_for');
  await migrate(url);
  const db = createDatabase(url);
  try {
    await sql`
      insert into kysely_migration (name, timestamp) values ('9999_from_tomorrow', '2030-01-01T00:00:00.000Z')
    `.execute(db);
  } finally {
    await db.destroy();
  }
  await expect(migrate(url)).rejects.toThrow('missing');
});

test('migrations that make columns need no search path, so that a dump can be restored', async () => {
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
    expect(poolStats(db)).toMatchObject({ total: 1, idle: 1, waiting: 0, max: 10 });
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
