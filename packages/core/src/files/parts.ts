/** What has come of a file that is being received: an object for each call that brought some, named by where it begins. */
import type { FileStorage } from './storage.ts';

const offsetDigits = 12;

export const partsOf = (fileId: string): string => `uploads/${fileId}/`;
/** Where the bytes of a file begin that come at one go, from `offset` on. */
export const partKey = (fileId: string, offset: number): string =>
  `${partsOf(fileId)}${String(offset).padStart(offsetDigits, '0')}`;

export interface Part {
  key: string;
  start: number;
  size: number;
}

/** What has come without a gap, from the first byte on. */
export async function receivedParts(storage: FileStorage, id: string): Promise<{ parts: Part[]; size: number }> {
  const parts: Part[] = [];
  let size = 0;
  for await (const { key, size: length } of storage.list(partsOf(id))) {
    const start = Number(key.slice(-offsetDigits));
    // What a call left that another one had overtaken lies within what is there.
    if (start !== size || length === 0) continue;
    parts.push({ key, start, size: length });
    size += length;
  }
  return { parts, size };
}
