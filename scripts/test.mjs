/**
 * `npm test`: everything that is checked, on its own databases. Ends with the line `N passed, N failed`. For
 * developers, `npm test -- <filter>` runs only test files that match.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attempt, checks } from './lib/checks.mjs';
import { chromium, headlessChromium } from './lib/chromium.mjs';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { bundle, install } from './lib/install.mjs';
import { root } from './lib/places.mjs';
import { print } from './lib/print.mjs';
import { Tally } from './lib/tally.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { databasesFolder, testFolder } from './lib/test-folder.mjs';
import { hasTests, runVitest } from './lib/vitest-run.mjs';

const filters = process.argv.slice(2);
const isFiltered = filters.length > 0;
/** Interrupted by Ctrl-C, as shells say it. */
const interrupted = 130;
/** The folder of the browser tests; everything else is unit and integration tests. */
const browser = 'e2e';

/** @type {Parameters<typeof command>[0]} */
async function test(supervisor) {
  await install(supervisor);
  const folder = await testFolder();
  const tally = new Tally();
  fs.rmSync(path.join(root, '.local/e2e/failed'), { recursive: true, force: true });
  const BUNDLES = path.join(folder, 'bundles');
  print(isFiltered ? 'Building' : 'Building; format, lint and types are checked beside it and the tests');
  const { build, ...others } = checks(supervisor);
  const bundles = () => attempt(() => bundle(supervisor, BUNDLES));
  const checking = isFiltered ? [] : Object.entries(others).map(([name, run]) => checked(tally, name, run));
  const [databases] = await Promise.all([
    startDatabases(supervisor, await databasesFolder(), { durable: false }),
    checked(tally, 'bundles', bundles),
    checked(tally, 'build', build),
  ]);

  const options = { filters, env: testEnvironment({ ...databases, BUNDLES }), folder };
  const unit = () =>
    phase(tally, 'unit and integration', () => runVitest(supervisor, { ...options, project: `!${browser}` }));
  const pages = () => phase(tally, 'browser', () => runBrowserTests(supervisor, options));
  if (isFiltered) {
    await unit();
    if (await hasTests(supervisor, { ...options, project: browser })) await pages();
  } else {
    print('Running all tests');
    // They run one after the other: together they would wait for the processor, and for each other.
    await unit();
    await pages();
    await Promise.all(checking);
  }
  const slowest = isFiltered ? [] : [`Slowest files\n${tally.slowest(10)}`];
  console.log(['', ...tally.unsteady(), ...tally.failures(), ...slowest, tally.table(), tally.summary()].join('\n\n'));
  return tally.failed > 0 ? 1 : 0;
}

/**
 * Runs one of the phases, and adds what it came to and how long it took.
 *
 * @param {Tally} tally
 * @param {string} name
 * @param {() => Promise<import('./lib/tally.mjs').Result>} run
 */
async function phase(tally, name, run) {
  const began = performance.now();
  tally.add(name, await run(), (performance.now() - began) / 1000);
}

/**
 * @param {Tally} tally
 * @param {string} name
 * @param {import('./lib/checks.mjs').Check} run
 */
function checked(tally, name, run) {
  return phase(tally, name, async () => {
    const { isGood, output } = await run();
    if (isGood) return { passed: 1, failed: 0 };
    console.log(output.trim());
    return { passed: 0, failed: 1, failures: [`${name}\n${output.trim()}`] };
  });
}

/**
 * @param {import('./lib/supervisor.mjs').Supervisor} supervisor
 * @param {{ filters: string[], env: NodeJS.ProcessEnv, folder: string }} options
 * @returns {Promise<import('./lib/tally.mjs').Result>}
 */
async function runBrowserTests(supervisor, { env, ...options }) {
  try {
    const WHOLE_CHROMIUM_PATH = await chromium(supervisor);
    const CHROMIUM_PATH = await headlessChromium(supervisor);
    // A browser and its stack keep a core busy most of the time; with more of them, tests wait for one another.
    const filesAtOnce = Math.max(2, os.availableParallelism());
    return await runVitest(supervisor, {
      ...options,
      project: browser,
      env: { ...env, CHROMIUM_PATH, WHOLE_CHROMIUM_PATH },
      filesAtOnce,
    });
  } catch (error) {
    return { passed: 0, failed: 1, notes: [String(error)] };
  }
}

await command(test, { stoppedCode: interrupted });
