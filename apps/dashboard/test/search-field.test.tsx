/** Filters as words of the search: what is suggested, what stands as a chip, and what is refused before it is asked. */
import { screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useAskedFor } from '../src/features/inbox/search/asked-for.ts';
import { SearchChips } from '../src/features/inbox/search/search-chips.tsx';
import { SearchField } from '../src/features/inbox/search/search-field.tsx';
import { show } from './screen.tsx';

const answers = {
  'GET /api/representatives': [],
  'GET /api/websites': [],
  'GET /api/tags': [
    { id: '0190a000-0000-7000-8000-00000000000d', name: 'VIP', colour: 'red' },
    { id: '0190a000-0000-7000-8000-00000000000e', name: 'Very late', colour: 'gray' },
  ],
};

function Box({ onEnter, onLeave }: { onEnter: () => void; onLeave: () => void }) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const asked = useAskedFor(typed);
  return (
    <>
      <SearchField
        field={field}
        typed={typed}
        onTyped={setTyped}
        onEnter={onEnter}
        onEscape={() => setTyped('')}
        onLeave={onLeave}
      />
      {asked && <SearchChips words={asked.words} typed={typed} onTyped={setTyped} />}
    </>
  );
}

async function open() {
  const [onEnter, onLeave] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const shown = await show(<Box onEnter={onEnter} onLeave={onLeave} />, answers);
  const field = await screen.findByLabelText<HTMLInputElement>('Search conversations');
  return { field, onEnter, onLeave, ...shown };
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('suggests the filters that begin so, and their values, chosen by keyboard alone', async () => {
  const { user, field, onEnter } = await open();
  await user.type(field, 'refund ta');
  expect(options()).toEqual(['tag:Tag']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toBe('refund tag:');
  await vi.waitFor(() => expect(options()).toEqual(['VIP', 'Very late']), 40_000);
  await user.keyboard('very');
  expect(options()).toEqual(['Very late']);
  await user.keyboard('{Enter}');
  expect(field.value).toBe('refund tag:"Very late" ');
  expect(options()).toEqual([]);
  expect(onEnter).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onEnter).toHaveBeenCalledTimes(1);
});

it('leaves plain words, Enter and arrows as they were', async () => {
  const { user, field, onEnter, onLeave } = await open();
  await user.type(field, 'status');
  expect(options()).toEqual(['status:Status']);
  // Nothing is marked before the arrows: a word may begin like a filter.
  await user.keyboard('{Enter}');
  expect(onEnter).toHaveBeenCalledTimes(1);
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  expect(field.value).toBe('status');
  await user.keyboard('{ArrowDown}');
  expect(onLeave).toHaveBeenCalledTimes(1);
  await user.keyboard('{Escape}');
  expect(field.value).toBe('');
});

it('turns a filter round, and shows each with a way to take it out', async () => {
  const { user, field } = await open();
  await user.type(field, '-status:wai');
  await user.keyboard('{Enter}lamp');
  expect(field.value).toBe('-status:waiting lamp');
  await user.click(screen.getByRole('button', { name: 'Remove -status:waiting from the search' }));
  expect(field.value).toBe('lamp');
});

it.each([
  ['tag:gone ', 'No tag called “gone”.'],
  ['before:soon ', 'Can’t read “soon” as a date. Try 2026-11-21, 2026-11, today or 7d.'],
  ['tag:v ', '“v” could be VIP or Very late.'],
  ['priority: ', 'Add a value after “priority:”.'],
])('explains what is wrong with %s', async (typed, words) => {
  const { user, field } = await open();
  await user.type(field, typed);
  expect(await screen.findByText(words)).toBeTruthy();
});
