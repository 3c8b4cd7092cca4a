/**
 * Order in which replies are offered: replies with the typed shortcut or name, then those most like the customer's last
 * message, then those that the user sends most. The index is made once per list, so that two thousand replies are
 * ranked between two keys.
 */

/** Item that can be inserted into a message. */
export interface Insertable {
  id: string;
  /** Typed after the slash; empty for what has none. */
  shortcut: string;
  name: string;
  /** Its text in every language. */
  words: string;
  ownUses: number;
  uses: number;
}

interface Entry<T> {
  item: T;
  shortcut: string;
  name: string;
  words: string;
}

export interface ReplyIndex<T extends Insertable> {
  entries: readonly Entry<T>[];
  /** Indexes of the entries that contain a word. */
  byWord: ReadonlyMap<string, readonly number[]>;
}

/** Number of letters that tell words apart, and bring the forms of one together. */
const stemLength = 6;
const isWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of a text, as they are compared: pairs of characters where a language has no spaces. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []) {
    if (!isWithoutSpaces.test(word)) {
      if (word.length > 2) words.add(word.slice(0, stemLength));
      continue;
    }
    for (let at = 0; at + 2 <= word.length; at += 1) words.add(word.slice(at, at + 2));
  }
  return words;
}

export function indexOf<T extends Insertable>(items: readonly T[]): ReplyIndex<T> {
  const byWord = new Map<string, number[]>();
  const entries = items.map((item, index) => {
    for (const word of wordsIn(`${item.shortcut} ${item.name} ${item.words}`)) {
      const having = byWord.get(word);
      if (having) having.push(index);
      else byWord.set(word, [index]);
    }
    return {
      item,
      shortcut: item.shortcut.toLowerCase(),
      name: item.name.toLowerCase(),
      words: item.words.toLowerCase(),
    };
  });
  return { entries, byWord };
}

/** Returns how well the typed text matches an entry, from 0 (not at all) to 6 (exactly its shortcut). */
function fit({ shortcut, name, words }: Entry<Insertable>, typed: string): number {
  if (typed === '') return 1;
  if (shortcut === typed) return 6;
  if (shortcut.startsWith(typed)) return 5;
  if (name.startsWith(typed) || name.includes(` ${typed}`) || shortcut.includes(`-${typed}`)) return 4;
  if (shortcut.includes(typed) || name.includes(typed)) return 3;
  return words.includes(typed) ? 2 : 0;
}

/** Returns for each entry how much it shares with a text: the fewer entries contain a word, the more it counts. */
function likeness<T extends Insertable>({ entries, byWord }: ReplyIndex<T>, text: string): Float64Array {
  const worth = new Float64Array(entries.length);
  for (const word of wordsIn(text)) {
    const having = byWord.get(word) ?? [];
    // Words that occur in most replies don't count.
    if (having.length * 2 > entries.length && entries.length > 4) continue;
    const weight = Math.log(1 + entries.length / having.length);
    for (const index of having) worth[index] = (worth[index] ?? 0) + weight;
  }
  const most = worth.reduce((best, each) => Math.max(best, each), 0);
  // Rounded: entries that are about equally alike are ordered by their use.
  return most === 0 ? worth : worth.map((each) => Math.round((each / most) * 5));
}

/** Likeness of each reply to the last text: while the user types, that text stays the same. */
const alikeOf = new WeakMap<object, { text: string; worth: Float64Array }>();

function alike<T extends Insertable>(index: ReplyIndex<T>, text: string): Float64Array {
  const known = alikeOf.get(index);
  if (known?.text === text) return known.worth;
  const worth = likeness(index, text);
  alikeOf.set(index, { text, worth });
  return worth;
}

interface Ranked<T> {
  item: T;
  fit: number;
  alike: number;
}

const inOrder = (one: Ranked<Insertable>, other: Ranked<Insertable>): number =>
  other.fit - one.fit ||
  other.alike - one.alike ||
  // Replies rank above articles: they were written to be sent.
  Number(other.item.shortcut !== '') - Number(one.item.shortcut !== '') ||
  other.item.ownUses - one.item.ownUses ||
  other.item.uses - one.item.uses ||
  (one.item.name < other.item.name ? -1 : 1);

/**
 * Returns the items that match the typed text, the best first, at most `limit`. `lastMessage` is the customer's last
 * message.
 */
export function rank<T extends Insertable>(
  index: ReplyIndex<T>,
  { typed, lastMessage, limit }: { typed: string; lastMessage: string; limit: number },
): T[] {
  const wanted = typed.trim().toLowerCase();
  const worth = alike(index, lastMessage);
  // Only the best are sorted: sorting all of two thousand would take longer than rendering those.
  const best: Ranked<T>[] = [];
  for (const [at, entry] of index.entries.entries()) {
    const each = { item: entry.item, fit: fit(entry, wanted), alike: worth[at] ?? 0 };
    const last = best.at(-1);
    if (each.fit === 0 || (last && best.length >= limit && inOrder(each, last) >= 0)) continue;
    const place = best.findIndex((other) => inOrder(each, other) < 0);
    best.splice(place < 0 ? best.length : place, 0, each);
    if (best.length > limit) best.pop();
  }
  return best.map(({ item }) => item);
}
