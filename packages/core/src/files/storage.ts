/** Where the bytes of files are: a folder, or a service that speaks S3. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Both ends inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  key: string;
  size: number;
  changedAt: Date;
}

/** Keys are `folder/folder/name`, of letters, digits, `-` and `_`. */
export interface FileStorage {
  /** On this machine, for what is being put together; may be emptied while nothing runs. */
  readonly workFolder: string;
  /**
   * Moves a file of the work folder to its place: it is there whole afterwards, or not at all, in place of what was there.
   * @throws StorageFull
   */
  put(key: string, file: string): Promise<void>;
  /** @throws ObjectMissing, as every call DependencyUnavailable where the storage is a service and away */
  read(key: string, range?: ByteRange): Promise<{ bytes: Readable; size: number }>;
  /** What there is whose key begins so, in the order of keys within a folder. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes a key; none is fine. */
  remove(key: string): Promise<void>;
  /** How many bytes more may be kept; null where nobody knows. */
  room(): Promise<number | null>;
  close(): void;
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** A folder of its own in the work folder, for as long as `work` takes. */
export async function inWorkFolder<T>(storage: FileStorage, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(storage.workFolder, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a stream to a key. @throws StorageFull */
export async function writeObject(storage: FileStorage, key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await inWorkFolder(storage, async (folder) => {
    const file = path.join(folder, 'object');
    await pipeline(bytes, createWriteStream(file)).catch(refuseFull);
    await storage.put(key, file);
  });
}

/** @throws StorageFull for a full disk, and what else went wrong */
export function refuseFull(error: unknown): never {
  throw isFull(error) ? new StorageFull('No space is left.', { cause: error }) : error;
}

/** Whether a system call says that the disk, or somebody's part of it, is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Removes everything whose key begins so. */
export async function removeAll(storage: FileStorage, prefix: string): Promise<void> {
  for await (const { key } of storage.list(prefix)) await storage.remove(key);
}
