/**
 * Parses files from strangers in a process of its own, with limits on time and memory and an empty environment:
 * whatever a file contains, the worker goes on with its other work, and the next file gets a fresh process.
 */
import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';

export interface LimitedProcesses {
  /** Returns the process's answer; null if it ends, or has to be killed. */
  ask<A>(task: Serializable, patienceMs: number): Promise<A | null>;
  /** Ends the running tasks. */
  close(): Promise<void>;
}

/** For the process to be there, on a machine that is busy. */
const startMs = 60_000;
const heapMb = 192;

/** Processes of one program: one is kept for the next task, tasks at the same time have one each. */
export function createLimitedProcesses(program: string): LimitedProcesses {
  const processes = new Set<ChildProcess>();
  let idle: ChildProcess | null = null;

  async function start(): Promise<ChildProcess> {
    const child = fork(program, {
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: {},
      // Bytes go as they are.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    processes.add(child);
    child.once('exit', () => {
      processes.delete(child);
      if (idle === child) idle = null;
    });
    // Waiting callers get the error too; without a listener it would end the process.
    child.on('error', () => undefined);
    const ended = new AbortController();
    child.once('exit', () => ended.abort(new Error('The process that looks into files did not start.')));
    // It sends a message when it is ready, before anything else.
    await once(child, 'message', { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(startMs)]) }).catch(
      (error: unknown) => {
        child.kill('SIGKILL');
        throw error;
      },
    );
    return child;
  }

  /** Keeps a process that has answered. One that waits keeps no worker alive. */
  function putBack(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    if (idle) child.kill('SIGKILL');
    else idle = child;
  }

  return {
    async ask<A>(task: Serializable, patienceMs: number): Promise<A | null> {
      const waiting = idle;
      idle = null;
      const child = waiting ?? (await start());
      child.ref();
      child.channel?.ref();
      const { promise, resolve } = Promise.withResolvers<A | null>();
      const end = (): void => resolve(null);
      child.once('exit', end);
      child.once('message', (answer: A) => {
        putBack(child);
        resolve(answer);
      });
      const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      child.send(task, (error) => {
        if (error) end();
      });
      try {
        return await promise;
      } finally {
        clearTimeout(patience);
        child.off('exit', end);
      }
    },
    async close() {
      await Promise.all(
        [...processes].map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
    },
  };
}
