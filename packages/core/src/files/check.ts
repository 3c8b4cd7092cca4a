/** Checking a file that has come whole: everything between `checking` and `ready` or `refused`. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RefusalReason, ThumbnailSize } from '@parley/contracts/messages/attachments';
import { type CheckedFile, findFile, finishChecking, refuseFile, type StoredFile } from '@parley/db/files/uploads';
import { DependencyUnavailable } from '@parley/service/errors';
import type { ExternalContext } from '../external/services.ts';
import type { FileChecker } from './checker.ts';
import { isInfected } from './clamav.ts';
import { nameOfType } from './file-name.ts';
import { partsOf, receivedParts } from './parts.ts';
import { type FileStorage, inWorkFolder, isFull, removeAll } from '../storage/storage.ts';
import { kindsFor, objectsOf, refusesActiveContent, storageOf, publishFile, turnDown } from './uploads.ts';

export type CheckContext = ExternalContext & { fileChecker: FileChecker };

/** Outcome of a check: `ready`, or the reason for a refusal. */
export type CheckOutcome = 'ready' | RefusalReason;

/**
 * Checks a file and stores the outcome. It is copied first, so that nothing changes between the check and storing it;
 * repeating the call after a crash is safe.
 *
 * Returns null if there is nothing to check, or another process has done it.
 *
 * @throws when the storage or the scanner is unavailable: the file waits
 */
export async function checkFile(context: CheckContext, id: string): Promise<CheckOutcome | null> {
  const file = await findFile(context.db, id);
  if (!file || file.attachment.state === 'receiving') return null;
  const storage = storageOf(context);
  if (file.attachment.state !== 'checking') {
    // A process that was killed after its decision left the parts, and told nobody.
    await removeAll(storage, partsOf(id));
    await publishFile(context, file);
    return null;
  }
  const decided = await inWorkFolder(storage, async (folder) => {
    const copy = path.join(folder, 'copy');
    if (!(await copyWhole(storage, file, copy))) return refuse(context, id, 'incomplete');
    if (context.external.scanner && (await isInfected(context.external.scanner, createReadStream(copy)))) {
      return refuse(context, id, 'infected');
    }
    const { name } = file.attachment;
    const answer = await context.fileChecker.check({ file: copy, name, kinds: kindsFor(file), folder });
    if (answer.outcome === 'refused') return refuse(context, id, answer.reason);
    const { type, kind, picture, isChanged, activeContent } = answer;
    if (activeContent.length > 0 && refusesActiveContent(file)) return refuse(context, id, 'active_content');
    const original = isChanged ? path.join(folder, 'original') : copy;
    const { size } = await stat(original);
    const thumbnails =
      type === 'application/pdf'
        ? await context.fileChecker.drawFirstPage({ pdf: copy, folder })
        : (picture?.thumbnails ?? null);
    await storage.put(`${objectsOf(id)}original`, original);
    const sizes: ThumbnailSize[] = thumbnails ? ['small', 'large'] : [];
    for (const each of sizes) await storage.put(`${objectsOf(id)}${each}`, path.join(folder, each));
    const checked: CheckedFile = {
      name: nameOfType(name, type),
      type,
      kind,
      size,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      thumbnails,
      activeContent,
    };
    const ready = await finishChecking(context.db, id, checked);
    // Erased while it was looked at.
    if (!ready && !(await findFile(context.db, id))) await removeAll(storage, objectsOf(id));
    return ready;
  });
  await removeAll(storage, partsOf(id));
  if (!decided) return null;
  await publishFile(context, decided);
  return decided.attachment.reason ?? 'ready';
}

const refuse = (
  { db }: Pick<ExternalContext, 'db'>,
  id: string,
  reason: RefusalReason,
): Promise<StoredFile | undefined> => refuseFile(db, id, reason);

/** It could not be checked, however often it was tried; false where it has not even come. */
export async function giveUpFile(context: ExternalContext, id: string): Promise<boolean> {
  const file = await findFile(context.db, id);
  if (file?.attachment.state !== 'checking') return false;
  await turnDown(context, id, 'unchecked');
  return true;
}

/** False where less has come than was announced. */
async function copyWhole(storage: FileStorage, { attachment }: StoredFile, copy: string): Promise<boolean> {
  const { parts, size } = await receivedParts(storage, attachment.id);
  if (size !== attachment.size) return false;
  const bytes = async function* (): AsyncGenerator<Buffer> {
    for (const { key } of parts) yield* (await storage.read(key)).bytes;
  };
  // On a full disk the file waits.
  await pipeline(bytes(), createWriteStream(copy)).catch((error: unknown) => {
    throw isFull(error) ? new DependencyUnavailable('files', error) : error;
  });
  return (await stat(copy)).size === size;
}
