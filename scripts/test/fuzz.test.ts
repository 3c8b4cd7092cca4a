/** The fuzzers that `npm run fuzz` knows. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/places.mjs';

const folder = join(root, 'e2e/fuzz');
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

test.each(files)('%s is a program that tells its seed, and no module of others', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).not.toMatch(/^export /m);
  expect(text).toMatch(/fuzzOptions\(\)|values\.seed/);
});

test('a name that is no fuzzer is refused, with the names there are', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/fuzz.mjs', 'mail-time'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain('There is no fuzzer mail-time. There are api, mail, text');
});
