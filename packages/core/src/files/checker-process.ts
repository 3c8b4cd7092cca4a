/** Runs in the process that checks files: gets one, returns its type, gets the next. See `checker.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RefusalReason } from '@parley/contracts/messages/attachments';
import { answerTasks } from '../processes/limited-child.ts';
import type { CheckAnswer, CheckTask, DrawTask } from './checker.ts';
import { activeContentOf } from './active-content.ts';
import { contentType } from './content-type.ts';
import { refuseDisguised } from './disguise.ts';
import { isRemade, remakePicture, type Thumbnails } from './pictures.ts';
import { removePosition } from './position.ts';
import { FileRefused } from './refusal.ts';

const refused = (reason: RefusalReason): CheckAnswer => ({ outcome: 'refused', reason });

async function look({ file, name, kinds, folder }: CheckTask): Promise<CheckAnswer> {
  const bytes = await readFile(file);
  const found = await contentType(bytes, name);
  if (!found || !kinds.includes(found.kind)) return refused('type');
  refuseDisguised(bytes, found.type, name);
  const activeContent = await activeContentOf(bytes, found.type);
  if (isRemade(found.type)) {
    const picture = await remakePicture(file, found.type, folder);
    return { outcome: 'ready', ...found, picture, isChanged: true, activeContent };
  }
  const isChanged = removePosition(bytes, found.type);
  if (isChanged) await writeFile(path.join(folder, 'original'), bytes);
  return { outcome: 'ready', ...found, picture: null, isChanged, activeContent };
}

async function draw({ pdf, folder }: DrawTask): Promise<Thumbnails | null> {
  // Loaded for the first PDF: most files are none.
  const { drawFirstPage } = await import('./first-page.ts');
  return drawFirstPage(pdf, folder);
}

// Every error counts as a fault of the file. Its text may contain parts of the file and is not passed on.
const wrong = (error: unknown): CheckAnswer => refused(error instanceof FileRefused ? error.reason : 'unreadable');

answerTasks((task: CheckTask | DrawTask) => ('pdf' in task ? draw(task).catch(() => null) : look(task).catch(wrong)));
