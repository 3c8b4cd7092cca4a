/** The menu of a message: by a right click, and by a finger that rests on it. */
import type { Message } from '@parley/contracts/entities';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ThreadRow } from '../src/features/thread/message-row.tsx';
import { ada, leave, show } from './screen.tsx';
import { noTools } from './thread.tsx';

const mine: Message = {
  id: 'm1',
  conversationId: 'c1',
  seq: 1,
  content: 'On its way.',
  senderType: 'representative',
  senderId: ada.id,
  senderName: ada.name,
  messageType: 'text',
  createdAt: '2026-03-01T12:00:00.000Z',
  clientMessageId: null,
};
afterEach(() => {
  vi.useRealTimers();
  leave();
});

const nothing = () => undefined;
const open = (more: Partial<Message> = {}) =>
  show(
    <ThreadRow
      row={{ kind: 'message', key: 'm1', message: { ...mine, ...more }, opensGroup: true, delivery: null }}
      actions={{
        onRetry: nothing,
        onEdit: nothing,
        onDiscard: nothing,
        onUndo: nothing,
        isRevisable: true,
        ...noTools,
        mayReact: true,
        mayQuote: true,
      }}
    />,
  );
const entries = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);

it('a right click on a message offers what its buttons do, and its text', async () => {
  await open();
  fireEvent.contextMenu(screen.getByText('On its way.'));
  const offered = await entries();
  expect(offered).toEqual([
    ...screen.getAllByRole('button').map((button) => button.getAttribute('aria-label')),
    'Copy text',
  ]);
  expect(offered).toHaveLength(6);
});

it('a finger that rests on a message opens the same menu; one that scrolls does not', async () => {
  await open();
  const text = screen.getByText('On its way.');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const finger = { pointerType: 'touch', clientX: 10, clientY: 10 };
  fireEvent.pointerDown(text, finger);
  fireEvent.pointerMove(text, { ...finger, clientY: 60 });
  vi.advanceTimersByTime(1_000);
  expect(screen.queryByRole('menu')).toBe(null);
  fireEvent.pointerDown(text, finger);
  act(() => void vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
  expect(await entries()).toHaveLength(6);
});

it('a removed message has no menu', async () => {
  await open({ removedAt: '2026-03-01T12:05:00.000Z', content: '' });
  const isPrevented = !fireEvent.contextMenu(screen.getByText('Message removed'));
  expect(isPrevented).toBe(false);
});

it('the menu copies the text', async () => {
  const { user } = await open();
  fireEvent.contextMenu(screen.getByText('On its way.'));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('On its way.'));
});
