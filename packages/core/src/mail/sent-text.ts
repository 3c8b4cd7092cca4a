/** Finds lines of a mail that repeat earlier messages, even if their program has wrapped them. */

export interface SentText {
  /** Texts that the team and the assistant have sent, and texts that our mails add to them. */
  ours: readonly string[];
  /** Texts that the customer has sent. */
  theirs: readonly string[];
  /** Addresses below it are written by our mails alone. */
  publicUrl: string;
}

/** Maximum number of characters that lines are compared with; the newest texts count. */
const mostSent = 60_000;
/** Maximum number of lines that are searched for within the texts. */
const mostSearched = 2_000;
/** A shorter piece of a line may occur in any two texts. */
const shortestPiece = 16;

/** Returns the length of a text. A Chinese, Japanese or Korean character counts as two of other scripts. */
export const lengthOf = (text: string): number =>
  text.length + (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0);

/**
 * Returns a line without the parts that mail programs change: marks of quotations and lists, kinds of spaces, added
 * addresses.
 */
const bare = (line: string): string =>
  line
    .replace(/^[\s>|]{0,40}/, '')
    .replace(/^[-*•·]\s{1,4}/, '')
    .replaceAll(/<(?:https?:|mailto:)[^<>\s]{1,2000}>/g, '')
    .normalize('NFKC')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Searches one side's texts. */
class Texts {
  readonly #lines = new Set<string>();
  readonly #joined: string;
  /** End of the last piece found: the next line may continue there. */
  #end = -1;
  #searched = 0;

  constructor(texts: readonly string[]) {
    const kept: string[] = [];
    let length = 0;
    for (const text of texts.toReversed()) {
      const lines = text
        .slice(0, mostSent - length)
        .split('\n')
        .map(bare);
      for (const line of lines) if (line !== '') this.#lines.add(line);
      kept.push(lines.filter((line) => line !== '').join(' '));
      length += text.length;
      if (length >= mostSent) break;
    }
    this.#joined = kept.join('\0');
  }

  has(line: string): boolean {
    if (this.#goesOn(line)) return true;
    if (lengthOf(line) >= shortestPiece && this.#searched < mostSearched) {
      this.#searched += 1;
      const at = this.#joined.indexOf(line);
      if (at >= 0) {
        this.#end = at + line.length;
        return true;
      }
    }
    return this.#lines.has(line);
  }

  #goesOn(line: string): boolean {
    if (this.#end < 0) return false;
    const at = this.#joined.charAt(this.#end) === ' ' ? this.#end + 1 : this.#end;
    if (!this.#joined.startsWith(line, at)) return false;
    this.#end = at + line.length;
    return true;
  }
}

/** `ours`, `theirs`: the side that has sent the line. `nothing`: it contains no word. */
export type Sender = 'ours' | 'theirs' | 'nothing';

/** Returns the sender of each line among the earlier messages; null for a new line. */
export function sendersOf(lines: readonly string[], { ours, theirs, publicUrl }: SentText): (Sender | null)[] {
  const [own, other] = [new Texts(ours), new Texts(theirs)];
  return lines.map((line) => {
    if (publicUrl !== '' && line.includes(`${publicUrl}/`)) return 'ours';
    const text = bare(line);
    if (!/[\p{L}\p{N}]/u.test(text)) return 'nothing';
    if (own.has(text)) return 'ours';
    return other.has(text) ? 'theirs' : null;
  });
}
