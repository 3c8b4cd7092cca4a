/**
 * Outlives its parent by a few seconds, and only to clean up. The parent tells it over stdin which processes it has
 * started (`+pid signal stage`) and which have ended (`-pid`). When stdin closes, the parent is gone: normally with
 * nothing left running, after a `kill -9` with everything left running. What is left is then stopped stage by stage,
 * services before databases, and what does not stop in time is killed.
 */
import readline from 'node:readline';
import { signalGroup, stopStages } from './stopping.mjs';

/** Nobody is waiting for an orderly farewell any more, so this is short. */
const graceMilliseconds = 3000;

/** @type {Map<number, import('./stopping.mjs').Stoppable>} */
const running = new Map();

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [change, signal, stage] = line.split(' ');
  const pid = Number(change?.slice(1));
  if (change?.startsWith('+'))
    running.set(pid, { pid, signal: signal ?? 'SIGTERM', stage: Number(stage), graceMilliseconds });
  else running.delete(pid);
}
await stopStages([...running.values()]);
for (const pid of running.keys()) signalGroup(pid, 'SIGKILL');
