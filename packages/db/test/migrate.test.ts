import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, type Database, poolStats } from '../src/database.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations/all.ts';
import { checkSchema, schemaDifference } from '../src/schema.ts';
import { readSettings } from '../src/settings/settings.ts';
import { createTestDatabase } from '../src/testing.ts';

const run = promisify(execFile);
const server = process.env.DATABASE_URL ?? 'postgres://parley@127.0.0.1:54330/parley';
const made: string[] = [];
const names = Object.keys(migrations);
/** What installations have that did not follow every commit. */
const released = ['0001_initial', '0002_visitors_by_website'];

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
  expect(said.filter((line) => line === `Migrated: ${names.join(', ')}`)).toHaveLength(1);
  expect(said.filter((line) => line === 'The database is up to date.')).toHaveLength(4);
});

test('migrating again changes nothing', async () => {
  const url = freshUrl();
  expect(await migrate(url)).toEqual(names);
  expect(await migrate(url)).toEqual([]);
});

/** What a schema is, as far as people and plans notice: columns, indexes, constraints, functions and triggers. */
async function schemaOf(url: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select 'column' as kind, concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as what
      from information_schema.columns where table_schema = 'public'
      union all select 'index', indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint', concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      order by 1, 2`);
    return rows;
  } finally {
    await client.end();
  }
}

/** Somebody on a website, as any version of the schema takes them. */
async function insertVera(db: Database, domain: string): Promise<void> {
  const website = await db
    .insertInto('websites')
    .values({ domain, name: 'Shop' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('visitors').values({ websiteId: website.id, name: 'Vera' }).execute();
}

const veras = (db: Database) =>
  db
    .selectFrom('visitors')
    .innerJoin('websites', 'websites.id', 'visitors.websiteId')
    .select(['visitors.name', 'domain'])
    .orderBy('domain')
    .execute();

/** One way through all versions, with a stop and something stored at each: a schema is made once, not once per version. */
test('what any version left is upgraded to the schema of a new database, and keeps its data', async () => {
  const [old, fresh] = [freshUrl(), freshUrl()];
  await migrate(fresh);
  const domains: string[] = [];
  for (const [index, name] of names.entries()) {
    expect(await migrate(old, name)).toEqual([name]);
    const db = createDatabase(old);
    try {
      const missing = names.slice(index + 1);
      expect(await schemaDifference(db)).toEqual({ missing, unknown: [] });
      if (missing.length > 0) await expect(checkSchema(db)).rejects.toThrow(names.at(-1));
      else await checkSchema(db);
      const domain = `${String(index).padStart(4, '0')}.example`;
      await insertVera(db, domain);
      domains.push(domain);
      expect(await veras(db)).toEqual(domains.map((each) => ({ name: 'Vera', domain: each })));
    } finally {
      await db.destroy();
    }
  }
  expect(await schemaOf(old)).toEqual(await schemaOf(fresh));
});

test.each(released)('what %s, a release, left is upgraded in one go', async (name) => {
  const [old, fresh] = [freshUrl(), freshUrl()];
  const done = names.indexOf(name) + 1;
  expect(await migrate(old, name)).toEqual(names.slice(0, done));
  const db = createDatabase(old);
  try {
    await insertVera(db, 'shop.example');
    await migrate(fresh);
    expect(await migrate(old)).toEqual(names.slice(done));
    await checkSchema(db);
    expect(await schemaOf(old)).toEqual(await schemaOf(fresh));
    expect(await veras(db)).toEqual([{ name: 'Vera', domain: 'shop.example' }]);
  } finally {
    await db.destroy();
  }
});

test('the upgrade keeps mail going to a server that was set up before encryption was a question, and finds old addresses', async () => {
  const url = freshUrl();
  await migrate(url, '0002_visitors_by_website');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      update settings set email_config = '{"smtpHost": "mail.shop.example"}';
      insert into visitors (email, unsubscribed_at) values ('No@Example.com', now());
      insert into visitors (email) values ('new@example.com');
      insert into conversations (visitor_id, customer_email, status, is_ai_assisted)
        select id, email, 'active', false from visitors where email = 'new@example.com';
      insert into deliveries (channel, event_id, summary, target, conversation_id, payload)
        select 'slack', uuidv7(), 'x', '#x', id, '{"kind": "notice", "customer": "Old@example.com"}' from conversations`);
    await migrate(url);
    const one = async (text: string) => (await client.query(text)).rows.map(Object.values).flat();
    expect(await one('select email_config from settings')).toEqual([
      { smtpHost: 'mail.shop.example', smtpAllowPlaintext: null },
    ]);
    expect(await one('select address from mail_unsubscribes')).toEqual(['no@example.com']);
    expect(await one('select address from visitor_addresses order by address')).toEqual([
      'new@example.com',
      'no@example.com',
      'old@example.com',
    ]);
    // The release before goes on beside it, and knows only its own column.
    await client.query(`update visitors set unsubscribed_at = now() where email = 'new@example.com'`);
    expect(await one('select address from mail_unsubscribes order by address')).toEqual([
      'new@example.com',
      'no@example.com',
    ]);
  } finally {
    await client.end();
  }
});

test('the upgrade knows who was reminded of a waiting customer before it', async () => {
  const url = freshUrl();
  await migrate(url, '0008_acts');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      insert into deliveries (channel, event_id, summary, target, payload) values
        ('slack', uuidv7(), 'Unanswered for 5 minutes', '#x', '{"kind": "notice", "text": "Hello?"}'),
        ('slack', uuidv7(), 'Hand-off', '#x', '{"kind": "notice", "text": "Hello?"}')`);
    await migrate(url);
    const { rows } = await client.query('select summary, payload from deliveries order by id');
    expect(rows).toEqual([
      { summary: 'Unanswered for 5 minutes', payload: { kind: 'notice', text: 'Hello?', about: 'unanswered' } },
      { summary: 'Hand-off', payload: { kind: 'notice', text: 'Hello?' } },
    ]);
  } finally {
    await client.end();
  }
});

test('representatives go on doing what they could where somebody works already, and no more where nobody does', async () => {
  const [lived, fresh] = [freshUrl(), freshUrl()];
  for (const [url, expected] of [
    [lived, { retention: true, websites: true, export: true }],
    [fresh, {}],
  ] as const) {
    await migrate(url, '0002_visitors_by_website');
    const db = createDatabase(url);
    try {
      if (url === lived) {
        const ada = { name: 'Ada', email: 'ada@example.com', username: 'ada', passwordHash: '-' };
        await db
          .insertInto('users')
          .values({ ...ada, role: 'admin' })
          .execute();
      }
      await migrate(url);
      expect((await readSettings(db)).representativesMay).toEqual(expected);
    } finally {
      await db.destroy();
    }
  }
});

test('visitors of before get their contacts while the release before goes on writing, and nothing waits for it', async () => {
  const url = freshUrl();
  await migrate(url, '0008_acts');
  const [client, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([client.connect(), other.connect()]);
  const one = async (text: string) => (await client.query(text)).rows.map(Object.values).flat();
  try {
    // More than two batches of them.
    await client.query(`
      insert into websites (domain, name) values ('shop.example', 'Shop');
      insert into visitors (website_id, identity_key, email, email_verified, created_at)
        select (select id from websites), case when i % 4 = 0 then 'jane' || i || '@example.com' end,
          case when i % 2 = 0 then 'Jane' || i || '@example.com' end, i % 4 = 0, '2026-01-02'
        from generate_series(1, 1200) as i;
      insert into conversations (visitor_id, customer_email, status, is_ai_assisted)
        select id, 'once-' || email, 'active', false from visitors where email is not null`);
    await migrate(url, '0009_contacts');

    // As the release before writes: somebody new, somebody from before, and something that takes its time.
    await client.query(`insert into visitors (website_id, email) select id, 'new@example.com' from websites`);
    await client.query(`update visitors set email = 'changed@example.com' where email = 'Jane2@example.com'`);
    await other.query(`begin; update visitors set last_seen_at = now()`);
    expect(await migrate(url, '0009_contacts_of_visitors')).toEqual(['0009_contacts_of_visitors']);
    await other.query('commit');
    await migrate(url);

    expect(await one('select count(*) from identities where visitor_id is not null')).toEqual(['1201']);
    expect(await one('select count(*) from contacts')).toEqual(['1201']);
    expect(await one(`select count(*) from contacts where created_at = '2026-01-02'`)).toEqual(['1200']);
    expect(
      await one(`select count(*) from identities join visitors on identities.website_id = visitors.website_id
        and identities.value = identity_key where identities.verified_at is not null`),
    ).toEqual(['300']);
    expect(
      await one(`select value from identities where value is not null and contact_id = (
        select contact_id from identities where value = 'changed@example.com') order by value`),
    ).toEqual(['changed@example.com', 'jane2@example.com', 'once-jane2@example.com']);
    expect(await one(`select count(*) from visitor_addresses`)).toEqual(['1202']);
    const lacking = `select address from visitor_addresses join identities as sessions using (visitor_id)
      where not exists (select from identities where contact_id = sessions.contact_id and value = address)`;
    expect(await one(lacking)).toEqual([]);

    // It may be stopped anywhere: again it changes nothing.
    const db = createDatabase(url);
    const before = await one('select id from identities order by id');
    await migrations['0009_contacts_of_visitors']!.up(db);
    await db.destroy();
    expect(await one('select id from identities order by id')).toEqual(before);

    // The release before forgets and erases by visitors alone.
    await client.query('delete from conversations; delete from visitors');
    expect(await one('select id from contacts union all select id from identities')).toEqual([]);
  } finally {
    await Promise.all([client.end(), other.end()]);
  }
});

test('a migration that is not there is refused, and none is ever taken back', async () => {
  const url = freshUrl();
  await expect(migrate(url, '0009_wished_for')).rejects.toThrow('There is no migration 0009_wished_for');
  await migrate(url);
  await expect(migrate(url, names[0])).rejects.toThrow('missing');
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
