/** Reading JSON (RFC 8259) from outside: what could mean two things is refused, not guessed at. */
import { isUtf8 } from 'node:buffer';

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** The text of UTF-8 bytes; undefined for bytes that are none, which decoding would quietly replace. */
export const utf8Text = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString('utf8') : undefined);

/**
 * Whether an object in a JSON text names a member twice: who reads the first would act on another value than who reads
 * the last (RFC 8259, section 4). `parsed` is what `JSON.parse` made of it, which kept each name once. Linear in the
 * text, and past strings it runs at the speed of a search.
 */
export function hasDuplicateKeys(text: string, parsed: unknown): boolean {
  return membersWritten(text) !== membersKept(parsed);
}

/** In valid JSON each member has the one colon outside strings. */
function membersWritten(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === colon) count += 1;
    else if (code === quote) at = stringEnd(text, at);
  }
  return count;
}

/**
 * Returns the index of the closing quote of the string that begins at `start`: the first quote after an even number of
 * backslashes.
 */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

/** Without recursion, since nesting is not bounded yet. */
function membersKept(parsed: unknown): number {
  let count = 0;
  const waiting: unknown[] = [parsed];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (!Array.isArray(value)) count += inner.length;
    for (const each of inner) if (typeof each === 'object') waiting.push(each);
  }
  return count;
}
