/**
 * Between the model and the customer: text is let through word by word once it is known to be harmless. Links go only
 * to places the company itself has named, and an answer that starts to recite the rules is cut off.
 */

/** Thrown by `push` and `end` when the answer recites a secret text. */
export class PromptLeak extends Error {
  override readonly name = 'PromptLeak';
}

export interface ReplyFilterOptions {
  /** Texts that must not be recited. */
  secrets: readonly string[];
  /** Texts of the company. Links in them may be repeated. */
  trusted: readonly string[];
  /** The website's own host; its subdomains count too. */
  website: string | null;
  /** Longest answer in characters; the rest is dropped. */
  maxLength: number;
}

/** So many equal words in a row are no coincidence. */
const recitedWords = 9;
const removedLink = '…';
const link = /\b(?:https?:\/\/|www\.)[^\s<>"'）」』】]+/gi;
/** An address could still be growing at the end of the text: hold back the last word if it might become a link. */
const growingWord = /\S{0,300}$/;

const wordsOf = (text: string): string[] => text.toLocaleLowerCase('en').match(/[\p{L}\p{N}]+/gu) ?? [];

function runs(text: string): Set<string> {
  const words = wordsOf(text);
  const found = new Set<string>();
  for (let at = 0; at + recitedWords <= words.length; at++) found.add(words.slice(at, at + recitedWords).join(' '));
  return found;
}

function hostOf(address: string): string | undefined {
  const url = URL.parse(/^https?:/i.test(address) ? address : `http://${address}`);
  return url?.hostname.replace(/^www\./, '');
}

/**
 * Cuts what a reply must not contain, piece by piece: passages of the instructions, foreign links, and excess length.
 */
export class ReplyFilter {
  readonly #secretRuns: Set<string>;
  readonly #hosts: Set<string>;
  readonly #website: string | undefined;
  readonly #maxLength: number;
  #held = '';
  #passed = '';

  constructor({ secrets, trusted, website, maxLength }: ReplyFilterOptions) {
    this.#secretRuns = new Set(secrets.flatMap((secret) => [...runs(secret)]));
    this.#hosts = new Set(
      trusted.flatMap((text) => text.match(link) ?? []).flatMap((address) => hostOf(address) ?? []),
    );
    this.#website = website?.replace(/^www\./, '');
    this.#maxLength = maxLength;
  }

  /** Takes a piece of the model's answer; returns the text that may be shown now. */
  push(piece: string): string {
    this.#held += piece;
    const growing = growingWord.exec(this.#held)?.[0] ?? '';
    // Scripts without spaces would be held back forever: only a possible beginning of a link is.
    const kept = /[a-z0-9:/.]/i.test(growing.slice(-1)) || /(?:https?:|www\.)/i.test(growing) ? growing : '';
    const ready = this.#held.slice(0, this.#held.length - kept.length);
    this.#held = kept;
    return this.#pass(ready);
  }

  /** Returns the rest when the model has finished. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.#pass(rest);
  }

  /** Everything that was let through. */
  get text(): string {
    return this.#passed;
  }

  #pass(ready: string): string {
    const clean = ready.replaceAll(link, (address) => (this.#isTrusted(address) ? address : removedLink));
    const text = clean.slice(0, Math.max(0, this.#maxLength - this.#passed.length));
    if (text === '') return '';
    const recent = wordsOf(`${this.#passed} ${clean}`.slice(-(clean.length + 600)));
    for (let at = 0; at + recitedWords <= recent.length; at++) {
      if (this.#secretRuns.has(recent.slice(at, at + recitedWords).join(' ')))
        throw new PromptLeak('The answer recites the rules.');
    }
    this.#passed += text;
    return text;
  }

  #isTrusted(address: string): boolean {
    const host = hostOf(address);
    if (host === undefined) return false;
    if (this.#hosts.has(host)) return true;
    return this.#website !== undefined && (host === this.#website || host.endsWith(`.${this.#website}`));
  }
}
