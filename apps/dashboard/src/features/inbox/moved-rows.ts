import { type RefObject, useLayoutEffect, useRef } from 'react';

/** As long as `durations.moderate` of the theme. */
const durationMs = 120;

/** Lets the rows in view glide where they move to, so that the eye can follow; not for who asked for less motion. */
export function useMovedRows(
  list: RefObject<HTMLElement | null>,
  items: readonly { id: string }[],
  from: number,
  rowHeight: number,
): void {
  const before = useRef({ items, from });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { items, from };
    const box = list.current;
    // Rows that were scrolled have not moved, and those below the top are kept still (useStillRows).
    if (!box || old.items === items || from > 0 || old.from > 0) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const shown = [...box.children];
    const places = new Map(old.items.slice(0, shown.length + 1).map(({ id }, index) => [id, index]));
    for (const [index, row] of shown.entries()) {
      const place = places.get(items[index]?.id ?? '');
      if (place === undefined || place === index) continue;
      row.animate([{ translate: `0 ${(place - index) * rowHeight}px` }, { translate: '0' }], {
        duration: durationMs,
        easing: 'ease-out',
      });
    }
  }, [list, items, from, rowHeight]);
}
