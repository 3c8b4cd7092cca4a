/**
 * A field for text: a text area, or the editor of formatted text. What is offered at the caret (canned replies, blanks,
 * mentions) counts in the characters of `value`, which has no formatting.
 */
export type TextField = HTMLTextAreaElement | EditorField;

export interface EditorField {
  value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  setSelectionRange(start: number, end: number): void;
  /** Replaces a range, as one step that Ctrl+Z undoes. */
  put(start: number, end: number, text: string): void;
  /** The text as Markdown, with its formatting. */
  markdown(): string;
  focus(): void;
  blur(): void;
  /** The element that the caret is in. */
  readonly element: HTMLElement;
  /** Listeners hear of a key before the editor does. */
  addEventListener: HTMLElement['addEventListener'];
  removeEventListener: HTMLElement['removeEventListener'];
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

/** Returns the element that the caret is in. */
export const elementOf = (field: TextField): HTMLElement => ('markdown' in field ? field.element : field);
