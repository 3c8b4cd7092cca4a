import { useState } from 'react';

interface Listed {
  readonly id: string;
}

/** So many rows may be drawn, and be passed by others. */
const drawnMax = 60;

/**
 * Those that came up past others, where drawing them anew in their new places is less than moving what they passed;
 * none where it is not.
 */
export function risen(before: readonly Listed[], after: readonly Listed[]): string[] {
  const places = new Map(before.slice(0, drawnMax).map(({ id }, index) => [id, index]));
  const kept = after.slice(0, drawnMax).flatMap(({ id }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  let last = -1;
  // As React does: whatever stood before something that comes before it now is put behind that.
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
 * The keys of rows, by conversation. One that came up past others has another one from then on: React, to which it was the
 * same row, would lay out and paint each of those it passed, in the middle of what somebody types perhaps.
 *
 * @param held the row that somebody is at, which stays the element that it is
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
