/** Content of a row of the thread, for readers and listeners. */
import type { PendingMessage } from '@parley/client/outbox';
import { unknownSender } from '@parley/contracts/messages/unknown-sender';
import type { Message } from '@parley/contracts/entities';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ThreadRow } from '../src/features/thread/message-row.tsx';
import type { Row } from '../src/features/thread/rows.ts';
import { show } from './screen.tsx';
import { noTools } from './thread.tsx';

const at = '2026-03-01T12:00:00.000Z';

const message = (more: Partial<Message> = {}): Message => ({
  id: 'm1',
  conversationId: 'c1',
  seq: 1,
  content: 'On its way.',
  senderType: 'representative',
  senderId: 'b',
  senderName: 'Ben Okafor',
  messageType: 'text',
  createdAt: at,
  clientMessageId: null,
  ...more,
});

const stored = (more: Partial<Message>, row: Partial<Extract<Row, { kind: 'message' }>> = {}): Row => ({
  kind: 'message',
  key: 'm1',
  message: message(more),
  opensGroup: true,
  delivery: null,
  ...row,
});

const unsent = (more: Partial<PendingMessage>): PendingMessage => ({
  clientMessageId: 'p1',
  conversationId: 'c1',
  content: 'By noon.',
  createdAt: Date.parse(at),
  state: 'sending',
  ...more,
});

async function open(row: Row) {
  const action = () => vi.fn<(pending: PendingMessage) => void>();
  const actions = { onRetry: action(), onEdit: action(), onDiscard: action() };
  return {
    actions,
    ...(await show(
      <ThreadRow row={row} actions={{ ...actions, onUndo: vi.fn<() => void>(), isRevisable: true, ...noTools }} />,
    )),
  };
}

it.each([
  ['Customer', { senderType: 'customer', senderName: null }],
  ['AI Assistant', { senderType: 'ai', senderName: null }],
  ['Representative', { senderType: 'representative' }],
] as const)('says above its group that the %s wrote it, and when', async (word, sender) => {
  await open(stored(sender));
  expect(screen.getByText(word)).toBeTruthy();
  expect(screen.getByText('On its way.')).toBeTruthy();
  expect(screen.getByRole('time').getAttribute('datetime')).toBe(at);
});

it('names the representative', async () => {
  await open(stored({}));
  expect(screen.getByText('Ben Okafor')).toBeTruthy();
});

it('names the sender of an email that names nobody, in the reader’s language', async () => {
  await open(stored({ senderType: 'customer', senderName: unknownSender }));
  expect(screen.getByText('An unknown sender')).toBeTruthy();
  expect(screen.queryByText(unknownSender)).toBeNull();
});

it('names the writer within a group to screen readers alone', async () => {
  await open(stored({}, { opensGroup: false }));
  expect(screen.getByText('Representative:').className).toBe('sr-inline');
  expect(screen.queryByText('Ben Okafor')).toBe(null);
});

it.each([
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['read', 'Seen'],
] as const)('says in words that it was %s', async (delivery, word) => {
  await open(stored({}, { delivery }));
  expect(screen.getByText(word)).toBeTruthy();
});

it('makes an address a link that tells the other side nothing, and shows markup as it was written', async () => {
  await open(stored({ content: 'See https://shop.example/returns <b>now</b>' }));
  const link = screen.getByRole('link', { name: 'https://shop.example/returns' });
  expect(link.getAttribute('href')).toBe('https://shop.example/returns');
  expect(link.getAttribute('rel')).toContain('noreferrer');
  expect(document.querySelector('b')).toBe(null);
  expect(screen.getByText(/<b>now<\/b>/)).toBeTruthy();
});

it('shows that a message is on its way', async () => {
  await open({ kind: 'pending', key: 'p1', pending: unsent({}), opensGroup: true });
  expect(screen.getByText('Sending…')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBe(null);
});

it('explains why a message was refused, and offers to try again, to edit, or to discard it', async () => {
  const pending = unsent({ state: 'failed', reason: 'The conversation was deleted.' });
  const { user, actions } = await open({ kind: 'pending', key: 'p1', pending, opensGroup: true });
  expect(screen.getByText('Not sent')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('The conversation was deleted.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  for (const action of Object.values(actions)) expect(action.mock.calls).toEqual([[pending]]);
});

it('holds a reply when a colleague answered in between, shows who, and sends it on demand', async () => {
  const pending = unsent({
    state: 'held',
    between: [message(), message({ senderType: 'customer', senderName: null })],
  });
  const { user, actions } = await open({ kind: 'pending', key: 'p1', pending, opensGroup: true });
  expect(screen.getByRole('alert').textContent).toContain(
    'Ben Okafor replied while you were writing. Read it above, then decide.',
  );
  await user.click(screen.getByRole('button', { name: 'Send anyway' }));
  expect(actions.onRetry.mock.calls).toEqual([[pending]]);
});

it('shows the assistant’s answer while it is written, and shows that it is', async () => {
  await open({ kind: 'writing', key: 'w', text: 'Of cou' });
  expect(screen.getByText('AI Assistant')).toBeTruthy();
  expect(screen.getByText('Of cou')).toBeTruthy();
  expect(screen.getByText('writing…')).toBeTruthy();
});

it('shows the formatting of a message that has any', async () => {
  const markdown = '**Two** [sizes](https://shop.example/sizes)';
  await open(stored({ content: 'Two sizes (https://shop.example/sizes)', markdown }));
  expect(screen.getByText('Two').tagName).toBe('STRONG');
  const link = screen.getByRole('link', { name: 'sizes' });
  expect(link.getAttribute('href')).toBe('https://shop.example/sizes');
  expect(link.getAttribute('rel')).toContain('nofollow');
});

it('shows a message without formatting as it was typed', async () => {
  await open(stored({ content: '**not bold** <b>either</b>' }));
  expect(screen.getByText('**not bold** <b>either</b>')).toBeTruthy();
});
