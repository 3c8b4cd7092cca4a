/** Files that are on their way up, by the conversation they are for. They go on while another one is open. */
import { UploadRefused, uploadBytes } from '@parley/client/upload';
import { newId } from '@parley/client/identifier';
import type { Attachment, AttachmentInputs } from '@parley/contracts/attachments';
import { attachmentsPerMessageMax, uploadMaxBytes } from '@parley/contracts/limits';
import { cancelUpload, createUpload } from '@parley/contracts/routes/uploads';
import { type ClipboardEvent, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { files as words } from '../../i18n/en/files.ts';
import { toast } from '../../ui/toast/toasts.ts';

export interface Uploading {
  key: string;
  /** One of this device, or one that is with the server already. */
  file: File | Pick<File, 'name' | 'size'>;
  /** A picture of it while it is in this page alone; null for what is none. */
  preview: string | null;
  alt: string;
  /** Once it is announced. */
  attachment: Attachment | null;
  /** Of its bytes, 0 to 1. */
  progress: number;
  /** Why it did not go up. */
  trouble: string | null;
}

const none: readonly Uploading[] = [];
const byConversation = new Map<string, readonly Uploading[]>();
const stops = new Map<string, AbortController>();
const listeners = new Set<() => void>();

function put(conversationId: string, uploads: readonly Uploading[]): void {
  if (uploads.length > 0) byConversation.set(conversationId, uploads);
  else byConversation.delete(conversationId);
  for (const listener of listeners) listener();
}

const uploadsOf = (conversationId: string): readonly Uploading[] => byConversation.get(conversationId) ?? none;

const change = (conversationId: string, key: string, changed: Partial<Uploading>): void =>
  put(
    conversationId,
    uploadsOf(conversationId).map((each) => (each.key === key ? { ...each, ...changed } : each)),
  );

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is to go with the next message. */
export const useUploads = (conversationId: string): readonly Uploading[] =>
  useSyncExternalStore(subscribe, () => uploadsOf(conversationId));

const mb = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

/** Adds files to the next message and sends their bytes on their way. */
export function addFiles(conversationId: string, files: Iterable<File>): void {
  const before = uploadsOf(conversationId);
  const added = [...files].filter(({ size }) => size > 0);
  const fitting = added.slice(0, attachmentsPerMessageMax - before.length);
  if (fitting.length < added.length) {
    toast({ title: words('tooMany', { max: attachmentsPerMessageMax }), variant: 'destructive' });
  }
  const uploads = fitting.map(
    (file): Uploading => ({
      key: newId(),
      file,
      preview: file.type.startsWith('image/') && file.type !== 'image/svg+xml' ? URL.createObjectURL(file) : null,
      alt: '',
      attachment: null,
      progress: 0,
      trouble: file.size > uploadMaxBytes ? words('tooLarge', { mb: mb(uploadMaxBytes) }) : null,
    }),
  );
  put(conversationId, [...before, ...uploads]);
  for (const upload of uploads) if (!upload.trouble) void start(conversationId, upload);
}

/** Takes files that are pasted where text is written. */
export function pasteFiles(conversationId: string, event: ClipboardEvent): void {
  const { files } = event.clipboardData;
  if (files.length === 0) return;
  event.preventDefault();
  addFiles(conversationId, files);
}

/** Adds files to the next message that are with the server already, uploads of this person's own. */
export function addUploaded(conversationId: string, attachments: readonly Attachment[]): void {
  const before = uploadsOf(conversationId);
  const added = attachments.slice(0, attachmentsPerMessageMax - before.length).map(
    (attachment): Uploading => ({
      key: newId(),
      file: attachment,
      preview: null,
      alt: attachment.alt ?? '',
      attachment,
      progress: 1,
      trouble: null,
    }),
  );
  put(conversationId, [...before, ...added]);
}

/** What a message says of the files that go with it. */
export const inputsOf = (uploads: readonly Uploading[]): AttachmentInputs =>
  uploads.flatMap(({ attachment, alt }) =>
    attachment ? [{ id: attachment.id, ...(alt.trim() && { alt: alt.trim() }) }] : [],
  );

async function start(conversationId: string, { key, file }: Uploading): Promise<void> {
  if (!(file instanceof File)) return;
  const stop = new AbortController();
  stops.set(key, stop);
  change(conversationId, key, { trouble: null, progress: 0 });
  try {
    const { attachment, url } = await call(
      createUpload,
      { body: { name: file.name || 'file', size: file.size } },
      stop.signal,
    );
    change(conversationId, key, { attachment });
    await uploadBytes({
      url,
      file,
      signal: stop.signal,
      onProgress: (sent) => change(conversationId, key, { progress: sent / file.size }),
    });
  } catch (error) {
    if (stop.signal.aborted) return;
    const trouble = error instanceof UploadRefused ? words('failed') : wordsOf(error);
    change(conversationId, key, { attachment: null, trouble });
  } finally {
    stops.delete(key);
  }
}

export const retryUpload = (conversationId: string, upload: Uploading): void => void start(conversationId, upload);

export const describeUpload = (conversationId: string, key: string, alt: string): void =>
  change(conversationId, key, { alt });

/** Takes a file out of the next message, wherever it is. */
export function removeUpload(conversationId: string, { key, attachment, preview }: Uploading): void {
  stops.get(key)?.abort();
  if (preview) URL.revokeObjectURL(preview);
  put(
    conversationId,
    uploadsOf(conversationId).filter((each) => each.key !== key),
  );
  // What was never sent goes by itself in a day.
  if (attachment) call(cancelUpload, { params: { id: attachment.id } }).catch(() => undefined);
}

/** They are in a message now; what is still on its way goes on. */
export function takeUploads(conversationId: string): void {
  for (const { preview } of uploadsOf(conversationId)) if (preview) URL.revokeObjectURL(preview);
  put(conversationId, none);
}

/** Nothing stands in the way of sending them: each is announced. */
export const canSend = (uploads: readonly Uploading[]): boolean =>
  uploads.every(({ attachment }) => attachment !== null);
