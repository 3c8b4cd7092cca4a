import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDatabases } from '../lib/databases.mjs';
import { Supervisor } from '../lib/supervisor.mjs';
import { stopLeftOverPostgres } from '../lib/postgres.mjs';
import { stopLeftOverRedis } from '../lib/redis.mjs';
import { keptSecret } from '../lib/secrets.mjs';
import { isAlive } from '../lib/stopping.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** A folder with databases that run until the test ends. */
function place() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-databases-'));
  fs.chmodSync(folder, 0o755);
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const start = async () => {
    const supervisor = new Supervisor();
    onTestFinished(() => supervisor.stop());
    return { supervisor, ...(await startDatabases(supervisor, folder, { durable: false })) };
  };
  return { folder, start };
}

/** Brings the schema of a database up to date; answers what was said. */
async function migrate(DATABASE_URL: string): Promise<string> {
  const script = path.join(root, 'packages/db/src/migrate.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, DATABASE_URL } });
  return stdout;
}

async function askRedis(port: string, words: string): Promise<string> {
  const socket = net.connect(Number(port), '127.0.0.1');
  socket.write(`${words}\r\n`);
  try {
    // A process that is ending accepts the connection and sends nothing.
    const [answer] = await once(socket.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(2_000) });
    return answer;
  } finally {
    socket.destroy();
  }
}

test('stored data is there after a stop, and after a start over a database that was left running', async () => {
  const { start, folder } = place();
  const first = await start();
  expect(await migrate(first.DATABASE_URL)).toContain('Migrated');
  await first.supervisor.stop();
  const second = await start();
  expect(await migrate(second.DATABASE_URL)).toContain('up to date');
  const third = await start();
  expect(third.DATABASE_URL).not.toBe(second.DATABASE_URL);
  expect(await migrate(third.DATABASE_URL)).toContain('up to date');
  await stopLeftOverPostgres(path.join(folder, 'postgres'));
  await stopLeftOverRedis(path.join(folder, 'redis'));
});

test('a database that is killed comes back where it was, with what was stored', async () => {
  const { folder } = place();
  const supervisor = new Supervisor();
  onTestFinished(() => supervisor.stop());
  const { DATABASE_URL, REDIS_URL } = await startDatabases(supervisor, folder, { durable: true, isKeptAlive: true });
  expect(await migrate(DATABASE_URL)).toContain('Migrated');
  const [postgres = 0] = fs
    .readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8')
    .split('\n')
    .map(Number);
  process.kill(postgres, 'SIGKILL');
  const { port, password } = new URL(REDIS_URL);
  await askRedis(port, `AUTH ${password}\r\nSHUTDOWN NOSAVE`).catch(() => 'gone without a word');
  await expect.poll(() => migrate(DATABASE_URL).catch(String)).toContain('up to date');
  await expect.poll(() => askRedis(port, 'PING').catch(String)).toContain('NOAUTH');
});

test('a database that cannot be started again is tried until it can, and its trouble is told once', async () => {
  const { folder } = place();
  const supervisor = new Supervisor();
  onTestFinished(() => supervisor.stop());
  const { DATABASE_URL } = await startDatabases(supervisor, folder, { durable: true, isKeptAlive: true });
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const data = path.join(folder, 'postgres/data');
  const settings = fs.readFileSync(path.join(data, 'postgresql.conf'), 'utf8');
  const [postgres = 0] = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n').map(Number);
  fs.writeFileSync(path.join(data, 'postgresql.conf'), 'no_such_setting = 1\n');
  process.kill(postgres, 'SIGKILL');
  const tries = vi.spyOn(supervisor, 'start');
  await expect.poll(() => tries.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(printed.mock.calls.flat().join('\n')).toContain('no_such_setting');
  expect(printed).toHaveBeenCalledTimes(1);
  fs.writeFileSync(path.join(data, 'postgresql.conf'), settings);
  await expect.poll(() => migrate(DATABASE_URL).catch(String)).toContain('Migrated');
});

test('a secret that could not be kept, since the disk is full, is no empty one', () => {
  const { folder } = place();
  const file = path.join(folder, 'secret');
  fs.mkdirSync(`${file}.unfinished`);
  expect(() => keptSecret(file)).toThrow('EISDIR');
  fs.rmdirSync(`${file}.unfinished`);
  expect(keptSecret(file)).toMatch(/^[0-9a-f]{64}$/);
  expect(keptSecret(file)).toBe(fs.readFileSync(file, 'utf8').trim());
});

test('a killed database starts again though nobody has waited for its process', async () => {
  const { start, folder } = place();
  const { supervisor, DATABASE_URL } = await start();
  expect(await migrate(DATABASE_URL)).toContain('Migrated');
  const file = path.join(folder, 'postgres/data/postmaster.pid');
  const [postgres = '', ...rest] = fs.readFileSync(file, 'utf8').split('\n');
  process.kill(Number(postgres), 'SIGKILL');
  await expect.poll(() => isAlive(Number(postgres))).toBe(false);
  await supervisor.stop();
  // A child that has ended, of a parent that never asks.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [zombie] = await once(parent.stdout.setEncoding('utf8'), 'data');
  await expect.poll(() => isAlive(Number(zombie))).toBe(false);
  fs.writeFileSync(file, [String(zombie).trim(), ...rest].join('\n'));
  const again = await start();
  // A database for tests need not remember: it writes without waiting for the disk.
  expect(await migrate(again.DATABASE_URL)).toMatch(/Migrated|up to date/);
});

test('only callers with the password get in, and nobody as superuser', async () => {
  const { DATABASE_URL, REDIS_URL } = await place().start();
  const wrong = new URL(DATABASE_URL);
  wrong.password = 'guess';
  await expect(migrate(wrong.href)).rejects.toThrow('password authentication failed');
  const superuser = new URL(DATABASE_URL);
  superuser.username = 'postgres';
  await expect(migrate(superuser.href)).rejects.toThrow('no pg_hba.conf entry');
  expect(await askRedis(new URL(REDIS_URL).port, 'PING')).toContain('NOAUTH');
});

test('servers that are given are used, and none is started', async () => {
  const supervisor = new Supervisor();
  const given = { DATABASE_URL: 'postgres://elsewhere/parley', REDIS_URL: 'redis://elsewhere' };
  expect(await startDatabases(supervisor, '/nowhere', { durable: true, given })).toEqual(given);
});
