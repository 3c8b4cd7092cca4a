import type { Live } from '@parley/client/live';

/** Milliseconds after the last input from which on nobody is taken to look at the page. */
const idleMs = 2 * 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/** Reports whether the user looks at this page: it has the focus and was used lately. Returns its end. */
export function reportFocus(live: Live): () => void {
  let reported: boolean | undefined;
  let isIdle = false;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    const isFocused = !isIdle && document.hasFocus();
    if (isFocused !== reported && live.send({ type: 'focus', isFocused })) reported = isFocused;
  };
  const becomeIdle = (): void => {
    isIdle = true;
    report();
  };
  const used = (): void => {
    clearTimeout(idle);
    idle = setTimeout(becomeIdle, idleMs);
    if (!isIdle) return;
    isIdle = false;
    report();
  };
  // Another connection knows nothing of the one before.
  const off = live.on('sync', () => {
    reported = undefined;
    report();
  });
  const ended = new AbortController();
  for (const sign of signs) window.addEventListener(sign, used, { passive: true, capture: true, signal: ended.signal });
  for (const change of ['focus', 'blur'] as const) window.addEventListener(change, report, { signal: ended.signal });
  used();
  return () => {
    off();
    clearTimeout(idle);
    ended.abort();
  };
}
