/**
 * Contains patterns for texts by strangers. Each takes time linear in the text: it starts only at the start of a run,
 * and has a maximum length. Without both, ten thousand letters in a row take seconds.
 */

/** Addresses of mail. RFC 5321 allows 64 characters before the `@`, DNS 63 in a label. */
export const mailAddress = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;

/** A text without these characters at its end. The pattern `[…]+$` starts again at each of them. */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns the text from the first of these opening brackets to its last closing one; the whole text if there is none.
 */
export function jsonIn(text: string, brackets: readonly ('{}' | '[]')[]): string {
  const enclosed = brackets.flatMap(([opening = '', closing = '']) => {
    const [from, to] = [text.indexOf(opening), text.lastIndexOf(closing)];
    return from >= 0 && to > from ? [{ from, to }] : [];
  });
  const first = enclosed.toSorted((one, other) => one.from - other.from)[0];
  return first ? text.slice(first.from, first.to + 1) : text;
}
