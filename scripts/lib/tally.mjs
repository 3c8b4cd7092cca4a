import path from 'node:path';
import { root } from './places.mjs';
import { print } from './print.mjs';

/**
 * Results of one runner.
 *
 * @typedef {{ passed: number, failed: number, notes?: string[], failures?: string[], unsteady?: string[], files?:
 * TimedFile[] }} Result
 * `failures` names each test that failed, `unsteady` each that passed at its second attempt only; both say why
 * @typedef {{ name: string, seconds: number }} TimedFile a file of tests, by its full path, and how long its tests took
 */

/** Adds up the results of several runners, and remembers how long each took. */
export class Tally {
  passed = 0;
  failed = 0;
  /** @type {{ name: string, result: Result, seconds: number }[]} */
  #phases = [];

  /**
   * @param {string} name of the runner
   * @param {Result} result
   * @param {number} seconds that it took
   */
  add(name, result, seconds) {
    const { passed, failed, notes = [] } = result;
    this.#phases.push({ name, result, seconds });
    this.passed += passed;
    this.failed += failed;
    const words = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...notes];
    print(`${failed > 0 ? '✗' : '✓'} ${name}: ${words.join('; ')}`);
  }

  /** Formats one line for each runner: its name, how long it took, how much passed and failed. */
  table() {
    const width = Math.max(0, ...this.#phases.map(({ name }) => name.length));
    return this.#phases
      .map(({ name, result: { passed, failed }, seconds }) => {
        const time = `${seconds.toFixed(1)} s`.padStart(8);
        return `${name.padEnd(width)} ${time}  ${passed} passed, ${failed} failed`;
      })
      .join('\n');
  }

  /**
   * Formats the files with the slowest tests, a line each.
   *
   * @param {number} count
   */
  slowest(count) {
    const files = this.#phases.flatMap(({ result }) => result.files ?? []);
    const sorted = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
    return sorted
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${path.relative(root, name)}`)
      .join('\n');
  }

  /** Every test that failed and why, once more: a log's end is what is kept of it. */
  failures() {
    return this.#phases.flatMap(({ result }) => result.failures ?? []).map((each) => `✗ ${each}`);
  }

  /** Every test that failed at its first attempt and passed at the second, and why: a fault of the test or the product. */
  unsteady() {
    return this.#phases.flatMap(({ result }) => result.unsteady ?? []).map((each) => `? ${each}`);
  }

  /** The last line of `npm test`. */
  summary() {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}
