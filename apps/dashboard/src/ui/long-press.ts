import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Point } from './menu-at.tsx';

/** Milliseconds after which a finger that rests on an element has pressed it long. */
export const longPressMs = 500;
/** Distance in pixels from which the finger scrolls. */
const restPixels = 10;

/** Elements with a menu of the browser's that is worth more than ours. */
const withOwnMenu = 'a[href], img, video, audio, input, textarea, [contenteditable="true"]';

/** Returns true where text of the element is selected, which the browser's menu copies. */
function hasSelection(element: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}

/**
 * Opens a menu of actions by a right click or a long press. Spread the result on the element. Links, pictures and
 * selected text keep the browser's menu.
 */
export function useContextMenu(open: ((at: Point) => void) | undefined) {
  const press = useRef<{ at: Point; timer: ReturnType<typeof setTimeout> }>(undefined);
  const end = () => clearTimeout(press.current?.timer);
  useEffect(() => end, []);
  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      end();
      const isPlain = target instanceof Element && !target.closest(`button, ${withOwnMenu}`);
      if (pointerType !== 'touch' || !open || !isPlain) return;
      press.current = { at: { x, y }, timer: setTimeout(() => open({ x, y }), longPressMs) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { current } = press;
      if (current && Math.hypot(clientX - current.at.x, clientY - current.at.y) > restPixels) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      const { target, currentTarget, clientX: x, clientY: y } = event;
      if (!open || !(target instanceof Element) || target.closest(withOwnMenu) || hasSelection(currentTarget)) return;
      end();
      event.preventDefault();
      open({ x, y });
    },
  };
}
