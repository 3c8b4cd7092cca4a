import { useCallback, useSyncExternalStore } from 'react';

/** Devices without hover: actions of a row are in a menu, and by swiping it (inbox.module.css). */
export const touched = '(hover: none), (max-width: 767px)';

/** Windows with room for the inboxes in a column beside the list of conversations (conversations-page.module.css). */
export const inboxColumn = '(min-width: 1400px)';

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
