/** The list beside a thread: its search and filters, and its words where it has nothing to show. */
import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { InboxBar } from '../src/features/inbox/inbox-bar.tsx';
import { InboxPane } from '../src/features/inbox/inbox-pane.tsx';
import { everything, listOf, type ListState } from '../src/features/inbox/list-state.ts';
import { runCommand } from '../src/commands/commands.ts';
import { useAskedFor } from '../src/features/inbox/search/asked-for.ts';
import { conversation } from './conversation.ts';
import { type Call, layOut, settingsAnswers, show, SilentLive } from './screen.tsx';

beforeEach(layOut);

interface InboxProps {
  from: ListState;
  onSelect: (id: string | null) => void;
  selected?: string | null;
}

function Inbox({ from, onSelect, selected = null }: InboxProps) {
  const [state, setState] = useState(from);
  const [selectedId, setSelected] = useState(selected);
  const client = useQueryClient();
  const asked = useAskedFor(state.search);
  return (
    <SilentLive>
      <button onClick={() => void client.invalidateQueries()}>Read again</button>
      <InboxPane
        state={state}
        onState={setState}
        list={asked && listOf(state, [], asked)}
        tools={null}
        lists={<InboxBar chosen={state.filter} onChoose={(filter) => setState({ ...state, filter })} teams={[]} />}
        bar={null}
        picked={new Set()}
        onPick={() => undefined}
        onPickTo={() => undefined}
        selectedId={selectedId}
        linkTo={(id) => `/conversations?selected=${id}`}
        onSelect={(id) => {
          setSelected(id);
          onSelect(id);
        }}
        whenEmpty={null}
      />
    </SilentLive>
  );
}

async function open(
  from: ListState,
  found: readonly string[] | ((query: string) => readonly string[]),
  opened: string | null = null,
) {
  const onSelect = vi.fn<(id: string | null) => void>();
  const namesIn = typeof found === 'function' ? found : () => found;
  const shown = await show(<Inbox from={from} onSelect={onSelect} selected={opened} />, {
    ...settingsAnswers(),
    'GET /api/conversations': ({ query }: Call) =>
      namesIn(decodeURIComponent(query)).map((customerName) => conversation(customerName, { customerName })),
  });
  return { ...shown, selected: () => onSelect.mock.calls.map(([id]) => id) };
}

const urgent = { field: 'priority', op: 'is', value: 'urgent' } as const;

it('a filter that nothing meets is cleared by one press, and nobody is told that there are no conversations', async () => {
  const { user, calls } = await open({ ...everything, filter: 'waiting', where: urgent }, []);
  await screen.findByText('Nothing matches');
  expect(screen.queryByText('No conversations yet')).toBe(null);
  const before = calls.length;
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('No conversations yet');
  expect(calls.length).toBeGreaterThan(before);
});

it('an inbox without conversations says that it is empty, and offers no filter to clear', async () => {
  await open({ ...everything, filter: 'snoozed' }, []);
  await screen.findByText('This inbox is empty');
  expect(screen.queryByText('Nothing matches')).toBe(null);
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBe(null);
});

it('a search that cannot be read explains why, and shows nothing that was found before', async () => {
  const { user } = await open(everything, ['Ann']);
  await screen.findByRole('link', { name: /Ann/ });
  await user.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'status:foo zzz');
  await screen.findByText('Nothing found');
  expect(screen.queryByRole('link', { name: /Ann/ })).toBe(null);
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('link', { name: /Ann/ });
});

const searchBox = () => screen.getByRole('searchbox', { name: 'Search conversations' });
const names = () => screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('=').at(-1));
/** Ann and Bob, of whom the server finds who is asked for. */
const annAndBob = (query: string) => ['Ann', 'Bob'].filter((name) => !/q=(?!&|$)/.test(query) || query.includes(name));

it('a search shows what the server finds of it, and shows where it finds nothing', async () => {
  const { user } = await open(everything, annAndBob);
  await waitFor(() => expect(names()).toEqual(['Ann', 'Bob']));
  await user.type(searchBox(), 'Bob');
  await waitFor(() => expect(names()).toEqual(['Bob']));
  await user.clear(searchBox());
  await user.type(searchBox(), 'nobody wrote this');
  await screen.findByText('Nothing found');
});

it('Closed asks the server for closed conversations alone', async () => {
  const { user, calls } = await open(everything, (query) => (query.includes('closed') ? ['Bob'] : ['Ann']));
  await waitFor(() => expect(names()).toEqual(['Ann']));
  await user.click(screen.getByRole('button', { name: 'All. More lists' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Closed' }));
  await waitFor(() => expect(names()).toEqual(['Bob']));
  screen.getByRole('button', { name: 'Closed. More lists' });
  expect(decodeURIComponent(calls.at(-1)?.query ?? '')).toContain('closed');
});

it('Enter opens the first that is found, also before the search has begun by itself', async () => {
  const { user, selected } = await open(everything, annAndBob);
  await waitFor(() => expect(names()).toEqual(['Ann', 'Bob']));
  await user.type(searchBox(), 'Bob{Enter}');
  await waitFor(() => expect(selected()).toEqual(['Bob']));
  expect(document.activeElement).toBe(searchBox());
});

it('the arrows go from the search into what is found and back, and Enter opens what they are at', async () => {
  const { user, selected } = await open(everything, annAndBob);
  await waitFor(() => expect(names()).toEqual(['Ann', 'Bob']));
  await user.click(searchBox());
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(screen.getAllByRole('link')[0]);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(selected()).toEqual(['Bob']));
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(searchBox());
});

it.each([
  ['has moved to the end by a reply', ['Ann', 'Dan', 'Eve', 'Cem'], 'Dan'],
  ['has moved to the top by a reply', ['Cem', 'Ann', 'Dan', 'Eve'], 'Dan'],
  ['has left the list', ['Ann', 'Dan', 'Eve'], 'Dan'],
  ['has left the list with the one behind it', ['Ann', 'Eve'], 'Eve'],
  ['was the last of those that are left', ['Ann', 'Cem'], 'Ann'],
])('the next conversation is the one that followed when the open one was opened, which %s', async (_, then, next) => {
  let found = ['Ann', 'Cem', 'Dan', 'Eve'];
  const { user, selected } = await open(everything, () => found, 'Cem');
  await waitFor(() => expect(names()).toEqual(found));
  found = then;
  await user.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(names()).toEqual(then));
  act(() => runCommand('list:open-next'));
  expect(selected()).toEqual([next]);
});
