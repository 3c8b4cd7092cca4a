/** Long texts in parts that a channel takes. */
import { wholeStart } from '@parley/contracts/text/clean-line';

/** From the best place to part a text at to the worst. */
const seams = [/\n\s*\n/g, /\n/g, /[.!?…。！？]["'”’)\]]*\s/g, /\s/g];

/**
 * Returns the ranges of a text's parts: none longer than `longest` units, the first not longer than `first`; split at
 * the last paragraph, line, sentence or word that fits, and never inside a character.
 */
export function piecesOf(text: string, longest: number, first = longest): [from: number, to: number][] {
  const pieces: [number, number][] = [];
  for (let from = 0; from < text.length; ) {
    const room = pieces.length === 0 ? first : longest;
    const end = text.length - from <= room ? text.length : from + seamOf(text.slice(from), room);
    pieces.push([from, from + text.slice(from, end).trimEnd().length]);
    from = end + (/\S/.exec(text.slice(end))?.index ?? text.length - end);
  }
  return pieces;
}

/** Number of units searched after a part's end for the end of a character. */
const longestCharacter = 64;

/** The end of the first part of a text that is longer than `room`. */
function seamOf(text: string, room: number): number {
  // A seam near the beginning would make crumbs.
  const earliest = Math.floor(room / 2);
  const window = text.slice(0, room + 1);
  for (const seam of seams) {
    const ends = [...window.matchAll(seam)].map(({ index, 0: { length } }) => index + length);
    const last = ends.at(-1);
    if (last !== undefined && last > earliest) return Math.min(last, room);
  }
  const character = new Intl.Segmenter().segment(text.slice(0, room + longestCharacter)).containing(room);
  // A single visible character may be longer than any part.
  return character && character.index > earliest ? character.index : wholeStart(text, room).length;
}
