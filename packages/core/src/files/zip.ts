/** The directory of a ZIP file and the content of its entries, read within bounds. APPNOTE.TXT 6.3.10 */
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { FileRefused } from './refusal.ts';

export interface ZipEntry {
  /** Path within the archive, as its directory and the entry itself have it. */
  names: readonly string[];
  isLink: boolean;
  method: number;
  /** Offset and number of its compressed bytes. */
  start: number;
  packed: number;
}

const signature = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  directory: 0x02014b50,
  local: 0x04034b50,
};
const endLength = 22;
const longestComment = 65_535;
const utf8 = 0x0800;
const unix = 3;
const link = 0xa000;

/** Reads the entries of an archive. @throws FileRefused `damaged` if it is truncated, or has an invalid directory */
export function zipEntries(file: Buffer): ZipEntry[] {
  try {
    return readDirectory(file);
  } catch (error) {
    throw error instanceof RangeError ? new FileRefused('damaged') : error;
  }
}

function readDirectory(file: Buffer): ZipEntry[] {
  const { count, size, offset, before } = directoryOf(file);
  // Other bytes may precede the archive without counting in its offsets.
  const shift = before - size - offset;
  if (shift < 0) throw new FileRefused('damaged');
  const entries: ZipEntry[] = [];
  let at = offset + shift;
  for (let number = 0; number < count; number += 1) {
    if (file.readUInt32LE(at) !== signature.directory) throw new FileRefused('damaged');
    const lengths = [28, 30, 32].map((field) => file.readUInt16LE(at + field));
    const [nameLength = 0, extra = 0, comment = 0] = lengths;
    const encoding = file.readUInt16LE(at + 8) & utf8 ? 'utf8' : 'latin1';
    const name = file.toString(encoding, at + 46, at + 46 + nameLength);
    const local = shift + localOffset(file, at);
    if (file.readUInt32LE(local) !== signature.local) throw new FileRefused('damaged');
    const localNameEnd = local + 30 + file.readUInt16LE(local + 26);
    entries.push({
      names: [name, file.toString(encoding, local + 30, localNameEnd)],
      isLink: file.readUInt8(at + 5) === unix && ((file.readUInt32LE(at + 38) >>> 16) & 0xf000) === link,
      method: file.readUInt16LE(at + 10),
      start: localNameEnd + file.readUInt16LE(local + 28),
      packed: file.readUInt32LE(at + 20),
    });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

/** Returns an entry's offset; archives beyond 4 GB, which keep it in an extra field, are refused. */
function localOffset(file: Buffer, at: number): number {
  const offset = file.readUInt32LE(at + 42);
  if (offset === 0xffffffff) throw new FileRefused('damaged');
  return offset;
}

function directoryOf(file: Buffer): { count: number; size: number; offset: number; before: number } {
  for (let at = file.length - endLength; at >= Math.max(0, file.length - endLength - longestComment); at -= 1) {
    if (file.readUInt32LE(at) !== signature.end) continue;
    const [count, size, offset] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 12), file.readUInt32LE(at + 16)];
    const isLong = count === 0xffff || size === 0xffffffff || offset === 0xffffffff;
    if (!isLong || at < 20 || file.readUInt32LE(at - 20) !== signature.locator64)
      return { count, size, offset, before: at };
    const end = Number(file.readBigUInt64LE(at - 12));
    if (file.readUInt32LE(end) !== signature.end64) break;
    return {
      count: Number(file.readBigUInt64LE(end + 32)),
      size: Number(file.readBigUInt64LE(end + 40)),
      offset: Number(file.readBigUInt64LE(end + 48)),
      before: end,
    };
  }
  throw new FileRefused('damaged');
}

/** Whether it would be written outside of the folder that the archive is unpacked to. */
export const climbsOut = ({ names, isLink }: ZipEntry): boolean =>
  isLink ||
  names.some((name) => /^(?:[/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0'));

/** Bytes that may still be unpacked of one archive, over all of its entries. */
export interface Budget {
  bytes: number;
}

/** Returns an entry's bytes; null if they exceed the budget or can't be decompressed. */
export async function readEntry(
  file: Buffer,
  { method, start, packed }: ZipEntry,
  budget: Budget,
): Promise<Buffer | null> {
  const bytes = file.subarray(start, start + packed);
  if (method === 0) {
    budget.bytes -= bytes.length;
    return budget.bytes < 0 ? null : bytes;
  }
  if (method !== 8) return null;
  const pieces: Buffer[] = [];
  const inflate = Readable.from([bytes]).pipe(createInflateRaw());
  try {
    for await (const piece of inflate) {
      budget.bytes -= piece.length;
      if (budget.bytes < 0) return null;
      pieces.push(piece);
    }
  } catch {
    return null;
  } finally {
    inflate.destroy();
  }
  return Buffer.concat(pieces);
}
