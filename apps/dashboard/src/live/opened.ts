import { useEffect, useState, useSyncExternalStore } from 'react';

interface Closable {
  close(): void;
}

function createHolder<T>() {
  const listeners = new Set<() => void>();
  let held: T | null = null;
  return {
    held: (): T | null => held,
    hold: (value: T | null): void => {
      held = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Holds what must be opened and closed again, such as a connection, while the component is shown; null until it is
 * open. A new `open` closes the former one, so it belongs in a `useCallback`.
 */
export function useOpened<T extends Closable>(open: () => T): T | null {
  const [holder] = useState(() => createHolder<T>());
  useEffect(() => {
    const opened = open();
    holder.hold(opened);
    return () => {
      holder.hold(null);
      opened.close();
    };
  }, [holder, open]);
  return useSyncExternalStore(holder.subscribe, holder.held);
}
