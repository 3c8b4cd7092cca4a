/** Tooltips of the dashboard's own, with the key of the command. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { useCommands } from '../src/commands/commands.ts';
import { preferences, setPreference } from '../src/preferences/preferences.ts';
import { showTooltips } from '../src/ui/tooltips.ts';

let stop = (): void => undefined;
afterEach(() => {
  stop();
  cleanup();
  setPreference('singleKeys', true);
});

function Buttons() {
  useCommands([
    { id: 'close', label: 'Close conversation', group: 'Conversation', keys: 'e', run: () => undefined },
    { id: 'add', label: 'Add tag', group: 'General', keys: 'n', run: () => undefined },
  ]);
  return (
    <>
      <button type="button" aria-label="Close" title="Close" data-command="reopen close" />
      <span title="Marked" data-testid="mark" />
      <button type="button" title="Details">
        i
      </button>
      <button type="button">Add tag</button>
      <button type="button">Cancel</button>
    </>
  );
}
const tip = () => document.querySelector('[data-shown]');
const shown = async (words: string) => {
  await expect.poll(() => tip()?.textContent, { timeout: 10_000 }).toBe(words);
};

function open() {
  stop = showTooltips();
  render(<Buttons />);
  return userEvent.setup();
}

it('a control shows its title and the key of its command instead of the browser’s tooltip, until it is left', async () => {
  const user = open();
  const close = screen.getByTitle('Close');
  await user.hover(close);
  expect(tip()).toBe(null);
  await shown('CloseE');
  expect(close.title).toBe('');
  await user.hover(screen.getByTitle('Details'));
  expect(close.title).toBe('Close');
  await shown('Details');
  await act(() => user.keyboard('j'));
  expect(tip()).toBe(null);
  expect(screen.getByTitle('Details')).toBeTruthy();
});

it('an element with no other name than its title keeps that as its name', async () => {
  const user = open();
  const mark = screen.getByTestId('mark');
  await user.hover(mark);
  await shown('Marked');
  expect([mark.title, mark.getAttribute('aria-label')]).toEqual(['', 'Marked']);
  await user.hover(screen.getByTitle('Details'));
  expect([mark.title, mark.getAttribute('aria-label')]).toEqual(['Marked', null]);
});

it('a button with a text shows its key if it has one', async () => {
  const user = open();
  await user.hover(screen.getByRole('button', { name: 'Add tag' }));
  await shown('Add tagN');
  await user.hover(screen.getByRole('button', { name: 'Cancel' }));
  await expect.poll(tip).toBe(null);
  await user.hover(screen.getByTitle('Details'));
  await shown('Details');
});

it('a control with the focus of the keyboard shows its tooltip and keeps its title', async () => {
  const user = open();
  await user.tab();
  await shown('CloseE');
  expect(screen.getByTitle('Close')).toBe(document.activeElement);
});

it('a finger opens no tooltip', async () => {
  const user = open();
  await user.pointer({ target: screen.getByTitle('Close'), keys: '[TouchA>]' });
  await user.pointer('[/TouchA]');
  await user.hover(screen.getByTitle('Details'));
  await shown('Details');
});

it('tooltips leave out single keys while those are switched off', async () => {
  expect(preferences().singleKeys).toBe(true);
  setPreference('singleKeys', false);
  const user = open();
  await user.hover(screen.getByTitle('Close'));
  await shown('Close');
});
