/** Bulk messages in the dashboard: selecting contacts, writing, the preview, and what became of each contact. */
import type { BulkMessage, BulkPreview, BulkRecipient } from '@parley/contracts/conversations/bulk-messages';
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { addUploaded } from '../src/domain/files/uploads.ts';
import BulkMessagePage from '../src/pages/bulk-message-page.tsx';
import BulkMessagesPage from '../src/pages/bulk-messages-page.tsx';
import ContactsPage from '../src/pages/contacts-page.tsx';
import { ada, type Answers, type Call, show, whoMay } from './screen.tsx';

const contact = (digit: string, name: string): ContactEntry => ({
  id: `0199a000-0000-7000-8000-00000000000${digit}`,
  name,
  email: `${name.toLowerCase()}@example.com`,
  emailVerified: true,
  visitorId: null,
  website: 'shop.example',
  conversationCount: 2,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
  blockedAt: null,
});
const [jane, grace] = [contact('b', 'Jane'), contact('c', 'Grace')];
const id = '0199a000-0000-7000-8000-0000000000d1';
const message: BulkMessage = {
  id,
  clientBulkMessageId: '0199a000-0000-7000-8000-0000000000d2',
  authorId: ada.id,
  authorName: ada.name,
  channel: null,
  mailboxId: null,
  assignedRepresentativeId: ada.id,
  teamId: null,
  tagIds: [],
  subject: null,
  content: 'Hello {{customer.name}}',
  markdown: null,
  closes: true,
  status: 'waiting',
  sendAt: '2026-01-01T00:00:00.000Z',
  total: 3,
  sent: 0,
  failed: 0,
  leftOut: 1,
  replied: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
};
const preview: BulkPreview = {
  recipients: [
    {
      contactId: jane.id,
      visitorId: null,
      name: jane.name,
      email: jane.email,
      channel: 'email',
      subject: 'News',
      content: 'Hello Jane',
      markdown: null,
    },
  ],
  leftOut: [
    {
      contactId: grace.id,
      visitorId: null,
      name: grace.name,
      email: grace.email,
      reason: 'This address has unsubscribed from email.',
      localized: { code: 'wants_no_mail', values: {} },
    },
  ],
};
const recipients: BulkRecipient[] = [
  {
    contactId: jane.id,
    visitorId: null,
    name: 'Jane',
    email: null,
    state: 'sent',
    channel: 'widget',
    reason: null,
    localized: null,
    conversationId: '0199a000-0000-7000-8000-0000000000e1',
    mailState: null,
    hasReplied: true,
  },
  {
    contactId: null,
    visitorId: null,
    name: null,
    email: null,
    state: 'failed',
    channel: 'email',
    reason: 'There is no such contact.',
    localized: { code: 'no_such_contact', values: {} },
    conversationId: null,
    mailState: null,
    hasReplied: false,
  },
];
const answers: Answers = {
  'GET /api/contacts': [jane, grace],
  'GET /api/tags': [],
  'GET /api/bulk-messages': [message],
  [`GET /api/bulk-messages/${id}`]: message,
  [`GET /api/bulk-messages/${id}/recipients`]: recipients,
  'POST /api/bulk-messages/preview': preview,
  'POST /api/bulk-messages': message,
  [`POST /api/bulk-messages/${id}/stop`]: { ...message, status: 'stopped', finishedAt: message.createdAt },
};

function At({ path, state }: { path: string; state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path, { state }), [navigate, path, state]);
  return (
    <Routes>
      <Route path="/contacts" element={<ContactsPage />} />
      <Route path="/contacts/messages" element={<BulkMessagesPage />} />
      <Route path="/contacts/messages/:id" element={<BulkMessagePage />} />
      <Route path="*" element={null} />
    </Routes>
  );
}
const at = (path: string, more: Answers = {}) => show(<At path={path} />, { ...answers, ...more });

it('selected contacts are written to after a preview that shows each text and who is left out', async () => {
  const sent: Call[] = [];
  const { user } = await at('/contacts', {
    'POST /api/bulk-messages': (call: Call) => {
      sent.push(call);
      return message;
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Jane' }));
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  await screen.findByText('2 selected');
  await user.click(screen.getByRole('button', { name: 'Write a bulk message' }));
  const dialog = await screen.findByRole('dialog', { name: 'New bulk message' });
  await within(dialog).findByText('To 2 contacts');
  const review = within(dialog).getByRole('button', { name: 'Review' });
  expect(review.getAttribute('aria-disabled')).toBe('true');
  await user.type(within(dialog).getByRole('textbox', { name: 'Message' }), 'Hello ');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Insert a variable' }), 'customer.name');
  await user.click(review);
  await within(dialog).findByText('1 contact gets it');
  await within(dialog).findByText('Hello Jane');
  await within(dialog).findByText('This address has unsubscribed from email.');
  await user.click(within(dialog).getByRole('button', { name: 'Send to 1 contact' }));
  await screen.findByText('Sending to 1 contact');
  expect(sent[0]?.body).toMatchObject({
    contactIds: [jane.id, grace.id],
    content: 'Hello {{customer.name}}',
    closes: true,
    delaySeconds: 10,
  });
});

it('undo stops a bulk message and brings its text back', async () => {
  const { user } = await at('/contacts');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Jane' }));
  await user.click(screen.getByRole('button', { name: 'Write a bulk message' }));
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'It is over.');
  await user.click(screen.getByRole('button', { name: 'Review' }));
  await user.click(await screen.findByRole('button', { name: 'Send to 1 contact' }));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await screen.findByText('The bulk message wasn’t sent');
  const field = await screen.findByRole('textbox', { name: 'Message' });
  expect(field).toHaveProperty('value', 'It is over.');
});

it('files go with a bulk message, are named before it is sent, and come back when it is undone', async () => {
  const file: Attachment = {
    id: '0199a000-0000-7000-8000-0000000000f1',
    state: 'ready',
    reason: null,
    name: 'prices.pdf',
    type: 'application/pdf',
    kind: 'document',
    size: 48_211,
    width: null,
    height: null,
    alt: null,
    thumbnails: null,
  };
  const clientId = '0199a000-0000-7000-8000-0000000000d3';
  const state = { bulkDraft: { clientId, receivers: { contactIds: [jane.id] } } };
  const { user, sent } = await show(<At path="/contacts" state={state} />, {
    ...answers,
    [`GET /api/uploads/${file.id}`]: file,
  });
  await screen.findByRole('dialog', { name: 'New bulk message' });
  addUploaded(clientId, [file]);
  await user.click(await screen.findByRole('button', { name: 'Review' }));
  const files = await screen.findByRole('list', { name: 'Attached files' });
  expect(files.textContent).toMatch(/^prices\.pdf/);
  await user.click(screen.getByRole('button', { name: 'Send to 1 contact' }));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await screen.findByText('The bulk message wasn’t sent');
  expect(sent('POST /api/bulk-messages')).toMatchObject([{ content: '', attachments: [{ id: file.id }] }]);
  const again = await screen.findByRole('list', { name: 'Attached files' });
  expect(within(again).getByRole('button', { name: 'Remove prices.pdf' })).toBeTruthy();
});

it('the page of a bulk message leads to each conversation, says why one failed, and stops the rest', async () => {
  const { user } = await at(`/contacts/messages/${id}`);
  const list = await screen.findByRole('link', { name: /Jane/ });
  expect(list.getAttribute('href')).toBe('/conversations?selected=0199a000-0000-7000-8000-0000000000e1');
  expect(list.textContent).toContain('Replied');
  await screen.findByText('There is no such contact.');
  await user.click(screen.getByRole('button', { name: 'Stop sending' }));
  await screen.findByText('The bulk message wasn’t sent');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop sending' })).toBe(null));
});

it('the list shows how far each bulk message is', async () => {
  await at('/contacts/messages');
  const row = await screen.findByRole('link', { name: /Hello \{\{customer\.name\}\}/ });
  expect(row.textContent).toContain('0 of 2 sent');
  expect(row.textContent).toContain('1 left out');
});

it('users without the permission select no contacts', async () => {
  await show(<At path="/contacts" />, answers, whoMay(['contacts.read']));
  await screen.findByText('Jane');
  expect(screen.queryByRole('checkbox')).toBe(null);
  expect(screen.queryByRole('link', { name: 'Bulk messages' })).toBe(null);
});
