/**
 * The compose file from nothing to an installation that is killed, updated, saved and restored. One test builds on the
 * other, as an installation's life does. Needs Docker; run by `npm run test:compose`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrations } from '@parley/db/migrations/all';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChaosClient } from '../chaos/chaos-client.ts';
import { until } from '../process.ts';
import { type Engine, engine } from './engine.ts';
import {
  admin,
  call,
  converse,
  enter,
  fetchFile,
  nothingIsLost,
  type SignedInUser,
  sendPicture,
  talkWhile,
} from './talk.ts';

const scale = ['--scale', 'api=2', '--scale', 'realtime=3', '--scale', 'worker=2'];
const built = ['api', 'realtime', 'worker', 'front'];
const credentials = { email: admin.email, password: admin.password };
const maxImageBytes = 250e6;
/** Takes everything away, what profiles have added too. */
const gone = ['--profile', '*', 'down', '--volumes', '--remove-orphans'];
/** How long what was killed stays away: long enough for a dozen messages to meet it. */
const outageMs = 1_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-backup-'));

/** Every container of the services that have no state. */
const replicas = async (): Promise<string[]> =>
  (await Promise.all(['api', 'realtime', 'worker'].map((service) => installation.containers(service)))).flat();

/** The key that the backup test stored; empty when it can't be decrypted any more. */
const storedKey = async (cookie: string): Promise<string> => {
  const { body } = await call<{ trelloConfig: { apiKey: string } }>(installation.url, '/api/settings', {
    headers: { cookie },
  });
  return body.trelloConfig.apiKey;
};

let installation: Engine;
let ada: SignedInUser;
let clients: ChaosClient[] = [];

beforeAll(async () => {
  installation = await engine('parley-proof');
  await installation.compose(...gone);
  await installation.compose('build');
});

afterAll(async () => {
  for (const client of clients) client.close();
  await installation.compose(...gone);
  rmSync(folder, { recursive: true, force: true });
});

it('starts from nothing, without anything being edited, and is healthy', async () => {
  await installation.compose('up', '--detach', '--wait', ...scale);
  expect(await installation.containers('api')).toHaveLength(2);
  expect(await installation.containers('realtime')).toHaveLength(3);
  expect(await installation.containers('worker')).toHaveLength(2);
  for (const page of ['/', '/widget.js', '/api/docs', '/api/docs/static/swagger-ui.css', '/healthz']) {
    expect(await fetch(`${installation.url}${page}`)).toMatchObject({ status: 200 });
  }
});

it('has small images without secrets, and containers without rights', async () => {
  const secrets = await installation.compose('exec', '-T', 'api', 'sh', '-c', 'cat /secrets/*');
  const sizes: string[] = [];
  for (const service of built) {
    const [container = ''] = await installation.containers(service);
    const [image = ''] = (await installation.docker('inspect', '--format', '{{.Image}}', container)).split('\n');
    const size = Number(await installation.docker('image', 'inspect', '--format', '{{.Size}}', image));
    expect(size).toBeLessThanOrEqual(maxImageBytes);
    sizes.push(`${service} ${Math.round(size / 1e6)} MB`);
    const details = await installation.docker('inspect', container);
    const history = await installation.docker('history', '--no-trunc', image);
    for (const secret of secrets.split('\n')) expect(details + history).not.toContain(secret);
    const [{ HostConfig: host, Config: config }] = JSON.parse(details);
    expect(host).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'], SecurityOpt: ['no-new-privileges:true'] });
    expect(config.User).toBe('10001');
    const shell = ['exec', '-T', service, 'sh', '-c'];
    const tools = 'command -v npm pnpm npx gcc make python3 perl git curl apt-get dpkg || true';
    expect(await installation.compose(...shell, tools)).toBe('');
    expect(await installation.compose(...shell, 'cat /proc/1/comm; touch /app/x 2>&1 || true')).toMatch(
      /^tini\n.*Read-only file system$/,
    );
  }
  console.log(sizes.join(', '));
});

it('serves pages compressed beforehand, cached for as long as they stay the same, under strict headers', async () => {
  const ask = (where: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${installation.url}${where}`, { headers });
  const page = await ask('/', { 'accept-encoding': 'br' });
  const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-encoding': 'br',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  });
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await ask(asset, { 'accept-encoding': encoding });
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  const widget = await ask('/widget.js', { 'accept-encoding': 'br' });
  expect(Object.fromEntries(widget.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'content-encoding': 'br',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

it('is found well by the doctor', async () => {
  const doctor = 'with-secrets node doctor.js || true';
  const found = await installation.compose('exec', '-T', 'api', 'sh', '-c', doctor);
  expect(found).toContain('Message on a screen');
  expect(found).not.toContain('FAIL');
});

it('carries a conversation through the proxy, both ways', async () => {
  ada = await enter(installation.url, '/api/register', admin);
  expect(ada.user.role).toBe('admin');
  const headers = { cookie: ada.cookie };
  await call(installation.url, '/api/websites', { headers, body: { domain: 'localhost', name: 'Shop' } });
  clients = await converse(installation.url, ada, 5);
  await talkWhile(clients, () => until(() => clients.every(({ written }) => written.length >= 3), 'a few messages'));
  expect(await nothingIsLost(installation, clients)).toBeGreaterThanOrEqual(30);
});

it('loses nothing while every replica is killed in turn, and Redis and Postgres too', async () => {
  const killed: string[] = [];
  await talkWhile(clients, async () => {
    for (const service of ['api', 'realtime', 'worker', 'redis', 'postgres']) {
      for (const container of await installation.containers(service)) {
        await installation.docker('kill', '--signal', 'KILL', container);
        killed.push(service);
        await new Promise((resolve) => setTimeout(resolve, outageMs));
        await installation.docker('start', container);
        await installation.healthy(container);
      }
    }
  });
  const total = await nothingIsLost(installation, clients);
  console.log(`${total} messages, none lost and none twice, while killing ${killed.join(', ')}`);
});

it('is updated replica by replica without failing a request', async () => {
  const failures: string[] = [];
  let requests = 0;
  let isOver = false;
  const { conversationId } = clients[0]!;
  const ask = async (): Promise<void> => {
    const headers = { cookie: ada.cookie };
    while (!isOver) {
      for (const body of [
        undefined,
        { conversationId, content: 'staff 0: still here', clientMessageId: crypto.randomUUID() },
      ]) {
        const route = body ? '/api/messages' : '/api/conversations?limit=5';
        await call(installation.url, route, { headers, ...(body ? { body } : {}) }).catch((error: Error) => {
          failures.push(error.message);
        });
        if (body) clients[1]!.written.push(body.content);
        requests += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const before = await replicas();
  const asking = [ask(), ask()];
  await installation.script('rolling-update');
  isOver = true;
  await Promise.all(asking);
  await installation.compose('up', '--detach', '--wait', '--no-deps', '--force-recreate', 'front');
  const after = await replicas();
  expect(after).toHaveLength(before.length);
  expect(after.filter((container) => before.includes(container))).toEqual([]);
  expect(failures).toEqual([]);
  console.log(`${requests} requests during a rolling update, none failed`);
  await nothingIsLost(installation, clients);
});

it('keeps its data over down and up', async () => {
  const before = await installation.sql('select count(*) from messages');
  const stopped = await replicas();
  await installation.compose('stop', 'api', 'realtime', 'worker');
  // 0: each got the signal and ended by itself, and was not killed when its time was up.
  const codes = await installation.docker('inspect', '--format', '{{.State.ExitCode}}', ...stopped);
  expect(codes.split('\n')).toEqual(stopped.map(() => '0'));
  await installation.compose('down');
  await installation.compose('up', '--detach', '--wait', ...scale);
  expect(await installation.sql('select count(*) from messages')).toEqual(before);
  await nothingIsLost(installation, clients);
});

it('is saved, and restored into new volumes, files and secrets included', async () => {
  const headers = { cookie: (await enter(installation.url, '/api/login', credentials)).cookie };
  await call(installation.url, '/api/settings', { headers, body: { trelloConfig: { apiKey: 'a-secret-of-theirs' } } });
  const { conversationId } = clients[0]!;
  const file = await sendPicture(installation.url, headers, conversationId);
  const shown = await fetchFile(installation.url, headers, file);
  const backup = path.join(folder, 'backup');
  await installation.script('backup', backup);
  const before = await installation.sql('select count(*), max(id::text) from messages');
  for (const client of clients.splice(0)) client.close();
  await installation.compose('down', '--volumes');

  await installation.script('restore', backup);
  expect(await installation.sql('select count(*), max(id::text) from messages')).toEqual(before);
  const secret = await installation.compose('exec', '-T', 'api', 'cat', '/secrets/app-secret');
  expect(secret).toBe(readFileSync(path.join(backup, 'app-secret'), 'utf8').trim());
  const again = await enter(installation.url, '/api/login', credentials);
  expect(await storedKey(again.cookie)).toBe('••••••••');
  const restored = await fetchFile(installation.url, { cookie: again.cookie }, file);
  expect(restored).toEqual(shown);
  // New files are accepted as before: the volume belongs to the user that writes it.
  await sendPicture(installation.url, { cookie: again.cookie }, conversationId);
  const doctor = await installation.compose('exec', '-T', 'api', 'with-secrets', 'node', 'doctor.js');
  expect(doctor).toMatch(/File storage.*written, read and deleted/);
  await expect(installation.script('restore', backup)).rejects.toThrow(/data already/);
});

it('changes its secret without signing anybody out, and is saved with the new one', async () => {
  const { env } = installation;
  const { cookie } = await enter(installation.url, '/api/login', credentials);
  env.APP_SECRET_PREVIOUS = await installation.compose('exec', '-T', 'api', 'cat', '/secrets/app-secret');
  env.APP_SECRET = 'a new secret that an operator has made up and keeps';
  await installation.script('rolling-update');
  expect(await storedKey(cookie)).toBe('••••••••');
  const renewed = ['exec', '-T', 'api', 'with-secrets', 'node', 'renew-secrets.js'];
  // Trello's key and the identity secret of the website.
  expect(await installation.compose(...renewed)).toMatch(/Renewed: [1-9]/);
  expect(await installation.compose(...renewed)).toBe('Renewed: 0.');

  delete env.APP_SECRET_PREVIOUS;
  await installation.script('rolling-update');
  const again = await enter(installation.url, '/api/login', credentials);
  expect(await storedKey(again.cookie)).toBe('••••••••');
  const backup = path.join(folder, 'after-the-change');
  await installation.script('backup', backup);
  expect(readFileSync(path.join(backup, 'app-secret'), 'utf8').trim()).toBe(env.APP_SECRET);
  delete env.APP_SECRET;
});

it('changes the password of its database', async () => {
  const password = 'another-password';
  await installation.sql(`alter role parley password '${password}'`);
  const again = 'rm /secrets/postgres-password /secrets/database-url && node secrets.js';
  const run = [
    'run',
    '--rm',
    '--no-deps',
    '-T',
    '--env',
    `POSTGRES_PASSWORD=${password}`,
    'secrets',
    'sh',
    '-c',
    again,
  ];
  expect(await installation.compose(...run)).toBe('Made postgres-password.\nMade database-url.');
  await installation.compose('restart', 'api', 'realtime', 'worker');
  await installation.compose('up', '--detach', '--wait');
  expect((await enter(installation.url, '/api/login', credentials)).user.role).toBe('admin');
});

it('is upgraded from the schema before this one: nothing takes work until the migration is through', async () => {
  const [previous = '', newest = ''] = Object.keys(migrations).slice(-2);
  await installation.compose('down', '--volumes');
  await installation.compose('up', '--detach', '--wait', 'postgres', 'redis');
  const once = ['run', '--rm', '--no-deps', '-T'];
  expect(await installation.compose(...once, 'migrate', 'node', 'migrate.js', previous)).toContain(previous);
  const users = await installation.compose(...once, 'demo-data');
  await installation.compose('up', '--detach', '--no-deps', 'api', 'realtime', 'worker');
  for (const service of ['api', 'realtime', 'worker']) {
    const ask = `fetch('http://127.0.0.1:3000/readyz').then((answer) => answer.json()).then(({ checks }) => console.log(checks.schema))`;
    const state = () => installation.compose('exec', '-T', service, 'node', '-e', ask).catch(() => 'not up yet');
    await expect.poll(state, { timeout: 120_000 }).toBe('failed');
  }
  // Messages by the workers themselves are newer.
  const [before = ''] = await installation.sql('select count(*), max(id::text) from messages');
  const [count = '', newestId = ''] = before.split('|');

  installation.env.SMTP_URL = 'smtp://mailpit:1025';
  await installation.compose('--profile', 'demo', '--profile', 'mail', 'up', '--detach', '--wait');
  expect(await installation.sql('select name from kysely_migration order by name desc limit 1')).toEqual([newest]);
  expect(await installation.sql(`select count(*) from messages where id <= '${newestId}'`)).toEqual([count]);
  const accounts: { email: string; password: string; role: string }[] = users
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const { email = '', password = '' } = accounts.find(({ role }) => role === 'admin') ?? {};
  const { cookie } = await enter(installation.url, '/api/login', { email, password });
  const { body: stats } = await call<{ totalConversations: number }>(installation.url, '/api/stats', {
    headers: { cookie },
  });
  expect(stats.totalConversations).toBe(200);
  expect(await (await fetch(`${installation.url}/demo`)).text()).toContain('widget.js');

  const emailConfig = { enabled: true, useInternalEmail: true, notificationEmails: ['team@example.com'] };
  await call(installation.url, '/api/settings', { headers: { cookie }, body: { emailConfig } });
  await call(installation.url, '/api/integrations/test/email', { method: 'POST', headers: { cookie } });
  const { body: box } = await call<{ total: number }>(installation.mailbox, '/api/v1/messages');
  expect(box.total).toBeGreaterThan(0);
  delete installation.env.SMTP_URL;
});
