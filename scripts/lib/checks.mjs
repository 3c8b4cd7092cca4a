import fs from 'node:fs';
import path from 'node:path';
import { build, tool } from './install.mjs';
import { root, toolEnvironment } from './places.mjs';

/**
 * The lint, as a command. Benchmarks are looked at where their dependencies are installed.
 *
 * @returns {[string, string[]]}
 */
export function lintCommand() {
  const hasBench = fs.existsSync(path.join(root, 'bench/node_modules/@parley'));
  return [tool('oxlint'), ['--type-aware', '--deny-warnings', ...(hasBench ? [] : ['--ignore-pattern', 'bench/**'])]];
}

/**
 * Looks for files, exports and dependencies that nothing uses (knip.json), as a command.
 *
 * @returns {[string, string[]]}
 */
export const unusedCommand = () => [tool('knip'), ['--no-progress', '--no-config-hints']];

/**
 * Checks the spelling of docs, comments, test titles and English texts (cspell.json), as a command. The glossary and
 * `scripts/lint/names.txt` are its dictionary.
 *
 * @returns {[string, string[]]}
 */
export const spellingCommand = () => [tool('cspell'), ['--no-progress', '--no-summary', '--show-suggestions']];

/**
 * Checks without the running product: format, lint with the import directions, spelling, unused code, types, and that
 * it builds.
 *
 * @typedef {() => Promise<{ isGood: boolean, output: string }>} Check
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @returns {Record<'format' | 'lint' | 'spelling' | 'unused' | 'types' | 'build', Check>}
 */
export function checks(supervisor) {
  // Lint and types are programs of Go: on several processors they do a third more, for they do parts of it on each.
  const env = toolEnvironment({ GOMAXPROCS: '1' });
  const program = async (/** @type {string} */ command, /** @type {string[]} */ args) => {
    const { code, output } = await supervisor.run(command, args, { cwd: root, env, stdio: 'pipe' });
    return { isGood: code === 0, output };
  };
  return {
    format: () => program(tool('biome'), ['format']),
    lint: () => program(...lintCommand()),
    spelling: () => program(...spellingCommand()),
    unused: () => program(...unusedCommand()),
    types: () => program(tool('tsc'), ['-b', '--checkers', '1']),
    build: () => attempt(() => build(supervisor)),
  };
}

/**
 * Makes a check of work that throws on failure.
 *
 * @param {() => Promise<unknown>} work
 * @returns {ReturnType<Check>}
 */
export function attempt(work) {
  return work().then(
    () => ({ isGood: true, output: '' }),
    (/** @type {Error} */ error) => ({ isGood: false, output: error.message }),
  );
}
