/** The thread that reads mails: gets one, answers what it says, gets the next. See `reader.ts`. */
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
    // Whatever is wrong is wrong with the mail. Its words may hold some of it and are kept out of logs.
    (error: unknown) =>
      parentPort?.postMessage({ wrong: error instanceof Error ? error.name : 'Error' } satisfies ReadingAnswer),
  );
});
