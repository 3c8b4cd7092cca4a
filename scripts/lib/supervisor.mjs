import { spawn, spawnSync } from 'node:child_process';
import { Socket } from 'node:net';
import path from 'node:path';
import { killRemains, stopStages } from './stopping.mjs';
import { Refusal } from './print.mjs';
import { which } from './places.mjs';

/** How long a process may finish what it does, and a database write its last page, before it is killed. */
const usualGraceMilliseconds = 10_000;

/** Services stop first (0), then what they stand on (1). */
export const stages = /** @type {const} */ ({ service: 0, database: 1 });

/**
 * @typedef {object} StartOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {import('node:child_process').StdioOptions} [stdio]
 * @property {string} [signal] what asks this process to stop; SIGTERM unless said otherwise
 * @property {number} [stage] one of `stages`; services unless said otherwise
 * @property {number | undefined} [graceMilliseconds] how long it may take to stop, where that is another time than the
 * usual 10 s
 * @property {string[]} [privileges] options of setpriv(1), to run as another user
 *
 * @typedef {object} Kept
 * @property {number} pid
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<string | number>} ended the exit code, or the signal's name
 * @property {boolean} running
 */

/**
 * Starts processes and promises that none of them outlives this one, however it ends: stopped in order when it stops,
 * and after a `kill -9` by the watchdog (everywhere) and by the parent-death signal (on Linux).
 */
export class Supervisor {
  /** @type {Map<number, import('./stopping.mjs').Stoppable>} */
  #running = new Map();
  #hurry = new AbortController();
  /** @type {Promise<void> | undefined} */
  #stopped;
  #watchdog = startWatchdog();

  /** True once `stop` was called; nothing can be started any more. */
  get isStopping() {
    return this.#stopped !== undefined;
  }

  /**
   * Starts a process in a group of its own, so that Ctrl-C in the terminal reaches this process alone and the order of
   * stopping is ours.
   *
   * @param {string} command
   * @param {string[]} args
   * @param {StartOptions} [options]
   * @returns {Kept}
   */
  start(command, args, options = {}) {
    const { signal = 'SIGTERM', stage = stages.service, graceMilliseconds = usualGraceMilliseconds } = options;
    const { privileges = [], cwd, env, stdio = 'inherit' } = options;
    if (this.isStopping) throw new Refusal('Stopped.');
    const setpriv = [...diesWithParent(signal), ...privileges];
    const [file, all] = setpriv.length > 0 ? ['setpriv', [...setpriv, '--', command, ...args]] : [command, args];
    const child = spawn(file, all, { cwd, env, stdio, detached: process.platform !== 'win32' });
    const pid = child.pid;
    if (pid !== undefined) this.#watch({ pid, signal, stage, graceMilliseconds });
    const kept = { pid: pid ?? -1, child, running: true, ended: this.#end(child) };
    void kept.ended.then(() => (kept.running = false));
    return kept;
  }

  /**
   * Runs a command to its end.
   *
   * @param {string} command
   * @param {string[]} args
   * @param {StartOptions & { input?: string }} [options]
   * @returns {Promise<{ code: string | number, output: string }>} what it printed, when `stdio` is `pipe`
   */
  async run(command, args, { input, ...options } = {}) {
    const { child, ended } = this.start(command, args, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    child.stdin?.on('error', () => {}).end(input);
    const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    const code = await ended;
    await closed;
    return { code, output };
  }

  /**
   * Like `run`, for a command that has to succeed.
   *
   * @param {string} command
   * @param {string[]} args
   * @param {StartOptions & { input?: string }} [options]
   * @returns {Promise<string>} what it printed, when `stdio` is `pipe`
   */
  async mustRun(command, args, options) {
    const { code, output } = await this.run(command, args, options);
    if (this.isStopping) throw new Refusal('Stopped.');
    if (code === 0) return output;
    throw new Refusal(`${output.trim()}\n${path.basename(command)} ${args.join(' ')} ended with ${code}.`.trim());
  }

  /** Stops everything, in order; called again while stopping, without further patience for the services. */
  stop() {
    if (this.#stopped) this.#hurry.abort();
    this.#stopped ??= stopStages([...this.#running.values()], this.#hurry.signal);
    return this.#stopped;
  }

  /** @param {import('./stopping.mjs').Stoppable} stoppable */
  #watch(stoppable) {
    this.#running.set(stoppable.pid, stoppable);
    this.#watchdog.write(`+${stoppable.pid} ${stoppable.signal} ${stoppable.stage}\n`);
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @returns {Promise<string | number>}
   */
  async #end(child) {
    const how = await new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
      child.once('error', (error) => resolve(error.message));
    });
    if (child.pid !== undefined) {
      killRemains(child.pid);
      this.#running.delete(child.pid);
      this.#watchdog.write(`-${child.pid}\n`);
    }
    return how;
  }
}

/** Starts the watchdog. */
function startWatchdog() {
  const file = path.join(import.meta.dirname, 'watchdog.mjs');
  const watchdog = spawn(process.execPath, [file], { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
  watchdog.unref();
  watchdog.stdin.on('error', () => {});
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  return watchdog.stdin;
}

/** @type {boolean | undefined} */
let canDieWithParent;

/**
 * The options of setpriv(1) by which Linux itself sends a process its stop signal when this one dies.
 *
 * @param {string} signal
 */
function diesWithParent(signal) {
  canDieWithParent ??=
    which('setpriv') !== undefined && spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0;
  return canDieWithParent ? ['--pdeathsig', signal.slice('SIG'.length)] : [];
}
