/** Runs in the thread that reads mails: gets one, returns its content, gets the next. See `reader.ts`. */
import { parentPort } from 'node:worker_threads';
import type { ComparingTask, ReadingAnswer, ReadingTask } from './reader.ts';
import { readMail } from './reading.ts';
import { newText } from './reply-text.ts';

// Loading took its time, which no mail is charged for.
parentPort?.postMessage('ready');
parentPort?.on('message', (task: ReadingTask | ComparingTask) => {
  const work = async () => ('raw' in task ? readMail(task.raw, task.authservId) : newText(task.text, task.sent));
  work().then(
    (answer) => parentPort?.postMessage({ answer } satisfies ReadingAnswer),
    // Every error counts as a fault of the mail. Its text may contain parts of the mail and stays out of logs.
    (error: unknown) =>
      parentPort?.postMessage({ wrong: error instanceof Error ? error.name : 'Error' } satisfies ReadingAnswer),
  );
});
