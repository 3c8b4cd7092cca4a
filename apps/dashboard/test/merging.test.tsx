/** Merging a conversation into another one of the same person, and what is shown of both. */
import type { Conversation } from '@parley/contracts/entities';
import { screen, within } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import MergeDialog from '../src/features/thread/merging/merge-dialog.tsx';
import MergedParts from '../src/features/thread/merging/merged-parts.tsx';
import { conversation } from './conversation.ts';
import { type Answers, refusal, show } from './screen.tsx';

const contactId = '0199a000-0000-7000-8000-00000000000b';
const lastMessage = (content: string): Partial<Conversation> => ({
  lastMessage: { ...message, content },
});
const message = {
  id: '0199a000-0000-7000-8000-00000000000c',
  conversationId: 'c2',
  seq: 1,
  content: '',
  senderType: 'customer',
  senderId: null,
  senderName: 'Jane',
  messageType: 'text',
  createdAt: '2026-01-01T00:00:00.000Z',
  clientMessageId: null,
} as const;

const merge = 'POST /api/conversations/c1/merge';
const into = conversation('c2', lastMessage('From the desk'));
const answers: Answers = {
  'GET /api/conversations/c1/visitor': { contactId },
  [`GET /api/contacts/${contactId}/conversations`]: [
    conversation('c1', lastMessage('This one')),
    into,
    conversation('c3', { ...lastMessage('Closed'), status: 'closed' }),
    conversation('c4', { ...lastMessage('Merged'), mergedInto: 'c2' }),
    conversation('c5', { ...lastMessage('Spam'), isSpam: true }),
  ],
  [merge]: { ...into, mergedIds: ['c1'], activityNo: 3 },
  'POST /api/conversations/c2/activities/3/undo': refusal('conflict', 'The customer has written since.'),
};

/** Shows the current address as text. */
function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

function At({ path, children }: { path: string; children: ReactNode }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path), [navigate, path]);
  return (
    <>
      {children}
      <Address />
    </>
  );
}

/** The dialog, until it closes. */
function Merging({ status }: Pick<Conversation, 'status'>) {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <MergeDialog conversation={{ id: 'c1', status }} onClose={() => setOpen(false)} />;
}

async function open(status: Conversation['status'] = 'active', more: Answers = {}) {
  return show(
    <At path="/conversations?view=v1&selected=c1&message=4">
      <Merging status={status} />
    </At>,
    { ...answers, ...more },
  );
}

it('offers the person’s other conversations that it can go into, and where to merge contacts', async () => {
  await open('active', { 'GET /api/conversations/c1/visitor': { contactId, proposedContacts: 1 } });
  const choices = await screen.findAllByRole('radio');
  expect(choices).toHaveLength(1);
  expect(await screen.findByText('From the desk')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Merge the contacts' }).getAttribute('href')).toBe(`/contacts/${contactId}`);
  expect(screen.getByRole('button', { name: 'Merge' }).hasAttribute('disabled')).toBe(true);
});

it('shows that the others are closed, and proposes to merge no contacts where none may be the same person', async () => {
  const closed = conversation('c2', { ...lastMessage('Closed'), status: 'closed' });
  await open('active', { [`GET /api/contacts/${contactId}/conversations`]: [conversation('c1'), closed] });
  expect(await screen.findByText(/other conversations are closed/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Merge the contacts' })).toBe(null);
});

it('shows that there is none to go into', async () => {
  await open('active', { [`GET /api/contacts/${contactId}/conversations`]: [conversation('c1')] });
  expect(await screen.findByText(/no other conversation/)).toBeTruthy();
});

it('merges, shows the one that goes on in the same list, and offers Undo, which shows what is in the way', async () => {
  const { user, sent } = await open();
  await user.click(await screen.findByRole('radio'));
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await vi.waitFor(() => expect(sent(merge)).toEqual([{ into: 'c2' }]));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  await vi.waitFor(() =>
    expect(screen.getByLabelText('address').textContent).toBe('/conversations?view=v1&selected=c2'),
  );
  expect(await screen.findByText('Conversations merged')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Undo/ }));
  expect(await screen.findByText('The customer has written since.')).toBeTruthy();
});

it('shows who was faster', async () => {
  const { user } = await open('active', {
    [merge]: refusal('conflict', 'Ben has merged it into another conversation since.'),
  });
  await user.click(await screen.findByRole('radio'));
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText(/Ben has merged it/)).toBeTruthy();
});

it('the merged one leads to where it goes on', async () => {
  await show(
    <At path="/conversations?selected=c1">
      <MergedParts conversation={conversation('c1', { status: 'closed', mergedInto: 'c2' })} />
    </At>,
    {},
  );
  const link = await screen.findByRole('link', { name: 'Open it' });
  expect(link.getAttribute('href')).toBe('/conversations?selected=c2');
});

it('the other shows what was said in it as an earlier part, once it is asked for', async () => {
  const { user } = await show(<MergedParts conversation={conversation('c2', { mergedIds: ['c1'] })} />, {
    'GET /api/conversations/c2/merged': [conversation('c1', { website: 'shop.example.com', lastSeq: 2 })],
    'GET /api/conversations/c1/messages': [
      { ...message, content: 'From the phone' },
      { ...message, seq: 2, senderType: 'representative', senderName: 'Ben', content: 'An answer' },
    ],
  });
  const head = await screen.findByText('Merged from shop.example.com');
  expect(screen.queryByText('From the phone')).toBe(null);
  await user.click(head);
  const part = within(await screen.findByRole('list', { name: 'Messages of the merged conversation' }));
  expect(part.getByText('From the phone')).toBeTruthy();
  expect(part.getByText('Ben')).toBeTruthy();
});
