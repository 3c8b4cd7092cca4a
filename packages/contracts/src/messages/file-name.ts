/** Shortens file names: the ending stays, since it shows the type of the file. */
import { wholeStart } from '../text/clean-line.ts';

/** The ending of a name without its dot, in lower case; empty for none. */
export const endingOf = (name: string): string => /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

/** Cuts a name before its ending, with `…`, to so many UTF-16 units. */
export function shortFileName(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const rest = endingOf(name) === '' ? '' : name.slice(name.lastIndexOf('.'));
  return `${wholeStart(name, longest - rest.length - 1)}…${rest}`;
}

/** Number of characters at the end of a name that always stay visible. */
const shownEnd = 10;

/** A name in two parts, of which a screen cuts only the first where it has to. */
export function fileNameParts(name: string): [start: string, end: string] {
  const start = wholeStart(name, Math.max(0, name.length - shownEnd));
  return [start, name.slice(start.length)];
}
