/** Copies files with their bytes, so that each can be deleted separately. */
import type { Attachment } from '@parley/contracts/messages/attachments';
import { staffUploadsPerDay } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import { fileVariants } from '@parley/contracts/routes/uploads';
import { localize } from '@parley/contracts/i18n/server-texts';
import { beginChecking, finishChecking, insertFile } from '@parley/db/files/uploads';
import type { StaffCaller } from '../callers.ts';
import type { ExternalContext } from '../external/services.ts';
import { writeObject } from '../storage/storage.ts';
import { objectsOf, readBytes, refuseWithoutRoom, storageOf } from './uploads.ts';

/**
 * Copies files that are ready as uploads of the caller, which need no check; others are left out.
 *
 * @throws Problem `not_configured`, `rate_limited` beyond the daily quota, `unavailable` while the storage is full
 */
export async function copyFiles(
  context: ExternalContext,
  { user }: StaffCaller,
  files: readonly Attachment[],
): Promise<Attachment[]> {
  const copies: Attachment[] = [];
  for (const file of files) {
    const copy = await copyFile(context, user.id, file);
    if (copy) copies.push(copy);
  }
  return copies;
}

async function copyFile(context: ExternalContext, userId: string, file: Attachment): Promise<Attachment | undefined> {
  const { name, size, type, kind, width, height, thumbnails, alt, activeContent = [] } = file;
  if (file.state !== 'ready' || type === null || kind === null) return undefined;
  const storage = storageOf(context);
  await refuseWithoutRoom(storage, size);
  const copy = await insertFile(context.db, { userId }, { name, size }, staffUploadsPerDay);
  if (!copy) throw new Problem('rate_limited', localize('files_of_day'), { retryAfterSeconds: 3600 });
  for (const variant of thumbnails ? fileVariants : (['original'] as const)) {
    const { bytes } = await readBytes(context, file.id, variant);
    await writeObject(storage, `${objectsOf(copy.id)}${variant}`, bytes);
  }
  await beginChecking(context.db, copy.id);
  const checked = { name, type, kind, size, width, height, thumbnails, activeContent };
  const ready = await finishChecking(context.db, copy.id, checked);
  return ready && { ...ready.attachment, alt };
}
