/** Makes file names safe for other systems. */
import { cleanLine, wholeStart } from '@parley/contracts/text/clean-line';
import { endingOf, shortFileName } from '@parley/contracts/messages/file-name';
import { attachmentNameMaxLength } from '@parley/contracts/messages/limits';

/** The endings of each type; the first is added where none of them is there. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif', 'hif'],
  'image/heif': ['heif', 'heic', 'hif', 'avif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log', 'md'],
  'text/csv': ['csv'],
  'text/calendar': ['ics', 'ical', 'ifb'],
  'text/vcard': ['vcf', 'vcard'],
  'message/rfc822': ['eml'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/x-m4a': ['m4a'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/flac': ['flac'],
  'audio/aac': ['aac'],
  'audio/webm': ['weba', 'webm'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov'],
  'application/zip': ['zip'],
};

/** Names that Windows keeps for its devices, whatever follows the dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Returns a one-line name that is valid on every system: no path, no invisible characters, none with a special meaning.
 */
export function cleanFileName(given: string): string {
  const name = cleanLine(given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1).slice(-1000))
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]{1,1000}/, '')
    .replace(/[.\s]{1,1000}$/, '');
  const safe = name === '' ? 'file' : device.test(name) ? `_${name}` : name;
  return shortFileName(safe, attachmentNameMaxLength);
}

/** The types that are called by an ending. */
export const typesOf = (ending: string): string[] =>
  Object.keys(endings).filter((type) => endings[type]?.includes(ending));

/** Returns the name with the type's ending. */
export function nameOfType(name: string, type: string): string {
  const known = endings[type] ?? [];
  const [ending] = known;
  if (ending === undefined || known.includes(endingOf(name))) return name;
  return `${wholeStart(name, attachmentNameMaxLength - ending.length - 1)}.${ending}`;
}
