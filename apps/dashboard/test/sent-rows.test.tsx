/** Edited, removed and scheduled messages, as the thread shows them. */
import type { Message } from '@parley/contracts/entities';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ThreadRow } from '../src/features/thread/message-row.tsx';
import type { Row } from '../src/features/thread/rows.ts';
import { ada, refusal, show } from './screen.tsx';
import { noTools } from './thread.tsx';

const id = '0199a000-0000-7000-8000-0000000000c1';
const at = '2026-03-01T12:00:00.000Z';

const message = (more: Partial<Message> = {}): Message => ({
  id: 'm1',
  conversationId: id,
  seq: 2,
  content: 'Tow of them.',
  senderType: 'representative',
  senderId: ada.id,
  senderName: ada.name,
  messageType: 'text',
  createdAt: at,
  clientMessageId: null,
  ...more,
});
const stored = (more: Partial<Message> = {}): Row => ({
  kind: 'message',
  key: 'm2',
  message: message(more),
  opensGroup: true,
  delivery: null,
});
const waiting = (more: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
  id: 's1',
  conversationId: id,
  clientMessageId: 'c1',
  authorId: ada.id,
  authorName: ada.name,
  content: 'Has it come?',
  macro: null,
  sendAt: new Date(Date.now() + 20_000).toISOString(),
  delaySeconds: 0,
  onlyIfQuiet: false,
  state: 'waiting',
  code: null,
  reason: null,
  revision: 1,
  createdAt: at,
  visitorId: null,
  customerName: null,
  customerEmail: null,
  ...more,
});

async function open(row: Row, answers: Parameters<typeof show>[1] = {}, me = ada, isRevisable = true) {
  const onUndo = vi.fn<(scheduled: ScheduledMessage) => void>();
  const none = vi.fn<() => void>();
  const actions = { onRetry: none, onEdit: none, onDiscard: none, onUndo, isRevisable, ...noTools };
  return { onUndo, ...(await show(<ThreadRow row={row} actions={actions} />, answers, me)) };
}
const ben = { ...ada, id: '0199a000-0000-7000-8000-000000000002', role: 'representative' } as const;
const buttons = () =>
  screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

it('a message is changed in its place, knowing which text of it was seen', async () => {
  const path = `PATCH /api/conversations/${id}/messages/2`;
  const { user, calls } = await open(stored({ editNo: 3 }), {
    [path]: message({ content: 'Two of them.', editNo: 4 }),
  });
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  const field = await screen.findByRole('textbox', { name: 'Edit message' });
  await user.clear(field);
  await user.type(field, 'Two of them.{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(calls.find(({ name }) => name === path)?.body).toEqual({ content: 'Two of them.', expectedEditNo: 3 });
});

it('a message that cannot be changed any more explains why, and keeps what was written', async () => {
  const why = 'Mail has already delivered this message to the customer, so it can’t be changed.';
  const { user } = await open(stored(), { [`PATCH /api/conversations/${id}/messages/2`]: refusal('conflict', why) });
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  await user.type(await screen.findByRole('textbox', { name: 'Edit message' }), ' Really.{Enter}');
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Tow of them. Really.');
});

it('a removed message is shown as removed; its text is for admins', async () => {
  const { user } = await open(stored({ editNo: 2, content: '', removedAt: at }), {
    [`GET /api/conversations/${id}/messages/2/history`]: [
      { content: 'A secret', replacedBy: ada.id, replacedByName: ada.name, replacedAt: at },
    ],
  });
  expect(screen.getByText('Message removed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Earlier versions' }));
  expect(await screen.findByText('A secret')).toBeTruthy();
});

it('an edited message is shown as edited to users who may not see its old text', async () => {
  await open(stored({ editNo: 1, editedAt: at, senderId: 'another' }), {}, ben);
  expect(screen.getByText('edited')).toBeTruthy();
  expect(buttons()).not.toContain('Earlier versions');
});

it.each([
  ['a colleague’s', stored({ senderId: 'another' }), ben, true],
  ['the customer’s', stored({ senderType: 'customer', senderId: null }), ada, true],
  ['one that went by another channel', stored(), ada, false],
  ['a removed one', stored({ content: '', removedAt: at }), ben, true],
])('offers no change of %s', async (_, row, me, isRevisable) => {
  await open(row, {}, me, isRevisable);
  expect(buttons().filter((name) => name !== 'Save as canned reply')).toEqual([]);
});

it('a held message shows for how long, and offers to undo', async () => {
  const held = waiting({ delaySeconds: 30 });
  const { user, onUndo } = await open({ kind: 'scheduled', key: 's1', scheduled: held });
  expect(await screen.findByText(/^Sending in \d+ s$/)).toBeTruthy();
  expect(buttons()).toEqual(['Undo']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onUndo.mock.calls).toEqual([[held]]);
});

it('a scheduled message can be changed, sent and cancelled by its author, and cancelled by others', async () => {
  await open({ kind: 'scheduled', key: 's1', scheduled: waiting() });
  await screen.findByRole('article', { name: /^Scheduled for/ });
  expect(buttons()).toEqual(['Edit', 'Change the time…', 'Send now', 'Cancel']);
});

it('a message that a colleague has scheduled shows its author', async () => {
  const theirs = waiting({ authorId: 'another', authorName: 'Ben Okafor' });
  await open({ kind: 'scheduled', key: 's1', scheduled: theirs });
  expect(await screen.findByText(/^Ben Okafor · scheduled for/)).toBeTruthy();
  expect(buttons()).toEqual(['Cancel']);
});

it('an unsent message shows why', async () => {
  const code = 'conversation_closed';
  const stopped = waiting({ state: 'stopped', code, reason: 'This conversation is closed. Reopen it to write.' });
  await open({ kind: 'scheduled', key: 's1', scheduled: stopped });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Couldn’t send: This conversation is closed. Reopen it to write.');
});
