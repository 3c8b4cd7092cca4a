/** Stores the received parts of a file: an object for each call, named by its offset. */
import type { FileStorage } from '../storage/storage.ts';

const offsetDigits = 12;

export const partsOf = (fileId: string): string => `uploads/${fileId}/`;
/** Returns the key of the part that begins at `offset`. */
export const partKey = (fileId: string, offset: number): string =>
  `${partsOf(fileId)}${String(offset).padStart(offsetDigits, '0')}`;

export interface Part {
  key: string;
  start: number;
  size: number;
}

/** Returns the contiguous parts from the first byte on, and their size. */
export async function receivedParts(storage: FileStorage, id: string): Promise<{ parts: Part[]; size: number }> {
  const parts: Part[] = [];
  let size = 0;
  for await (const { key, size: length } of storage.list(partsOf(id))) {
    const start = Number(key.slice(-offsetDigits));
    // A part of an overtaken call overlaps with others.
    if (start !== size || length === 0) continue;
    parts.push({ key, start, size: length });
    size += length;
  }
  return { parts, size };
}
