import fs from 'node:fs';

/** A reporter for vitest: writes what failed outside of every test to the file `UNHANDLED_ERRORS`, as JSON. */
export default class UnhandledErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly { message?: string, stack?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env['UNHANDLED_ERRORS'];
    if (!file) return;
    fs.writeFileSync(file, JSON.stringify(errors.map(({ message = '', stack = message }) => stack)));
  }
}
