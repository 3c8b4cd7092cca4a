/**
 * `npm run bench -- <name> [options]`: a benchmark of `bench/`, beside what it is compared with, on databases of its
 * own with durable commits. `widget` stands for `bench/widget/run.ts`, `realtime/storm` for `bench/realtime/storm.ts`;
 * the options are the benchmark's own, `--write` puts its findings into `bench/results.md`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from './lib/chromium.mjs';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { build, install, installBenchmarks } from './lib/install.mjs';
import { node, root } from './lib/places.mjs';
import { print } from './lib/print.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { testFolder } from './lib/test-folder.mjs';

const [name = '', ...options] = process.argv.slice(2);
const file = path.join('bench', name.includes('/') ? `${name}.ts` : `${name}/run.ts`);
/** Those of what browsers load. */
const needsBrowser = /^(widget|dashboard)\b/.test(name);

await command(async (supervisor) => {
  if (!fs.existsSync(path.join(root, file))) {
    print(`Which benchmark? There is no ${file}. For example: npm run bench -- widget`);
    return 1;
  }
  await install(supervisor);
  await installBenchmarks(supervisor);
  await build(supervisor);
  const databases = await startDatabases(supervisor, await testFolder(), { durable: true });
  const env = testEnvironment({ ...databases, ...(needsBrowser && { CHROMIUM_PATH: await chromium(supervisor) }) });
  return (await supervisor.run(node, [file, ...options], { cwd: root, env })).code === 0 ? 0 : 1;
});
