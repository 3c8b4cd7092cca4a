/** What the list says where it has nothing to show. */
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { InboxPane } from '../src/features/inbox/inbox-pane.tsx';
import { everything, listOf, type ListState } from '../src/features/inbox/list-state.ts';
import { useAskedFor } from '../src/features/inbox/search/asked-for.ts';
import { conversation } from './conversation.ts';
import { settingsAnswers, show, SilentLive } from './screen.tsx';

// What is not laid out has no rows in view.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  return () => vi.restoreAllMocks();
});

function Inbox({ from }: { from: ListState }) {
  const [state, setState] = useState(from);
  const asked = useAskedFor(state.search);
  return (
    <SilentLive>
      <InboxPane
        state={state}
        onState={setState}
        list={asked && listOf(state, [], asked)}
        tools={null}
        views={null}
        bar={null}
        picked={new Set()}
        onPick={() => undefined}
        onPickTo={() => undefined}
        selectedId={null}
        linkTo={(id) => `/conversations?selected=${id}`}
        onSelect={() => undefined}
        whenEmpty={null}
      />
    </SilentLive>
  );
}

const open = (from: ListState, found: readonly string[]) =>
  show(<Inbox from={from} />, {
    ...settingsAnswers(),
    'GET /api/conversations': found.map((customerName) => conversation(customerName, { customerName })),
  });

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

it('a search that cannot be read says why, and shows nothing that was found before', async () => {
  const { user } = await open(everything, ['Ann']);
  await screen.findByRole('link', { name: /Ann/ });
  await user.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'status:foo zzz');
  await screen.findByText('Nothing found');
  expect(screen.queryByRole('link', { name: /Ann/ })).toBe(null);
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('link', { name: /Ann/ });
});
