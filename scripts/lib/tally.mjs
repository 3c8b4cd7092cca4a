import { say } from './say.mjs';

/**
 * What one runner came to.
 *
 * @typedef {{ passed: number, failed: number, notes?: string[] }} Result
 */

/** Adds up the results of several runners. */
export class Tally {
  passed = 0;
  failed = 0;

  /**
   * @param {string} name of the runner
   * @param {Result} result
   */
  add(name, { passed, failed, notes = [] }) {
    this.passed += passed;
    this.failed += failed;
    const words = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...notes];
    say(`${failed > 0 ? '✗' : '✓'} ${name}: ${words.join('; ')}`);
  }

  /** The last line of `npm test`. */
  summary() {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}
