/**
 * Reads mails in threads of their own, with limits on time and memory: whatever a mail contains, the process goes on
 * with its other work, and the next mail is read in a fresh thread.
 */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MailReading } from './reading.ts';
import type { MailText, NewText } from './reply-text.ts';
import type { SentText } from './sent-text.ts';

export interface ReadingTask {
  raw: Uint8Array;
  authservId: string | null;
}
export interface ComparingTask {
  text: MailText;
  sent: SentText;
}
export type ReadingAnswer = { answer: MailReading | NewText } | { wrong: string };

/** Why a mail was not read. */
export type UnreadReason = 'unreadable' | 'too_slow' | 'too_large';

export interface MailReader {
  /** Returns the mail's content, or the reason why it can't be read. @throws when threads can't be started */
  read(task: ReadingTask): Promise<{ reading: MailReading } | { unread: UnreadReason }>;
  /** Returns the new text of a mail that was read, compared with its conversation. @throws as `read` */
  compare(task: ComparingTask): Promise<NewText | { unread: UnreadReason }>;
  /** Ends the running tasks. */
  close(): Promise<void>;
}

/** The largest real mails take less than half a second. */
const timeoutMs = 10_000;
/** For the thread to be there, on a machine that is busy. */
const startMs = 60_000;
const memoryMb = 256;

/** Beside this file: as it is here, or as `deploy/images/bundle.mjs` has made it. */
const program = new URL(`./reader-thread${path.extname(import.meta.filename)}`, import.meta.url);

export interface MailReaderOptions {
  timeoutMs?: number;
  /** Another program for the thread. */
  program?: URL;
}

/** Creates a reader. One thread is reused for the next mail; mails read at the same time have one each. */
export function createMailReader(options: MailReaderOptions = {}): MailReader {
  const threads = new Set<Worker>();
  let idle: Worker | null = null;

  async function start(): Promise<Worker> {
    const thread = new Worker(options.program ?? program, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // Strangers' bytes are kept away from the secrets that the process was started with.
      env: {},
    });
    threads.add(thread);
    thread.once('exit', () => {
      threads.delete(thread);
      if (idle === thread) idle = null;
    });
    // Waiting callers get the error too; without a listener it would end the process.
    thread.on('error', () => undefined);
    // It sends a message when it is ready, before anything else.
    await once(thread, 'message', { signal: AbortSignal.timeout(startMs) });
    return thread;
  }

  /** Keeps a thread that has answered. One that waits keeps no process alive. */
  function putBack(thread: Worker): void {
    thread.removeAllListeners('message');
    thread.unref();
    if (idle) void thread.terminate();
    else idle = thread;
  }

  /** Runs a task in a thread, which returns the result of `readMail` or `newText`. */
  async function ask<Answer extends MailReading | NewText>(
    task: ReadingTask | ComparingTask,
  ): Promise<{ answer: Answer } | { unread: UnreadReason }> {
    const waiting = idle;
    idle = null;
    const thread = waiting ?? (await start());
    thread.ref();
    const { promise, resolve, reject } = Promise.withResolvers<{ answer: Answer } | { unread: UnreadReason }>();
    const onError = (error: Error): void =>
      'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ unread: 'too_large' }) : reject(error);
    const onExit = (): void => reject(new Error('A thread that reads mails has ended.'));
    thread.once('error', onError);
    thread.once('exit', onExit);
    thread.once('message', (given: { answer: Answer } | { wrong: string }) => {
      putBack(thread);
      resolve('answer' in given ? given : { unread: 'unreadable' });
    });
    const patience = setTimeout(() => {
      resolve({ unread: 'too_slow' });
      void thread.terminate();
    }, options.timeoutMs ?? timeoutMs);
    thread.postMessage(task);
    try {
      return await promise;
    } finally {
      clearTimeout(patience);
      thread.off('error', onError);
      thread.off('exit', onExit);
    }
  }

  return {
    async read(task) {
      const read = await ask<MailReading>(task);
      return 'answer' in read ? { reading: read.answer } : read;
    },
    async compare(task) {
      const compared = await ask<NewText>(task);
      return 'answer' in compared ? compared.answer : compared;
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
