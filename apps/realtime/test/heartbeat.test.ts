/** Which sockets the heartbeat keeps, and how it spreads its work. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HeartbeatTarget, Heartbeat } from '../src/sockets/heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class Socket implements HeartbeatTarget {
  readonly #answers: boolean;
  isOpen = true;
  isAlive = true;
  hasNeverSpoken = false;
  pings = 0;

  constructor({ answers }: { answers: boolean }) {
    this.#answers = answers;
  }

  isSilent(): boolean {
    return this.hasNeverSpoken;
  }

  ping(): void {
    this.pings += 1;
    this.isAlive = this.#answers;
  }

  terminate(): void {
    this.isOpen = false;
  }
}

test('a socket with a dead other end is cut within a minute, and one that answers stays', () => {
  const heartbeat = new Heartbeat();
  const [gone, here] = [new Socket({ answers: false }), new Socket({ answers: true })];
  heartbeat.watch(gone);
  heartbeat.watch(here);
  vi.advanceTimersByTime(60_000);
  expect(gone).toMatchObject({ isOpen: false, pings: 1 });
  vi.advanceTimersByTime(600_000);
  expect(here).toMatchObject({ isOpen: true, pings: 22 });
  expect(gone.pings).toBe(1);
  heartbeat.close();
});

test('a socket that has never said a word is cut, however well it answers', () => {
  const heartbeat = new Heartbeat();
  const mute = new Socket({ answers: true });
  mute.hasNeverSpoken = true;
  heartbeat.watch(mute);
  vi.advanceTimersByTime(30_000);
  expect(mute.isOpen).toBe(false);
  heartbeat.close();
});

test('ten thousand sockets are never pinged in one go, and each every 30 seconds', () => {
  const heartbeat = new Heartbeat();
  const sockets = Array.from({ length: 10_000 }, () => new Socket({ answers: true }));
  for (const each of sockets) heartbeat.watch(each);
  vi.advanceTimersByTime(100);
  expect(sockets.filter(({ pings }) => pings > 0).length).toBeLessThan(40);
  vi.advanceTimersByTime(29_900);
  expect(sockets.every(({ pings }) => pings === 1)).toBe(true);
  heartbeat.close();
});
