/** The command bar: everything that can be done here and every conversation that can be found, by typing. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLocation } from 'react-router-dom';
import { type Command, useCommands } from '../src/commands/commands.ts';
import CommandBar from '../src/features/command-bar/command-bar.tsx';
import { conversation } from './conversation.ts';
import { type Answers, show } from './screen.tsx';

const command = (id: string, label: string, run: () => void, more: Partial<Command> = {}): Command => ({
  id,
  label,
  group: 'General',
  run,
  ...more,
});

function Offering({ commands }: { commands: readonly Command[] }) {
  useCommands(commands);
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}

const mailed = conversation('c1', { customerEmail: 'jane@example.com', website: 'shop.example' });

async function open(answers: Answers = { 'GET /api/conversations': [] }) {
  const action = () => vi.fn<() => void>();
  const [close, leave, onClose] = [action(), action(), action()];
  const commands = [
    command('close', 'Close conversation', close, { keys: 'e' }),
    command('leave', 'Log out', leave),
    command('next', 'Next conversation', action(), { hidden: true }),
  ];
  const what = (
    <>
      <Offering commands={commands} />
      <CommandBar onClose={onClose} />
    </>
  );
  const shown = await show(what, answers);
  const field = await screen.findByRole('combobox');
  return { close, leave, onClose, field, ...shown };
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const marked = () => screen.getByRole('option', { selected: true }).textContent;

it('offers what the screen does, with its keys, and no moving in lists', async () => {
  await open();
  expect(options()).toEqual([expect.stringContaining('Close conversation'), 'Log out']);
  expect(options()[0]).toContain('E');
});

it('finds a command by a part of its words and runs it by Enter, once the bar is gone', async () => {
  const { user, field, leave, close, onClose } = await open();
  await user.type(field, 'log');
  expect(marked()).toBe('Log out');
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalled();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1), 40_000);
  expect(close).not.toHaveBeenCalled();
});

it('is walked through by the arrows, round its ends, and announces what is marked to screen readers', async () => {
  const { user, field } = await open();
  expect(marked()).toContain('Close conversation');
  await user.click(field);
  await user.keyboard('{ArrowDown}');
  expect(marked()).toBe('Log out');
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Log out');
  await user.keyboard('{ArrowDown}');
  expect(marked()).toContain('Close conversation');
  await user.keyboard('{ArrowUp}');
  expect(marked()).toBe('Log out');
});

it('finds conversations, and opens one at the message that was found', async () => {
  const found = { ...mailed, match: { seq: 7, text: 'a walrus asks', ranges: [] } };
  const { user, field } = await open({ 'GET /api/conversations': [found] });
  await user.type(field, 'walrus');
  await user.click(await screen.findByRole('option', { name: /jane@example\.com/ }));
  await vi.waitFor(
    () => expect(screen.getByTestId('place').textContent).toBe('/conversations?selected=c1&message=7'),
    40_000,
  );
});

it('requests no conversations for a single letter, and shows when nothing is found', async () => {
  const { user, field, sent } = await open();
  await user.type(field, 'q');
  expect(sent('GET /api/conversations')).toEqual([]);
  await user.type(field, 'xyzzy');
  expect(await screen.findByText(/qxyzzy/)).toBeTruthy();
  expect(screen.queryByRole('option')).toBe(null);
});
