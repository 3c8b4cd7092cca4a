/** Integrations, Mailboxes: the list, adding, changing and removing one; and the subject above a thread. */
import { behaviourDefaults } from '@parley/contracts/channels/mailbox-behaviour';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { conversation } from '@parley/contracts/examples';
import { secretMask } from '@parley/contracts/settings/secret-fields';
import { defaultSettings } from '@parley/contracts/settings/settings';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import Mailboxes from '../src/features/mailboxes/mailboxes.tsx';
import SubjectLine from '../src/features/thread/subject-line.tsx';
import { type Answers, refusal, settingsAnswers, show, whoMay } from './screen.tsx';

const sales: Mailbox = {
  id: '0199a000-0000-7000-8000-0000000000aa',
  name: 'Sales',
  address: 'sales@shop.example',
  aliases: [],
  websiteId: null,
  teamId: null,
  senderName: '',
  opensConversations: true,
  ...behaviourDefaults,
  receiving: {
    kind: 'imap',
    host: 'imap.shop.example',
    port: 993,
    secure: true,
    user: 'sales',
    password: secretMask,
    folder: 'INBOX',
  },
  sending: { kind: 'installation' },
  receivedAt: null,
  checkedAt: '2026-11-29T10:00:00.000Z',
  failure: { message: 'The server refused the password.' },
  conversationCount: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
};

const open = (answers: Answers = {}) =>
  show(<Mailboxes />, {
    ...settingsAnswers({ emailConfig: { ...defaultSettings.emailConfig, fromEmail: 'support@shop.example' } }),
    'GET /api/mailboxes': [sales],
    'GET /api/websites': [],
    'GET /api/teams': [],
    ...answers,
  });

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

it('lists the first mailbox with the way to its tab, and the others with their state', async () => {
  await open();
  expect(await screen.findByText('sales@shop.example')).toBeTruthy();
  expect(await screen.findByText('support@shop.example')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Email tab' }).getAttribute('href')).toBe('/integrations?tab=email');
  expect(screen.getByText('The server refused the password.')).toBeTruthy();
  expect(screen.getByText('3 conversations')).toBeTruthy();
});

it('adds a mailbox with its server, and shows at its field what the server refuses', async () => {
  let isTaken = true;
  const { user, sent } = await open({
    'POST /api/mailboxes': () =>
      isTaken
        ? refusal('conflict', 'Taken.', [{ path: 'address', message: 'Another mailbox has one of these addresses.' }])
        : sales,
  });
  await user.click(await screen.findByRole('button', { name: 'Add mailbox' }));
  await user.type(await field('Name'), 'Help');
  await user.type(await field('Address'), 'Help@shop.example');
  await user.type(await field('Other addresses'), 'a@shop.example\nb@shop.example');
  await user.type(await field('Server'), 'imap.shop.example');
  await user.type(await field('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Save mailbox' }));
  expect(await screen.findByText('Another mailbox has one of these addresses.')).toBeTruthy();
  isTaken = false;
  await user.click(screen.getByRole('button', { name: 'Save mailbox' }));
  expect(sent('POST /api/mailboxes')[0]).toMatchObject({
    name: 'Help',
    address: 'help@shop.example',
    aliases: ['a@shop.example', 'b@shop.example'],
    receiving: { kind: 'imap', host: 'imap.shop.example', port: 993, password: 'secret', folder: 'INBOX' },
    sending: { kind: 'installation' },
    opensConversations: true,
  });
});

it('keeps a masked password when something else changes', async () => {
  const { user, sent } = await open({ [`PATCH /api/mailboxes/${sales.id}`]: sales });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await field('Signature'), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Save mailbox' }));
  expect(sent(`PATCH /api/mailboxes/${sales.id}`)[0]).toMatchObject({
    signature: 'Ada',
    receiving: { password: secretMask },
  });
});

it('takes the assistant’s delay in minutes, and a text of its own outside the chosen schedule', async () => {
  const { user, sent } = await open({
    [`PATCH /api/mailboxes/${sales.id}`]: sales,
    'GET /api/schedules': [{ id: 's1', name: 'Night shift', isDefault: false }],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.selectOptions(await field('Automatic reply to new email'), 'Always');
  await user.type(await field('Text of the automatic reply'), 'Today.');
  await user.type(await field('Text outside business hours'), 'Tomorrow.');
  await user.selectOptions(await field('Schedule'), 'Night shift');
  await user.click(screen.getByRole('checkbox', { name: /^The assistant answers new email/ }));
  await user.type(await field('Minutes before it answers'), '5');
  await user.type(await field('Receiving server'), 'mx.shop.example');
  await user.click(screen.getByRole('button', { name: 'Save mailbox' }));
  expect(sent(`PATCH /api/mailboxes/${sales.id}`)[0]).toMatchObject({
    autoReply: 'always',
    autoReplyText: 'Today.',
    autoReplyClosedText: 'Tomorrow.',
    scheduleId: 's1',
    assistant: true,
    assistantDelaySeconds: 300,
    authservId: 'mx.shop.example',
  });
});

it('removes a mailbox only after saying how many conversations use it', async () => {
  const { user, sent } = await open({ [`DELETE /api/mailboxes/${sales.id}`]: null });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Its 3 conversations stay and are answered from the first mailbox.');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(sent(`DELETE /api/mailboxes/${sales.id}`)).toHaveLength(1);
});

it('the subject of a thread is changed with what was seen, and left as it was by Escape', async () => {
  const named = { ...conversation, subject: 'Late parcel' };
  const path = `PATCH /api/conversations/${named.id}`;
  const { user, sent } = await show(<SubjectLine conversation={named} />, {
    [path]: { ...named, subject: 'Lost parcel', activityNo: 2 },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit subject' }));
  await user.type(await field('Subject'), '!{Escape}');
  expect(screen.getByText('Late parcel')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit subject' }));
  await user.clear(await field('Subject'));
  await user.type(await field('Subject'), 'Lost parcel{Enter}');
  expect(await screen.findByText('Subject changed')).toBeTruthy();
  expect(sent(path)).toEqual([{ subject: 'Lost parcel', expectedSubject: 'Late parcel' }]);
});

it('nobody changes a subject without the right to update conversations', async () => {
  await show(<SubjectLine conversation={{ ...conversation, subject: 'Late parcel' }} />, {}, whoMay([]));
  expect(screen.queryByRole('button', { name: 'Edit subject' })).toBeNull();
});

it('takes the bucket of a mailbox that SES hands mail to, and keeps its masked secret', async () => {
  const bucket = { bucket: 'shop-mail', region: 'eu-west-1', accessKeyId: 'AKIA1', secretAccessKey: secretMask };
  const receiving = { kind: 'webhook', provider: 'ses', secret: secretMask, ...bucket } as const;
  const { user, sent } = await open({
    'GET /api/mailboxes': [{ ...sales, receiving }],
    [`PATCH /api/mailboxes/${sales.id}`]: sales,
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.clear(await field('Region'));
  await user.type(await field('Region'), 'us-east-1');
  await user.click(screen.getByRole('button', { name: 'Save mailbox' }));
  expect(sent(`PATCH /api/mailboxes/${sales.id}`)[0]).toMatchObject({
    receiving: { ...receiving, region: 'us-east-1' },
  });
});
