import { useLayoutEffect, useState } from 'react';

interface Closable {
  close(): void;
}

/**
 * Holds what must be opened and closed again, such as a connection, while the component is shown. It is null until it
 * is open, which is not visible: that happens before the frame. A new `open` closes the former one, so it belongs in a
 * `useCallback`.
 */
export function useOpened<T extends Closable>(open: () => T): T | null {
  const [held, setHeld] = useState<T | null>(null);
  useLayoutEffect(() => {
    const opened = open();
    setHeld(opened);
    return () => {
      setHeld(null);
      opened.close();
    };
  }, [open]);
  return held;
}
