import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Milliseconds, equal to `durations.moderate` of the theme. */
const durationMs = 120;

/**
 * Lets rows that change places glide, so that the eye can follow; not for users who prefer less motion. Rows that come
 * up from out of sight do not glide, nor does any row while the user types: the frames of a glide would cost more than
 * the message itself, and come between two keys.
 */
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
    if (document.activeElement?.matches('input, textarea')) return;
    const shown = [...box.children];
    const places = new Map(old.items.slice(0, shown.length + 1).map(({ id }, index) => [id, index]));
    const moves = shown.map((_, index) => (places.get(items[index]?.id ?? '') ?? Number.NaN) - index);
    const isFromBelow = (id: string | undefined) => old.items.some((each) => each.id === id);
    if (moves.some((move, index) => Number.isNaN(move) && isFromBelow(items[index]?.id))) return;
    for (const [index, row] of shown.entries()) {
      const move = moves[index];
      if (!move) continue;
      row.animate([{ translate: `0 ${move * rowHeight}px` }, { translate: '0' }], {
        duration: durationMs,
        easing: 'ease-out',
      });
    }
  }, [list, items, from, rowHeight]);
}
