import type { SearchProblem, SearchWord } from '@parley/contracts/filter/search-words';
import { X } from 'lucide-react';
import { search } from '../../../i18n/en/search.ts';
import { listed } from '../../../i18n/language.ts';
import styles from './search.module.css';

/** Whether a filter still lacks its value, which is about to be typed: it isn't wrong yet. */
export const isBeingTyped = ({ problem, end }: SearchWord, typed: string): boolean =>
  problem?.kind === 'missing' && end >= typed.length;

interface SearchChipsProps {
  words: readonly SearchWord[];
  typed: string;
  onTyped: (text: string) => void;
}

/** Shows the filters among the words of a search, each with a button to remove it; and the errors of invalid ones. */
export function SearchChips({ words: all, typed, onTyped }: SearchChipsProps) {
  const words = all.filter((word) => !isBeingTyped(word, typed));
  const wrong = words.find(({ problem }) => problem !== null)?.problem;
  if (words.length === 0) return null;
  return (
    <>
      <div className={styles.chips} role="group" aria-label={search('filters')}>
        {words.map((word) => {
          const shown = typed.slice(word.start, word.end);
          return (
            <button
              key={`${word.start} ${shown}`}
              type="button"
              className={styles.chip}
              data-wrong={word.problem ? '' : undefined}
              aria-label={search('remove', { word: shown })}
              title={search('remove', { word: shown })}
              onClick={() => onTyped(`${typed.slice(0, word.start)}${typed.slice(word.end).trimStart()}`.trimStart())}
            >
              <bdi>{shown}</bdi>
              <X size={12} aria-hidden />
            </button>
          );
        })}
      </div>
      {wrong && <output className={styles.hint}>{problemWords(wrong)}</output>}
    </>
  );
}

/** Returns the problem of a filter, in words. */
export function problemWords({ kind, key, value, among }: SearchProblem): string {
  if (kind === 'missing') return search('missing', { key });
  if (kind === 'day') return search('day', { value });
  if (kind === 'number') return search('number', { value });
  if (kind === 'unknown') return search('unknown', { key, value });
  return search('several', { value, names: listed(among, 'disjunction') });
}
