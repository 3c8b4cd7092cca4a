/** Splitting messages off into a new conversation. */
import type { Message } from '@parley/contracts/entities';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import SplitDialog from '../src/features/thread/splitting/split-dialog.tsx';
import { conversation } from './conversation.ts';
import { refusal, show } from './screen.tsx';

const message = (seq: number, content: string, more: Partial<Message> = {}): Message => ({
  id: `0199a000-0000-7000-8000-00000000010${seq}`,
  conversationId: 'c1',
  seq,
  content,
  senderType: 'customer',
  senderId: null,
  senderName: 'Jane',
  messageType: 'text',
  createdAt: '2026-01-01T00:00:00.000Z',
  clientMessageId: null,
  ...more,
});
const split = 'POST /api/conversations/c1/split';
const answers = {
  'GET /api/conversations/c1/messages': [
    message(1, 'Where is my parcel?'),
    message(2, '', { removedAt: '2026-01-01T00:00:00.000Z' }),
    message(3, 'My invoice is wrong'),
    message(4, 'It names the old firm'),
  ],
  [split]: { conversation: { ...conversation('c1'), activityNo: 7 }, splitOff: conversation('c2') },
};
const open = (more = {}) =>
  show(<SplitDialog conversationId="c1" seq={3} onClose={() => undefined} />, { ...answers, ...more });

it('all messages from the chosen one on are split off, and the toast undoes it', async () => {
  const { user, sent } = await open();
  await screen.findByText('My invoice is wrong');
  expect(screen.queryByText('Where is my parcel?')).toBe(null);
  await user.click(screen.getByRole('button', { name: 'Split off' }));
  await screen.findByText('Messages split off');
  expect(sent(split)).toEqual([{ fromSeq: 3, clientSplitId: expect.any(String) }]);
  expect(screen.getByRole('button', { name: 'Undo', hidden: true })).toBeTruthy();
});

it('single messages are chosen one by one, removed ones are not offered, and none can’t be split off', async () => {
  const { user, sent } = await open();
  await user.click(await screen.findByRole('radio', { name: 'Single messages' }));
  const boxes = screen.getAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, false]);
  await user.click(boxes[1]!);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Split off' }).disabled).toBe(true);
  await user.click(boxes[0]!);
  await user.click(boxes[2]!);
  await user.click(screen.getByRole('button', { name: 'Split off' }));
  await expect.poll(() => sent(split)).toEqual([{ seqs: [1, 4], clientSplitId: expect.any(String) }]);
});

it('a refusal says why and leaves the dialog open', async () => {
  const { user } = await open({ [split]: refusal('conflict', 'At least one message has to stay.') });
  await user.click(await screen.findByRole('button', { name: 'Split off' }));
  await screen.findByText('At least one message has to stay.');
  expect(screen.getByRole('button', { name: 'Split off' })).toBeTruthy();
});
