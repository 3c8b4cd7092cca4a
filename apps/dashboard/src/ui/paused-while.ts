import type { MouseEvent } from 'react';

/**
 * The props of a button that cannot be used while `isPaused`, and does `run` otherwise. It keeps the focus of who
 * pressed it, which `disabled` would drop.
 */
export const pausedWhile = (isPaused: boolean, run?: () => void) => ({
  'aria-disabled': isPaused,
  'data-disabled': isPaused ? '' : undefined,
  onClick(event: MouseEvent) {
    if (isPaused) event.preventDefault();
    else run?.();
  },
});
