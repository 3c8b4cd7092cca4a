/** Finds active content in PDFs: names of actions, also in compressed object streams. ISO 32000-2 */
import { constants, inflateSync } from 'node:zlib';
import type { ActiveContent } from '@parley/contracts/messages/attachments';
import { FileRefused } from './refusal.ts';

/** A page with a link or an action that leads to another page has none of these. */
const names: Readonly<Record<string, ActiveContent>> = {
  JavaScript: 'script',
  Rendition: 'script',
  XFA: 'script',
  Launch: 'program',
  RichMedia: 'program',
  EmbeddedFile: 'embedded_file',
  EmbeddedFiles: 'embedded_file',
  GoToE: 'embedded_file',
  SubmitForm: 'external',
  ImportData: 'external',
};

/** Bytes that are unpacked of one file, and object streams that are looked into. */
const most = { bytes: 64 * 1024 * 1024, streams: 20_000 };

/**
 * @throws FileRefused `damaged` for a file that is only the beginning of a PDF
 */
export function activeContentOfPdf(file: Buffer): ReadonlySet<ActiveContent> {
  const text = file.toString('latin1');
  if (!/\d\s+\d+\s+obj\b|%%EOF|\bstartxref\b/.test(text)) throw new FileRefused('damaged');
  const found = new Set<ActiveContent>();
  const objectStreams = namesIn(text, found);
  let left = most.bytes;
  let at = 0;
  const starts = [...text.matchAll(/stream\r?\n/g)].map((match) => match.index + match[0].length);
  for (const [count, offset] of objectStreams.entries()) {
    while (at < starts.length && (starts[at] ?? 0) < offset) at += 1;
    const start = starts[at];
    if (start === undefined) break;
    const objects = count < most.streams && left > 0 ? objectsAt(file, start, left) : null;
    if (objects === null) {
      found.add('unsearched');
      if (count >= most.streams || left <= 0) break;
      continue;
    }
    left -= objects.length;
    namesIn(objects, found);
  }
  return found;
}

/** Adds the active content that names in this text stand for. Returns the offsets of object streams. */
function namesIn(text: string, found: Set<ActiveContent>): number[] {
  const objectStreams: number[] = [];
  for (const { 1: written = '', index } of text.matchAll(/\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){3,60})/g)) {
    const name = written.includes('#')
      ? written.replaceAll(/#(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : written;
    if (name === 'ObjStm') objectStreams.push(index);
    else if (Object.hasOwn(names, name)) found.add(names[name] ?? 'unsearched');
  }
  return objectStreams;
}

/**
 * Returns the objects of a stream, which begins with their numbers; null if it is encrypted or has another compression.
 */
function objectsAt(file: Buffer, start: number, longest: number): string | null {
  const isObjects = (text: string): boolean => /^[\s\d%]/.test(text);
  const plain = file.toString('latin1', start, start + 1);
  // Uncompressed objects were read with the file.
  if (isObjects(plain)) return '';
  try {
    const objects = inflateSync(file.subarray(start), {
      maxOutputLength: longest,
      finishFlush: constants.Z_SYNC_FLUSH,
    }).toString('latin1');
    return isObjects(objects) ? objects : null;
  } catch {
    return null;
  }
}
