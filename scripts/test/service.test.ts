import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Supervisor } from '../lib/supervisor.mjs';
import { freePort } from '../lib/ports.mjs';
import { worthPrinting } from '../lib/service-log.mjs';
import { keepService } from '../lib/service.mjs';

/** Starts a service made of these lines of code; answers its address. */
async function serve(code: string): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-service-'));
  const supervisor = new Supervisor();
  onTestFinished(() => supervisor.stop().then(() => fs.rmSync(folder, { recursive: true })));
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { ...process.env, PORT: new URL(url).port };
  const command = [process.execPath, '-e', code];
  await keepService(supervisor, {
    name: 'shop',
    command,
    cwd: folder,
    env,
    readyUrl: `${url}/readyz`,
    logFolder: folder,
  });
  return url;
}

const answering = `
  require('node:http').createServer((request, response) => {
    response.end(String(process.pid));
    if (request.url === '/crash') setImmediate(() => process.exit(3));
  }).listen(process.env.PORT, '127.0.0.1');`;

test('a service that dies is started again', async () => {
  const url = await serve(answering);
  const before = await (await fetch(url)).text();
  await fetch(`${url}/crash`);
  const now = async () => (await fetch(url)).text().catch(() => before);
  await expect.poll(() => now().catch(() => before)).not.toBe(before);
});

test('a service that ends before it was ready is refused with its own words', async () => {
  const start = serve(`console.error('APP_SECRET is missing: 32 characters or more'); process.exit(1);`);
  await expect(start).rejects.toThrow('shop did not start:\nAPP_SECRET is missing: 32 characters or more');
});

test('a person is shown warnings, errors and what is no log line', () => {
  expect(worthPrinting('{"level":"info","msg":"request completed"}')).toBeUndefined();
  expect(worthPrinting('')).toBeUndefined();
  expect(worthPrinting('{"level":"warn","msg":"Redis is away"}')).toBe('Redis is away');
  expect(worthPrinting('{"level":"error","msg":"failed","err":{"message":"no answer"}}')).toBe('failed: no answer');
  expect(worthPrinting('Segmentation fault')).toBe('Segmentation fault');
});
