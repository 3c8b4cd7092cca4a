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
 * keys would cost them a frame. For everybody else at once, with whatever else is drawn.
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const now = performance.now();
      const rest = Math.min(pauseMs - (now - typedAt), longestMs - (now - (heldSince.current ?? now)));
      if (rest > 0) timer = setTimeout(look, rest);
      else startTransition(() => setShown(value));
    };
    look();
    return () => clearTimeout(timer);
  }, [isHeld, value]);
  return isHeld ? shown : value;
}
