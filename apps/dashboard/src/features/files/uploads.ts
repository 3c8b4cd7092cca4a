/**
 * Files that are on their way up, by the conversation they are for. They go on while another one is open, and when the
 * page is loaded anew.
 */
import { newId } from '@parley/client/identifier';
import { createUploads, type Upload, type Uploads } from '@parley/client/uploads';
import { UploadRefused } from '@parley/client/upload';
import type { Attachment, AttachmentInputs } from '@parley/contracts/attachments';
import { acceptedFiles } from '@parley/contracts/attachments';
import { attachmentsPerMessageMax, uploadMaxBytes } from '@parley/contracts/limits';
import { cancelUpload, createUpload, readUpload, uploadOffset } from '@parley/contracts/routes/uploads';
import { type ClipboardEvent, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { files as words } from '../../i18n/en/files.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { keepUploaded, onUploadedElsewhere, readUploaded, type Uploaded } from './uploaded.ts';

export interface Uploading {
  key: string;
  name: string;
  size: number;
  /** A picture of it while it is in this page alone; null for what is none. */
  preview: string | null;
  alt: string;
  /** As what it was announced, once it is. */
  attachment: { id: string } | null;
  /** Of its bytes, 0 to 1. */
  progress: number;
  /** Why it did not go up. */
  trouble: string | null;
  /** Since when it waits here, for one that is with the server already. */
  since?: number;
}

const none: readonly Uploading[] = [];
const listeners = new Set<() => void>();
const previews = new Map<string, string>();
/** Those that are with the server already. */
let uploaded: Uploaded = new Map();
let current: { userId: string; uploads: Uploads; stop: () => void } | undefined;
let byConversation = new Map<string, readonly Uploading[]>();

/** Who signs in after somebody else sends nothing of theirs. */
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
  const isPicture = acceptedFiles.picture.split(',').includes(file.type);
  if (isPicture && !previews.has(key)) previews.set(key, URL.createObjectURL(file));
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
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is to go with the next message. */
export function useUploads(conversationId: string): readonly Uploading[] {
  uploadsOf(useMe().id);
  return useSyncExternalStore(subscribe, () => byConversation.get(conversationId) ?? none);
}

const mb = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

/** Adds files to the next message and sends their bytes on their way. */
export function addFiles(conversationId: string, files: Iterable<File>): void {
  const room = attachmentsPerMessageMax - (byConversation.get(conversationId)?.length ?? 0);
  const added = [...files].filter(({ size }) => size > 0);
  const fitting = added.filter(({ size }) => size <= uploadMaxBytes);
  if (fitting.length < added.length) {
    toast({ title: words('tooLarge', { mb: mb(uploadMaxBytes) }), variant: 'destructive' });
  }
  if (fitting.length > room)
    toast({ title: words('tooMany', { max: attachmentsPerMessageMax }), variant: 'destructive' });
  current?.uploads.add(conversationId, fitting.slice(0, room));
}

/** Takes files that are pasted where text is written. */
export function pasteFiles(conversationId: string, event: ClipboardEvent): void {
  const { files } = event.clipboardData;
  if (files.length === 0) return;
  event.preventDefault();
  addFiles(conversationId, files);
}

/** Adds files to the next message that are with the server already, uploads of this person's own. */
export function addUploaded(
  conversationId: string,
  attachments: readonly Pick<Attachment, 'id' | 'name' | 'size' | 'alt'>[],
): void {
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
    }),
  );
  setUploaded(conversationId, [...(uploaded.get(conversationId) ?? none), ...added]);
}

/** Those of a message that is not stored after all are for the next one again; what is no more is left out. */
export async function bringBack(conversationId: string, inputs: AttachmentInputs = []): Promise<void> {
  const found = await Promise.all(
    inputs.map(({ id, alt = null }) =>
      call(readUpload, { params: { id } }).then(
        (attachment) => [{ ...attachment, alt }],
        () => [],
      ),
    ),
  );
  addUploaded(conversationId, found.flat());
}

function setUploaded(conversationId: string, files: readonly Uploading[]): void {
  if (!current) return;
  uploaded = keepUploaded(current.userId, conversationId, files);
  show(current.uploads);
}

/** Changes one of those, or with null takes it out; false for what is none of them. */
function changeUploaded(key: string, changed: Partial<Uploading> | null): boolean {
  for (const [conversationId, files] of uploaded) {
    if (!files.some((each) => each.key === key)) continue;
    const others = files.flatMap((each) => (each.key !== key ? [each] : changed ? [{ ...each, ...changed }] : []));
    setUploaded(conversationId, others);
    return true;
  }
  return false;
}

/** What a message says of the files that go with it. */
export const inputsOf = (uploads: readonly Uploading[]): AttachmentInputs =>
  uploads.flatMap(({ attachment, alt }) =>
    attachment ? [{ id: attachment.id, ...(alt.trim() && { alt: alt.trim() }) }] : [],
  );

export const retryUpload = (key: string): void => current?.uploads.retry(key);

/** Says what is to be seen; `isDone` once it is written, to be kept. */
export function describeUpload(key: string, alt: string, isDone = false): void {
  if (!changeUploaded(key, { alt })) current?.uploads.describe(key, alt, isDone);
}

/** Takes a file out of the next message, wherever it is. */
export function removeUpload(key: string): void {
  if (!changeUploaded(key, null)) current?.uploads.remove(key);
}

/** They are in a message now; what is still on its way goes on. */
export function takeUploads(conversationId: string): void {
  setUploaded(conversationId, none);
  current?.uploads.take(conversationId, newId());
}

/** Nothing stands in the way of sending them: each is announced. */
export const canSend = (uploads: readonly Uploading[]): boolean =>
  uploads.every(({ attachment }) => attachment !== null);
