import { setTimeout as sleep } from 'node:timers/promises';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Even a killed process takes a moment to be gone. */
const killedMilliseconds = 1000;

/**
 * A process with a group of its own. Lower stages are stopped before higher ones; `graceMilliseconds` is how long it may
 * take to end after its signal.
 *
 * @typedef {{ pid: number, signal: string, stage: number, graceMilliseconds: number }} Stoppable
 */

/**
 * True while a process runs; one that has ended but was not yet waited for (a zombie) does not.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    if (process.platform === 'linux') return !/^\d+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * The command and arguments of a running process; empty when it is gone.
 *
 * @param {number} pid
 */
export function commandLine(pid) {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-ww', '-p', `${pid}`], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Sends a signal to a process and to everything in its group. A process that is gone is no error.
 *
 * @param {number} pid
 * @param {string} signal
 */
export function signalGroup(pid, signal) {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch {
      // The group is gone, or never was; then the process alone.
    }
  }
}

/**
 * Kills whatever a process that has ended left behind in its group.
 *
 * @param {number} pid
 */
export function killRemains(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing was left behind.
  }
}

/**
 * Waits until a process has ended.
 *
 * @param {number} pid
 * @param {number} milliseconds at most
 * @param {AbortSignal} [hurry] stops waiting at once
 * @returns {Promise<boolean>} whether it has ended
 */
export async function waitForEnd(pid, milliseconds, hurry) {
  const end = Date.now() + milliseconds;
  while (isAlive(pid) && Date.now() < end && !hurry?.aborted) await sleep(20);
  return !isAlive(pid);
}

/**
 * Stops processes stage by stage: each gets its signal, and is killed when it has not ended in time.
 *
 * @param {Stoppable[]} processes
 * @param {AbortSignal} [hurry] ends the waiting of services (stage 0); databases always get their time
 */
export async function stopStages(processes, hurry) {
  const stages = [...new Set(processes.map((process) => process.stage))].toSorted((a, b) => a - b);
  for (const stage of stages) {
    const members = processes.filter((process) => process.stage === stage);
    for (const { pid, signal } of members) signalGroup(pid, signal);
    const impatience = stage === 0 ? hurry : undefined;
    await Promise.all(
      members.map(async ({ pid, graceMilliseconds }) => {
        if (await waitForEnd(pid, graceMilliseconds, impatience)) return;
        signalGroup(pid, 'SIGKILL');
        await waitForEnd(pid, killedMilliseconds);
      }),
    );
  }
}
