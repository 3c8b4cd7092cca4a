/**
 * Changes are told to the screen once a frame, and after that frame is painted: what comes in a burst is drawn once, and a
 * key that was pressed meanwhile is seen first.
 */
import { notifyManager } from '@tanstack/react-query';

/** A page that is not drawn has no frames. */
const atLatestMs = 100;

const waiting = new Set<() => void>();

/** One that throws keeps none of the others from hearing; the page is told of it as of every uncaught error. */
function tell(): void {
  const all = [...waiting];
  waiting.clear();
  for (const listener of all) {
    try {
      listener();
    } catch (error) {
      reportError(error);
    }
  }
}

/** Calls a listener together with all others that wait; once, however often it is asked for meanwhile. */
export function tellSoon(listener: () => void): void {
  waiting.add(listener);
  if (waiting.size > 1) return;
  const latest = setTimeout(tell, atLatestMs);
  requestAnimationFrame(() => {
    clearTimeout(latest);
    setTimeout(tell);
  });
}

/** Has what changes in the cache told so, too. */
export function paceCache(): void {
  notifyManager.setScheduler(tellSoon);
}

/** A subscription whose listener is told so. */
export const paced =
  (subscribe: (listener: () => void) => () => void) =>
  (listener: () => void): (() => void) => {
    const soon = () => tellSoon(listener);
    const off = subscribe(soon);
    return () => {
      waiting.delete(listener);
      off();
    };
  };
