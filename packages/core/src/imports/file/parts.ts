/** Uploaded files of imports: parts that are stored as they arrive, and read one behind the other. */
import type { FileStorage } from '../../storage/storage.ts';

/** Prefix of the keys of a file's parts. */
export const partsOfImport = (importId: string): string => `imports/${importId}/`;

/** Key of the part that begins at this byte; keys are in the order of the file. */
export const partKeyOf = (importId: string, offset: number): string =>
  `${partsOfImport(importId)}${String(offset).padStart(12, '0')}`;

/** Yields the bytes of a file from its beginning. */
export async function* bytesOfFile(storage: FileStorage, importId: string): AsyncGenerator<Uint8Array> {
  for await (const { key } of storage.list(partsOfImport(importId))) {
    const { bytes } = await storage.read(key);
    for await (const chunk of bytes) yield chunk as Uint8Array;
  }
}
