import type { Live } from '@parley/client/live';
import { inputReportSeconds } from '@parley/contracts/users/limits';

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Reports that the user is at the dashboard: when it opens, then with input, at most once a minute. Returns its end. */
export function reportInput(live: Live): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  /** Input was not reported, for lack of a connection. */
  let isLeft = true;
  const report = (): void => {
    if (Date.now() - reportedAt < inputReportSeconds * 1000) return;
    isLeft = !live.send({ type: 'active' });
    if (!isLeft) reportedAt = Date.now();
  };
  const off = live.on('sync', () => {
    if (isLeft) report();
  });
  for (const sign of signs) window.addEventListener(sign, report, { passive: true, capture: true });
  return () => {
    off();
    for (const sign of signs) window.removeEventListener(sign, report, { capture: true });
  };
}
