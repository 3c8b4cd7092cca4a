/**
 * Files of strangers are looked into by a process of their own, with an end to its time and memory and nothing in its
 * environment: whatever is in one, the worker goes on with its other work, and the next file meets a fresh process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { FileKind, RefusalReason } from '@parley/contracts/attachments';
import type { MadePicture, Thumbnails } from './pictures.ts';

export interface CheckTask {
  file: string;
  /** As it is called; decides nothing but which kind of text it is. */
  name: string;
  kinds: readonly FileKind[];
  /** Where what is made of a picture is written to: `original`, `small` and `large`. */
  folder: string;
}

export interface DrawTask {
  pdf: string;
  /** Where its first page is written to, as `small` and `large`. */
  folder: string;
}

export type CheckAnswer =
  | { outcome: 'ready'; type: string; kind: FileKind; picture: MadePicture | null }
  | { outcome: 'refused'; reason: RefusalReason };

export interface FileChecker {
  /** What the file is. Whatever makes the process end, or takes too long, is refused. */
  check(task: CheckTask): Promise<CheckAnswer>;
  /** The first page of a PDF; null where it cannot be drawn. Whatever makes the process end, or takes too long, cannot. */
  drawFirstPage(task: DrawTask): Promise<Thumbnails | null>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** A photo of 50 megapixels takes some seconds. */
const timeoutMs = 60_000;
/** A page of a PDF mostly takes half a second; the file waits for it. */
const drawTimeoutMs = 10_000;
/** For the process to be there, on a machine that is busy. */
const startMs = 60_000;
const heapMb = 192;

/** Beside this file: as it is here, or as `deploy/images/bundle.mjs` has made it. */
const program = path.join(import.meta.dirname, `checker-process${path.extname(import.meta.filename)}`);

export interface FileCheckerOptions {
  timeoutMs?: number;
  /** Another program for the process. */
  program?: string;
}

/** One process is kept for the next file; files looked into at the same time have one each. */
export function createFileChecker(options: FileCheckerOptions = {}): FileChecker {
  const processes = new Set<ChildProcess>();
  let idle: ChildProcess | null = null;

  async function start(): Promise<ChildProcess> {
    const child = fork(options.program ?? program, {
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    processes.add(child);
    child.once('exit', () => {
      processes.delete(child);
      if (idle === child) idle = null;
    });
    // Whoever waits for it hears of it too; without a listener it would end the process.
    child.on('error', () => undefined);
    const ended = new AbortController();
    child.once('exit', () => ended.abort(new Error('The process that looks into files did not start.')));
    // It says that it is ready before anything else.
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

  /** What a process answers; null where it ends, or has to be ended. */
  async function ask<A>(task: CheckTask | DrawTask, patienceMs: number): Promise<A | null> {
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
    const patience = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? patienceMs);
    child.send(task, (error) => {
      if (error) end();
    });
    try {
      return await promise;
    } finally {
      clearTimeout(patience);
      child.off('exit', end);
    }
  }

  return {
    check: async (task) => (await ask<CheckAnswer>(task, timeoutMs)) ?? { outcome: 'refused', reason: 'unreadable' },
    drawFirstPage: (task) => ask<Thumbnails>(task, drawTimeoutMs),
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
