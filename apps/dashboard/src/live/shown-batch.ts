/** Batch that the list shows the progress and the result of. */
import { useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

/** Null hides it. */
export function showBatch(batchId: string | null): void {
  shown = batchId;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShownBatch = (): string | null => useSyncExternalStore(subscribe, () => shown);
