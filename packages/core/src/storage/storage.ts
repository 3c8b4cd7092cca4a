/** Stores the bytes of files: in a folder, or in a service that speaks S3. */
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
  /** Local folder for files that are being put together; may be emptied while nothing runs. */
  readonly workFolder: string;
  /**
   * Moves a file of the work folder to its key: it is there as a whole afterwards, or not at all, and replaces another.
   * @throws StorageFull
   */
  put(key: string, file: string): Promise<void>;
  /** @throws ObjectMissing, as every call DependencyUnavailable where the storage is a service and away */
  read(key: string, range?: ByteRange): Promise<{ bytes: Readable; size: number }>;
  /** Lists the keys with this prefix, sorted within a folder. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes a key; none is fine. */
  remove(key: string): Promise<void>;
  /** Returns the number of bytes that can still be stored; null if unknown. */
  room(): Promise<number | null>;
  close(): void;
}

/** Thrown by reading an object that isn't stored. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/** Thrown by writing without enough space. */
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

/** @throws StorageFull for a full disk, and any other error unchanged */
export function refuseFull(error: unknown): never {
  throw isFull(error) ? new StorageFull('No space is left.', { cause: error }) : error;
}

/** Returns true if a system call failed because the disk, or a quota on it, is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Removes all keys with this prefix. */
export async function removeAll(storage: FileStorage, prefix: string): Promise<void> {
  for await (const { key } of storage.list(prefix)) await storage.remove(key);
}
