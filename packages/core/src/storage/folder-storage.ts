/** Files in a folder. Several processes, on several machines, may share it. */
import { createReadStream } from 'node:fs';
import { mkdir, opendir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type FileStorage, ObjectMissing, refuseFull } from './storage.ts';

export interface FolderOptions {
  folder: string;
  /** Bytes to leave free on the disk. */
  reserveBytes: number;
}

const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Keeps files in a folder. Writing fails while the disk has less than `reserveBytes` free. */
export function createFolderStorage({ folder, reserveBytes }: FolderOptions): FileStorage {
  const workFolder = path.join(folder, 'work');

  const place = (key: string): string => {
    if (!/^[\w-]+(?:\/[\w-]+)+$/.test(key)) throw new Error('That is no key.');
    return path.join(folder, ...key.split('/'));
  };

  /** Lists depth first; files that vanish during the walk are left out. */
  async function* walk(prefix: string): ReturnType<FileStorage['list']> {
    const entries = await opendir(path.join(folder, prefix)).catch((error: unknown) => {
      if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw error;
    });
    if (!entries) return;
    const names = [];
    for await (const entry of entries) names.push(entry);
    for (const entry of names.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const key = `${prefix}${entry.name}`;
      if (entry.isDirectory()) yield* walk(`${key}/`);
      else {
        const found = await stat(path.join(folder, key)).catch(() => undefined);
        if (found) yield { key, size: found.size, changedAt: found.mtime };
      }
    }
  }

  return {
    workFolder,
    async put(key, file) {
      const target = place(key);
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await rename(file, target);
      } catch (error) {
        // The empty folder was removed in between.
        if (!isCode(error, 'ENOENT')) refuseFull(error);
        await mkdir(path.dirname(target), { recursive: true }).catch(refuseFull);
        await rename(file, target);
      }
    },
    async read(key, range) {
      const file = place(key);
      const { size } = await stat(file).catch((error: unknown) => {
        throw isCode(error, 'ENOENT') ? new ObjectMissing(`There is no ${key}.`) : error;
      });
      return { bytes: createReadStream(file, range), size };
    },
    list: walk,
    async remove(key) {
      const file = place(key);
      await rm(file, { force: true });
      // The last one of a folder takes it along.
      await rmdir(path.dirname(file)).catch((error: unknown) => {
        if (!isCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
      });
    },
    async room() {
      await mkdir(workFolder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      return Math.max(0, bavail * bsize - reserveBytes);
    },
    close: () => undefined,
  };
}
