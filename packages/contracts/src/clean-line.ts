/**
 * Text of strangers as one line that can stand anywhere: line breaks, tabs and control characters become one space, and
 * what turns the direction of writing around or shows nothing (bidi controls, zero-width signs) is left out, so that no
 * name looks like another. Cut to `longest` UTF-16 units with `…`, never inside a character.
 */
export function cleanLine(text: string, longest: number): string {
  // Reading on for far longer than what is kept would only cost time.
  const line = text
    .slice(0, longest * 4)
    .toWellFormed()
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > longest ? `${wholeStart(line, longest - 1).trimEnd()}…` : line;
}

/** The first `length` units, or one less where that would cut a character in two. */
export function wholeStart(text: string, length: number): string {
  const isCutInTwo = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(length));
  return text.slice(0, isCutInTwo ? length - 1 : length);
}
