import { startTransition, useEffect, useRef, useState } from 'react';

/** Milliseconds without a key after which a user counts as paused. */
const pauseMs = 300;
/** Users hardly ever type for so long without a pause. */
const longestMs = 3_000;

let typedAt = Number.NEGATIVE_INFINITY;
window.addEventListener('input', () => (typedAt = performance.now()), { capture: true, passive: true });

/** Whether the user is typing: a render at that time may cost a frame between two keys. */
export const isTyping = (): boolean => performance.now() - typedAt < pauseMs;

/**
 * Returns the value as it was until the user pauses typing, or for three seconds: a list rendered between two keys
 * would cost a frame. After three seconds it renders right after a key, which leaves it the time until the next one.
 * Without typing it renders at once, with everything else.
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
