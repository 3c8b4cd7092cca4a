import os from 'node:os';
import path from 'node:path';
import { tool } from './install.mjs';
import { root } from './places.mjs';
import { vitestResult } from './vitest-report.mjs';

/**
 * Three times as many as there are cores: most of a test is waiting for Postgres, Redis, a process or a time that was set.
 * Four at once left nearly half of two cores idle (docs/performance.md#tests). Each file has databases of its own.
 */
const manyFiles = Math.min(8, 3 * os.availableParallelism());

/**
 * Runs vitest over some projects.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {object} options
 * @param {string} options.project as vitest's `--project` takes it
 * @param {string[]} options.filters parts of file names; without any, everything is run, and no line is drawn over,
 *   because another run may be writing beside it
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.folder for the report that is counted
 * @param {number} [options.filesAtOnce] as many as the machine takes, unless told
 */
export async function runVitest(supervisor, { project, filters, env, folder, filesAtOnce = manyFiles }) {
  const file = path.join(folder, `${project.replace('!', 'not-').replace('*', 'all')}.json`);
  const isFiltered = filters.length > 0;
  const ours = (/** @type {string} */ name) => path.join(import.meta.dirname, name);
  const reporters = [isFiltered ? 'default' : ours('vitest-lines.mjs'), 'json', ours('vitest-unhandled.mjs')];
  const args = ['run', `--maxWorkers=${filesAtOnce}`, `--project=${project}`, `--outputFile.json=${file}`];
  const unhandled = `${file}.unhandled`;
  args.push(...reporters.map((reporter) => `--reporter=${reporter}`));
  if (isFiltered) args.push('--passWithNoTests', ...filters);
  const { code } = await supervisor.run(tool('vitest'), args, {
    cwd: root,
    env: { ...env, UNHANDLED_ERRORS: unhandled },
  });
  return vitestResult(file, { code, isFiltered, unhandled });
}

/**
 * Whether any test file of a project matches.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {{ project: string, filters: string[], env: NodeJS.ProcessEnv }} options
 */
export async function hasTests(supervisor, { project, filters, env }) {
  const args = ['list', '--filesOnly', `--project=${project}`, ...filters];
  const { output } = await supervisor.run(tool('vitest'), args, { cwd: root, env, stdio: 'pipe' });
  return output.includes('.test.ts');
}
