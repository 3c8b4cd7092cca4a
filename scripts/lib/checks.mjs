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
  const hasBench = fs.existsSync(path.join(root, 'bench/node_modules'));
  return [tool('oxlint'), ['--type-aware', '--deny-warnings', ...(hasBench ? [] : ['--ignore-pattern', 'bench/**'])]];
}

/**
 * What is checked without running the product: format, lint with the import directions, types, and that it builds.
 *
 * @typedef {() => Promise<{ isGood: boolean, output: string }>} Check
 *
 * @param {import('./keeper.mjs').Keeper} keeper
 * @returns {Record<'format' | 'lint' | 'types' | 'build', Check>}
 */
export function checks(keeper) {
  const program = async (/** @type {string} */ command, /** @type {string[]} */ args) => {
    const { code, output } = await keeper.run(command, args, { cwd: root, env: toolEnvironment(), stdio: 'pipe' });
    return { isGood: code === 0, output };
  };
  return {
    format: () => program(tool('biome'), ['format']),
    lint: () => program(...lintCommand()),
    types: () => program(tool('tsc'), ['-b']),
    build: () => attempt(() => build(keeper)),
  };
}

/**
 * What throws when it is not good, as a check.
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
