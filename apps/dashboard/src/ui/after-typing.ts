import { startTransition, useEffect, useRef, useState } from 'react';

/** Whoever types on does so sooner. */
const pauseMs = 300;
/** Hardly anybody types for so long without one. */
const longestMs = 3_000;

let typedAt = Number.NEGATIVE_INFINITY;
window.addEventListener('input', () => (typedAt = performance.now()), { capture: true, passive: true });

/** Whether somebody writes just now: what is drawn then may cost them a frame between two keys. */
export const isTyping = (): boolean => performance.now() - typedAt < pauseMs;

/**
 * What changes beside somebody who writes, as it was until they pause, or for three seconds: drawing a list between two
 * keys would cost them a frame. After three seconds it is drawn as soon as a key is, which leaves it the time until the
 * next one. For everybody else at once, with whatever else is drawn.
 */
export function useAfterTyping<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const heldSince = useRef<number>(undefined);
  const isNews = !Object.is(shown, value);
  const isHeld = isNews && isTyping();
  if (isNews && !isHeld) setShown(value);
  useEffect(() => {
    if (!isHeld) {
      heldSince.current = undefined;
      return undefined;
    }
    heldSince.current ??= performance.now();
    const until = heldSince.current + longestMs - pauseMs;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => startTransition(() => setShown(value));
    const showAfterFrame = () =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        if (!over.signal.aborted) timer = setTimeout(show);
      });
    const look = () => {
      const now = performance.now();
      const pause = typedAt + pauseMs - now;
      const rest = until - now;
      if (pause <= 0) return show();
      if (rest <= 0)
        window.addEventListener('input', showAfterFrame, { once: true, passive: true, signal: over.signal });
      timer = setTimeout(look, rest > 0 ? Math.min(pause, rest) : pause);
      return undefined;
    };
    look();
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [isHeld, value]);
  return isHeld ? shown : value;
}
