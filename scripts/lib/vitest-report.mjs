import fs from 'node:fs';

/**
 * Parts of vitest's JSON report that are counted.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {FileResult[]} testResults one per file
 *
 * @typedef {{ name: string, status: string, message?: string, startTime?: number, endTime?: number, assertionResults:
 * TestResult[] }} FileResult
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult with the errors of a first
 * attempt
 */

/**
 * Counts the results of a run of vitest. No fault is lost: a file that fails without a failing test (it could not be
 * loaded, or set up) is one failure, so is a run that fails without a failing file (an unhandled rejection), and so is
 * each test that was skipped.
 *
 * @param {string} file with the report
 * @param {object} run
 * @param {string | number} run.code the exit code
 * @param {boolean} run.isFiltered a developer asked for some tests only; the others are rightly skipped
 * @param {string} [run.unhandled] the file with what failed outside of every test
 * @returns {import('./tally.mjs').Result}
 */
export function vitestResult(file, { code, isFiltered, unhandled }) {
  /** @type {Report} */
  let report;
  try {
    report = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, notes: ['vitest ended without a report'] };
  }
  const isFailed = (/** @type {{ status: string }} */ { status }) => status === 'failed';
  const brokenFiles = report.testResults.filter((each) => isFailed(each) && !each.assertionResults.some(isFailed));
  const skipped = isFiltered ? 0 : report.numPendingTests + report.numTodoTests;
  const testsThat = (/** @type {(test: TestResult) => boolean} */ isMeant) =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(isMeant)
        .map(({ fullName, failureMessages = [] }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`),
    );
  const failures = testsThat(isFailed);
  failures.push(...brokenFiles.map(({ name, message = '' }) => `${name}: failed outside its tests\n${message}`));
  const outside = unhandled && fs.existsSync(unhandled) ? JSON.parse(fs.readFileSync(unhandled, 'utf8')) : [];
  failures.push(...outside.map((/** @type {string} */ error) => `outside of any test\n${error}`));
  const notes = [];
  if (skipped > 0) notes.push(`${skipped} skipped, which counts as failed`);
  const unsteady = testsThat(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0);
  if (unsteady.length > 0) notes.push(`${unsteady.length} passed at the second attempt`);
  let failed = report.numFailedTests + brokenFiles.length + skipped;
  if (code !== 0 && failed === 0) {
    failed = 1;
    notes.push('failed outside of any test');
  }
  const files = report.testResults.map(({ name, startTime = 0, endTime = startTime }) => ({
    name,
    seconds: (endTime - startTime) / 1000,
  }));
  return { passed: report.numPassedTests, failed, notes, failures, unsteady, files };
}
