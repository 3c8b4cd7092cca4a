import type { SearchMatch } from '@parley/contracts/entities';
import type { ReactNode } from 'react';

/** Number of characters before the match, in a line that is cut at its end. */
const leadMax = 24;

/** Returns the index at which an excerpt begins so that the match is in it: at a word. */
function beginningOf({ text, ranges }: Pick<SearchMatch, 'text' | 'ranges'>): number {
  const first = ranges[0]?.[0] ?? 0;
  return first <= leadMax ? 0 : text.lastIndexOf(' ', first - leadMax / 2) + 1;
}

/** Shows a passage that a search found, with the matches marked. */
export function MatchedText({ text, ranges }: Pick<SearchMatch, 'text' | 'ranges'>) {
  let from = beginningOf({ text, ranges });
  const parts: ReactNode[] = from > 0 ? ['… '] : [];
  for (const [start, end] of ranges) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return (
    <span dir="auto" data-match>
      {parts}
      {text.slice(from)}
    </span>
  );
}
