/** The line of a mail that was not posted as the customer's. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MailRow } from '../src/features/thread/mail-row.tsx';
import { messageRows } from '../src/features/thread/rows.ts';
import { emptyConversation } from '@parley/client/conversation';
import { refusal, show } from './screen.tsx';

const mail = {
  mailId: '0199a000-0000-7000-8000-000000000009',
  senderName: 'Paul Novak',
  senderAddress: 'paul.novak@customer.example',
  subject: 'Re: Your conversation',
  reason: 'not_the_customer',
  fileNames: ['order.pdf'],
} as const;

const activity = (activityNo: number, kind: 'mail_received' | 'mail_added'): Activity => ({
  conversationId: 'c1',
  activityNo,
  afterSeq: 0,
  kind,
  cause: kind === 'mail_added' ? { by: 'representative', userId: 'u' } : { by: 'mail' },
  actorName: kind === 'mail_added' ? 'Rita' : null,
  before: {},
  after: { mail: { ...mail, fileNames: [...mail.fileNames] } },
  body: kind === 'mail_received' ? 'The number is PO-2026-118.' : null,
  note: null,
  batchId: null,
  undoOf: null,
  createdAt: '2026-03-01T12:00:00.000Z',
});

const rowsOf = (...activities: Activity[]) => messageRows([], emptyConversation.cursors, activities);
const firstRow = (...activities: Activity[]) => {
  const [row] = rowsOf(...activities);
  if (row?.kind !== 'mail') throw new Error('no line of a mail');
  return row;
};
const path = 'POST /api/conversations/c1/mails/0199a000-0000-7000-8000-000000000009/add';

it('names the sender, their address and the reason, and shows the text when asked', async () => {
  const { user } = await show(<MailRow {...firstRow(activity(1, 'mail_received'))} />);
  expect(screen.getByText('Paul Novak answered by email.')).toBeTruthy();
  expect(screen.getByText('From paul.novak@customer.example')).toBeTruthy();
  expect(screen.queryByText('The number is PO-2026-118.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('The number is PO-2026-118.')).toBeTruthy();
  expect(screen.getByText('Files: order.pdf')).toBeTruthy();
});

it('has the mail added once, and offers it no more when it is a message', async () => {
  const { calls, user } = await show(<MailRow {...firstRow(activity(1, 'mail_received'))} />, { [path]: null });
  await user.click(screen.getByRole('button', { name: 'Add to conversation' }));
  await user.click(await screen.findByRole('button', { name: 'Adding…' }));
  expect(calls.filter(({ name }) => name === path)).toHaveLength(1);
  const rows = rowsOf(activity(1, 'mail_received'), activity(2, 'mail_added'));
  expect(rows.map((row) => (row.kind === 'mail' ? row.isAdded : row.kind))).toEqual([true, 'activity']);
});

it('explains why the mail is not added, and offers it again', async () => {
  const { user } = await show(<MailRow {...firstRow(activity(1, 'mail_received'))} />, {
    [path]: refusal('conflict', 'This mail was posted already.'),
  });
  await user.click(screen.getByRole('button', { name: 'Add to conversation' }));
  expect(await screen.findByText('This mail was posted already.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add to conversation' })).toBeTruthy();
});
