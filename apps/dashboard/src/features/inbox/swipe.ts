import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A row that was drawn so far does what it is drawn for when it is let go. */
const thresholdPixels = 72;
/** So far it is not clear yet whether a finger scrolls or draws. */
const doubtPixels = 10;
/** A finger that rests so long on a row chooses it. */
const holdMs = 500;

export interface SwipeAction {
  label: string;
  act: () => void;
}

interface SwipeActions {
  /** What drawing a row to the start, and to the end, of the line does; both are in its menu, too. False for nothing. */
  toStart: SwipeAction | false;
  toEnd: SwipeAction | false;
  /** What resting on it does; in its menu, too. */
  hold: (() => void) | false;
}

interface Swipe {
  row: HTMLElement | null;
  actions: SwipeActions | null;
  x: number;
  /** How far the row was drawn, to the right if positive. */
  drawn: number;
  /** Until it counts as held. */
  timer?: ReturnType<typeof setTimeout>;
  isHeld?: boolean;
}

const none: Swipe = { row: null, actions: null, x: 0, drawn: 0 };

/** Whether a row is drawn to the end of the line. */
const isToEnd = ({ row, drawn }: Swipe): boolean =>
  row !== null && drawn > 0 === (getComputedStyle(row).direction === 'ltr');

/** What a row that is drawn this way would do. */
const chosen = (swipe: Swipe): SwipeAction | undefined =>
  (isToEnd(swipe) ? swipe.actions?.toEnd : swipe.actions?.toStart) || undefined;

/** Shows a row where the finger has drawn it, and what for. */
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
 * Lets a finger draw the rows of a list to the side, and rest on them: spread what is answered on the element around them. `actionsOf` is
 * asked with the row's place among those in the document.
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
    swipe.current.isHeld = true;
    if (swipe.current.actions?.hold) swipe.current.actions.hold();
  };
  return {
    onPointerDown({ pointerType, target, clientX, currentTarget }: PointerEvent) {
      const row = pointerType === 'touch' && target instanceof Element ? target.closest('li') : null;
      const index = row ? [...currentTarget.querySelectorAll('li')].indexOf(row) : -1;
      const actions = row && actionsOf(index);
      clearTimeout(swipe.current.timer);
      swipe.current = { row, actions, x: clientX, drawn: 0, ...(actions?.hold && { timer: setTimeout(hold, holdMs) }) };
    },
    onPointerMove({ pointerId, clientX }: PointerEvent) {
      const { row, actions, x, drawn, timer, isHeld } = swipe.current;
      const by = clientX - x;
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
      action?.act();
    },
    onPointerCancel: end,
    // Otherwise the browser's own menu of the link comes up.
    onContextMenu(event: MouseEvent) {
      if (swipe.current.row) event.preventDefault();
    },
    // A finger that drew, or rested, has not pressed what is under it.
    onClickCapture(event: MouseEvent) {
      if (swipe.current.drawn === 0 && !swipe.current.isHeld) return;
      event.preventDefault();
      event.stopPropagation();
      swipe.current = none;
    },
  };
}
