/** The field of a reply: its text as it is sent and as it is stored in the draft. */
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { isFormatted, plainTextOf } from '@parley/contracts/text/plain-text';
import { filesIn, readRichText } from '@parley/contracts/text/rich-text';
import { writeRichText } from '@parley/contracts/text/write-rich-text';
import { withFileIds } from '../../../domain/files/uploads.ts';
import type { Editor } from '../../../domain/rich-text/editor.ts';
import type { Drafts } from '../../../live/drafts.ts';

export type Field = HTMLTextAreaElement | Editor;

/** The field as it was drawn last, which can be read after it is gone. */
export interface LastField {
  field: Field | null;
  /** A text area has Markdown in it. */
  isSource: boolean;
}

export const isEmpty = (text: string): boolean => text.trim() === '';

/** Returns the number of characters beyond the longest message. */
export const excessOf = (text: string): number => Math.max(0, text.trim().length - messageMaxLength);

/** Writes text without formatting as Markdown that looks the same. */
export const asMarkdown = (text: string): string =>
  writeRichText(text.split(/\n{2,}/).map((paragraph) => ({ tag: 'p', children: [paragraph] })));

/** Stores what is in the field: of the editor its Markdown, and so of a text area while the editor is on its way. */
export function keepDraft(drafts: Drafts, conversationId: string, { field, isSource }: LastField): void {
  if (!field) return;
  const isMarkdown = 'markdown' in field || isSource;
  drafts.keep(
    conversationId,
    'reply',
    isEmpty(field.value) ? '' : withFileIds(conversationId, 'markdown' in field ? field.markdown() : field.value),
    isMarkdown && !isEmpty(field.value),
  );
}

/** Returns the text to send, and with formatting if it has any. */
export function writtenIn(conversationId: string, { field, isSource }: LastField): { text: string; markdown?: string } {
  if (!field) return { text: '' };
  const written = 'markdown' in field ? field.markdown() : isSource ? field.value : undefined;
  if (written === undefined) return { text: field.value.trim() };
  const markdown = withFileIds(conversationId, written);
  const nodes = readRichText(markdown);
  return { text: plainTextOf(nodes), ...(isFormatted(nodes) && { markdown }) };
}

/** Returns the files that are shown between the words of the field. */
export function filesOf({ field, isSource }: LastField): readonly string[] {
  if (field && 'markdown' in field) return field.files();
  return field && isSource ? filesIn(readRichText(field.value)) : [];
}
