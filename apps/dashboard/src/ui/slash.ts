/** Finds the slash that asks for a canned reply, or the `[[` for an article, and replaces it with a text. */

import type { TextField } from './text-field.ts';

export interface SlashQuery {
  /** Index of the mark. */
  start: number;
  /** `[[` offers articles alone, by the words of their titles. */
  mark: '/' | '[[';
  /** Text behind it, up to the caret. */
  typed: string;
}

/** Maximum length of a title that is looked for. */
const soughtMax = 60;

/** Returns the slash at the beginning of the word at the caret; none in the middle of a word, as in `and/or`. */
export function slashAt(text: string, caret: number): SlashQuery | null {
  const brackets = text.lastIndexOf('[[', caret - 1);
  const sought = brackets < 0 || brackets + 2 > caret ? undefined : text.slice(brackets + 2, caret);
  if (sought !== undefined && sought.length <= soughtMax && !/[\]\n]/.test(sought)) {
    return { start: brackets, mark: '[[', typed: sought };
  }
  const start = text.lastIndexOf('/', caret - 1);
  if (start < 0 || (start > 0 && !/\s/.test(text.charAt(start - 1)))) return null;
  const typed = text.slice(start + 1, caret);
  return /\s/.test(typed) ? null : { start, mark: '/', typed };
}

/**
 * Replaces a range of the field with a text, as one step that Ctrl+Z undoes: `insertText` is the only way for a page to
 * write into a field's history, and it fires an `input` event, as typing does.
 */
export function putIn(field: TextField, start: number, end: number, text: string): void {
  if ('put' in field) return field.put(start, end, text);
  field.focus();
  field.setSelectionRange(start, end);
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  // For browsers that refuse the command: without undo history, but in the right place.
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
