/**
 * The compose file from nothing to an installation that is killed, updated, saved and restored. One test builds on the
 * other, as an installation's life does. Needs Docker; run by `npm run test:compose`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Talker } from '../chaos/talker.ts';
import { until } from '../process.ts';
import { type Engine, engine } from './engine.ts';
import { admin, call, converse, enter, nothingIsLost, type Person, talkWhile } from './talk.ts';

const scale = ['--scale', 'api=2', '--scale', 'realtime=3', '--scale', 'worker=2'];
const built = ['api', 'realtime', 'worker', 'front'];
const credentials = { email: admin.email, password: admin.password };
const maxImageBytes = 250e6;
const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-backup-'));

/** Every container of the services that have no state. */
const replicas = async (): Promise<string[]> =>
  (await Promise.all(['api', 'realtime', 'worker'].map((service) => installation.containers(service)))).flat();

let installation: Engine;
let ada: Person;
let talkers: Talker[] = [];

beforeAll(async () => {
  installation = await engine('parley-proof');
  await installation.compose('down', '--volumes', '--remove-orphans');
  await installation.compose('build');
});

afterAll(async () => {
  for (const talker of talkers) talker.close();
  await installation.compose('down', '--volumes', '--remove-orphans');
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
  for (const service of built) {
    const [container = ''] = await installation.containers(service);
    const [image = ''] = (await installation.docker('inspect', '--format', '{{.Image}}', container)).split('\n');
    const size = Number(await installation.docker('image', 'inspect', '--format', '{{.Size}}', image));
    expect(size).toBeLessThanOrEqual(maxImageBytes);
    const details = await installation.docker('inspect', container);
    const history = await installation.docker('history', '--no-trunc', image);
    for (const secret of secrets.split('\n')) expect(details + history).not.toContain(secret);
    const [{ HostConfig: host, Config: config }] = JSON.parse(details);
    expect(host).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'], SecurityOpt: ['no-new-privileges:true'] });
    expect(config.User).toBe('10001');
    const shell = ['exec', '-T', service, 'sh', '-c'];
    const tools = 'command -v npm pnpm npx gcc make python3 git curl || true';
    expect(await installation.compose(...shell, tools)).toBe('');
  }
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
  talkers = await converse(installation.url, ada, 5);
  await talkWhile(talkers, () => until(() => talkers.every(({ written }) => written.length >= 3), 'a few messages'));
  expect(await nothingIsLost(installation, talkers)).toBeGreaterThanOrEqual(30);
});

it('loses nothing while every replica is killed in turn, and Redis and Postgres too', async () => {
  const killed: string[] = [];
  await talkWhile(talkers, async () => {
    for (const service of ['api', 'realtime', 'worker', 'redis', 'postgres']) {
      for (const container of await installation.containers(service)) {
        await installation.docker('kill', '--signal', 'KILL', container);
        killed.push(service);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await installation.docker('start', container);
        await installation.healthy(container);
      }
    }
  });
  const total = await nothingIsLost(installation, talkers);
  console.log(`${total} messages, none lost and none twice, while killing ${killed.join(', ')}`);
});

it('is updated replica by replica without failing a request', async () => {
  const failures: string[] = [];
  let requests = 0;
  let isOver = false;
  const { conversationId } = talkers[0]!;
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
        if (body) talkers[1]!.written.push(body.content);
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
  const after = await replicas();
  expect(after).toHaveLength(before.length);
  expect(after.filter((container) => before.includes(container))).toEqual([]);
  expect(failures).toEqual([]);
  console.log(`${requests} requests during a rolling update, none failed`);
  await nothingIsLost(installation, talkers);
});

it('keeps its data over down and up', async () => {
  const before = await installation.sql('select count(*) from messages');
  await installation.compose('down');
  await installation.compose('up', '--detach', '--wait', ...scale);
  expect(await installation.sql('select count(*) from messages')).toEqual(before);
  await nothingIsLost(installation, talkers);
});

it('is saved, and restored into new volumes, secrets included', async () => {
  const headers = { cookie: (await enter(installation.url, '/api/login', credentials)).cookie };
  await call(installation.url, '/api/settings', { headers, body: { trelloConfig: { apiKey: 'a-secret-of-theirs' } } });
  const backup = path.join(folder, 'backup');
  await installation.script('backup', backup);
  const before = await installation.sql('select count(*), max(id::text) from messages');
  for (const talker of talkers.splice(0)) talker.close();
  await installation.compose('down', '--volumes');

  await installation.script('restore', backup);
  expect(await installation.sql('select count(*), max(id::text) from messages')).toEqual(before);
  const secret = await installation.compose('exec', '-T', 'api', 'cat', '/secrets/app-secret');
  expect(secret).toBe(readFileSync(path.join(backup, 'app-secret'), 'utf8').trim());
  const again = await enter(installation.url, '/api/login', credentials);
  const settings = await call<{ trelloConfig: { apiKey: string } }>(installation.url, '/api/settings', {
    headers: { cookie: again.cookie },
  });
  expect(settings.body.trelloConfig.apiKey).toBe('••••••••');
  await expect(installation.script('restore', backup)).rejects.toThrow(/data already/);
});
