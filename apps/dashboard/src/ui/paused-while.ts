import type { MouseEvent } from 'react';

/**
 * The props of a button that cannot be used while `isPaused`, and does `act` otherwise. It keeps the focus of who
 * pressed it, which `disabled` would drop.
 */
export const pausedWhile = (isPaused: boolean, act?: () => void) => ({
  'aria-disabled': isPaused,
  'data-disabled': isPaused ? '' : undefined,
  onClick(event: MouseEvent) {
    if (isPaused) event.preventDefault();
    else act?.();
  },
});
