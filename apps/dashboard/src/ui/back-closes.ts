import { useEffect, useEffectEvent } from 'react';

/** Browsers with a back button or gesture of their system, such as those of Android, have it. */
interface Watching {
  CloseWatcher?: new () => EventTarget & { destroy(): void };
}

/** Has the back button of a phone close what is open, in place of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher } = window as Watching;
    // Elsewhere it would take the Escape key, which dialogs listen to themselves.
    if (!isOpen || !CloseWatcher || !window.matchMedia('(hover: none)').matches) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => onClose());
    return () => watcher.destroy();
  }, [isOpen]);
}
