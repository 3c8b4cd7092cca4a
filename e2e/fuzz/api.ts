/**
 * Calls every operation of the OpenAPI document with what fits it and what does not, as an administrator, a
 * representative, a visitor and nobody, and compares each answer with what the document says: no 5xx, only documented
 * statuses and types, bodies as their schemas, nothing accepted that should be refused.
 *
 *   npm run fuzz -- api --seconds 120 --seed 7
 */
import { spawn } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sessionCookieName } from '@parley/core/session-cookie';
import { createTestDatabase } from '@parley/db/testing';
import { freePort, startService } from '../process.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string', default: `${randomInt(1e9)}` } },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed);
if (!Number.isInteger(seconds) || seconds < 5 || !Number.isInteger(seed) || seed < 0) {
  throw new Error('--seconds is a whole number from 5, --seed one from 0.');
}
const { SCHEMATHESIS: program = 'schemathesis', REDIS_URL = 'redis://127.0.0.1:6379' } = process.env;

/** Leave nothing to go on with, or ask another service, which may well refuse (424). */
const leftOut = ['deleteAllConversations', 'logout', 'suggestReplies', 'testIntegration'];

/** A schema can't say all: that two fields exclude each other, that a password is the present one. Then it is 422. */
const checks = ['--checks', 'all', '--exclude-checks', 'positive_data_acceptance'];

const domain = 'shop.example.com';
const origin = `https://${domain}`;

const database = await createTestDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-fuzz-'));
const port = await freePort();
const api = await startService('api', 'apps/api', port, {
  DATABASE_URL: database.url,
  REDIS_URL,
  REDIS_PREFIX: `fuzz-${randomBytes(5).toString('hex')}`,
  APP_SECRET: randomBytes(32).toString('hex'),
  PUBLIC_URL: `http://localhost:${port}`,
  REGISTRATION: 'open',
});

/** @throws with the answer when it is no success */
async function call(route: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  const answer = await fetch(`${api.url}${route}`, { ...init, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** A caller: credentials by the name of the document's security scheme, so that they can be left out as well. */
interface Caller {
  who: string;
  credentials: string;
  headers: Record<string, string>;
  chosen: string[];
}

/** The first one becomes the administrator. */
async function register(username: string): Promise<{ cookie: string; credentials: string }> {
  const password = randomBytes(12).toString('hex');
  const answer = await call('/api/register', { name: username, username, email: `${username}@example.com`, password });
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
  const cookie = cookies.find((each) => each.startsWith(`${sessionCookieName}=`)) ?? '';
  return { cookie, credentials: `session = { api_key = "${cookie.slice(cookie.indexOf('=') + 1)}" }` };
}

async function visit(): Promise<string> {
  const { token } = await (await call('/api/visitor/session', { page: { url: `${origin}/` } }, { origin })).json();
  const visitor = { origin, authorization: `Bearer ${token}` };
  await call('/api/visitor/messages', { content: 'Hello', clientMessageId: randomUUID() }, visitor);
  return `visitorToken = { bearer = "${token}" }`;
}

/** Statuses that refuse a call: the checker's own list, and one for a head that is too large. */
const refusals = JSON.stringify([400, 401, 403, 404, 405, 406, 409, 415, 422, 428, 429, 431, '5xx']);

/** Whether it found nothing. */
async function fuzz({ who, credentials, headers, chosen }: Caller): Promise<boolean> {
  console.log(`\n── as ${who} ──`);
  const settings = `[auth.openapi]\n${credentials}\n\n[checks.negative_data_rejection]\nexpected-statuses = ${refusals}\n`;
  writeFileSync(path.join(folder, 'schemathesis.toml'), settings);
  const args = ['run', `${api.url}/api/openapi.json`, ...checks, '--continue-on-failure', '--no-color'];
  args.push(
    '--seed',
    `${seed}`,
    '--max-time',
    `${Math.floor(seconds / callers.length)}`,
    '--warnings',
    'off',
    ...chosen,
  );
  for (const [name, value] of Object.entries(headers)) args.push('--header', `${name}: ${value}`);
  // Its settings and what it remembers belong to this run.
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const staff = ['--exclude-path-regex', '^/api/visitor', ...leftOut.flatMap((name) => ['--exclude-operation-id', name])];
const visitors = ['--include-path-regex', '^/api/visitor'];
const admin = await register('admin');
const representative = await register('representative');
await call('/api/websites', { domain, name: 'Shop' }, { cookie: admin.cookie });
// The visitor first: an administrator may well remove the website.
const callers: Caller[] = [
  { who: 'a visitor', credentials: await visit(), headers: { origin }, chosen: visitors },
  { who: 'a representative', credentials: representative.credentials, headers: {}, chosen: staff },
  { who: 'an administrator', credentials: admin.credentials, headers: {}, chosen: staff },
];

let isGood = true;
try {
  for (const caller of callers) isGood = (await fuzz(caller)) && isGood;
} finally {
  await api.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
}
if (api.output()) console.log(`\nThe API said:\n${api.output()}`);
console.log(isGood ? '\nNothing found.' : `\nThe same again: npm run fuzz -- api --seconds ${seconds} --seed ${seed}`);
process.exitCode = isGood ? 0 : 1;
