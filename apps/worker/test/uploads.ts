/** Files on their way in, as the API takes them. */
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Attachment } from '@parley/contracts/messages/attachments';
import { createReceiver } from '@parley/core/files/receive';
import { createUpload, readUpload, type UploadCaller } from '@parley/core/files/uploads';
import { findWebsite } from '@parley/db/websites/websites';
import { type Installation, until } from './installation.ts';

/** Sends the bytes of a file that was announced. */
export async function sendBytes(
  { context }: Installation,
  caller: UploadCaller,
  id: string,
  bytes: Buffer,
): Promise<void> {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length),
  };
  await createReceiver(context)(caller, id, { method: 'PATCH', headers, body: Readable.from([bytes]) });
}

/** Announces a file and sends it whole. */
export async function upload(
  where: Installation,
  caller: UploadCaller,
  bytes: Buffer,
  name = 'a.txt',
): Promise<Attachment> {
  const website = caller.kind === 'visitor' ? await findWebsite(where.context.db, where.websiteId) : undefined;
  const attachment = await createUpload(where.context, caller, website ?? null, { name, size: bytes.length });
  await sendBytes(where, caller, attachment.id, bytes);
  return attachment;
}

/** The file once it is ready or refused. */
export const decided = ({ context }: Installation, caller: UploadCaller, id: string): Promise<Attachment> =>
  until(async () => {
    const file = await readUpload(context, caller, id);
    return file.state === 'ready' || file.state === 'refused' ? file : null;
  }, `file ${id} to be decided`);

/** Returns the stored bytes of a file. */
export async function bytesOf({ context }: Installation, id: string, variant = 'original'): Promise<Buffer> {
  const storage = context.external.files;
  if (!storage) throw new Error('no storage');
  return buffer((await storage.read(`files/${id}/${variant}`)).bytes);
}
