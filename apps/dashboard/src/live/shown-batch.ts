/** The batch of which the list tells how far it is and what became of it. */
import { useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

/** Null when nobody wants to know any more. */
export function showBatch(batchId: string | null): void {
  shown = batchId;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShownBatch = (): string | null => useSyncExternalStore(subscribe, () => shown);
