/** Which of several tabs tells of news, and how often. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlertLimit } from '../src/features/notifications/alert-limit.ts';
import { SingleNotifier } from '../src/features/notifications/single-notifier.ts';

/** A channel that delivers each message to all others at once. */
class Channel extends EventTarget {
  static readonly open = new Set<Channel>();
  constructor() {
    super();
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
  close(): void {
    Channel.open.delete(this);
  }
}

/** A lock that is given to one after the other. */
function locks() {
  let free: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown> {
      free = free.then(() => (signal.aborted ? undefined : hold()));
      return free;
    },
  };
}

let tabs: SingleNotifier[];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks: locks() });
  tabs = [new SingleNotifier(), new SingleNotifier()];
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  for (const tab of tabs) tab.close();
  vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

it('news is told by the tab that leads, and by the next one where that went before it had', async () => {
  const [first, second] = tabs;
  const [byFirst, bySecond] = [vi.fn<() => void>(), vi.fn<() => void>()];
  second?.notify('a', bySecond);
  first?.notify('a', byFirst);
  second?.notify('b', bySecond);
  expect(byFirst).toHaveBeenCalledTimes(1);
  expect(bySecond).not.toHaveBeenCalled();
  first?.close();
  await seconds(0);
  expect(bySecond).toHaveBeenCalledTimes(1);
});

it.each([0, 2, 20])('a notice is not repeated by a tab that hears of it %i seconds later', async (late) => {
  const [first, second] = tabs;
  const [byFirst, bySecond] = [vi.fn<() => void>(), vi.fn<() => void>()];
  first?.notify('a', byFirst);
  await seconds(late);
  // Two frames about the same message.
  second?.notify('a', bySecond);
  second?.notify('a', bySecond);
  first?.close();
  await seconds(0);
  expect(bySecond).not.toHaveBeenCalled();
  // The next of the same customer.
  await seconds(2);
  second?.notify('a', bySecond);
  expect(bySecond).toHaveBeenCalledTimes(1);
  expect(byFirst).toHaveBeenCalledTimes(1);
});

describe('the limit of alerts', () => {
  it('lets twelve a minute through, and counts the others until there is room again', () => {
    const limit = new AlertLimit();
    const take = (at: number, times: number) => Array.from({ length: times }, () => limit.take(at));
    expect(take(0, 12)).toEqual(Array.from({ length: 12 }, () => 0));
    expect(take(30_000, 3)).toEqual([1, 2, 3]);
    expect(take(60_000, 1)).toEqual([0]);
  });
});
