/**
 * Files of next messages that are on the server already, uploaded by the user: those of a canned reply, and those of a
 * message that was not stored. This browser keeps them over a reload, as long as the server does.
 */
import { looseUploadHours } from '@parley/contracts/messages/limits';
import type { Uploading } from './uploads.ts';

/** By purpose: a conversation, or a form. */
export type Uploaded = ReadonlyMap<string, readonly Uploading[]>;

const nameOf = (userId: string): string => `parley.uploaded.${userId}`;
/** Milliseconds after which the server may have removed one. */
const keptMs = (looseUploadHours - 1) * 3_600_000;

/** Stored part of a file; the rest follows from its being uploaded. */
interface Kept extends Pick<Uploading, 'key' | 'name' | 'size' | 'alt'> {
  id: string;
  /** Epoch milliseconds. */
  since: number;
}

const texts = ['key', 'name', 'alt', 'id'] as const;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  texts.every((name) => typeof Reflect.get(value, name) === 'string') &&
  ['size', 'since'].every((name) => typeof Reflect.get(value, name) === 'number');

const asUploading = ({ id, key, name, size, alt, since }: Kept): Uploading => ({
  key,
  name,
  size,
  alt,
  since,
  preview: null,
  attachment: { id },
  progress: 1,
  trouble: null,
});

/** Returns the user's uploads stored in this browser; ignores anything else under that name. */
export function readUploaded(userId: string): Uploaded {
  const found = new Map<string, readonly Uploading[]>();
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '{}');
    for (const [group, files] of Object.entries(typeof kept === 'object' && kept !== null ? kept : {})) {
      const fresh = (Array.isArray(files) ? files : [])
        .filter(isKept)
        .filter(({ since }) => since > Date.now() - keptMs);
      if (fresh.length > 0) found.set(group, fresh.map(asUploading));
    }
  } catch {
    // Written by other code under our name.
  }
  return found;
}

/** Stores `files` as those of a group; returns all groups, another tab's included. */
export function keepUploaded(userId: string, group: string, files: readonly Uploading[]): Uploaded {
  const all = new Map(readUploaded(userId));
  if (files.length > 0) all.set(group, files);
  else all.delete(group);
  const kept = [...all].map(([name, each]) => [name, each.flatMap(asKept)] as const);
  try {
    if (kept.length > 0) localStorage.setItem(nameOf(userId), JSON.stringify(Object.fromEntries(kept)));
    else localStorage.removeItem(nameOf(userId));
  } catch {
    // Storage may be full; they stay above the composer.
  }
  return all;
}

const asKept = ({ key, name, size, alt, attachment, since = Date.now() }: Uploading): Kept[] =>
  attachment ? [{ key, name, size, alt, id: attachment.id, since }] : [];

/** Calls `changed` whenever another tab has changed the user's uploads. Returns the function that ends that. */
export function onUploadedElsewhere(userId: string, changed: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === nameOf(userId) && changed();
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
