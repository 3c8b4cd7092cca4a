// @vitest-environment happy-dom
/** Leaving by the browser's Back, which the router follows as soon as it hears of it. */
import { afterEach, expect, it, vi } from 'vitest';
import { guardLeaving } from '../src/features/settings-column/leave-guard.ts';
import { listenToBack } from '../src/loading/back-guard.ts';

afterEach(() => vi.restoreAllMocks());

const nothing = () => undefined;
const navigator = { push: nothing, replace: nothing, go: nothing, createHref: String };

it('Back out of the settings is asked about before the router follows, and is followed after the guard has ended', () => {
  listenToBack();
  const follows = vi.fn<() => void>();
  window.addEventListener('popstate', follows);
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  const asks = vi.fn<(leave: () => void) => void>();
  const end = guardLeaving({ ...navigator }, { isInside: () => false, ask: asks });
  const back = () => window.dispatchEvent(new PopStateEvent('popstate'));
  back();
  expect([follows.mock.calls.length, asks.mock.calls.length, go.mock.calls.length]).toEqual([0, 1, 1]);
  // The return to where the form is.
  back();
  expect([follows.mock.calls.length, asks.mock.calls.length]).toEqual([0, 1]);
  end();
  back();
  expect(follows).toHaveBeenCalledTimes(1);
  window.removeEventListener('popstate', follows);
});
