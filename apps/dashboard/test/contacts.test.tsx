/** The list of people, and the page of one. */
import type { Contact, ContactEntry, ContactNote } from '@parley/contracts/conversations/contacts';
import { screen, within } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import ContactPage from '../src/pages/contact-page.tsx';
import ContactsPage from '../src/pages/contacts-page.tsx';
import { conversation } from './conversation.ts';
import { ada, type Answers, type Call, refusal, show } from './screen.tsx';

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

const browser = { website: 'shop.example', lastSeenAt: null, createdAt: '2026-01-01T00:00:00.000Z' };
const page: Contact = {
  ...jane,
  blockedBy: null,
  identities: [
    { ...browser, id: '1', kind: 'email', value: jane.email, verifiedAt: '2026-01-01T00:00:00.000Z', userAgent: null },
    { ...browser, id: '2', kind: 'phone', value: '+43 1', website: null, verifiedAt: null, userAgent: null },
    {
      ...browser,
      id: '3',
      kind: 'widget_session',
      value: null,
      verifiedAt: null,
      userAgent: 'Firefox/143.0 (Windows)',
    },
  ],
  company: null,
  attributes: [],
  proposed: [],
  merges: [],
};

const of = (path: string) => `GET /api/contacts/${jane.id}${path}`;
const answers: Answers = {
  'GET /api/contacts': [jane],
  [of('')]: page,
  [of('/conversations')]: [conversation('c0', { status: 'closed', representative: 'Ben Cole' })],
  [of('/notes')]: [],
  'GET /api/attributes': [],
};

function At({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path), [navigate, path]);
  return (
    <Routes>
      <Route path="/contacts" element={<ContactsPage />} />
      <Route path="/contacts/:id" element={<ContactPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
}
const open = (path: string, more: Answers = {}) => show(<At path={path} />, { ...answers, ...more });

it('lists people and leads to the page of each', async () => {
  await open('/contacts');
  const link = await screen.findByRole('link', { name: /Jane Doe/ });
  expect(link.textContent).toContain('2 conversations');
  expect(link.getAttribute('href')).toBe(`/contacts/${jane.id}`);
});

it('filters contacts by an attribute of theirs', async () => {
  const plan = { id: 'a', key: 'plan', name: 'Plan', choices: ['Free', 'Pro'], requiredToClose: null, createdAt: '' };
  const filters: (string | null)[] = [];
  const { user } = await open('/contacts', {
    'GET /api/attributes': [
      { ...plan, subject: 'contact', type: 'choice' },
      { ...plan, id: 'b', key: 'order', name: 'Order', subject: 'conversation', type: 'text', choices: [] },
    ],
    'GET /api/contacts': ({ query }: Call) => {
      const filter = new URLSearchParams(query).get('filter');
      filters.push(filter);
      return filter?.includes('Pro') ? [] : [jane];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Add condition' }));
  await screen.findByRole('link', { name: /Jane Doe/ });
  expect(JSON.parse(filters.at(-1) ?? '')).toEqual({ all: [{ field: 'contact.plan', op: 'is', value: 'Free' }] });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Value' }), 'Pro');
  expect(await screen.findByText('No contact has these attributes.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(await screen.findByRole('link', { name: /Jane Doe/ })).toBeTruthy();
});

it('shows that nobody was found, and that there is nobody yet', async () => {
  const { user } = await open('/contacts', { 'GET /api/contacts': [] });
  expect(await screen.findByText('No contacts yet')).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Search contacts' }), 'zoe');
  expect(await screen.findByText('No one found')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('No contacts yet')).toBeTruthy();
});

it('offers to try again when the list can’t be read', async () => {
  await open('/contacts', { 'GET /api/contacts': refusal('unavailable', 'Temporarily unavailable.') });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('shows a contact’s identifiers and proofs, and all of their conversations', async () => {
  await open(`/contacts/${jane.id}`);
  expect(await screen.findByText('verified by shop.example')).toBeTruthy();
  expect(screen.getByText('+43 1').parentElement?.textContent).toContain('unverified');
  expect(screen.getByText('Firefox 143 on Windows')).toBeTruthy();
  const link = await screen.findByRole('link', { name: /No messages yet/ });
  expect(link.getAttribute('href')).toBe('/conversations?selected=c0');
  expect(link.textContent).toContain('Ben Cole');
});

it('shows that there is no such contact, and leads back', async () => {
  await open(`/contacts/${jane.id}`, { [of('')]: refusal('not_found', 'Contact not found.') });
  expect(await screen.findByText('Contact not found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null);
});

it('renames a contact', async () => {
  const { user, sent } = await open(`/contacts/${jane.id}`, {
    [`PATCH /api/contacts/${jane.id}`]: ({ body }: Call) => ({ ...page, ...(body as object) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change the name' }));
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Janet{Enter}');
  expect(await screen.findByRole('heading', { name: /Janet/ })).toBeTruthy();
  expect(sent(`PATCH /api/contacts/${jane.id}`)).toEqual([{ name: 'Janet', expected: { name: 'Jane Doe' } }]);
});

it('writes, edits and removes one’s own notes, and offers neither for others’', async () => {
  const note = (id: string, authorId: string, body: string | null): ContactNote => ({
    id,
    contactId: jane.id,
    authorId,
    authorName: authorId === ada.id ? ada.name : 'Ben Cole',
    body,
    editedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  let notes = [note('n1', 'ben', 'Asks for invoices')];
  const change = (id: string, body: string | null) => {
    notes = notes.map((each) => (each.id === id ? { ...each, body } : each));
    return body === null ? null : notes.find((each) => each.id === id);
  };
  const path = `/api/contacts/${jane.id}/notes`;
  const { user } = await open(`/contacts/${jane.id}`, {
    [`GET ${path}`]: () => notes,
    [`POST ${path}`]: ({ body }: Call) => {
      const written = note('n2', ada.id, (body as { content: string }).content);
      notes = [written, ...notes];
      return written;
    },
    [`PATCH ${path}/n2`]: ({ body }: Call) => change('n2', (body as { content: string }).content),
    [`DELETE ${path}/n2`]: () => change('n2', null),
  });
  const others = await screen.findByRole('article', { name: 'Note by Ben Cole' });
  expect(within(others).queryByRole('button')).toBe(null);
  await user.type(screen.getByRole('textbox', { name: 'Note about this person' }), 'Pays late{Enter}');
  const own = await screen.findByRole('article', { name: `Note by ${ada.name}` });
  expect(own.textContent).toContain('Pays late');
  await user.click(within(own).getByRole('button', { name: 'Edit note' }));
  await user.type(within(own).getByRole('textbox', { name: 'Edit note' }), ' again{Enter}');
  expect(await within(own).findByText('Pays late again')).toBeTruthy();
  await user.click(within(own).getByRole('button', { name: 'Remove note' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(`Note removed by ${ada.name}`)).toBeTruthy();
});

it('proposes who may be the same person, asks who remains, and leads to them', async () => {
  const other: ContactEntry = { ...jane, id: '0199a000-0000-7000-8000-00000000000c', name: 'J. Doe', email: null };
  const { user, sent } = await open(`/contacts/${jane.id}`, {
    [of('')]: { ...page, proposed: [other] },
    [`GET /api/contacts/${other.id}`]: { ...page, ...other },
    [`GET /api/contacts/${other.id}/conversations`]: [],
    [`GET /api/contacts/${other.id}/notes`]: [],
    [`POST /api/contacts/${other.id}/merge`]: { contact: { ...page, ...other }, mergeId: 'm1' },
    'DELETE /api/merges/m1': page,
  });
  const section = (await screen.findByRole('link', { name: /J. Doe/ })).closest('li');
  await user.click(within(section ?? document.body).getByRole('button', { name: 'Merge' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: /J. Doe/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Merge undone')).toBeTruthy();
  expect(sent(`POST /api/contacts/${other.id}/merge`)).toEqual([{ mergedId: jane.id }]);
  expect(sent('DELETE /api/merges/m1')).toHaveLength(1);
});

it('blocks a contact, names the user who did, and takes it back from the toast', async () => {
  const { user, sent } = await open(`/contacts/${jane.id}`, {
    [`POST /api/contacts/${jane.id}/block`]: { ...page, blockedAt: '2026-01-03T00:00:00.000Z', blockedBy: 'Ben Cole' },
    [`DELETE /api/contacts/${jane.id}/block`]: page,
  });
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  expect(await screen.findByText(/Blocked by Ben Cole/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Block' })).toBeTruthy();
  expect(sent(`DELETE /api/contacts/${jane.id}/block`)).toHaveLength(1);
});
