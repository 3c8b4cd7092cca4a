/** Canned replies on the screens: the offered ones, the sent message, and its effects. */
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CannedReplies } from '../src/features/canned-replies/canned-replies.tsx';
import { ada, refusal, settingsAnswers, show } from './screen.tsx';

const reply = (over: Partial<CannedReply>): CannedReply => ({
  id: '0199a000-0000-7000-8000-00000000000a',
  ownerId: null,
  teamId: null,
  name: 'Refund',
  shortcut: 'refund',
  text: 'We refund {{?order number}}',
  variants: [],
  actions: [{ type: 'close' }],
  websiteIds: [],
  uses: 3,
  ownUses: 0,
  lastUsedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  ...over,
});
const mine = reply({ id: '0199a000-0000-7000-8000-00000000000b', ownerId: ada.id, shortcut: 'mine', name: 'My own' });
const answers = {
  ...settingsAnswers(),
  'GET /api/canned-replies': [reply({}), mine],
  'GET /api/websites': [],
  'GET /api/tags': [],
  'GET /api/representatives': [],
};
const rowOf = async (words: string) => {
  const row = (await screen.findByText(words)).closest('li');
  if (!row) throw new Error(`No row has ${words}`);
  return within(row);
};

it('shows who may not change shared replies only their own to change', async () => {
  await show(<CannedReplies />, answers, { ...ada, role: 'representative' });
  expect((await rowOf('/refund')).queryByRole('button', { name: 'Edit' })).toBeNull();
  expect((await rowOf('/mine')).getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect((await rowOf('/refund')).getByText('Close the conversation')).toBeTruthy();
  expect((await rowOf('/refund')).getByText('Used 3 times')).toBeTruthy();
});

it('saves a change as what it was made of, and keeps it in the form when a colleague was faster', async () => {
  const detail = 'Ben has changed this in the meantime.';
  const { user, sent } = await show(<CannedReplies />, {
    ...answers,
    [`PATCH /api/canned-replies/${reply({}).id}`]: refusal('conflict', detail),
  });
  await user.click((await rowOf('/refund')).getByRole('button', { name: 'Edit' }));
  const name = await screen.findByLabelText('Name', { exact: false });
  await user.clear(name);
  await user.type(name, 'Money back');
  await user.click(screen.getByRole('button', { name: 'Save reply' }));
  await screen.findByText(detail);
  expect(sent(`PATCH /api/canned-replies/${reply({}).id}`)).toEqual([
    { name: 'Money back', expected: { name: reply({}).name } },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Name', { exact: false }).value).toBe('Money back');
});

it('does not save a text with an unknown variable, and names it while it is typed', async () => {
  const { user, calls } = await show(<CannedReplies />, answers);
  await user.click(await screen.findByRole('button', { name: 'Add reply' }));
  await user.type(await screen.findByLabelText('Name', { exact: false }), 'Hello');
  await user.type(screen.getByLabelText('Shortcut', { exact: false }), 'Hel lo/');
  await user.type(screen.getByLabelText('Text', { exact: false }), 'Hi {{{{customer.nmae}}');
  await screen.findByText('There is no variable “customer.nmae”.');
  expect(screen.getByLabelText<HTMLInputElement>('Shortcut', { exact: false }).value).toBe('hello');
  await user.click(screen.getByRole('button', { name: 'Save reply' }));
  expect(calls.filter(({ name }) => name === 'POST /api/canned-replies')).toEqual([]);
});
