/** Finds active content in files by their bytes: content that could run when a file is opened. */
import type { ActiveContent } from '@parley/contracts/messages/attachments';
import { isProgramName } from '@parley/contracts/messages/program-names';
import { activeContentOfArchive, activeContentOfOffice } from './office-content.ts';
import { activeContentOfPdf } from './pdf-content.ts';

const office = /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\./;

/** Names of attachments in a mail. */
const attachmentName = /\bname\*?(?:0\*?)?=["']?([^\r\n"';]{1,300})/gi;
/** A cell that a spreadsheet runs as a command: `=cmd|'/C calc'!A0`. */
const commandCell = /(?:^|[\n,;\t"])[ \t]{0,10}[=+@-][\w.(+-]{1,60}\|[^\n|]{0,300}!/;

/**
 * Returns the kinds of active content in a file of this type, unordered.
 *
 * @throws FileRefused `unsafe`, `damaged`
 */
export async function activeContentOf(file: Buffer, type: string): Promise<ActiveContent[]> {
  if (type === 'application/pdf') return [...activeContentOfPdf(file)];
  if (office.test(type)) return [...(await activeContentOfOffice(file))];
  if (type === 'application/zip') return [...activeContentOfArchive(file)];
  if (type === 'text/csv' && commandCell.test(file.toString('latin1'))) return ['command'];
  if (type !== 'message/rfc822') return [];
  const names = [...file.toString('latin1').matchAll(attachmentName)].map(([, name = '']) => name.trim());
  return names.some(isProgramName) ? ['program'] : [];
}
