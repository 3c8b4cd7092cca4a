import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { longPressMs } from '../../ui/long-press.ts';
import type { Point } from '../../ui/menu-at.tsx';

/** A row that was swiped this far runs its action when it is released. */
const thresholdPixels = 72;
/** Up to this distance it is not clear whether a finger scrolls or swipes. */
const doubtPixels = 10;

export interface SwipeAction {
  label: string;
  run: () => void;
}

interface SwipeActions {
  /** Actions of a swipe to the start and to the end of the line; both are in the row's menu, too. False for none. */
  toStart: SwipeAction | false;
  toEnd: SwipeAction | false;
  /** Opens the row's menu after a long press. */
  hold: (row: HTMLElement, at: Point) => void;
}

interface Swipe {
  row: HTMLElement | null;
  actions: SwipeActions | null;
  x: number;
  y: number;
  /** Swiped distance, to the right if positive. */
  drawn: number;
  /** Runs out when it counts as a long press. */
  timer?: ReturnType<typeof setTimeout>;
  isHeld?: boolean;
}

const none: Swipe = { row: null, actions: null, x: 0, y: 0, drawn: 0 };

/** Whether a row is swiped to the end of the line. */
const isToEnd = ({ row, drawn }: Swipe): boolean =>
  row !== null && drawn > 0 === (getComputedStyle(row).direction === 'ltr');

/** Returns the action that the swipe would run. */
const chosen = (swipe: Swipe): SwipeAction | undefined =>
  (isToEnd(swipe) ? swipe.actions?.toEnd : swipe.actions?.toStart) || undefined;

/** Moves a row with the finger, and shows the action of the swipe. */
function show(swipe: Swipe): void {
  const { row, drawn } = swipe;
  const content = row?.firstElementChild;
  if (!row || !(content instanceof HTMLElement)) return;
  content.style.translate = drawn ? `${drawn}px` : '';
  if (drawn) row.dataset.drawn = isToEnd(swipe) ? 'to-end' : 'to-start';
  else delete row.dataset.drawn;
  row.dataset.action = drawn ? chosen(swipe)?.label : '';
  row.toggleAttribute('data-enough', Math.abs(drawn) >= thresholdPixels);
}

/**
 * Handles swipes and long presses on the rows of a list: spread the result on the element around them. `actionsOf`
 * receives the row's index among those in the document.
 */
export function useSwipe(actionsOf: (index: number) => SwipeActions | null) {
  const swipe = useRef(none);
  const end = () => {
    const { drawn, isHeld = false, timer } = swipe.current;
    clearTimeout(timer);
    show({ ...swipe.current, drawn: 0 });
    swipe.current = { ...none, drawn, isHeld };
  };
  const hold = () => {
    const { row, actions, x, y } = swipe.current;
    swipe.current.isHeld = true;
    if (row) actions?.hold(row, { x, y });
  };
  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y, currentTarget }: PointerEvent) {
      const row = pointerType === 'touch' && target instanceof Element ? target.closest('li') : null;
      const index = row ? [...currentTarget.querySelectorAll('li')].indexOf(row) : -1;
      const actions = row && actionsOf(index);
      clearTimeout(swipe.current.timer);
      swipe.current = { row, actions, x, y, drawn: 0, ...(actions && { timer: setTimeout(hold, longPressMs) }) };
    },
    onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
      const { row, actions, x, y, drawn, timer, isHeld } = swipe.current;
      const by = clientX - x;
      if (Math.abs(clientY - y) > doubtPixels) clearTimeout(timer);
      if (!row || !actions || isHeld || (drawn === 0 && Math.abs(by) < doubtPixels)) return;
      clearTimeout(timer);
      if (drawn === 0) row.setPointerCapture(pointerId);
      swipe.current.drawn = Math.max(-2 * thresholdPixels, Math.min(2 * thresholdPixels, by));
      if (!chosen(swipe.current)) swipe.current.drawn = 0;
      show(swipe.current);
    },
    onPointerUp() {
      const action = Math.abs(swipe.current.drawn) >= thresholdPixels ? chosen(swipe.current) : undefined;
      end();
      action?.run();
    },
    onPointerCancel: end,
    // Otherwise the browser's own menu of the link comes up.
    onContextMenu(event: MouseEvent) {
      if (swipe.current.row) event.preventDefault();
    },
    // A finger that swiped, or rested, has not pressed what is under it.
    onClickCapture(event: MouseEvent) {
      if (swipe.current.drawn === 0 && !swipe.current.isHeld) return;
      event.preventDefault();
      event.stopPropagation();
      swipe.current = none;
    },
  };
}
