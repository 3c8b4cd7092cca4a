import { useState } from 'react';

interface Listed {
  readonly id: string;
}

/** Maximum number of rows that are rendered, and passed by others. */
const drawnMax = 60;

/**
 * Returns the ids that moved up past others, where rendering them in their new places is less work than moving the rows
 * they passed; none where it is not.
 */
export function risen(before: readonly Listed[], after: readonly Listed[]): string[] {
  const places = new Map(before.slice(0, drawnMax).map(({ id }, index) => [id, index]));
  const kept = after.slice(0, drawnMax).flatMap(({ id }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  let last = -1;
  // Like React: an item that was before one which now precedes it is moved behind that.
  const moved = kept.filter(({ place }) => {
    last = Math.max(last, place);
    return place < last;
  });
  let first = drawnMax;
  const up = kept.toReversed().filter(({ place }) => {
    first = Math.min(first, place);
    return place > first;
  });
  return up.length < moved.length ? up.map(({ id }) => id) : [];
}

/**
 * Returns the keys of rows, by conversation. A row that moved up past others gets a new key: with the old one, React
 * would lay out and paint each row that it passed, perhaps while the representative types.
 *
 * @param held the row in use, which keeps its element
 */
export function useRowKeys(items: readonly Listed[], held: string | undefined): (id: string) => string {
  const [known, setKnown] = useState({ items, rises: new Map<string, number>() });
  if (known.items !== items) {
    const up = risen(known.items, items);
    const rises = up.length > 0 ? new Map(known.rises) : known.rises;
    if (held === undefined || !up.includes(held)) for (const id of up) rises.set(id, (rises.get(id) ?? 0) + 1);
    setKnown({ items, rises });
  }
  return (id) => `${id} ${known.rises.get(id) ?? 0}`;
}
