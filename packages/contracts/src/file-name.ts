/** Names of files where there is too little room for them: the ending stays, as it tells what a file is. */
import { wholeStart } from './clean-line.ts';

/** The ending of a name without its dot, in lower case; empty for none. */
export const endingOf = (name: string): string => /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

/** Cuts a name before its ending, with `…`, to so many UTF-16 units. */
export function shortFileName(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const rest = endingOf(name) === '' ? '' : name.slice(name.lastIndexOf('.'));
  return `${wholeStart(name, longest - rest.length - 1)}…${rest}`;
}

/** As many letters of a name are shown however little room there is. */
const shownEnd = 10;

/** A name in two parts, of which a screen cuts only the first where it has to. */
export function fileNameParts(name: string): [start: string, end: string] {
  const start = wholeStart(name, Math.max(0, name.length - shownEnd));
  return [start, name.slice(start.length)];
}
