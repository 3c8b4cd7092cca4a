/** Starting a conversation from the dashboard. */
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import StartDialog from '../src/features/starting/start-dialog.tsx';
import { type StartPlace, StartPlaceFields } from '../src/features/starting/start-place.tsx';
import { Related } from '../src/features/visitor/related.tsx';
import { conversation } from './conversation.ts';
import { ada, type Answers, type Call, show } from './screen.tsx';

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

it('a new conversation gets the mailbox, the website and the colleague or team that are chosen', async () => {
  const colleague = { ...ada, id: '0199a000-0000-7000-8000-0000000000e1', name: 'Ben Cole', isActive: true };
  const mailbox = { id: '0199a000-0000-7000-8000-0000000000f1', name: 'Sales', address: 'sales@example.com' };
  const website = { id: '0199a000-0000-7000-8000-0000000000f2', domain: 'shop.example', name: 'Shop' };
  const team = { id: '0199a000-0000-7000-8000-0000000000f3', name: 'Sales', memberIds: [], websiteIds: [] };
  const chosen: StartPlace[] = [];
  function Fields() {
    const [place, setPlace] = useState<StartPlace>({});
    const change = (next: StartPlace) => {
      chosen.push(next);
      setPlace(next);
    };
    return <StartPlaceFields place={place} onChange={change} isMail asksWebsite />;
  }
  const { user } = await show(<Fields />, {
    'GET /api/mailboxes/names': [mailbox],
    'GET /api/websites': [website],
    'GET /api/representatives': [colleague],
    'GET /api/teams': [team],
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Mailbox' }), mailbox.id);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Website' }), website.id);
  const owner = screen.getByRole('combobox', { name: 'Assigned to' });
  await screen.findByRole('option', { name: 'Ben Cole' });
  await user.selectOptions(owner, colleague.id);
  const place = { mailboxId: mailbox.id, websiteId: website.id };
  expect(chosen.at(-1)).toEqual({ ...place, assignedRepresentativeId: colleague.id });
  await user.selectOptions(owner, await screen.findByRole('option', { name: /Team Sales|team Sales/ }));
  expect(chosen.at(-1)).toEqual({ ...place, assignedRepresentativeId: null, teamId: team.id });
  await user.selectOptions(owner, screen.getByRole('option', { name: /you/i }));
  expect(chosen.at(-1)).toEqual(place);
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
