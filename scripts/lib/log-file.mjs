import fs from 'node:fs';

/**
 * A file that is appended to, with harmless failures: a line that can't be written (the disk is full, the folder is
 * gone) is lost, and every later one is tried again, so that writing continues as soon as it can.
 */
export class LogFile {
  #lost = 0;

  /**
   * @param {string} file is overwritten
   * @param {(words: string) => void} report is told once that lines are being lost and why, and once how many were
   */
  constructor(file, report) {
    this.file = file;
    this.report = report;
    fs.rmSync(file, { force: true });
  }

  /** @param {string[]} lines */
  append(lines) {
    if (lines.length === 0) return;
    // Lost output may have left the beginning of a line.
    const gap = this.#lost > 0 ? ['', `${this.#lost} lines are missing here.`] : [];
    try {
      // At once: what a service says last must be there when this process ends.
      fs.appendFileSync(this.file, `${[...gap, ...lines].join('\n')}\n`, { mode: 0o600 });
    } catch (error) {
      if (this.#lost === 0)
        this.report(`the log loses lines until it can be written again: ${/** @type {Error} */ (error).message}`);
      this.#lost += lines.length;
      return;
    }
    if (this.#lost > 0) this.report(`the log is written again; ${this.#lost} lines are missing`);
    this.#lost = 0;
  }
}
