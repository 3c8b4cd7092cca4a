import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { createDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { type Statement, sentStatements } from './prepared.ts';

export interface TestDatabase {
  db: Database;
  url: string;
  /** Closes `db` and removes the database, even with other connections open. */
  drop: () => Promise<void>;
}

/** Creates, migrates and drops databases. With `POOLER_URL`, the tests themselves use them through that pooler. */
const server = process.env.DATABASE_URL ?? 'postgres://parley@127.0.0.1:54330/parley';

/**
 * A fresh, migrated database of its own, on the server of `DATABASE_URL`. Cloned from a template that is migrated once
 * per state of the migrations, so that it takes a fraction of a second.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(await ensureTemplate('parley_template', migrationsHash(), migrate));
}

/** A copy of a template made by `ensureTemplate`. */
export async function cloneDatabase(template: string): Promise<TestDatabase> {
  const name = `parley_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer((client) => createFrom(client, name, template));
  return opened(name);
}

function opened(name: string): TestDatabase {
  const url = urlOf(name, process.env.POOLER_URL);
  const db = createDatabase(url, { applicationName: 'parley-test' });
  return {
    db,
    url,
    drop: async () => {
      await db.destroy();
      await onServer((client) => drop(client, name));
    },
  };
}

/**
 * Makes the template database `{family}_{state}` once, whichever process asks first; the others wait for it. `fill`
 * gets its address. Templates of the family's earlier states are removed. Answers the name.
 */
export async function ensureTemplate(
  family: string,
  state: string,
  fill: (url: string) => Promise<unknown>,
): Promise<string> {
  const template = `${family}_${state}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [family]);
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1 || '_')",
      [family],
    );
    if (rows.some(({ name }) => name === template)) return;
    for (const { name } of rows) await drop(client, name);
    // Under another name until it is whole: a run that is killed leaves no half template.
    const unfinished = `${template}_unfinished`;
    await fill(urlOf(unfinished));
    await client.query(`alter database ${escapeIdentifier(unfinished)} rename to ${escapeIdentifier(template)}`);
  });
  return template;
}

/** Changes whenever a migration does: part of a template's name. */
export function migrationsHash(): string {
  const folder = join(import.meta.dirname, 'migrations');
  const hash = createHash('sha256');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (path.endsWith('.ts')) hash.update(path).update(readFileSync(join(folder, path)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Error codes of Postgres for a database with open connections, and for a missing right. */
const beingAccessed = '55006';
const insufficientPrivilege = '42501';

/**
 * A template can be cloned only while there are no connections to it; another clone in progress doesn't count as one.
 */
async function createFrom(client: Client, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(
        `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
      );
      return;
    } catch (error) {
      const busy = error instanceof DatabaseError && error.code === beingAccessed;
      if (!busy || attempt === 20) throw error;
      await client.query('select pg_sleep(0.1)');
    }
  }
}

function urlOf(name: string, of = server): string {
  const url = new URL(of);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database, even with connections open. */
async function drop(client: Client, name: string): Promise<void> {
  const statement = `drop database if exists ${escapeIdentifier(name)}`;
  try {
    await client.query(`${statement} with (force)`);
  } catch (error) {
    // Autovacuum cannot be ended by force; without force it is sent away.
    if (!(error instanceof DatabaseError && error.code === insufficientPrivilege)) throw error;
    await client.query(statement);
  }
}

async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: urlOf('postgres'), application_name: 'parley-test' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const isOutboxDeletion = (statement: unknown): boolean =>
  (statement as Statement).text.trimStart().startsWith('delete from outbox');

/**
 * How many statements this process sent to Postgres while `work` ran, those that begin and end transactions included.
 * Handled rows of the outbox are deleted some milliseconds later and together, so that isn't counted. One such count at a
 * time.
 */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const count = (statement: unknown): void => {
    if (!isOutboxDeletion(statement)) sent += 1;
  };
  sentStatements.subscribe(count);
  try {
    await work();
    return sent;
  } finally {
    sentStatements.unsubscribe(count);
  }
}
