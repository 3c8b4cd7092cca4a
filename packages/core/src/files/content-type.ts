/** What a file is, by its content. */
import { readFile } from 'node:fs/promises';
import { type FileKind, fileKinds, fileTypes } from '@parley/contracts/attachments';
import { fileTypeFromBuffer } from 'file-type';
import { endingOf } from './file-name.ts';

export interface ContentType {
  type: string;
  kind: FileKind;
}

/** What `file-type` calls by another name. */
const aliases: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'audio/x-flac': 'audio/flac',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
};

/** The file's type, whatever it is called; undefined for what may be sent by nobody. */
export async function contentType(file: string, name: string): Promise<ContentType | undefined> {
  const bytes = await readFile(file);
  const found = (await fileTypeFromBuffer(bytes))?.mime.replace(/;.*$/, '');
  const type = found === undefined ? textType(bytes, name) : (aliases[found] ?? found);
  const kind = fileKinds.find((each) => type !== undefined && fileTypes[each].includes(type));
  return type !== undefined && kind !== undefined ? { type, kind } : undefined;
}

/** Text is what nothing else is, and what a browser could take for nothing else. */
function textType(bytes: Uint8Array, name: string): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  // Control characters but for tabs, line ends and page breaks.
  if (/\p{Cc}/u.test(text.replaceAll(/[\t\n\f\r\u0080-\u009f]/g, ''))) return undefined;
  // HTML, SVG and XML of any kind.
  if (text.trimStart().startsWith('<')) return undefined;
  return endingOf(name) === 'csv' ? 'text/csv' : 'text/plain';
}
