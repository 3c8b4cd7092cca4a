/** Checks of the file storage for `/readyz`. */
import type { FileStorage } from './storage.ts';

/** Returns a check that fails while the storage takes no more files, at the floor of free space; none without a storage. */
export function roomChecks(storage: Pick<FileStorage, 'room'> | null | undefined): { files?: () => Promise<void> } {
  if (!storage) return {};
  return {
    async files() {
      if ((await storage.room()) === 0) throw new Error('The file storage is full.');
    },
  };
}
