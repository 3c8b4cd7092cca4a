/** The process that looks into files: gets one, answers what it is, gets the next. See `checker.ts`. */
import { writeFileSync } from 'node:fs';
import type { RefusalReason } from '@parley/contracts/attachments';
import type { CheckAnswer, CheckTask } from './checker.ts';
import { contentType } from './content-type.ts';
import { remakePicture, TooLarge } from './pictures.ts';

/** What JavaScript's own limit does not count is mostly pixels. */
const memoryBytes = 768 * 1024 * 1024;
const lookEveryMs = 50;

// Where memory runs out, this process is the one to go.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // There is no such place on this system.
}
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(1);
}, lookEveryMs).unref();

const refused = (reason: RefusalReason): CheckAnswer => ({ outcome: 'refused', reason });

async function look({ file, name, kinds, folder }: CheckTask): Promise<CheckAnswer> {
  const found = await contentType(file, name);
  if (!found || !kinds.includes(found.kind)) return refused('type');
  if (found.kind !== 'picture') return { outcome: 'ready', ...found, picture: null };
  return { outcome: 'ready', ...found, picture: await remakePicture(file, found.type, folder) };
}

process.on('message', (task: CheckTask) => {
  look(task).then(
    (answer) => process.send?.(answer),
    // What is wrong is wrong with the file. Words about it may hold some of it and stay here.
    (error: unknown) => process.send?.(refused(error instanceof TooLarge ? 'too_large' : 'unreadable')),
  );
});
// Its worker is gone.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
