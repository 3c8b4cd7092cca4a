import { useCallback, useSyncExternalStore } from 'react';

/** Where no pointer hovers: what can be done with a row is in a menu, and by drawing it aside (inbox.module.css). */
export const touched = '(hover: none), (max-width: 767px)';

/** Whether a media query holds, now and as that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
