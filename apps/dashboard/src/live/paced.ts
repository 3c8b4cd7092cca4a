/**
 * Notifies the screen of changes once a frame: a burst renders once. While the user types, listeners are called after
 * that frame is painted, so that a key pressed in the meantime is shown first; otherwise by a timer, since a frame that
 * is only waited for is one that the browser has to make.
 */
import { notifyManager } from '@tanstack/react-query';
import { isTyping } from '../ui/after-typing.ts';

const frameMs = 16;

/** A page that is not rendered has no frames. */
const atLatestMs = 100;

const waiting = new Set<() => void>();

/** Calls all listeners. One that throws does not keep the others from running; its error is reported as uncaught. */
function notifyAll(): void {
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

/** Calls a listener together with all others that wait; once, however often it is requested until then. */
export function notifySoon(listener: () => void): void {
  waiting.add(listener);
  if (waiting.size > 1) return;
  if (!isTyping()) {
    setTimeout(notifyAll, frameMs);
    return;
  }
  const latest = setTimeout(notifyAll, atLatestMs);
  requestAnimationFrame(() => {
    clearTimeout(latest);
    setTimeout(notifyAll);
  });
}

/** Lets the query cache notify through `notifySoon`, too. */
export function paceCache(): void {
  notifyManager.setScheduler(notifySoon);
}

/** Wraps a subscription so that its listener is called through `notifySoon`. */
export const paced =
  (subscribe: (listener: () => void) => () => void) =>
  (listener: () => void): (() => void) => {
    const soon = () => notifySoon(listener);
    const off = subscribe(soon);
    return () => {
      waiting.delete(listener);
      off();
    };
  };
