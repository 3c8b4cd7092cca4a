/** The list of keys under `?`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCommands } from '../src/commands/commands.ts';
import KeyboardHelp from '../src/features/command-bar/keyboard-help.tsx';
import { composerKeys, knownCommands } from '../src/features/command-bar/known-commands.ts';
import { show } from './screen.tsx';

function Screen() {
  useCommands([
    { id: 'reopen', label: 'Reopen conversation', group: 'Conversation', keys: 'e', run: () => undefined },
    { id: 'list:search', label: 'Search conversations', group: 'List', keys: '/', run: () => undefined },
  ]);
  return <KeyboardHelp onClose={() => undefined} />;
}

const line = (section: string, words: string) => {
  const box = screen.getByRole('heading', { name: section }).parentElement;
  return within(box ?? document.body)
    .getByText(words)
    .closest('div');
};

it('the help lists keys by where they work, and greys those that do nothing on the screen', async () => {
  await show(<Screen />, {});
  await screen.findByRole('heading', { name: 'Conversation' });
  expect(line('Conversation', 'Reopen conversation')?.dataset['greyed']).toBe(undefined);
  expect(line('List', 'Search conversations')?.dataset['greyed']).toBe(undefined);
  expect(line('Conversation', 'Take over')?.dataset['greyed']).toBe('');
  expect(line('Message field', 'Send and close')?.dataset['greyed']).toBe('');
  // Closing and reopening share a key and a line; the other is the selection's.
  expect(screen.getAllByText('Close conversation')).toHaveLength(1);
  expect(screen.getAllByText('Search conversations')).toHaveLength(1);
});

it('the help knows every key of a conversation, of the list and of the message field', () => {
  const sources = readdirSync(join(import.meta.dirname, '../src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('known-commands'))
    .map((name) => readFileSync(join(import.meta.dirname, '../src', name), 'utf8'));
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/id: '([a-z:-]+)',[^{}]*?group(?:: '(\w+)'(?: as const)?)?,[^{}]*?keys: '([^']+)'/g)].map(
      ([, id, group, keys]) => ({ id, group, keys }),
    ),
  );
  const known = [...Object.values(knownCommands()).flat(), ...composerKeys()];
  const missing = declared.filter(
    ({ id, group, keys }) =>
      (group === 'Conversation' || (group === 'List' && !id?.endsWith(':search'))) &&
      !known.some((each) => each.id === id && each.keys === keys),
  );
  expect(declared.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});
