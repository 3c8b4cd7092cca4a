/**
 * Files that are being uploaded, by conversation. They go on while another conversation is open, and after a reload.
 */
import { newId } from '@parley/client/identifier';
import { createUploads, type Upload, type Uploads } from '@parley/client/uploads';
import { UploadRefused } from '@parley/client/upload';
import type { Attachment, AttachmentInputs } from '@parley/contracts/messages/attachments';
import { acceptedFiles } from '@parley/contracts/messages/attachments';
import { attachmentsPerMessageMax, uploadMaxBytes } from '@parley/contracts/messages/limits';
import { isProgramName } from '@parley/contracts/messages/program-names';
import { cancelUpload, createUpload, readUpload, uploadOffset } from '@parley/contracts/routes/uploads';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { files as words } from '../../i18n/en/files.ts';
import { listed } from '../../i18n/language.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { keepUploaded, onUploadedElsewhere, readUploaded, type Uploaded } from './uploaded.ts';

export interface Uploading {
  key: string;
  name: string;
  size: number;
  /** Address of a preview while the file is in this page alone; null if it is no picture. */
  preview: string | null;
  alt: string;
  /** Upload as announced to the server, once it is. */
  attachment: { id: string } | null;
  /** Uploaded share of its bytes, 0 to 1. */
  progress: number;
  /** Reason of a failed upload. */
  trouble: string | null;
  /** Since when it waits here, for one that is with the server already. */
  since?: number;
  /** It was put between the words of the text: without its place there, it isn't sent. */
  inText?: boolean;
}

const none: readonly Uploading[] = [];
const listeners = new Set<() => void>();
const previews = new Map<string, string>();
/** Keys of files that were put between the words of a text. */
const inText = new Set<string>();
/** Files that are on the server already. */
let uploaded: Uploaded = new Map();
let current: { userId: string; uploads: Uploads; stop: () => void } | undefined;
let byConversation = new Map<string, readonly Uploading[]>();

/** A user who signs in after another one sends nothing of theirs. */
function uploadsOf(userId: string): Uploads {
  if (current?.userId === userId) return current.uploads;
  current?.stop();
  const readKept = () => {
    uploaded = readUploaded(userId);
  };
  readKept();
  byConversation = new Map(uploaded);
  const uploads = createUploads({
    storeName: `parley.uploads.${userId}`,
    announce: async (body, signal) => (await call(createUpload, { body }, signal)).attachment.id,
    // Refused by the network alone.
    isPassing: (error) => !(error instanceof CallError),
    cancel: (id) => call(cancelUpload, { params: { id } }),
    urlOf: (id) => uploadOffset.path.replace(':id', id),
    changed: () => uploads === current?.uploads && show(uploads),
  });
  const stop = onUploadedElsewhere(userId, () => {
    readKept();
    show(uploads);
  });
  current = { userId, uploads, stop };
  return uploads;
}

function show(uploads: Uploads): void {
  const arrived = uploads.list.find(({ isWhole, messageId }) => isWhole && messageId);
  // Its removal is shown.
  if (arrived) return uploads.remove(arrived.key);
  byConversation = Map.groupBy(
    uploads.list.filter(({ messageId }) => !messageId).map((upload) => ({ ...shown(upload), group: upload.group })),
    ({ group }) => group,
  );
  for (const [group, files] of uploaded) byConversation.set(group, [...files, ...(byConversation.get(group) ?? none)]);
  for (const [key, url] of previews) {
    if (uploads.list.some((each) => each.key === key && !each.messageId)) continue;
    URL.revokeObjectURL(url);
    previews.delete(key);
  }
  for (const listener of listeners) listener();
}

function shown({ key, name, file, alt, announced, sent, error }: Upload): Uploading {
  if (acceptedFiles.picture.split(',').includes(file.type) && !previews.has(key))
    previews.set(key, URL.createObjectURL(file));
  const failed = error instanceof UploadRefused ? words('failed') : wordsOf(error);
  return {
    key,
    name,
    size: file.size,
    preview: previews.get(key) ?? null,
    alt,
    attachment: announced && !error ? { id: announced } : null,
    progress: sent / file.size,
    trouble: error ? failed : null,
    inText: inText.has(key),
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the files of the next message. */
export function useUploads(conversationId: string): readonly Uploading[] {
  uploadsOf(useMe().id);
  return useSyncExternalStore(subscribe, () => byConversation.get(conversationId) ?? none);
}

const mb = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

/** Adds files to the next message and sends their bytes on their way. Returns the keys of those added. */
export function addFiles(conversationId: string, files: Iterable<File>): string[] {
  const room = attachmentsPerMessageMax - (byConversation.get(conversationId)?.length ?? 0);
  const added = [...files].filter(({ size }) => size > 0);
  const programs = added.filter(({ name }) => isProgramName(name));
  const tooLarge = added.filter((file) => !programs.includes(file) && file.size > uploadMaxBytes);
  const fitting = added.filter((file) => !programs.includes(file) && !tooLarge.includes(file));
  // A toast takes the place of the one before: the first reason is shown, with the files that it applies to.
  if (programs.length > 0) complain(words('refusedProgram'), programs);
  else if (tooLarge.length > 0) complain(words('tooLarge', { mb: mb(uploadMaxBytes) }), tooLarge);
  else if (fitting.length > room) complain(words('tooMany', { max: attachmentsPerMessageMax }));
  const before = new Set(current?.uploads.list.map(({ key }) => key));
  current?.uploads.add(conversationId, fitting.slice(0, room));
  return current?.uploads.list.flatMap(({ key }) => (before.has(key) ? [] : [key])) ?? [];
}

/** Adds pictures that the text of the next message shows. Returns the keys and names of those added. */
export function addPictures(conversationId: string, pictures: readonly File[]): { file: string; name: string }[] {
  const keys = addFiles(conversationId, pictures);
  for (const key of keys) inText.add(key);
  if (current) show(current.uploads);
  const added = byConversation.get(conversationId) ?? none;
  return added.flatMap(({ key, name }) => (keys.includes(key) ? [{ file: key, name }] : []));
}

/** Whether a file can stand between the words of a text. */
export const isPicture = ({ type }: File): boolean => acceptedFiles.picture.split(',').includes(type);

/** Whether a text shows a file, by its key or its id. */
export const isPlaced = ({ key, attachment }: Uploading, placed: ReadonlySet<string>): boolean =>
  placed.has(key) || (attachment !== null && placed.has(attachment.id));

/** Returns a Markdown text with the server's ids of the files that it shows, as far as there are any. */
export const withFileIds = (conversationId: string, markdown: string): string =>
  (byConversation.get(conversationId) ?? none).reduce(
    (text, { key, attachment }) => (attachment ? text.replaceAll(`](file:${key})`, `](file:${attachment.id})`) : text),
    markdown,
  );

/** Brings the pictures of a draft back that was written elsewhere; deleted files are left out. */
export async function bringPicturesBack(conversationId: string, ids: readonly string[]): Promise<void> {
  const restored = (await current?.uploads.restored) ?? [];
  const here = (byConversation.get(conversationId) ?? none).map(({ key, attachment }) => [key, attachment?.id]);
  const known = new Set([...restored.map(({ key, announced }) => [key, announced]), ...here].flat());
  const missing = ids.filter((id) => isId.test(id) && !known.has(id));
  const found = await Promise.all(missing.map((id) => readBack({ id })));
  addUploaded(conversationId, found.flat(), true);
}
const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function complain(title: string, refused: readonly File[] = []): void {
  const description = listed(refused.map(({ name }) => name));
  toast({ title, variant: 'destructive', ...(description && { description }) });
}

/** Uploads files that are pasted into a text field. */
export function pasteFiles(
  conversationId: string,
  event: { clipboardData: DataTransfer | null; preventDefault: () => void },
): boolean {
  const files = event.clipboardData?.files;
  if (!files || files.length === 0) return false;
  event.preventDefault();
  addFiles(conversationId, files);
  return true;
}

/** Adds files to the next message that are on the server already, uploaded by the user. */
export function addUploaded(
  conversationId: string,
  attachments: readonly Pick<Attachment, 'id' | 'name' | 'size' | 'alt'>[],
  areInText = false,
): void {
  if (attachments.length === 0) return;
  const room = attachmentsPerMessageMax - (byConversation.get(conversationId)?.length ?? 0);
  const added = attachments.slice(0, room).map(
    ({ id, name, size, alt }): Uploading => ({
      key: newId(),
      name,
      size,
      preview: null,
      alt: alt ?? '',
      attachment: { id },
      progress: 1,
      trouble: null,
      since: Date.now(),
      inText: areInText,
    }),
  );
  setUploaded(conversationId, [...(uploaded.get(conversationId) ?? none), ...added]);
}

/** Returns the files of a message that was not stored to the next one; deleted files are left out. */
export async function bringBack(conversationId: string, inputs: AttachmentInputs = []): Promise<void> {
  addUploaded(conversationId, (await Promise.all(inputs.map(readBack))).flat());
}

const readBack = ({ id, alt = null }: { id: string; alt?: string | null }): Promise<Attachment[]> =>
  call(readUpload, { params: { id } }).then(
    (attachment) => [{ ...attachment, alt }],
    () => [],
  );

function setUploaded(conversationId: string, files: readonly Uploading[]): void {
  if (!current) return;
  uploaded = keepUploaded(current.userId, conversationId, files);
  show(current.uploads);
}

/** Changes an uploaded file, or with null removes it; false if it is not one of them. */
function changeUploaded(key: string, changed: Partial<Uploading> | null): boolean {
  for (const [conversationId, files] of uploaded) {
    if (!files.some((each) => each.key === key)) continue;
    const others = files.flatMap((each) => (each.key !== key ? [each] : changed ? [{ ...each, ...changed }] : []));
    setUploaded(conversationId, others);
    return true;
  }
  return false;
}

/** Returns the files as a message contains them. */
export const inputsOf = (uploads: readonly Uploading[]): AttachmentInputs =>
  uploads.flatMap(({ attachment, alt }) =>
    attachment ? [{ id: attachment.id, ...(alt.trim() && { alt: alt.trim() }) }] : [],
  );

export const retryUpload = (key: string): void => current?.uploads.retry(key);

/** Sets the alternative text; `isDone` once it is finished, to be stored. */
export function describeUpload(key: string, alt: string, isDone = false): void {
  if (!changeUploaded(key, { alt })) current?.uploads.describe(key, alt, isDone);
}

/** Removes a file from the next message, wherever it is. */
export function removeUpload(key: string): void {
  if (!changeUploaded(key, null)) current?.uploads.remove(key);
}

/** Drops the files that are in a message now; uploads on their way go on. */
export function takeUploads(conversationId: string): void {
  setUploaded(conversationId, none);
  current?.uploads.take(conversationId, newId());
}

/** Whether the files can be sent: each is announced. */
export const canSend = (uploads: readonly Uploading[]): boolean =>
  uploads.every(({ attachment }) => attachment !== null);
