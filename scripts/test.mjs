/**
 * `npm test`: everything that is checked, on databases of its own. Ends with the line `N passed, N failed`.
 * `npm test -- <filter>` runs only the tests whose files match, for developers.
 */
import { checks } from './lib/checks.mjs';
import { chromium } from './lib/chromium.mjs';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { build, install } from './lib/install.mjs';
import { say } from './lib/say.mjs';
import { Tally } from './lib/tally.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { testFolder } from './lib/test-folder.mjs';
import { hasTests, runVitest } from './lib/vitest-run.mjs';

const filters = process.argv.slice(2);
const isFiltered = filters.length > 0;
/** Interrupted by Ctrl-C, as shells say it. */
const interrupted = 130;
/** The folder of the browser tests; everything else is unit and integration tests. */
const browser = 'e2e';

/** @type {Parameters<typeof command>[0]} */
async function test(keeper) {
  await install(keeper);
  const folder = await testFolder();
  const tally = new Tally();
  const [databases] = await Promise.all([
    startDatabases(keeper, folder, { durable: false }),
    // The build is one of the checks; what is tested needs it either way.
    isFiltered ? build(keeper) : check(keeper, tally),
  ]);

  const env = testEnvironment(databases);
  say('Running unit and integration tests');
  const options = { filters, env, folder };
  tally.add('unit and integration', await runVitest(keeper, { ...options, project: `!${browser}` }));
  if (!isFiltered || (await hasTests(keeper, { ...options, project: browser }))) {
    tally.add('browser', await runBrowserTests(keeper, options));
  }
  console.log(`\n${tally.summary()}`);
  return tally.failed > 0 ? 1 : 0;
}

/**
 * @param {import('./lib/keeper.mjs').Keeper} keeper
 * @param {Tally} tally
 */
async function check(keeper, tally) {
  say('Checking format, lint, types and build');
  const results = await Promise.all(checks(keeper).map(async ({ name, run }) => ({ name, ...(await run()) })));
  for (const { name, isGood, output } of results) {
    if (!isGood) console.log(output.trim());
    tally.add(name, { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 });
  }
}

/**
 * @param {import('./lib/keeper.mjs').Keeper} keeper
 * @param {{ filters: string[], env: NodeJS.ProcessEnv, folder: string }} options
 * @returns {Promise<import('./lib/tally.mjs').Result>}
 */
async function runBrowserTests(keeper, { env, ...options }) {
  say('Running browser tests');
  try {
    const CHROMIUM_PATH = await chromium(keeper);
    return await runVitest(keeper, { ...options, project: browser, env: { ...env, CHROMIUM_PATH } });
  } catch (error) {
    return { passed: 0, failed: 1, notes: [String(error)] };
  }
}

await command(test, { stoppedCode: interrupted });
