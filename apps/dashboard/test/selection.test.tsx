/** The one row of the list that keys act on, and what is selected of it. */
import type { Conversation } from '@parley/contracts/entities';
import { defaultSettings } from '@parley/contracts/settings/settings';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCommands } from '../src/commands/commands.ts';
import BulkBar from '../src/features/bulk/bulk-bar.tsx';
import { useSelection } from '../src/features/bulk/selection.ts';
import CommandBar from '../src/features/command-bar/command-bar.tsx';
import { ConversationList } from '../src/features/inbox/conversation-list.tsx';
import { conversation } from './conversation.ts';
import { ada, type Call, settingsAnswers, show, SilentLive } from './screen.tsx';

// Elements without a layout have no rows in view.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  return () => vi.restoreAllMocks();
});

const names = ['Ann', 'Bob', 'Cleo', 'Dan'];
const listed = names.map((customerName) => conversation(customerName.toLowerCase(), { customerName }));
const closesOpen = vi.fn<() => void>();
const changesOpen = vi.fn<(key: string) => void>();
const onUnread = vi.fn<(ids: readonly string[]) => void>();

/** The list beside a thread, which answers to E as well. */
function Inbox() {
  const [opened, setOpened] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const selection = useSelection('all');
  useCommands([
    { id: 'close', label: 'Close conversation', group: 'Conversation', keys: 'e', run: closesOpen },
    ...['#', 'u', 'b', 'Shift+F', 'Shift+S', 'Shift+M', 'Shift+A'].map((keys) => ({
      id: keys,
      label: keys,
      group: 'Conversation' as const,
      keys,
      run: () => changesOpen(keys),
    })),
    { id: 'bar', label: 'Command bar', group: 'General', keys: 'y', run: () => setAsking(true) },
  ]);
  return (
    <SilentLive>
      <output>{opened}</output>
      <ConversationList
        filter={{}}
        me={ada.id}
        selectedId={opened}
        opensFirst={false}
        onFirstOpened={() => undefined}
        linkTo={(id) => `/conversations?selected=${id}`}
        onSelect={setOpened}
        onDelete={() => undefined}
        whenEmpty={null}
        onClearSearch={() => undefined}
        onClearFilters={() => undefined}
        isStart={false}
        isNarrowed={false}
        picked={selection.ids}
        onPick={selection.toggle}
        onPickTo={selection.extendTo}
      />
      {selection.ids.size > 0 && (
        <BulkBar
          ids={selection.ids}
          list={{}}
          filter={null}
          onClear={selection.clear}
          onKeep={selection.keep}
          onUnread={onUnread}
        />
      )}
      {isAsking && <CommandBar onClose={() => setAsking(false)} />}
    </SilentLive>
  );
}

const batch = 'POST /api/batches';
async function open() {
  for (const mock of [closesOpen, changesOpen, onUnread]) mock.mockReset();
  const drawn = await show(<Inbox />, {
    ...settingsAnswers({ aiConfig: { ...defaultSettings.aiConfig, enabled: true } }),
    'GET /api/conversations': listed,
    'GET /api/tags': [{ id: 'vip', name: 'VIP', colour: 'gray' }],
    'GET /api/teams': [],
    'GET /api/following': { conversationIds: [] },
    'POST /api/conversations/ann/follow': null,
    'POST /api/conversations/bob/follow': null,
    'GET /api/representatives': [
      {
        ...ada,
        availability: 'online',
        absence: null,
        shift: null,
        activeConversationCount: 0,
        activeConversations: [],
      },
    ],
    [batch]: ({ body }: Call) => ({ id: 'b1', total: (body as { ids: string[] }).ids.length }),
  });
  await screen.findByRole('link', { name: /Ann/ });
  return drawn;
}
const selected = () =>
  screen
    .getAllByRole('checkbox')
    .filter((box) => box instanceof HTMLInputElement && box.checked)
    .map((box) => box.getAttribute('aria-label'));
const idsOf = (bodies: unknown[]) => bodies.map((body) => (body as { ids: Conversation['id'][] }).ids);

it('X selects the row that J went to, also after another was clicked', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('link', { name: /Ann/ }));
  await user.keyboard('xjxjx');
  await vi.waitFor(() => expect(selected()).toEqual(['Select Ann', 'Select Bob', 'Select Cleo']));
  expect(document.querySelector('output')?.textContent).toBe('cleo');
  expect(document.activeElement?.getAttribute('data-conversation')).toBe('cleo');
});

it('E closes all that is selected, and not the open conversation', async () => {
  const { user, sent } = await open();
  await user.keyboard('jxjx');
  await screen.findByText('2 selected');
  await user.keyboard('e');
  await vi.waitFor(() => expect(idsOf(sent(batch))).toEqual([['ann', 'bob']]));
  expect(sent(batch)).toEqual([expect.objectContaining({ commands: [{ type: 'close' }] })]);
  expect(closesOpen).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(selected()).toEqual([]));
});

it.each([
  ['a', 'ada', { type: 'assign', representativeId: ada.id }],
  ['l', 'vip', { type: 'tag', add: ['vip'] }],
  ['!', 'urg', { type: 'prioritise', priority: 'urgent' }],
])('%s asks once for all that is selected', async (key, typed, command) => {
  const { user, sent } = await open();
  await user.keyboard('jxjx');
  await screen.findByText('2 selected');
  await user.keyboard(key);
  const field = await screen.findByRole('combobox');
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard(typed);
  await vi.waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(sent(batch)).toEqual([{ commands: [command], ids: ['ann', 'bob'] }]));
});

it('B, U and Shift+F act on all that is selected, and not on the open conversation', async () => {
  const { user, sent } = await open();
  await user.keyboard('jxjx');
  await screen.findByText('2 selected');
  await user.keyboard('u');
  await vi.waitFor(() => expect(onUnread.mock.calls).toEqual([[['ann', 'bob']]]));
  await user.keyboard('{Shift>}F{/Shift}');
  await screen.findByText('You follow the selected conversations');
  const followed = ['ann', 'bob'].map((id) => sent(`POST /api/conversations/${id}/follow`).length);
  expect(followed).toEqual([1, 1]);
  await user.keyboard('b');
  await vi.waitFor(() =>
    expect(sent(batch)).toEqual([{ commands: [{ type: 'return_to_assistant' }], ids: ['ann', 'bob'] }]),
  );
  expect(changesOpen).not.toHaveBeenCalled();
});

it.each(['#', '{Shift>}S{/Shift}', '{Shift>}M{/Shift}', '{Shift>}A{/Shift}'])(
  '%s is refused with a word while conversations are selected',
  async (key) => {
    const { user } = await open();
    await user.keyboard('jx');
    await screen.findByText('1 selected');
    await user.keyboard(key);
    await screen.findByText('Not possible for a selection');
    expect(changesOpen).not.toHaveBeenCalled();
  },
);

it('the command bar begins with what is done to the selection, and offers nothing of it for the open one', async () => {
  const { user } = await open();
  await user.keyboard('jx');
  await screen.findByText('1 selected');
  await user.keyboard('y');
  const options = within(await screen.findByRole('listbox', { name: /Results/i })).getAllByRole('option');
  expect(options[0]?.textContent).toMatch(/selection|selected/i);
  const labels = options.map(({ textContent }) => textContent);
  expect(labels).toContainEqual(expect.stringMatching(/^Close selected conversations/));
  expect(labels).not.toContainEqual(expect.stringMatching(/^Close conversation/));
});

it('E closes the row with the focus, while another conversation is open', async () => {
  const { user, sent } = await open();
  await user.click(screen.getByRole('link', { name: /Ann/ }));
  screen.getByRole('link', { name: /Cleo/ }).focus();
  await user.keyboard('e');
  await vi.waitFor(() => expect(sent('PATCH /api/conversations/cleo')).toHaveLength(1));
  expect(closesOpen).not.toHaveBeenCalled();
  screen.getByRole('link', { name: /Ann/ }).focus();
  await user.keyboard('e');
  await vi.waitFor(() => expect(closesOpen).toHaveBeenCalledOnce());
});

it('the bar shows which key does what a button does', async () => {
  const { user } = await open();
  await user.keyboard('jx');
  const bar = await screen.findByRole('region', { name: 'Selected conversations' });
  const keys = within(bar)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-keyshortcuts'));
  expect(keys.filter((key) => key !== null)).toEqual(['E', 'A', 'L', '!', 'H']);
});
