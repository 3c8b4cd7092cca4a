import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parley/e2e/process';
import { type SignedIn, type Stack, startStack } from '@parley/e2e/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';

const sdk = path.resolve(import.meta.dirname, '..');
const root = path.resolve(sdk, '../..');
let stack: Stack;
let admin: SignedIn;
let folder = '';
let example: ChildProcess | undefined;

const execute = promisify(execFile);

/** Runs beside the stack, which would lose its sockets to a blocked process. */
async function run(command: string, args: string[], cwd: string): Promise<void> {
  await execute(command, args, { cwd }).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.message}\n${error.stdout}${error.stderr}`);
  });
}

beforeAll(async () => {
  [stack, folder] = await Promise.all([startStack(), mkdtemp(path.join(tmpdir(), 'parley-sdk-'))]);
  const account = { name: 'Ada Byron', email: 'ada@example.com', username: 'ada', password: 'correct horse battery' };
  admin = await stack.register(account);
});
afterAll(async () => {
  example?.kill();
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Blocks of the README in one language, in their order. */
async function blocks(language: string): Promise<string> {
  const readme = await readFile(path.join(sdk, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .flatMap(([, of, text]) => (of === language ? [text] : []))
    .join('');
}

/** Packs the package as it is published, and installs it into a project without anything of the workspace. */
async function installPacked(): Promise<void> {
  const { packageManager } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  await run('npx', ['--prefer-offline', '-y', packageManager, 'pack', '--pack-destination', folder], sdk);
  // Its one dependency, of types alone, comes from the workspace: tests need no registry.
  const dependencies = { '@parley/sdk': 'file:parley-sdk-0.1.0.tgz', typebox: `file:${sdk}/node_modules/typebox` };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund'], folder);
}

test('installed from its tarball, the package runs every example of the README against an installation', async () => {
  await installPacked();
  await mkdir(path.join(folder, 'src'));
  await writeFile(path.join(folder, 'src/readme.ts'), await blocks('ts'));

  const types = path.join(root, 'node_modules/@types');
  const strictly = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  await run(
    path.join(sdk, 'node_modules/.bin/tsc'),
    [...strictly, '--typeRoots', types, '--types', 'node', 'src/readme.ts'],
    folder,
  );

  const port = await freePort();
  const webhook = { url: `http://127.0.0.1:${port}/`, events: ['message.posted'] };
  const { secret } = await stack.call<{ secret: string }>('POST', '/api/webhooks', { as: admin, body: webhook });
  await stack.call('POST', '/api/websites', { as: admin, body: { domain: 'shop.example.com', name: 'Shop' } });
  const permissions = [
    'read',
    'write',
    'conversations.read',
    'conversations.reply',
    'conversations.assign',
    'conversations.update',
  ];
  const { key } = await stack.call<{ key: string }>('POST', '/api/profile/api-keys', {
    as: admin,
    body: { name: 'Example', permissions },
  });
  const post = await visitor();
  await post('Is the blue one in stock?');

  let printed = '';
  const env = { ...process.env, PARLEY_URL: stack.url, PARLEY_KEY: key, WEBHOOK_SECRET: secret, PORT: String(port) };
  example = spawn(process.execPath, ['src/readme.ts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [example.stdout, example.stderr])
    stream?.on('data', (text: Buffer) => (printed += text.toString()));
  for (const line of (await blocks('text')).trim().split('\n')) await expect.poll(() => printed).toContain(line);
  await post('And the green one?');
  await expect.poll(() => printed).toContain('Webhook: And the green one?');
});

/** Returns how a visitor of the shop writes. */
async function visitor(): Promise<(content: string) => Promise<void>> {
  const headers: Record<string, string> = { origin: 'https://shop.example.com', 'content-type': 'application/json' };
  const send = async (address: string, body: object) => {
    const answer = await fetch(`${stack.url}${address}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { token: string };
  };
  const { token } = await send('/api/visitor/session', { page: { url: 'https://shop.example.com/cart' } });
  headers['authorization'] = `Bearer ${token}`;
  return async (content) =>
    void (await send('/api/visitor/messages', { content, clientMessageId: crypto.randomUUID() }));
}
