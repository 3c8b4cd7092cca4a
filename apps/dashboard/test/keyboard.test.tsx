import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Command, useCommands } from '../src/commands/commands.ts';
import { holdKeys, useExpectedCommands } from '../src/commands/awaited-keys.ts';
import { listenToKeys } from '../src/commands/keyboard.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const done: string[] = [];
const command = (keys: string): Command => ({
  id: keys,
  label: keys,
  group: 'General',
  keys,
  run: () => void done.push(keys),
});
function Screen() {
  useCommands(['e', 'Shift+E', 'j', 'g c', '?', 'mod+k', 'alt+1'].map(command));
  return <textarea />;
}

function Loading() {
  useExpectedCommands();
  return <Screen />;
}
function Loaded() {
  useCommands([command('r')]);
  return <Screen />;
}

let stop: () => void;
let show: (what: ReactNode) => void;
const place = document.createElement('div');
const press = (...keys: string[]) => {
  const target = document.activeElement ?? document.body;
  for (const key of keys) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

beforeEach(() => {
  vi.useFakeTimers();
  done.length = 0;
  document.body.append(place);
  const root = createRoot(place);
  show = (what) => act(() => root.render(what));
  show(<Screen />);
  const stopListening = listenToKeys();
  stop = () => {
    stopListening();
    act(() => root.unmount());
  };
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('a key runs its command, and so do two keys after each other', () => {
  press('j', 'g', 'c', 'e');
  expect(done).toEqual(['j', 'g c', 'e']);
});

it('a letter with Shift is another key where something answers to it, and the same elsewhere', () => {
  for (const key of ['E', 'J'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true }));
  press('e');
  expect(done).toEqual(['Shift+E', 'j', 'e']);
});

it('letters typed after an unknown key do nothing, until a pause', () => {
  press('h', 'e', 'l', 'j', 'g', 'c', '?');
  expect(done).toEqual([]);
  vi.advanceTimersByTime(900);
  press('e');
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1_100);
  press('e');
  expect(done).toEqual(['e']);
});

it('a key that means nothing silences no other', () => {
  press('y');
  for (let moves = 0; moves < 6; moves += 1) {
    vi.advanceTimersByTime(400);
    press('j');
  }
  expect(done).toEqual(Array.from({ length: 6 }, () => 'j'));
});

it('two letters are no word: the second runs its command a moment later', () => {
  press('y', 'j');
  expect(done).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(done).toEqual(['j']);
});

it('keys typed while a screen is being loaded wait for its commands, in their order', () => {
  show(<Loading />);
  press('j', 'r', 'e');
  vi.advanceTimersByTime(100);
  expect(done).toEqual(['j']);
  show(<Loaded />);
  vi.advanceTimersByTime(100);
  expect(done).toEqual(['j', 'r', 'e']);
});

it('a key that a screen does not answer to holds up the next for half a second at most', () => {
  show(<Loading />);
  press('r', 'j');
  vi.advanceTimersByTime(400);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(done).toEqual(['j']);
});

it('words typed before their field is there are in it, and run nothing', () => {
  const release = holdKeys();
  press('e', ' ', 'j');
  vi.advanceTimersByTime(100);
  expect(done).toEqual([]);
  const field = document.querySelector('textarea');
  field?.focus();
  release();
  vi.advanceTimersByTime(100);
  expect(done).toEqual([]);
  expect(field?.value).toBe('e j');
});

it('keys typed for a conversation that does not come are dropped', () => {
  const release = holdKeys();
  press('e');
  vi.advanceTimersByTime(5_000);
  release();
  vi.advanceTimersByTime(100);
  expect(done).toEqual([]);
});

it('combinations work whatever was typed before them', () => {
  press('h');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  expect(done).toEqual(['mod+k']);
});

it('a key that completes nothing does not act by itself', () => {
  press('g', 'e', 'j');
  expect(done).toEqual([]);
});

it('the second of two keys may be held with Shift, and may not come late', () => {
  press('g', 'Shift', 'c');
  expect(done).toEqual(['g c']);
  press('g');
  vi.advanceTimersByTime(1_300);
  press('c');
  expect(done).toEqual(['g c']);
});

it('typing in a field, and holding a key, runs nothing', () => {
  document.querySelector('textarea')?.focus();
  press('e', 'j');
  document.querySelector('textarea')?.blur();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', repeat: true, bubbles: true }));
  expect(done).toEqual([]);
});
