/** The thread that reads mails: gets one, answers what it says, gets the next. See `reader.ts`. */
import { parentPort } from 'node:worker_threads';
import type { ReadingAnswer, ReadingTask } from './reader.ts';
import { readMail } from './reading.ts';

// Loading took its time, which no mail is charged for.
parentPort?.postMessage('ready');
parentPort?.on('message', ({ raw, authservId }: ReadingTask) => {
  const answer = (given: ReadingAnswer): void => parentPort?.postMessage(given);
  readMail(raw, authservId).then(
    (reading) => answer({ reading }),
    // Whatever is wrong is wrong with the mail. Its words may hold some of it and are kept out of logs.
    (error: unknown) => answer({ wrong: error instanceof Error ? error.name : 'Error' }),
  );
});
