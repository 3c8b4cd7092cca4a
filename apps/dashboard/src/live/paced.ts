/**
 * Changes are told to the screen once a frame: what comes in a burst is drawn once. Beside somebody who writes after that
 * frame is painted, so that a key that was pressed meanwhile is seen first; for everybody else by the clock, since a frame
 * that is only waited for is one that the browser has to make.
 */
import { notifyManager } from '@tanstack/react-query';
import { isTyping } from '../ui/after-typing.ts';

const frameMs = 16;

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
  if (!isTyping()) {
    setTimeout(tell, frameMs);
    return;
  }
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
