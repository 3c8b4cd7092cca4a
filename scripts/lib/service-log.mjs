import { LogFile } from './log-file.mjs';
import { print } from './print.mjs';

/** Levels of the services' JSON logs that concern nobody at the terminal. */
const quiet = ['trace', 'debug', 'info'];

/**
 * Returns the part of a service's log line for the terminal: warnings and errors, in one line, and output that is not a
 * log line (a crash, a message of Node).
 *
 * @param {string} line
 * @returns {string | undefined}
 */
export function worthPrinting(line) {
  if (!line.startsWith('{')) return line.trim() ? line : undefined;
  try {
    const { level, msg, err } = JSON.parse(line);
    if (quiet.includes(level)) return undefined;
    return [msg, err?.message !== msg && err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
}

/** How much is kept for saying why a service did not start. */
const recentLines = 100;

/** A trouble that goes on is told again after this time, not with each line of the log. */
const againMilliseconds = 60_000;

/** Writes the output of a service: all of it into a file, and what a person has to read to the terminal. */
export class ServiceLog {
  isHeard = false;
  /** @type {string[]} */
  #recent = [];
  /**
   * Recent lines and their times.
   *
   * @type {Map<string, number>}
   */
  #printed = new Map();
  #kept;

  /**
   * @param {string} file is overwritten
   * @param {string} name of the service
   */
  constructor(file, name) {
    this.file = file;
    this.name = name;
    this.#kept = new LogFile(file, (words) => print(`${name}: ${words}`));
  }

  /** @param {(import('node:stream').Readable | null)[]} streams */
  keep(...streams) {
    for (const stream of streams) {
      let rest = '';
      const hear = (/** @type {string[]} */ lines) => {
        this.#kept.append(lines);
        for (const line of lines) this.#hear(line);
      };
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        hear(lines);
      });
      // A killed service may leave an unfinished line.
      stream?.on('error', (error) => hear([error.message])).on('close', () => hear(rest ? [rest] : []));
    }
  }

  /** Returns the service's last useful lines. */
  lastWords() {
    return this.#recent.join('\n');
  }

  /** @param {string} line */
  #hear(line) {
    const words = worthPrinting(line);
    if (words === undefined) return;
    this.#recent = [...this.#recent, words].slice(-recentLines);
    if (this.isHeard) this.#print(words);
  }

  /** @param {string} words */
  #print(words) {
    const now = Date.now();
    for (const [each, at] of this.#printed) if (now - at > againMilliseconds) this.#printed.delete(each);
    if (this.#printed.has(words)) return;
    this.#printed.set(words, now);
    print(`${this.name}: ${words}`);
  }
}
