import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ServiceLog } from '../lib/service-log.mjs';

/** Every write to it fails as on a full disk. Linux has it. */
const fullDisk = '/dev/full';

test.runIf(fs.existsSync(fullDisk))(
  'a full disk costs lines of the log and nothing else, is told once, and the log goes on when there is space',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-log-'));
    onTestFinished(() => fs.rmSync(folder, { recursive: true }));
    const printed: string[] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
    onTestFinished(() => spy.mockRestore());
    const file = path.join(folder, 'shop.log');
    const log = new ServiceLog(file, 'shop');
    log.isHeard = true;
    const output = new PassThrough();
    log.keep(output);
    const write = async (line: string) => {
      output.write(`${line}\n`);
      await vi.waitFor(() => expect(log.lastWords()).toContain(line), 40_000);
    };

    await write('first');
    fs.renameSync(file, `${file}.before`);
    fs.symlinkSync(fullDisk, file);
    for (const line of ['second', 'third', 'fourth']) await write(line);
    expect(printed.filter((text) => text.includes('ENOSPC'))).toHaveLength(1);

    fs.rmSync(file);
    fs.renameSync(`${file}.before`, file);
    await write('fifth');
    await write('sixth');
    expect(fs.readFileSync(file, 'utf8')).toBe('first\n\n3 lines are missing here.\nfifth\nsixth\n');
    expect(printed.filter((text) => text.includes('3 lines are missing'))).toHaveLength(1);
  },
);

test('the last line of a service is kept though it has no end', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-log-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'shop.log');
  const log = new ServiceLog(file, 'shop');
  const output = new PassThrough();
  log.keep(output);
  output.end('{"level":"info"}\nSegmentation fault');
  await vi.waitFor(() => expect(log.lastWords()).toBe('Segmentation fault'), 40_000);
  expect(fs.readFileSync(file, 'utf8')).toBe('{"level":"info"}\nSegmentation fault\n');
});

test('a trouble that goes on is told once, not with each line of the log', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-log-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const printed: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  onTestFinished(() => spy.mockRestore());
  const log = new ServiceLog(path.join(folder, 'shop.log'), 'shop');
  log.isHeard = true;
  const output = new PassThrough();
  log.keep(output);
  output.end('no space\nno memory\n'.repeat(1000));
  await vi.waitFor(() => expect(fs.readFileSync(log.file, 'utf8').split('\n')).toHaveLength(2001), 40_000);
  expect(printed.map((text) => text.replace(/^.*shop: /, ''))).toEqual(['no space', 'no memory']);
});
