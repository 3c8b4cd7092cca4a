/** Runs in the child process of `limited-process.ts`: gets a task, returns the answer, gets the next. */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Maximum memory outside of JavaScript's own limit, mostly pixels and decompressed bytes. */
const memoryBytes = 768 * 1024 * 1024;
const lookEveryMs = 50;

/** Ends the process when it has too much memory, or no worker any more. */
function watch(most: number, parent: number, everyMs: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > most || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, everyMs);
}

/** Answers tasks until the worker is gone. `answer` does not throw: a fault of a task is an answer too. */
export function answerTasks<T>(answer: (task: T) => Promise<unknown>): void {
  // If memory runs out, the kernel should kill this process first.
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // There is no such place on this system.
  }
  // On a thread of its own: a page of a PDF is drawn without a pause in which this one could look.
  new Worker(`(${watch.toString()})(${memoryBytes}, ${process.ppid}, ${lookEveryMs})`, { eval: true }).unref();
  process.on('message', (task: T) => {
    void answer(task).then((answered) => process.send?.(answered));
  });
  // The worker has ended.
  process.on('disconnect', () => process.exit(0));
  process.send?.('ready');
}
