/** What may stand where somebody is typing in the search: the keys that begin so, or the values of the key. */
import { folded } from '@parley/contracts/search-text';
import { fixedValues, namesOf, type SearchKey, searchKeys, type SearchNames } from '@parley/contracts/search-words';

export interface Suggestion {
  /** What is put in the place of what was typed. */
  text: string;
  label: string;
  /** A key, whose value comes next. */
  key: SearchKey | null;
}

export interface Suggestions {
  options: readonly Suggestion[];
  /** What the chosen one replaces. */
  start: number;
  end: number;
}

const none: Suggestions = { options: [], start: 0, end: 0 };
const most = 8;
/** Shorter ones begin too many words. */
const leastOfKey = 2;
const days = ['today', 'yesterday', '7d', '30d', '365d'] as const;

const quoted = (value: string): string => (/[\s",]/u.test(value) ? `"${value.replaceAll('"', ' ')}"` : value);

/** What is typed up to the caret, from where its word begins: a blank within quotes begins none. */
function wordAt(typed: string, caret: number): { start: number; text: string } {
  let start = 0;
  let isQuoted = false;
  for (const [at, character] of typed.slice(0, caret).split('').entries()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/u.test(character)) start = at + 1;
  }
  return { start, text: typed.slice(start, caret) };
}

/** Of the word before the caret; none for plain words. */
export function suggestionsAt(typed: string, caret: number, names: SearchNames): Suggestions {
  const { start, text } = wordAt(typed, caret);
  const minus = text.startsWith('-') ? '-' : '';
  const word = text.slice(minus.length);
  const [before = '', after] = word.split(':', 2);
  const whole = { start, end: caret };
  if (after === undefined) {
    if (before.length < leastOfKey) return none;
    const keys = searchKeys.filter((key) => key.startsWith(before.toLowerCase()));
    return {
      ...whole,
      options: keys.map((key) => ({ text: `${minus}${key}:`, label: `${minus}${key}:`, key })),
    };
  }
  const key = searchKeys.find((each) => each === before.toLowerCase());
  if (!key) return none;
  const wanted = folded(after.replace(/^"/u, ''));
  const values = valuesOf(key, names);
  // Nothing is left to say of what is there in full.
  if (values.some((value) => folded(value) === wanted)) return none;
  const begin = values.filter((value) => folded(value).startsWith(wanted));
  const within = values.filter((value) => !begin.includes(value) && folded(value).includes(wanted));
  return {
    ...whole,
    options: [...begin, ...within]
      .slice(0, most)
      .map((value) => ({ text: `${minus}${key}:${quoted(value)} `, label: value, key: null })),
  };
}

const valuesOf = (key: SearchKey, names: SearchNames): readonly string[] =>
  fixedValues(key) ?? namesOf(key, names)?.map(({ name }) => name) ?? (key === 'before' || key === 'after' ? days : []);
