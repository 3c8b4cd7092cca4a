import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll } from 'vitest';

const server = process.env.DATABASE_URL ?? 'postgres://parley@127.0.0.1:54330/parley';
const made: string[] = [];

afterAll(async () => {
  const client = new Client({ connectionString: server });
  await client.connect();
  for (const name of made) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
});

/** The address of a database to be migrated to what an earlier release left; it goes with the test file. */
export function databaseFromBefore(): string {
  const url = new URL(server);
  url.pathname = `/parley_test_before_${randomBytes(6).toString('hex')}`;
  made.push(url.pathname.slice(1));
  return url.href;
}
