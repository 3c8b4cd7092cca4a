import { describe, expect, it } from 'vitest';
import type { Command, CommandGroup } from '../src/commands/commands.ts';
import { rankCommands } from '../src/features/command-bar/ranking.ts';

const command = (label: string, group: CommandGroup, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  group,
  run: () => undefined,
  ...more,
});
const commands = [
  command('Go to Conversations', 'Go to'),
  command('Keyboard shortcuts', 'General'),
  command('Set my status to Online', 'Me'),
  command('Search conversations', 'List'),
  command('Close conversation', 'Conversation'),
  command('Take over', 'Conversation'),
  command('Next conversation', 'List', { hidden: true }),
];
const found = (typed: string) => rankCommands(commands, typed).map(({ label }) => label);

describe('the command bar', () => {
  it('puts what the open conversation offers first, and hides what only moves', () => {
    expect(found('')).toEqual([
      'Close conversation',
      'Take over',
      'Search conversations',
      'Go to Conversations',
      'Keyboard shortcuts',
      'Set my status to Online',
    ]);
  });

  it('finds beginnings before what is in the middle of a word', () => {
    // A label’s beginning, a word’s beginning, something inside.
    expect(found('s')).toEqual([
      'Search conversations',
      'Set my status to Online',
      'Keyboard shortcuts',
      'Close conversation',
      'Go to Conversations',
    ]);
  });

  it('finds by several beginnings in any order, and by the group', () => {
    expect(found('conv go')).toEqual(['Go to Conversations']);
    expect(found(' ME ')).toEqual(['Set my status to Online']);
    expect(found('nothing like it')).toEqual([]);
  });
});
