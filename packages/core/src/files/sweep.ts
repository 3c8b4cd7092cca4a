/** Keeps file storage and database consistent: nothing is stored that nobody can see, and nothing waits forever. */
import { doomedFiles, forgetFiles, forgottenFiles, unknownFiles } from '@parley/db/files/sweep';
import { looseUploadHours } from '@parley/contracts/messages/limits';
import type { ExternalContext } from '../external/services.ts';
import { partsOf } from './parts.ts';
import { removeAll } from '../storage/storage.ts';
import { objectsOf, turnDown } from './uploads.ts';

const batch = 100;
const hour = 3_600_000;

/**
 * Removes the bytes of files that have lost their message or uploader or have expired, and then their rows; returns the
 * number of files. An interrupted run is continued by the next.
 */
export async function removeDoomedFiles(context: ExternalContext): Promise<number> {
  const storage = context.external.files;
  let removed = 0;
  while (storage) {
    const files = await doomedFiles(context.db, batch);
    for (const { id, storedAs } of files) {
      if (storedAs !== null) await removeAll(storage, objectsOf(storedAs));
      await removeAll(storage, partsOf(id));
    }
    await forgetFiles(
      context.db,
      files.map(({ id }) => id),
    );
    removed += files.length;
    if (files.length < batch) break;
  }
  return removed;
}

/** Refuses files that stopped arriving, or could not be checked, for a day. Returns the number of them. */
export async function refuseStaleFiles(context: ExternalContext): Promise<number> {
  const stale = await forgottenFiles(context.db, looseUploadHours * 3600, batch);
  for (const { id, state } of stale) await turnDown(context, id, state === 'checking' ? 'unchecked' : 'incomplete');
  return stale.length;
}

/** Removes objects of unknown files, older than a day, which a killed process has left. */
export async function removeStrayObjects(context: ExternalContext): Promise<number> {
  const storage = context.external.files;
  if (!storage) return 0;
  let removed = 0;
  for (const prefix of ['files/', 'uploads/']) {
    let keys: string[] = [];
    const settle = async (): Promise<void> => {
      const idOf = (key: string): string => key.split('/')[1] ?? '';
      const unknown = new Set(await unknownFiles(context.db, [...new Set(keys.map(idOf))]));
      for (const key of keys) {
        if (!unknown.has(idOf(key))) continue;
        await storage.remove(key);
        removed += 1;
      }
      keys = [];
    };
    for await (const { key, changedAt } of storage.list(prefix)) {
      if (changedAt.getTime() < Date.now() - looseUploadHours * hour && isOurs(key)) keys.push(key);
      if (keys.length >= 10 * batch) await settle();
    }
    await settle();
  }
  return removed;
}

/** A bucket may hold other things too. */
const isOurs = (key: string): boolean =>
  /^(?:files|uploads)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\w+$/.test(key);
