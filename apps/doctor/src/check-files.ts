/** The file storage: takes a file, gives it back, and lets go of it. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FilesConfig } from '@parley/core/storage/config';
import { createFileStorage } from '@parley/core/storage/create-storage';
import { type FileStorage, writeObject } from '@parley/core/storage/storage';
import { type Finding, reason } from './finding.ts';

const what = 'File storage';
const words = 'written by the doctor';

/** Writes, reads and deletes one, and asks how much room is left. */
export async function checkFiles(config: FilesConfig): Promise<Finding> {
  const storage = createFileStorage(config);
  if (!storage) return { what, state: 'skipped', detail: 'none is set up, so files can’t be sent' };
  try {
    await tryOut(storage);
    const room = await storage.room();
    if (room === 0) {
      const remedy = 'Make the disk of FILES_FOLDER larger, or FILES_RESERVE_MB smaller.';
      return { what, state: 'broken', detail: 'It is full: new files are refused.', remedy };
    }
    const left = room === null ? '' : `, room for ${Math.floor(room / 1024 / 1024)} MB`;
    return { what, state: 'good', detail: `written, read and deleted${left}` };
  } catch (error) {
    const remedy = config.FILES_S3_BUCKET
      ? 'Are endpoint, bucket, region and keys in FILES_S3_* right, and may the key write, read, list and delete?'
      : 'May this user write into FILES_FOLDER, and is it the folder of the API and the worker?';
    return { what, state: 'broken', detail: `It does not work: ${reason(error)}.`, remedy };
  } finally {
    storage.close();
  }
}

async function tryOut(storage: FileStorage): Promise<void> {
  // The sweep finds the file here if the doctor is ended in between.
  const key = `files/${randomUUID()}/original`;
  await writeObject(
    storage,
    key,
    (async function* () {
      yield Buffer.from(words);
    })(),
  );
  try {
    const { bytes } = await storage.read(key);
    if ((await buffer(bytes)).toString() !== words) throw new Error('the file read back differs from the file written');
  } finally {
    await storage.remove(key);
  }
}
