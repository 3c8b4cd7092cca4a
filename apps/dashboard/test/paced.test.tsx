/** Timing of redraws: a list beside a typing user, times by the clock, bursts of events. */
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paced, notifySoon } from '../src/live/paced.ts';
import { useAfterTyping } from '../src/ui/after-typing.ts';
import { useByNow } from '../src/ui/clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // Restarts the clock long after the typing of the test before.
  window.dispatchEvent(new Event('input'));
  vi.advanceTimersByTime(1_000);
});
afterEach(() => void vi.useRealTimers());

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('the clock redraws only times that have changed', async () => {
  const drawn: string[] = [];
  function Value({ by }: { by: (now: number) => string }) {
    const words = useByNow(by);
    drawn.push(words);
    return words;
  }
  const began = Date.now();
  const minutes = (now: number) => `${Math.floor((now - began) / 60_000)} min`;
  render(
    <>
      <Value by={() => 'Today'} />
      <Value by={minutes} />
    </>,
  );
  drawn.length = 0;
  await after(95_000);
  expect(drawn).toEqual(['1 min']);
});

it('a burst of events is told once', async () => {
  const listeners = new Set<() => void>();
  const heard = vi.fn<() => void>();
  const off = paced((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  })(heard);
  for (let index = 0; index < 5; index += 1) for (const listener of listeners) listener();
  expect(heard).not.toHaveBeenCalled();
  await after(120);
  expect(heard).toHaveBeenCalledTimes(1);
  for (const listener of listeners) listener();
  off();
  await after(120);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('an error of one listener is reported, and keeps none of the others from hearing', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const failure = new Error('drawn wrongly');
  const heard = vi.fn<() => void>();
  notifySoon(() => {
    throw failure;
  });
  notifySoon(heard);
  await after(120);
  vi.unstubAllGlobals();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(reported.mock.calls).toEqual([[failure]]);
});

it('makes the browser draw no frame only to wait for it, unless a user is typing', async () => {
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame');
  const heard = vi.fn<() => void>();
  notifySoon(heard);
  await after(20);
  expect([heard.mock.calls.length, frames.mock.calls.length]).toEqual([1, 0]);
  window.dispatchEvent(new Event('input'));
  notifySoon(heard);
  expect(frames).toHaveBeenCalledTimes(1);
  await after(120);
  expect(heard).toHaveBeenCalledTimes(2);
  frames.mockRestore();
});

function Beside({ list }: { list: string }) {
  const shown = useAfterTyping(list);
  return (
    <>
      <output>{shown}</output>
      <textarea aria-label="Message" />
    </>
  );
}
const shown = () => screen.getByRole('status').textContent;

it('a list stays as it was beside who writes, until they pause', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const { rerender } = render(<Beside list="one" />);
  rerender(<Beside list="two" />);
  expect(shown()).toBe('two');
  await user.type(screen.getByRole('textbox'), 'a');
  rerender(<Beside list="three" />);
  await after(100);
  expect(shown()).toBe('two');
  await after(250);
  expect(shown()).toBe('three');
});

it('no longer than three seconds, however long they write', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const { rerender } = render(<Beside list="one" />);
  const field = screen.getByRole('textbox');
  const write = async (keys: number) => {
    for (let key = 0; key < keys; key += 1) {
      await user.type(field, 'a');
      rerender(<Beside list={`list ${key}`} />);
      await after(100);
    }
  };
  await write(20);
  expect(shown()).toBe('one');
  await write(20);
  expect(shown()).not.toBe('one');
});

it('the work runs after three seconds as soon as a key has been drawn, which leaves it the time until the next one', async () => {
  const { rerender } = render(<Beside list="one" />);
  const key = async (ms: number) => {
    window.dispatchEvent(new Event('input'));
    await after(ms);
  };
  await key(10);
  rerender(<Beside list="two" />);
  for (let passed = 0; passed < 2_700; passed += 100) await key(100);
  await after(150);
  expect(shown()).toBe('one');
  await key(40);
  expect(shown()).toBe('two');
});
