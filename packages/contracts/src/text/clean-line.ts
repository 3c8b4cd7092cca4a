/**
 * Characters that turn the writing direction or show nothing, and halves of characters. The joiners U+200C and U+200D
 * stay: Persian and emoji are written with them.
 */
const unseen = /[\p{Bidi_Control}\p{Surrogate}\u00AD\u180E\u200B\u2060-\u2064\uFEFF\uFFF9-\uFFFB]/gu;

/**
 * Text of strangers as one line that can stand anywhere, a mail's header included: line breaks, tabs and control
 * characters become one space, and what is not seen is left out, so that no name looks like another. Cut to `longest`
 * UTF-16 units with `…`, never inside a character.
 */
export function cleanLine(text: string, longest = Number.POSITIVE_INFINITY): string {
  // Reading on for far longer than what is kept would only cost time.
  const line = text
    .slice(0, longest * 4)
    .replaceAll(unseen, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > longest ? `${wholeStart(line, longest - 1).trimEnd()}…` : line;
}

/** The first `length` units, or one less where that would cut a character in two. */
export function wholeStart(text: string, length: number): string {
  const isCutInTwo = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(length));
  return text.slice(0, isCutInTwo ? length - 1 : length);
}
