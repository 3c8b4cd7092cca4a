/** Files on their way in: announced, received in pieces, checked by the worker. */
import type { Readable } from 'node:stream';
import {
  type Attachment,
  defaultVisitorFiles,
  type FileKind,
  fileKinds,
  type RefusalReason,
  type ThumbnailSize,
  type VisitorFiles,
} from '@parley/contracts/messages/attachments';
import { staffUploadsPerDay, uploadMaxBytes, visitorUploadsPerDay } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import type { Website } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import type { Database } from '@parley/db/database';
import type { ForgottenFile } from '@parley/db/files/sweep';
import * as uploads from '@parley/db/files/uploads';
import { reserveRoom, waitingBytes, type WaitingLimits } from '@parley/db/files/before-message';
import { firstByRepresentative } from '@parley/db/messages/read';
import { isBlocked } from '@parley/db/visitors/contacts';
import type { StaffCaller, VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { broadcastToConversation } from '../live/broadcast.ts';
import type { ExternalContext } from '../external/services.ts';
import { blocked } from '../permissions/blocked.ts';
import { cleanFileName } from './file-name.ts';
import { partsOf, receivedParts } from './parts.ts';
import { addOrLeave } from '../queues.ts';
import { type ByteRange, type FileStorage, removeAll } from '../storage/storage.ts';

export type UploadCaller = StaffCaller | VisitorCaller;

/** Returns the owner under which the caller's files are stored. */
export const uploaderOf = (caller: UploadCaller): uploads.Uploader =>
  caller.kind === 'staff' ? { userId: caller.user.id } : { visitorId: caller.visitorId };

/** Returns the prefix of a file's stored objects. */
export const objectsOf = (fileId: string): string => `files/${fileId}/`;

/** @throws Problem `not_configured` where files are kept nowhere */
export function storageOf({ external }: ExternalContext): FileStorage {
  if (external.files) return external.files;
  throw new Problem('not_configured', localize('files_off'));
}

/** Reads the bytes of a file that is ready. @throws ObjectMissing if they are deleted, Problem `not_configured` */
export async function readBytes(
  context: ExternalContext,
  id: string,
  variant: 'original' | ThumbnailSize = 'original',
  range?: ByteRange,
): Promise<{ bytes: Readable; size: number }> {
  const storage = storageOf(context);
  return storage.read(`${objectsOf(await uploads.bytesIdOf(context.db, id))}${variant}`, range);
}

/** Limits of an uploader. */
interface Allowance {
  maxBytes: number;
  quota: { files: number; bytes: number };
}

/**
 * Announces a file, so that its bytes can be received.
 *
 * @param website of the page that a visitor writes on; null for the team
 * @throws Problem `not_configured`, `blocked`, `forbidden` if a visitor may send none (yet), `too_large`,
 * `rate_limited` beyond the daily quota, or the quota before the first message, `unavailable` while the storage is full
 */
export async function createUpload(
  context: ExternalContext,
  caller: UploadCaller,
  website: Website | null,
  { name, size, network }: { name: string; size: number; network?: string },
): Promise<Attachment> {
  const { maxBytes, quota } = await allowance(context, caller, website);
  const storage = storageOf(context);
  if (size > maxBytes) {
    throw new Problem('too_large', localize('file_too_large', { size: Math.floor(maxBytes / 1024 / 1024) }));
  }
  await refuseWithoutRoom(storage, size);
  const hashed = network === undefined ? null : context.secrets.sign('network of an upload', network);
  if (caller.kind === 'visitor' && (await currentConversationId(context.db, caller.visitorId)) === undefined) {
    const { ofNetwork, ofAll } = await waitingBytes(context.db, hashed);
    if (ofNetwork + size > context.external.waitingFiles.ofNetwork) throw beforeMessage('ofNetwork');
    if (ofAll + size > context.external.waitingFiles.ofAll) throw beforeMessage('ofAll');
  }
  const attachment = await uploads.insertFile(
    context.db,
    uploaderOf(caller),
    { name: cleanFileName(name), size, network: hashed },
    quota,
  );
  if (attachment) return attachment;
  throw new Problem('rate_limited', localize('files_of_day'), { retryAfterSeconds: 3600 });
}

/** @throws Problem `unavailable` */
export async function refuseWithoutRoom(storage: FileStorage, size: number): Promise<void> {
  const room = await storage.room();
  if (room !== null && room < size) throw full();
}

/** Has bytes of a visitor's file come only where they fit with what waits for a first message. @throws Problem `rate_limited`, `unavailable` */
export async function reserve(context: ExternalContext, id: string): Promise<void> {
  const exceeded = await reserveRoom(context.db, id, context.external.waitingFiles);
  if (exceeded) throw beforeMessage(exceeded);
}

const beforeMessage = (exceeded: keyof WaitingLimits): Problem =>
  exceeded === 'ofAll' ? full() : new Problem('rate_limited', localize('files_waiting'), { retryAfterSeconds: 3600 });

/** Returns the refusal for a full storage, to be retried after five minutes. */
export const full = (): Problem =>
  new Problem('unavailable', localize('files_full'), {
    retryAfterSeconds: 300,
  });

async function allowance(context: Context, caller: UploadCaller, website: Website | null): Promise<Allowance> {
  if (caller.kind === 'staff') return { maxBytes: uploadMaxBytes, quota: staffUploadsPerDay };
  if (await isBlocked(context.db, caller.visitorId)) throw blocked();
  const files = website?.files;
  if (!files || !(await mayVisitorSend(context, caller.visitorId, files))) {
    throw new Problem(
      'forbidden',
      files?.when === 'after_answer'
        ? 'Files can be sent once a representative has answered.'
        : 'No files can be sent here.',
    );
  }
  return { maxBytes: largestOf(files), quota: files.perDay ?? visitorUploadsPerDay };
}

/** Returns the maximum size of a visitor's file on their website, in bytes. */
export const largestOf = (files: Pick<VisitorFiles, 'maxBytes'> | null): number =>
  Math.min(files?.maxBytes ?? uploadMaxBytes, uploadMaxBytes);

/** Whether a visitor may send files at the moment. */
export async function mayVisitorSend(
  { db }: Pick<Context, 'db'>,
  visitorId: string,
  { when }: VisitorFiles,
): Promise<boolean> {
  if (when !== 'after_answer') return when === 'always';
  const conversationId = await currentConversationId(db, visitorId);
  return conversationId !== undefined && (await firstByRepresentative(db, conversationId)) !== undefined;
}

/** A file of the caller's own. @throws Problem `not_found` */
export async function readUpload(context: Pick<Context, 'db'>, caller: UploadCaller, id: string): Promise<Attachment> {
  return (await ownFile(context, caller, id)).attachment;
}

/** Reads a file of the caller's own. @throws Problem `not_found` */
export async function ownFile(
  { db }: Pick<Context, 'db'>,
  caller: UploadCaller,
  id: string,
): Promise<uploads.StoredFile> {
  const file = await uploads.findUpload(db, uploaderOf(caller), id);
  if (!file) throw new Problem('not_found', localize('no_such_file'));
  return file;
}

/** Takes back a file that no message has brought; its bytes go with the next sweep. @throws Problem `not_found` */
export async function cancelUpload(context: Pick<Context, 'db'>, caller: UploadCaller, id: string): Promise<void> {
  if (!(await uploads.dropUpload(context.db, uploaderOf(caller), id))) {
    throw new Problem('not_found', 'There is no such file, or a message has brought it.');
  }
}

/** Whether a file was erased while its bytes came; nothing stays of them then. */
export async function wasErased(db: Database, storage: FileStorage, id: string): Promise<boolean> {
  if (await uploads.findFile(db, id)) return false;
  await removeAll(storage, partsOf(id));
  return true;
}

/** Queues the check of a complete file; once, even if it is called repeatedly. */
export async function receivedWhole(context: Context, id: string): Promise<void> {
  const file = await uploads.beginChecking(context.db, id);
  if (!file) return;
  await addOrLeave(context, 'files', { fileId: id });
  await publishFile(context, file);
}

/** Has a file fetched or checked that no job works on, as far as it has arrived. */
export async function continueFile(
  context: ExternalContext,
  { id, state, isFetched, size }: ForgottenFile,
): Promise<void> {
  if (state === 'checking' || isFetched) await context.queues.add('files', { fileId: id });
  else if ((await receivedParts(storageOf(context), id)).size === size) await receivedWhole(context, id);
}

/** Refuses a file and publishes that to readers of its message. */
export async function turnDown(context: Context, id: string, reason: RefusalReason): Promise<void> {
  const refused = await uploads.refuseFile(context.db, id, reason);
  if (refused) await publishFile(context, refused);
}

/** Publishes a file's state to readers of its message. */
export async function publishFile(
  context: Pick<Context, 'publisher' | 'log'>,
  { conversationId, seq, attachment }: uploads.StoredFile,
): Promise<void> {
  if (conversationId === null || seq === null) return;
  const frame = { type: 'attachment_updated', conversationId, seq, attachment } as const;
  // The frame is only a hint: reading the message returns the state too.
  await broadcastToConversation(context, conversationId, frame).catch((error: unknown) =>
    context.log.warn({ err: error, file: attachment.id }, 'the state of a file was not published'),
  );
}

/** Returns the allowed kinds: all for the team, and for files accepted by the installation that is copied from. */
export const kindsFor = ({ visitorId, allowed, source }: uploads.StoredFile): readonly FileKind[] =>
  visitorId === null || source?.channel === 'sync' ? fileKinds : (allowed ?? defaultVisitorFiles).kinds;

/** Whether its website takes no files with active content; the team's are always kept and marked. */
export const refusesActiveContent = ({ visitorId, allowed, source }: uploads.StoredFile): boolean =>
  visitorId !== null && source?.channel !== 'sync' && allowed?.activeContent === 'refuse';
