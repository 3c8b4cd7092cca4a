import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Supervisor } from '../lib/supervisor.mjs';
import { redisProgram } from '../lib/redis-programs.mjs';
import { startRedis } from '../lib/redis.mjs';

/** Returns the answer of Redis to one line. */
function ask(url: string, words: string): Promise<string> {
  const { port, password } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1').once('error', reject);
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
      if (received.split('\r\n').length > 2) socket.end(() => resolve(received.slice('+OK\r\n'.length)));
    });
    socket.write(`AUTH ${password}\r\n${words}\r\n`);
  });
}

/** A Redis that was stopped well after it had taken a hundred keys, the file of its commands, and a start of it again. */
async function stoppedRedis() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-redis-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const printed: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  onTestFinished(() => spy.mockRestore());
  const start = async () => {
    const supervisor = new Supervisor();
    onTestFinished(() => supervisor.stop());
    return {
      supervisor,
      url: await startRedis(supervisor, folder, { durable: true, program: await redisProgram(supervisor) }),
    };
  };
  const { supervisor, url } = await start();
  for (let at = 0; at < 100; at += 1) await ask(url, `SET key${at} value`);
  await supervisor.stop();
  const commands = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .find((name) => /appendonly\.aof(\.\d+\.incr\.aof)?$/.test(name));
  return { folder, file: path.join(folder, commands ?? 'none'), printed, start };
}

const asideIn = (folder: string) => fs.readdirSync(folder).filter((name) => name.includes('.damaged-'));

test.each<[string, (content: Buffer) => Buffer]>([
  [
    'is damaged in the middle',
    (content) => Buffer.from(content).fill('\0', content.length >> 1, (content.length >> 1) + 99),
  ],
  ['is garbage from its beginning', () => Buffer.from('this was never a file of commands\n'.repeat(20))],
])('a file of Redis that %s is kept aside, and it starts empty saying what that means', async (_how, spoil) => {
  const { folder, file, printed, start } = await stoppedRedis();
  const spoiled = spoil(fs.readFileSync(file));
  fs.writeFileSync(file, spoiled);
  const { url } = await start();
  expect(await ask(url, 'DBSIZE')).toBe(':0\r\n');
  const [aside = ''] = asideIn(folder);
  expect(printed.join('\n')).toContain(path.join(folder, aside));
  expect(printed.join('\n')).toMatch(/Lost: who is signed in.*Postgres, whole/);
  const [keptFile = ''] = fs
    .readdirSync(path.join(folder, aside), { encoding: 'utf8' })
    .filter((name) => name === path.basename(file));
  expect(fs.readFileSync(path.join(folder, aside, keptFile))).toEqual(spoiled);
});

test('only the last command is lost of a Redis file that ends within one', async () => {
  const { folder, file, start } = await stoppedRedis();
  fs.truncateSync(file, fs.statSync(file).size - 5);
  const { url } = await start();
  expect(await ask(url, 'DBSIZE')).toBe(':99\r\n');
  expect(asideIn(folder)).toEqual([]);
});

test('a Redis that ends for another reason is refused with its own words, and keeps its files', async () => {
  const { folder, start } = await stoppedRedis();
  const manifest = path.join(folder, 'appendonlydir');
  if (process.getuid?.() === 0) fs.rmSync(manifest, { recursive: true });
  if (process.getuid?.() === 0) fs.writeFileSync(manifest, 'no folder');
  else fs.chmodSync(manifest, 0);
  await expect(start()).rejects.toThrow('Redis did not start');
  expect(asideIn(folder)).toEqual([]);
});
