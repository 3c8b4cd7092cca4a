/** Suggestions for the search: the keys that begin with the typed text, or the values of the key. */
import { folded } from '@parley/contracts/filter/search-text';
import {
  attributeOf,
  attributeValues,
  attributeWord,
  isSearchKey,
  type SearchKey,
  searchKeys,
  type SearchNames,
  searchValues,
} from '@parley/contracts/filter/search-words';

export interface Suggestion {
  /** Text that replaces the typed one. */
  text: string;
  label: string;
  /** Key that needs a value next. */
  key: SearchKey | null;
  /** Name of the attribute that needs a value next. */
  attribute?: string;
}

export interface Suggestions {
  options: readonly Suggestion[];
  /** Range that the chosen one replaces. */
  start: number;
  end: number;
}

const none: Suggestions = { options: [], start: 0, end: 0 };
const most = 8;
/** Shorter ones begin too many words. */
const leastOfKey = 2;
const days = ['today', 'yesterday', '7d', '30d', '365d'] as const;

const quoted = (value: string): string => (/[\s",]/u.test(value) ? `"${value.replaceAll('"', ' ')}"` : value);

/** Returns the word before the caret: a blank within quotes begins no word. */
function wordAt(typed: string, caret: number): { start: number; text: string } {
  let start = 0;
  let isQuoted = false;
  for (const [at, character] of typed.slice(0, caret).split('').entries()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/u.test(character)) start = at + 1;
  }
  return { start, text: typed.slice(start, caret) };
}

/** Returns suggestions for the word before the caret; none for plain words. */
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
      options: [
        ...keys.map((key) => ({ text: `${minus}${key}:`, label: `${minus}${key}:`, key })),
        ...attributesCalled(before, names).map((attribute) => {
          const prefix = `${minus}${attributeWord(attribute)}:`;
          return { text: prefix, label: prefix, key: null, attribute: attribute.name };
        }),
      ].slice(0, most),
    };
  }
  const key = before.toLowerCase();
  const attribute = attributeOf(key, names);
  if (!(attribute || isSearchKey(key))) return none;
  const wanted = folded(after.replace(/^"/u, ''));
  const values = attribute ? (attributeValues(attribute) ?? []) : isSearchKey(key) ? valuesOf(key, names) : [];
  // No suggestions for a complete value.
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
  searchValues(key, names) ?? (key === 'before' || key === 'after' ? days : []);

/** Returns the attributes with a word, a key or a name that begins so. */
function attributesCalled(before: string, { attributes }: SearchNames) {
  const begin = folded(before);
  return attributes.filter((attribute) =>
    [attributeWord(attribute), attribute.key, folded(attribute.name)].some((each) => each.startsWith(begin)),
  );
}
