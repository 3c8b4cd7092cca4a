import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SignedIn, type Stack, startStack } from '@parley/e2e/stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = path.resolve(import.meta.dirname, '../dist/parley.mjs');
let stack: Stack;
let admin: SignedIn;
let folder = '';
let key = '';
let conversationId = '';

interface Ended {
  code: number | null;
  out: string;
  error: string;
}

function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  const { PARLEY_URL: _, PARLEY_KEY: __, ...clean } = process.env;
  return spawn(process.execPath, [program, ...args], { env: { ...clean, XDG_CONFIG_HOME: folder, ...env } });
}

async function parley(
  args: string[],
  { env, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const child = start(args, env);
  let out = '';
  let error = '';
  child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (error += text.toString()));
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, error };
}

const json = async (args: string[]) => JSON.parse((await parley([...args, '--json'])).out);

beforeAll(async () => {
  [stack, folder] = await Promise.all([startStack(), mkdtemp(path.join(tmpdir(), 'parley-cli-'))]);
  const account = { name: 'Ada Byron', email: 'ada@example.com', username: 'ada', password: 'correct horse battery' };
  admin = await stack.register(account);
  const permissions = [
    'read',
    'write',
    'conversations.read',
    'conversations.reply',
    'conversations.note',
    'conversations.export',
    'data.import',
  ];
  const made = await stack.call<{ key: string }>('POST', '/api/profile/api-keys', {
    as: admin,
    body: { name: 'CLI', permissions },
  });
  ({ key } = made);
  await stack.call('POST', '/api/websites', { as: admin, body: { domain: 'shop.example.com', name: 'Shop' } });
  conversationId = await write('Is the \u001b[31mblue\u001b[0m one in stock?');
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes as a new visitor of the shop. Returns the conversation. */
async function write(content: string): Promise<string> {
  const headers: Record<string, string> = { origin: 'https://shop.example.com', 'content-type': 'application/json' };
  const post = async (address: string, body: object) => {
    const answer = await fetch(`${stack.url}${address}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { token: string; conversationId: string };
  };
  const { token } = await post('/api/visitor/session', { page: { url: 'https://shop.example.com/' } });
  headers['authorization'] = `Bearer ${token}`;
  return (await post('/api/visitor/messages', { content, clientMessageId: crypto.randomUUID() })).conversationId;
}

describe('signing in', () => {
  test('without a key every command ends with code 3 and names the next step', async () => {
    const { code, error } = await parley(['conversations']);
    expect(code).toBe(3);
    expect(error).toContain('parley login');
  });

  test('a key that the server refuses is not stored', async () => {
    expect(await parley(['login', stack.url], { input: 'parley_mistyped\n' })).toMatchObject({ code: 3, out: '' });
    expect((await parley(['conversations'])).code).toBe(3);
  });

  test('a valid key is stored where its user alone can read it', async () => {
    const { code, out } = await parley(['login', stack.url], { input: `${key}\n` });
    expect([code, out]).toEqual([0, expect.stringContaining('as Ada Byron')]);
    const file = path.join(folder, 'parley/account.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: stack.url, key });
  });
});

describe('working', () => {
  test('conversations are listed and shown, without what a terminal would obey', async () => {
    const listed = await parley(['conversations', 'stock', '--status', 'waiting']);
    expect(listed.out).toContain(conversationId);
    const shown = await parley(['show', conversationId]);
    expect(shown.out).toContain('blue');
    expect(listed.out + shown.out).not.toContain('\u001b');
  });

  test('a reply and a note reach the conversation', async () => {
    expect((await parley(['reply', conversationId, 'Yes, three of them.'])).code).toBe(0);
    expect((await parley(['note', conversationId, 'Order more.'])).code).toBe(0);
    const { messages } = await json(['show', conversationId]);
    expect(messages.at(-1)).toMatchObject({ content: 'Yes, three of them.', senderName: 'Ada Byron' });
  });

  test('tail prints each message of a conversation as it arrives, until it is interrupted', async () => {
    const child = start(['tail', conversationId, '--json']);
    let out = '';
    child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
    await expect.poll(() => out).toContain('Yes, three of them.');
    await parley(['reply', conversationId, 'And one in red.']);
    await expect.poll(() => out).toContain('And one in red.');
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  });

  test('the export is a JSON document', async () => {
    const file = path.join(folder, 'export.json');
    expect((await parley(['export', file])).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('Yes, three of them.');
    expect(JSON.parse((await parley(['export'])).out)).toHaveProperty('exportedAt');
  });

  test('an import shows what it found, and writes only when told', async () => {
    const file = path.join(folder, 'people.csv');
    await writeFile(file, 'email,name\ngrace@example.com,Grace Hopper\n');
    const dry = await json(['import', file]);
    expect(dry).toMatchObject({ state: 'ready' });
    expect(await json(['import', '--id', dry.id, '--write'])).toMatchObject({
      state: 'done',
      counts: expect.arrayContaining([expect.objectContaining({ kind: 'contact', created: 1 })]),
    });
  });

  test('doctor finds nothing broken', async () => {
    const { code, out } = await parley(['doctor']);
    expect([code, out]).toEqual([0, expect.not.stringContaining('broken')]);
  });
});

describe('mistakes', () => {
  test.each([
    ['an unknown command', ['dance']],
    ['an unknown option', ['conversations', '--colour']],
    ['an unknown status', ['conversations', '--status', 'asleep']],
    ['a missing text', ['reply', 'x']],
    ['an address that is none', ['login', 'chat']],
  ])('%s ends with code 2', async (_, args) => {
    expect(await parley(args)).toMatchObject({ code: 2, out: '', error: expect.stringContaining('parley help') });
  });

  test('a refusal ends with code 1, and is JSON with --json', async () => {
    const { code, error } = await parley(['show', crypto.randomUUID(), '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(error)).toMatchObject({ error: { code: 'not_found' } });
  });

  test('a server that does not answer ends with code 4', async () => {
    const env = { PARLEY_URL: 'http://127.0.0.1:1', PARLEY_KEY: key };
    expect(await parley(['conversations'], { env })).toMatchObject({ code: 4 });
  });
});
