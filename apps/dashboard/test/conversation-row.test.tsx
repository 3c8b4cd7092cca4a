/** Content of one entry of the conversation list. */
import type { Conversation, Message } from '@parley/contracts/entities';
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ConversationRow, type RowAction } from '../src/features/inbox/conversation-row.tsx';
import { conversation } from './conversation.ts';
import { ada, show } from './screen.tsx';

async function open(
  more: Partial<Conversation>,
  shown: {
    assistantIsOn?: boolean;
    isSelected?: boolean;
    isTouched?: boolean;
    hasManySites?: boolean;
    mayUpdate?: boolean;
  } = {},
) {
  const onAct = vi.fn<(action: RowAction, of: Conversation) => void>();
  const onOpen = vi.fn<(id: string, messageSeq?: number) => void>();
  const onMenu = vi.fn<(of: Conversation, button: HTMLElement, point?: { x: number; y: number }) => void>();
  const row = conversation('c1', { customerEmail: 'jane@example.com', ...more });
  const flags = {
    isSelected: false,
    assistantIsOn: false,
    isCompact: false,
    isTouched: false,
    isPicked: false,
    hasManySites: false,
    mayUpdate: true,
    mayAssign: true,
  };
  const given = { ...flags, viewers: undefined, onPick: vi.fn<() => void>(), onOpen, onAct, onMenu, ...shown };
  const rest = await show(
    <ConversationRow conversation={row} me={ada.id} linkTo={(id) => `/conversations?selected=${id}`} {...given} />,
  );
  return { row, onOpen, onAct, onMenu, ...rest, link: screen.getByRole('link') };
}

const lastMessageBy = (
  senderType: Message['senderType'],
  content: string,
  by: { id?: string; name?: string } = {},
): Message => ({
  id: 'm1',
  conversationId: 'c1',
  seq: 1,
  senderType,
  senderId: by.id ?? null,
  senderName: by.name ?? null,
  content,
  messageType: 'text',
  clientMessageId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
});

it('leads to the conversation, and shows which one is open', async () => {
  const { link } = await open({}, { isSelected: true });
  expect(link.getAttribute('href')).toBe('/conversations?selected=c1');
  expect(link.getAttribute('aria-current')).toBe('true');
  expect(link.textContent).toContain('jane@example.com');
});

it('opens by a click, and leaves to the browser one that asks for a tab of its own', async () => {
  const { user, link, onOpen } = await open({});
  await user.click(link);
  expect(onOpen.mock.calls).toEqual([['c1', undefined]]);
  let isLeft = false;
  window.addEventListener(
    'click',
    (event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  await user.keyboard('{Control>}');
  await user.click(link);
  await user.keyboard('{/Control}');
  expect([isLeft, onOpen.mock.calls.length]).toEqual([true, 1]);
});

it.each([
  ['the customer, as it is', lastMessageBy('customer', 'Where\n is it?'), 'Where is it?'],
  ['the assistant', lastMessageBy('ai', 'On its way.'), 'AI: On its way.'],
  ['who is looking', lastMessageBy('representative', 'By noon.', { id: ada.id, name: ada.name }), 'You: By noon.'],
  ['a colleague', lastMessageBy('representative', 'By noon.', { id: 'b', name: 'Ben Okafor' }), 'Ben Okafor: By noon.'],
  ['nobody yet', null, 'No messages yet'],
])('shows in one line what was said last by %s', async (_who, lastMessage, words) => {
  const { link } = await open({ lastMessage });
  expect(link.textContent).toContain(words);
});

it('cuts the words by themselves, in the direction they are read, and not who said them', async () => {
  await open({ lastMessage: lastMessageBy('ai', 'On its way.') });
  const words = screen.getByText('On its way.');
  expect(words.getAttribute('dir')).toBe('auto');
  expect(words.parentElement?.getAttribute('dir')).toBe(null);
});

it('counts what is unread, up to 99', async () => {
  const { link } = await open({ unreadCount: 3 });
  expect(link.textContent).toContain('3 unread');
});

it('counts no further than 99, and nothing where all is read', async () => {
  const { link } = await open({ unreadCount: 250 });
  expect(link.textContent).toContain('99+ unread');
});

it('shows nothing of unread where all is read', async () => {
  const { link } = await open({ unreadCount: 0 });
  expect(link.textContent).not.toContain('unread');
});

it.each([
  [10, 'yellow', ''],
  [20, 'amber', '! '],
  [90, 'red', '!! '],
])('the badge of a customer who has been waiting for %d minutes is %s', async (minutes, tone, sign) => {
  const waitingSince = new Date(Date.now() - minutes * 60_000).toISOString();
  await open({ status: 'waiting', waitingSince });
  const badge = screen.getByText('waiting').closest('[data-tone]');
  expect(badge?.getAttribute('data-tone')).toBe(tone);
  expect(badge?.textContent.startsWith(`${sign}waiting`)).toBe(true);
});

it('names the assignee', async () => {
  await open({ assignedRepresentativeId: 'b', representative: 'Ben Okafor', isAiAssisted: false });
  expect(screen.getByRole('img', { name: 'Assigned to Ben Okafor' })).toBeTruthy();
  expect(screen.queryByRole('img', { name: 'Unassigned' })).toBe(null);
});

it('is AI Assisted while the assistant is on', async () => {
  await open({}, { assistantIsOn: true });
  expect(screen.getByText('AI Assisted')).toBeTruthy();
});

it.each([
  ['waits for a person', { status: 'waiting', isAiAssisted: false }],
  ['is closed', { status: 'closed' }],
  ['was taken from the assistant', { isAiAssisted: false }],
] as const)('is Unassigned, though the assistant is on, where it %s', async (_, more) => {
  await open(more, { assistantIsOn: true });
  expect(screen.getByRole('img', { name: 'Unassigned' })).toBeTruthy();
  expect(screen.queryByText('AI Assisted')).toBe(null);
});

it('is Unassigned while the assistant is off', async () => {
  await open({}, { assistantIsOn: false });
  expect(screen.getByRole('img', { name: 'Unassigned' })).toBeTruthy();
});

it.each([
  ['Close conversation with jane@example.com', 'close'],
  ['Snooze conversation with jane@example.com', 'snooze'],
  ['Assign conversation with jane@example.com', 'assign'],
] as const)('“%s” activities on the row without opening it', async (name, action) => {
  const { user, row, onAct, onOpen } = await open({});
  await user.click(screen.getByRole('button', { name }));
  expect(onAct.mock.calls).toEqual([[action, row]]);
  expect(onOpen.mock.calls).toEqual([]);
});

it('a closed conversation is reopened by its row', async () => {
  const { user, onAct } = await open({ status: 'closed' });
  await user.click(screen.getByRole('button', { name: 'Reopen conversation with jane@example.com' }));
  expect(onAct.mock.calls.map(([action]) => action)).toEqual(['close']);
});

it('a row offers no change to a user who may not make it', async () => {
  await open({}, { mayUpdate: false });
  expect(screen.queryByRole('button', { name: /^(Close|Snooze)/ })).toBe(null);
});

it('a right click opens the menu of the row where the pointer is', async () => {
  const { user, row, link, onMenu } = await open({});
  await user.pointer({ keys: '[MouseRight]', target: link, coords: { clientX: 30, clientY: 40 } });
  expect(onMenu.mock.calls).toEqual([[row, link, { x: 30, y: 40 }]]);
});

it.each([
  ['shows the website in a list of several websites', true],
  ['keeps the website for screen readers in a list of one', false],
])('a row has the label %s', async (_, hasManySites) => {
  await open({ website: 'shop.example' }, { hasManySites });
  expect(screen.getByText('shop.example').className === 'sr-inline').toBe(!hasManySites);
});

it('shows what can be done where no pointer hovers at its button, without leaving the list', async () => {
  const { user, row, onMenu } = await open({}, { isTouched: true });
  const more = screen.getByRole('button', { name: 'Actions for jane@example.com' });
  await user.click(more);
  expect(onMenu.mock.calls).toEqual([[row, more]]);
});

describe('a conversation that is due', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000 + 5_000).toISOString();
  const due = (soonIn: number, dueIn: number) =>
    ({ dueKind: 'first_response', dueSoonAt: minutes(soonIn), dueAt: minutes(dueIn) }) as const;

  it('shows no countdown before three quarters of the time have passed', async () => {
    const { link } = await open({ ...due(15, 30), status: 'waiting', waitingSince: minutes(-2) });
    expect(link.textContent).not.toContain('left');
    expect(link.textContent).toContain('waiting');
  });

  it('shows what is due and the time that is left, and then how long it is overdue', async () => {
    const { link } = await open(due(-5, 12));
    expect(link.textContent).toContain('12m left');
    expect(screen.getByTitle(/^First response: due/)).toBeDefined();
    cleanup();
    const { link: late } = await open(due(-60, -30));
    expect(late.textContent).toMatch(/(29|30)m overdue/);
    expect(screen.getByTitle(/^First response: overdue since/)).toBeDefined();
  });
});
