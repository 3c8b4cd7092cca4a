import { startTransition, useEffect, useRef, useState } from 'react';

/** Whoever types on does so sooner. */
const pauseMs = 300;
/** Hardly anybody types for so long without one. */
const longestMs = 3_000;

let typedAt = Number.NEGATIVE_INFINITY;
window.addEventListener('input', () => (typedAt = performance.now()), { capture: true, passive: true });

/**
 * What changes beside somebody who writes, as it was until they pause, or for three seconds: drawing a list between two
 * keys would cost them a frame. For everybody else at once, as a transition.
 */
export function useAfterTyping<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const heldSince = useRef<number>(undefined);
  useEffect(() => {
    if (Object.is(shown, value)) return undefined;
    heldSince.current ??= performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const now = performance.now();
      const rest = Math.min(pauseMs - (now - typedAt), longestMs - (now - (heldSince.current ?? now)));
      if (rest > 0) {
        timer = setTimeout(look, rest);
        return;
      }
      heldSince.current = undefined;
      startTransition(() => setShown(value));
    };
    look();
    return () => clearTimeout(timer);
  }, [shown, value]);
  return shown;
}
