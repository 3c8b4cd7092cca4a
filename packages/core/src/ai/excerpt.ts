/** Returns the part of an article that answers a question: whole sentences, from the best one on. */

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLocaleLowerCase('en').match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, 6)));

/** At most `longest` characters, in whole sentences unless one alone is longer. */
export function relevantExcerpt(text: string, question: string, longest: number, usual = 400): string {
  const whole = text.trim();
  if (whole.length <= usual) return whole;
  const asked = wordsOf(question);
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(whole)].map(
    ({ segment }) => segment,
  );
  const scores = sentences.map((sentence) => [...wordsOf(sentence)].filter((word) => asked.has(word)).length);
  const best = scores.indexOf(Math.max(...scores));
  let part = '';
  for (const sentence of sentences.slice(Math.max(0, best))) {
    if (part !== '' && part.length + sentence.length > usual) break;
    part += sentence;
  }
  return part.trim().slice(0, longest);
}
