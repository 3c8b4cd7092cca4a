/** Emoji with their names in the user's language, from emojibase. A language without names of its own has English ones. */
import type { Language } from '@parley/contracts/text/languages';
import { language } from '../../i18n/language.ts';

export interface Emoji {
  emoji: string;
  name: string;
  /** Name and further words, in lower case. */
  words: string;
}

interface Listed {
  unicode: string;
  label: string;
  tags?: string[];
  group?: number;
  order?: number;
}

const english = () => import('emojibase-data/en/compact.json');
const lists: Readonly<Record<Language, () => Promise<{ default: Listed[] }>>> = {
  en: english,
  de: () => import('emojibase-data/de/compact.json'),
  fr: () => import('emojibase-data/fr/compact.json'),
  es: () => import('emojibase-data/es/compact.json'),
  pt: () => import('emojibase-data/pt/compact.json'),
  it: () => import('emojibase-data/it/compact.json'),
  nl: () => import('emojibase-data/nl/compact.json'),
  pl: () => import('emojibase-data/pl/compact.json'),
  ja: () => import('emojibase-data/ja/compact.json'),
  zh: () => import('emojibase-data/zh/compact.json'),
  tr: english,
  ar: english,
};

/** Skin tones and hair by themselves. */
const componentsGroup = 2;

/** Loads them, in the order of Unicode. */
export async function emojis(): Promise<readonly Emoji[]> {
  const { default: listed } = await lists[language()]();
  return listed
    .filter(({ group, order }) => group !== undefined && group !== componentsGroup && order !== undefined)
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ unicode, label, tags = [] }) => ({
      emoji: unicode,
      name: label,
      words: [label, ...tags].join(' ').toLowerCase(),
    }));
}

/** Returns those that have every typed word, with names that begin with it first. */
export function found(all: readonly Emoji[], typed: string): readonly Emoji[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return all;
  const parts = wanted.split(/\s+/);
  const matching = all.filter(({ words }) => parts.every((part) => words.includes(part)));
  const begins = ({ words }: Emoji): boolean => words.startsWith(wanted);
  return [...matching.filter(begins), ...matching.filter((each) => !begins(each))];
}
