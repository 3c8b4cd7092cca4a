import type { Followed } from '@parley/client/follow';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { messageKey, type Row } from './rows.ts';

async function loadDownTo(seq: number, followed: Followed, isWanted: () => boolean): Promise<void> {
  const oldest = () => followed.state.messages[0]?.seq ?? 0;
  while (isWanted() && oldest() > seq && (await followed.loadOlder(messagesPerPageMax)));
}

/**
 * Brings a message into view, once for each `jump`, and fetches the pages down to it; without a `seq` it does nothing.
 */
export function useOpenAt(
  { seq, jump }: { seq: number | null; jump: object | null },
  followed: Followed,
  rows: readonly Row[],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): void {
  const shown = useRef<{ seq: number; jump: object | null } | null>(null);
  useEffect(() => {
    let isWanted = seq !== null;
    // If the page cannot be loaded, the newest messages stay in view, and scrolling up tries again.
    if (seq !== null) loadDownTo(seq, followed, () => isWanted).catch(() => (isWanted = false));
    return () => {
      isWanted = false;
    };
  }, [followed, seq]);
  useLayoutEffect(() => {
    // Lets the same message scroll into view again after it was left.
    if (seq === null) shown.current = null;
    if (seq === null || (shown.current?.seq === seq && shown.current.jump === jump)) return;
    const index = rows.findIndex(({ key }) => key === messageKey(seq));
    if (index < 0) return;
    shown.current = { seq, jump };
    virtualizer.scrollToIndex(index, { align: 'center' });
  }, [seq, jump, rows, virtualizer]);
}
