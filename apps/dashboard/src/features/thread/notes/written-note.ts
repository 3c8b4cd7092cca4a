import { isFormatted, plainTextOf } from '@parley/contracts/text/plain-text';
import { readRichText } from '@parley/contracts/text/rich-text';

/** Returns a note as it is sent: its text, and with formatting if it has any. */
export function writtenNote(text: string, isMarkdown: boolean): { content: string; markdown?: string } {
  if (!isMarkdown) return { content: text };
  const nodes = readRichText(text);
  return { content: plainTextOf(nodes), ...(isFormatted(nodes) && { markdown: text }) };
}
