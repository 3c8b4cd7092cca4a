/** Stores files that customers send by mail or another channel: like every upload, but without a waiting client. */
import { Readable } from 'node:stream';
import { cleanLine } from '@parley/contracts/text/clean-line';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import { attachmentAltMaxLength, incomingFilesPerDay } from '@parley/contracts/messages/limits';
import { findFile, insertFile, type NewFile } from '@parley/db/files/uploads';
import { findVisitor } from '@parley/db/visitors/visitors';
import { findWebsite } from '@parley/db/websites/websites';
import type { ExternalContext } from '../external/services.ts';
import { cleanFileName } from './file-name.ts';
import { partKey } from './parts.ts';
import { writeObject } from '../storage/storage.ts';
import {
  largestOf,
  mayVisitorSend,
  receivedWhole,
  refuseWithoutRoom,
  storageOf,
  turnDown,
  wasErased,
} from './uploads.ts';

export interface IncomingFile extends Pick<NewFile, 'source' | 'size'> {
  /** Equal whenever the file arrives again. */
  id: string;
  /** Name from the sender. */
  name: string;
  /** Alternative text from the sender; may be empty. */
  alt: string;
}

/**
 * Announces a customer's files. Returns the accepted ones, for the message: none if the website accepts no files or
 * there is no storage, none beyond its size limit, and only as many as the daily quota allows. Repeating it changes
 * nothing.
 */
export async function announceIncoming(
  context: ExternalContext,
  visitorId: string | null,
  files: readonly IncomingFile[],
): Promise<AttachmentInputs> {
  if (files.length === 0 || visitorId === null || !context.external.files) return [];
  const visitor = await findVisitor(context.db, visitorId);
  const website = visitor?.websiteId ? await findWebsite(context.db, visitor.websiteId) : undefined;
  if (!visitor || (website && !(await mayVisitorSend(context, visitorId, website.files)))) return [];
  const largest = largestOf(website?.files ?? null);
  const quota = website?.files.perDay ?? incomingFilesPerDay;
  const taken: AttachmentInputs = [];
  for (const { id, name, size, source, alt } of files) {
    if (size > largest) continue;
    const file = { id, source, size, name: cleanFileName(name) };
    if (!(await insertFile(context.db, { visitorId }, file, quota))) continue;
    const words = cleanLine(alt, attachmentAltMaxLength);
    taken.push({ id, ...(words !== '' && { alt: words }) });
  }
  return taken;
}

/**
 * Stores the bytes of an announced file and queues its check; null for a truncated one. A file that has arrived is left
 * alone.
 *
 * @throws Problem `unavailable` while the storage is full; StorageFull, and other errors: it is tried again
 */
export async function keepIncoming(context: ExternalContext, id: string, bytes: Uint8Array | null): Promise<void> {
  const file = await findFile(context.db, id);
  if (file?.attachment.state !== 'receiving') return;
  if (bytes === null || bytes.length === 0) return turnDown(context, id, 'incomplete');
  const storage = storageOf(context);
  await refuseWithoutRoom(storage, bytes.length);
  await writeObject(storage, partKey(id, 0), Readable.from([bytes]));
  if (!(await wasErased(context.db, storage, id))) await receivedWhole(context, id);
}
