/** Prints what a person running a command reads: a line per step, with the seconds since the command began. */
import fs from 'node:fs';

const began = performance.now();

// A closed pipe (`npm start | head`) must not end the process before it has stopped what it started.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** @param {string} text */
export const bold = (text) => (process.stdout.isTTY ? `\u001B[1m${text}\u001B[22m` : text);
/** @param {string} text */
export const dim = (text) => (process.stdout.isTTY ? `\u001B[2m${text}\u001B[22m` : text);

/** Seconds since the command began, as `1.2`. */
export const secondsSoFar = () => ((performance.now() - began) / 1000).toFixed(1);

/**
 * Prints one step, done or under way.
 *
 * @param {string} text
 */
export function print(text) {
  console.log(`${dim(`${secondsSoFar().padStart(6)} s`)}  ${text}`);
}

/** Something the person at the keyboard can mend; the message says how. */
export class Refusal extends Error {
  /** @override */
  toString() {
    return this.message;
  }
}

/**
 * Why the command has failed: a `Refusal`, or a disk that is full, in its own words, anything unforeseen with its stack.
 *
 * @param {unknown} error
 */
export function printFailure(error) {
  const isForeseen = error instanceof Refusal || (error instanceof Error && 'code' in error && error.code === 'ENOSPC');
  console.error('\n%s\n', isForeseen || !(error instanceof Error) ? String(error) : error.stack);
}

/**
 * The end of a log file, for a message that says why something did not start.
 *
 * @param {string} file
 * @param {number} [count]
 */
export function lastLines(file, count = 12) {
  return fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}
