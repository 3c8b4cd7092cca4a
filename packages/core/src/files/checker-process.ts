/** The process that looks into files: gets one, answers what it is, gets the next. See `checker.ts`. */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RefusalReason } from '@parley/contracts/attachments';
import type { CheckAnswer, CheckTask, DrawTask } from './checker.ts';
import { contentType } from './content-type.ts';
import { remakePicture, TooLarge, type Thumbnails } from './pictures.ts';

/** What JavaScript's own limit does not count is mostly pixels. */
const memoryBytes = 768 * 1024 * 1024;
const lookEveryMs = 50;

// Where memory runs out, this process is the one to go.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // There is no such place on this system.
}

/** Ends the process when it has too much memory, or no worker any more. */
function watch(most: number, parent: number, everyMs: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > most || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, everyMs);
}
// On a thread of its own: a page of a PDF is drawn without a pause in which this one could look.
new Worker(`(${watch.toString()})(${memoryBytes}, ${process.ppid}, ${lookEveryMs})`, { eval: true }).unref();

const refused = (reason: RefusalReason): CheckAnswer => ({ outcome: 'refused', reason });

async function look({ file, name, kinds, folder }: CheckTask): Promise<CheckAnswer> {
  const found = await contentType(file, name);
  if (!found || !kinds.includes(found.kind)) return refused('type');
  if (found.kind !== 'picture') return { outcome: 'ready', ...found, picture: null };
  return { outcome: 'ready', ...found, picture: await remakePicture(file, found.type, folder) };
}

async function draw({ pdf, folder }: DrawTask): Promise<Thumbnails | null> {
  // Loaded for the first PDF: most files are none.
  const { drawFirstPage } = await import('./first-page.ts');
  return drawFirstPage(pdf, folder);
}

// What is wrong is wrong with the file. Words about it may hold some of it and stay here.
const wrong = (error: unknown): CheckAnswer => refused(error instanceof TooLarge ? 'too_large' : 'unreadable');

process.on('message', (task: CheckTask | DrawTask) => {
  const work = 'pdf' in task ? draw(task).catch(() => null) : look(task).catch(wrong);
  void work.then((answer) => process.send?.(answer));
});
// Its worker is gone.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
