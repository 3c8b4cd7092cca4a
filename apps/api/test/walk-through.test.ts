/** docs/api.md is true: its commands are run and their answers compared with what it says. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi({ REGISTRATION: 'invite' });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'parley-walk-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

/** The search path for commands, with a stand-in for curl at its end, used where there is none. */
async function searchPath(): Promise<string> {
  const stand = join(folder, 'bin');
  await mkdir(stand);
  await copyFile(join(import.meta.dirname, 'support/curl.mjs'), join(stand, 'curl'));
  await chmod(join(stand, 'curl'), constants.S_IRWXU);
  return [process.env['PATH'] ?? '', stand, dirname(process.execPath)].join(delimiter);
}

interface Step {
  commands: string;
  /** Expected text; empty when the page shows nothing. */
  expected: string;
}

/** Each block of commands with the block of its answer, if one follows at once. */
function stepsOf(page: string): Step[] {
  return [...page.matchAll(/```sh\n(.*?)```\n(?:```(?:json|text)\n(.*?)```)?/gs)].map(
    ([, commands = '', expected = '']) => ({
      commands,
      expected,
    }),
  );
}

/** The shown answer as a pattern: `…` is anything. */
function patternOf(expected: string): RegExp {
  const parts = expected
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*?')}$`);
}

it('every command of docs/api.md is answered as the page says', async () => {
  const steps = stepsOf(await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8'));
  expect(steps.length).toBeGreaterThan(8);
  const mark = '---next step---';
  const script = ['set -eu', ...steps.map(({ commands }) => `${commands}\necho; echo '${mark}'`)].join('\n');
  const { port } = api.app.server.address() as AddressInfo;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: await searchPath(), BASE: `http://127.0.0.1:${port}` },
  });
  const printed = stdout.split(mark).map((output) => output.trim());
  const differing = steps
    .map(({ commands, expected }, at) => ({ commands, expected: expected.trim(), printed: printed[at] ?? '' }))
    .filter((step) => !patternOf(step.expected).test(step.printed));
  expect(differing).toEqual([]);
});
