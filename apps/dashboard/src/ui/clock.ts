import { useSyncExternalStore } from 'react';

const tickMs = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The stored moment may be old if nothing has read it for long; new subscribers read it again.
  if (!timer) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present moment, the same for the whole page, renewed every half minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/**
 * Returns a value that depends on the time. A component with the same value as half a minute ago does not render: a
 * list of hundreds of times would cost several frames at once, between two keys of a user who types.
 */
export function useByNow<Value extends string | null>(read: (now: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => read(now));
}
