/** Where a slash asks for a canned reply, or `[[` for an article, and how a text is put in its place. */

export interface SlashQuery {
  /** Of the slash. */
  start: number;
  /** `[[` asks for articles alone, by the words of their titles. */
  mark: '/' | '[[';
  /** What was typed behind it, up to the caret. */
  typed: string;
}

/** Longer ones are no title that is looked for. */
const soughtMax = 60;

/** The slash at the beginning of the word in which the caret stands; none in the middle of a word, as in `and/or`. */
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
 * Puts a text in the place of a stretch of the field, as one step that Ctrl+Z takes back: `insertText` is the one way in
 * which a page can write into a field's history, and it tells of it by an `input` event, as typing does.
 */
export function putIn(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  // Where a browser will not: without its history, but in its place.
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
