/** Finds settings by their labels and by other words for them. */
import { addressOf, groupLabel, type Setting, type SettingsEntry } from './entries.ts';

export interface FoundSetting {
  id: string;
  label: string;
  to: string;
  /** Group and entry that it belongs to. */
  path: string;
}

/** Lower case, without accents: `Größe` is found by `grosse`, `مُدّة` by `مدة`. */
const plain = (text: string): string =>
  text.toLocaleLowerCase().replace(/ß/g, 'ss').normalize('NFD').replace(/\p{M}/gu, '');

/** Rank of typed words in a label: 0 at its start, 1 at starts of its words, 2 in it; undefined if not found. */
function rankIn(label: string, typed: readonly string[]): number | undefined {
  if (label.startsWith(typed.join(' '))) return 0;
  const starts = label.split(/[^\p{L}\p{N}]+/u);
  if (typed.every((each) => starts.some((start) => start.startsWith(each)))) return 1;
  return typed.every((each) => label.includes(each)) ? 2 : undefined;
}

/** Returns what typed words find, the best first: by label, then by other words and by where it is. */
export function findSettings(entries: readonly SettingsEntry[], typed: string): FoundSetting[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .flatMap((entry) => {
      const group = groupLabel(entry.group);
      const isItself = (setting: Setting) =>
        addressOf(entry, setting) === entry.to || plain(setting.label) === plain(entry.label);
      const names = entry.settings.filter(isItself).map(({ label }) => label);
      const around = plain([entry.label, entry.words, group, ...names].join(' '));
      const isAround = words.every((each) => around.includes(each));
      const itself = {
        id: entry.id,
        label: entry.label,
        to: entry.to,
        path: group,
        rank: rankIn(plain(entry.label), words) ?? (isAround ? 3 : undefined),
      };
      const settings = entry.settings.flatMap((setting) => {
        if (isItself(setting)) return [];
        const label = plain(setting.label);
        const isFound = words.every((each) => `${label} ${around}`.includes(each));
        return {
          id: setting.id,
          label: setting.label,
          to: addressOf(entry, setting),
          path: `${group} › ${entry.label}`,
          rank: rankIn(label, words) ?? (isFound ? 5 : undefined),
        };
      });
      return [itself, ...settings];
    })
    .flatMap(({ rank, ...found }) => (rank === undefined ? [] : [{ found, rank }]))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ found }) => found);
}
