import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@parley/db/testing';
import { expect, test } from 'vitest';

const images = path.resolve(import.meta.dirname, '../images');
const emptyFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'parley-images-'));
const read = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), 'utf8').trim();

const makeSecrets = (folder: string, env: Record<string, string> = {}) =>
  execFileSync(process.execPath, [path.join(images, 'secrets.mjs')], {
    env: { ...env, SECRETS_FOLDER: folder },
    encoding: 'utf8',
  });

test('secrets nobody gave are made at the first start, are never printed, and stay as they are', () => {
  const folder = emptyFolder();
  const printed = makeSecrets(folder);
  const secret = read(folder, 'app-secret');
  const password = read(folder, 'postgres-password');
  expect(secret.length).toBeGreaterThanOrEqual(48);
  expect(read(folder, 'database-url')).toBe(`postgres://parley:${password}@postgres:5432/parley`);
  expect(read(folder, 'demo-password').length).toBeGreaterThanOrEqual(16);
  expect(read(folder, 'redis-password').length).toBeGreaterThanOrEqual(32);
  expect(read(folder, 'redis-url')).toBe(`redis://:${read(folder, 'redis-password')}@redis:6379`);
  expect(printed).not.toContain(read(folder, 'redis-password'));
  expect(printed).not.toContain(secret);
  expect(printed).not.toContain(password);
  expect(makeSecrets(folder, { APP_SECRET: 'another '.repeat(8), POSTGRES_PASSWORD: 'another' })).toBe('');
  expect(read(folder, 'app-secret')).toBe(secret);
  expect(read(folder, 'postgres-password')).toBe(password);
});

test('an installation with secrets from before Redis had a password gets one, and keeps the others', () => {
  const folder = emptyFolder();
  makeSecrets(folder);
  for (const name of ['redis-password', 'redis-url']) fs.rmSync(path.join(folder, name));
  const secret = read(folder, 'app-secret');
  expect(makeSecrets(folder)).toBe('Made redis-password.\nMade redis-url.\n');
  expect(read(folder, 'app-secret')).toBe(secret);
});

test('secrets that are given are used, whatever letters they have', () => {
  const folder = emptyFolder();
  makeSecrets(folder, { APP_SECRET: 'a'.repeat(40), POSTGRES_PASSWORD: 'p@ss/w:rd' });
  expect(read(folder, 'app-secret')).toBe('a'.repeat(40));
  expect(new URL(read(folder, 'database-url')).password).toBe('p%40ss%2Fw%3Ard');
});

test('a program gets the secrets that lie in files, and a variable that is set goes before its file', () => {
  const folder = emptyFolder();
  fs.writeFileSync(path.join(folder, 'secret'), 'from a file $(with) `signs` "and" \'quotes\'\n');
  const env = {
    PATH: process.env.PATH ?? '',
    APP_SECRET_FILE: path.join(folder, 'secret'),
    DATABASE_URL: 'postgres://given',
    DATABASE_URL_FILE: path.join(folder, 'secret'),
  };
  const program = 'process.stdout.write(JSON.stringify([process.env.APP_SECRET, process.env.DATABASE_URL]))';
  const output = execFileSync(path.join(images, 'with-secrets'), [process.execPath, '-e', program], {
    env,
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual(['from a file $(with) `signs` "and" \'quotes\'', 'postgres://given']);
});

test('the people of the demo get the password that was given, never a short one', async () => {
  const database = await createTestDatabase();
  const seed = (DEMO_PASSWORD: string) =>
    execFileSync(process.execPath, [path.resolve(images, '../../packages/core/src/demo/seed.ts')], {
      env: { DATABASE_URL: database.url, DEMO_PASSWORD },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  try {
    expect(() => seed('short')).toThrow('at least 8 characters');
    const accounts = seed('a given password')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { password: string });
    expect(new Set(accounts.map(({ password }) => password))).toEqual(new Set(['a given password']));
  } finally {
    await database.drop();
  }
});

test('a secret without its file stops the program instead of starting it without', () => {
  const run = () =>
    execFileSync(path.join(images, 'with-secrets'), ['true'], {
      env: { PATH: process.env.PATH ?? '', APP_SECRET_FILE: '/nowhere/at/all' },
      stdio: 'pipe',
    });
  expect(run).toThrow(/nowhere/);
});

test.each(['api', 'realtime', 'worker'])(
  '%s gets the same options of Node from its image as from npm start',
  (name) => {
    const dockerfile = read(images, '../Dockerfile');
    const [, inImage = ''] = new RegExp(`CMD (\\["node".*"${name}\\.js"\\])`).exec(dockerfile) ?? [];
    const { scripts } = JSON.parse(read(images, `../../apps/${name}/package.json`)) as { scripts: { start: string } };
    expect(JSON.parse(inImage)).toEqual([...scripts.start.split(' ').slice(0, -1), `${name}.js`]);
  },
);

test('the API starts without a client for external calls and without Node’s own, which the first who calls loads', () => {
  const folder = emptyFolder();
  execFileSync(process.execPath, [path.join(images, 'bundle.mjs'), folder, 'api'], { stdio: 'pipe' });
  const loaded = new Set(['api.js']);
  for (const name of loaded) {
    const code = fs.readFileSync(path.join(folder, name), 'utf8');
    for (const [, next = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) loaded.add(next);
    expect(code).not.toMatch(/node_modules\/undici\//);
    expect(code).not.toMatch(/globalThis\.(?:Headers|Request|Response)\b/);
    expect(code).not.toMatch(/from"(?:node:)?http"/);
  }
  expect(loaded.size).toBeGreaterThan(3);
  fs.rmSync(folder, { recursive: true });
});

test('a bundled program is held at a byte a letter, and maps no dependency', () => {
  const folder = emptyFolder();
  execFileSync(process.execPath, [path.join(images, 'bundle.mjs'), folder, 'api'], { stdio: 'pipe' });
  const written = fs.readdirSync(folder).filter((name) => name.endsWith('.js'));
  const program = fs.readFileSync(path.join(folder, 'api.js'));
  expect(program.length).toBeGreaterThan(1_000_000);
  for (const name of written) {
    const code = fs.readFileSync(path.join(folder, name));
    expect(code.findIndex((byte) => byte > 0x7f)).toBe(-1);
    const { sources }: { sources: string[] } = JSON.parse(fs.readFileSync(path.join(folder, `${name}.map`), 'utf8'));
    const mapped = sources.filter((source) => /node_modules\/.*\.[cm]?js$/.test(source));
    // The one that is changed when it is bundled.
    expect(mapped.filter((source) => !source.endsWith('swagger-ui/lib/routes.js'))).toEqual([]);
  }
  fs.rmSync(folder, { recursive: true });
});
