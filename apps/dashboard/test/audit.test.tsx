/** The audit log: filtered, opened, checked, kept; and the networks that the team may come from. */
import type { AuditChain } from '@parley/contracts/audit/audit';
import type { AuditEntry } from '@parley/contracts/entities';
import { defaultSettings, secretMask } from '@parley/contracts/settings/settings';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AuditLog } from '../src/features/audit/audit-log.tsx';
import { Networks } from '../src/features/settings/networks.tsx';
import { type Answers, refusal, settingsAnswers, show } from './screen.tsx';

const changed: AuditEntry = {
  id: 'a1',
  at: '2026-01-02T00:00:00.000Z',
  actorId: 'u1',
  actorName: 'Ada Moreau',
  action: 'settings.changed',
  subject: 'settings dataConfig',
  details: { fields: ['retention'], before: { retention: 'never' }, after: { retention: '1y' } },
  address: '203.0.113.7',
  no: 7,
  hash: 'abc',
};
const whole: AuditChain = {
  entries: 7,
  begunAt: '2026-01-01T00:00:00.000Z',
  head: { no: 7, hash: 'abc' },
  waiting: 0,
  noted: { no: 7, hash: 'abc', at: '2026-01-02T00:00:00.000Z', since: '2026-01-01T00:00:00.000Z', keptIn: 'redis' },
  broken: null,
};
const open = (answers: Answers = {}) =>
  show(<AuditLog config={defaultSettings.auditConfig} />, {
    ...settingsAnswers(),
    'GET /api/audit-log': [changed],
    'GET /api/audit-log/chain': whole,
    'GET /api/representatives': [],
    ...answers,
  });

it('shows since when it is unbroken, and of an entry what was before, after, and where it came from', async () => {
  const { user } = await open();
  expect(await screen.findByText(/7 entries, verified since/)).toBeTruthy();
  expect(screen.getByText('Verified')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  for (const text of ['Data retention', 'Forever → 1 year', '203.0.113.7']) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
});

it('shows in words how a user signed in', async () => {
  const entry = { ...changed, action: 'user.signed_in', subject: 'user u1', details: { method: 'passkey' } } as const;
  const { user } = await open({ 'GET /api/audit-log': [entry] });
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  expect(await screen.findByText('with passkey')).toBeTruthy();
});

it('shows on each line what changed, from what to what, and of a secret only that it changed', async () => {
  const entry = (id: string, subject: string, before: object, after: object): AuditEntry => ({
    ...changed,
    id,
    subject,
    details: { before, after },
  });
  const prompt = 'You answer questions about plates, cups and bowls, briefly and with the source of each fact.';
  await open({
    'GET /api/audit-log': [
      changed,
      entry('a2', 'settings trelloConfig', { apiKey: secretMask }, { apiKey: secretMask }),
      entry('a3', 'settings aiConfig', { systemPrompt: '', enabled: false }, { systemPrompt: prompt, enabled: true }),
      entry('a4', 'role 0199', { permissions: ['tags.add'] }, { permissions: ['tags.add', 'tags.manage'] }),
      entry('a5', 'settings securityConfig', { sessionLifetime: 'never' }, { sessionLifetime: '7d' }),
    ],
  });
  for (const text of [
    'Data retention: Forever → 1 year',
    'API key: changed',
    'System prompt',
    'Enabled: Off → On',
    'Permissions: +Edit, merge and delete tags',
    'Maximum session length: No limit → 7 days',
  ])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText('Data Management')).toBeTruthy();
  expect(screen.queryByText(new RegExp(prompt))).toBeNull();
});

it('shows fields and values in the words of their screens, and unknown ones as they are stored', async () => {
  const entry = (id: string, subject: string, before: object, after: object): AuditEntry => ({
    ...changed,
    id,
    subject,
    details: { before, after },
  });
  const hours = (end: string) => ({ monday: [{ start: '09:00', end }] });
  await open({
    'GET /api/teams': [{ id: 't1', name: 'Night shift', memberIds: [], websiteIds: [], scheduleId: null }],
    'GET /api/audit-log': [
      entry('b1', 'settings conversationConfig', { newAfter: 'never' }, { newAfter: '7d' }),
      entry('b2', 'settings aiConfig', { provider: 'environment' }, { provider: 'azure' }),
      entry('b3', 'website w1', { files: { when: 'never' } }, { files: { when: 'after_answer' } }),
      entry('b4', 'role r1', { scope: 'mine' }, { scope: 'everything' }),
      entry('b5', 'tag g1', { colour: 'gray' }, { colour: 'teal' }),
      entry('b6', 'schedule s1', { week: hours('17:00') }, { week: hours('18:00') }),
      entry('b7', 'mailbox m1', { receiving: { kind: 'forward' } }, { receiving: { kind: 'imap', host: 'a.example' } }),
      entry('b8', 'mailbox m2', { autoReply: 'off', teamId: null }, { autoReply: 'outside_hours', teamId: 't1' }),
      entry('b9', 'api_channel c1', { takesEdits: true }, { takesEdits: false }),
      entry('b10', 'tag g2', { colour: 'gray', mood: 'calm' }, { colour: 'mauve', mood: 'wild' }),
    ],
  });
  for (const text of [
    'Message after closing: Reopens it → New after 7 days',
    /^Provider: .+ → Azure OpenAI$/,
    'Visitors may send files: Never → After a person has replied',
    /^Conversations: .+ → All$/,
    'Colour: Grey → Teal',
    'Monday: 09:00–17:00 → 09:00–18:00',
    'Receive by: Forwarding to our SMTP port → IMAP with a password',
    'Receive by · Server: Nothing → a.example',
    'Automatic reply to new email: None → Outside business hours',
    'Team: Nothing → Night shift',
    'Sent messages can be edited and removed: On → Off',
    'Colour: Grey → mauve',
    'mood: calm → wild',
  ])
    expect(await screen.findByText(text)).toBeTruthy();
});

it('shows where it is broken', async () => {
  await open({ 'GET /api/audit-log/chain': { ...whole, broken: { no: 3, why: 'missing' } } });
  expect(await screen.findByText('Entry 3 is missing.')).toBeTruthy();
  expect(screen.getByText('Tampered')).toBeTruthy();
});

it('shows how it differs from what was noted of it outside, and goes on with it after a question', async () => {
  const noted = {
    no: 9,
    hash: 'def',
    at: '2026-01-03T00:00:00.000Z',
    since: '2026-01-01T00:00:00.000Z',
    keptIn: 'redis',
  };
  const { user, sent } = await open({
    'GET /api/audit-log/chain': { ...whole, noted, broken: { no: 7, why: 'shorter' } },
    'POST /api/audit-log/chain/acknowledgement': whole,
  });
  expect(
    await screen.findByText('The log ends at entry 7, but entry 9 was recorded outside the database.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  const question = await screen.findByRole('alertdialog');
  expect(sent('POST /api/audit-log/chain/acknowledgement')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Acknowledge' }));
  expect(await screen.findByText('Difference acknowledged')).toBeTruthy();
  expect(sent('POST /api/audit-log/chain/acknowledgement')).toEqual([{ hash: 'def' }]);
});

it('shows that nothing outside is there to compare it with', async () => {
  await open({ 'GET /api/audit-log/chain': { ...whole, noted: null } });
  expect(await screen.findByText(/There is no record outside the database to compare with yet/)).toBeTruthy();
  expect(screen.getByText('Verified')).toBeTruthy();
});

it('is filtered by what was done', async () => {
  let isFirst = true;
  const { user } = await open({
    'GET /api/audit-log': () => {
      const entries = isFirst ? [changed] : [];
      isFirst = false;
      return entries;
    },
  });
  await screen.findByText('Changed the settings', { selector: 'span' });
  await user.selectOptions(screen.getByLabelText('What'), 'Exported all conversations');
  expect(await screen.findByText('No entries')).toBeTruthy();
});

it('networks that would lock out their author are refused, in words beside the field', async () => {
  const words = 'This would lock you out: your address 203.0.113.7 isn’t in any of these networks.';
  const { user, sent } = await show(<Networks settings={defaultSettings} />, {
    ...settingsAnswers(),
    'POST /api/settings': refusal('invalid', words, [{ path: 'networkConfig.allowed', message: words }]),
  });
  await user.type(await screen.findByLabelText('Allowed networks'), '10.0.0.0/8\n\n192.0.2.1');
  await user.click(screen.getByRole('button', { name: /Save/ }));
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  expect(sent('POST /api/settings')).toEqual([
    { networkConfig: { allowed: ['10.0.0.0/8', '192.0.2.1'], expected: { allowed: [] } } },
  ]);
});

it('shows what an entry is about by its name: the one of then, else the one of now, else the id', async () => {
  const about = (id: string, subject: string, more: Partial<AuditEntry>): AuditEntry => ({
    ...changed,
    id,
    subject,
    details: {},
    ...more,
  });
  await open({
    'GET /api/audit-log': [
      about('1', 'tag 0199', { details: { name: 'Old name' }, subjectName: 'New name' }),
      about('2', 'canned_reply 0199', { details: { shortcut: 'ref' }, subjectName: 'Refund' }),
      about('3', 'canned_reply 0200', { details: { shortcut: 'gone' } }),
      about('4', 'batch 0199', { details: { total: 12 } }),
      about('5', 'view 0201', {}),
    ],
  });
  for (const name of ['Old name', 'Refund', '/gone', '12 conversations', 'view 0201'])
    expect(await screen.findByText(name)).toBeTruthy();
  expect(screen.queryByText('New name')).toBeNull();
});
