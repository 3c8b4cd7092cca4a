/** Starting a conversation from the dashboard. */
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import StartDialog from '../src/features/starting/start-dialog.tsx';
import { Related } from '../src/features/visitor/related.tsx';
import { conversation } from './conversation.ts';
import { type Answers, type Call, show } from './screen.tsx';

const jane: ContactEntry = {
  id: '0199a000-0000-7000-8000-00000000000b',
  name: 'Jane Doe',
  email: 'jane@example.com',
  emailVerified: true,
  visitorId: '0199a000-0000-7000-8000-00000000000a',
  website: 'shop.example',
  conversationCount: 2,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-02T00:00:00.000Z',
  blockedAt: null,
};
const ways = `GET /api/contacts/${jane.id}/ways`;
const answers: Answers = {
  'GET /api/contacts': [jane],
  [ways]: [
    { channel: 'widget', websiteId: null, email: null },
    { channel: 'email', websiteId: null, email: jane.email },
  ],
};
const open = (more: Answers = {}, contact?: ContactEntry) =>
  show(<StartDialog contact={contact} onClose={() => undefined} />, { ...answers, ...more });

it('a contact is found by name, and written to through a channel that reaches them', async () => {
  const { user } = await open();
  await user.type(screen.getByRole('searchbox', { name: 'To' }), 'jane');
  await user.click(await screen.findByRole('button', { name: /Jane Doe/ }));
  const channel = await screen.findByRole('combobox', { name: 'Channel' });
  expect(screen.queryByRole('textbox', { name: 'Subject' })).toBe(null);
  await user.selectOptions(channel, 'email');
  expect(screen.getByRole('textbox', { name: 'Subject' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start conversation' }).getAttribute('aria-disabled')).toBe('true');
});

it('an address that no contact has can be written to', async () => {
  const { user } = await open({ 'GET /api/contacts': [] });
  const field = screen.getByRole('searchbox', { name: 'To' });
  await user.type(field, 'grace@example');
  await screen.findByText(/Nobody found/);
  await user.type(field, '.com');
  await user.click(await screen.findByRole('button', { name: 'Write to grace@example.com' }));
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toBeTruthy();
});

it('a contact whom no channel reaches can’t be written to, and the dialog says why', async () => {
  await open({ [ways]: [] }, jane);
  expect((await screen.findByRole('alert')).textContent).toContain('No channel reaches this contact');
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBe(null);
});

it('a conversation is linked by its address, and a link is removed', async () => {
  const [one, other] = ['0199a000-0000-7000-8000-0000000000c1', '0199a000-0000-7000-8000-0000000000c2'];
  let relatedIds: string[] = [];
  const { user, sent } = await show(<Related conversationId={one} linkTo={(id) => `/${id}`} />, {
    [`GET /api/conversations/${one}`]: () => conversation(one, { relatedIds }),
    [`GET /api/conversations/${one}/related`]: () => relatedIds.map((id) => conversation(id)),
    [`PATCH /api/conversations/${one}`]: ({ body }: Call) => {
      ({ relatedIds } = body as { relatedIds: string[] });
      return { ...conversation(one, { relatedIds }), activityNo: 1 };
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Link a conversation by its address' });
  await user.type(field, `https://chat.example.com/conversations?selected=${other}{Enter}`);
  await user.click(await screen.findByRole('button', { name: 'Remove the link' }));
  await expect.poll(() => screen.queryByRole('list', { name: 'Related conversations' })).toBe(null);
  expect(sent(`PATCH /api/conversations/${one}`)).toEqual([
    { relatedIds: [other], expectedRelatedIds: [] },
    { relatedIds: [], expectedRelatedIds: [other] },
  ]);
});
