/** API keys: made, shown once, copied and ended. */
import type { ApiKey } from '@parley/contracts/users/api-keys';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AllApiKeys, OwnApiKeys } from '../src/features/api-keys/api-keys.tsx';
import { type Answers, refusal, settingsAnswers, show } from './screen.tsx';

const report: ApiKey = {
  id: 'k1',
  kind: 'personal',
  name: 'Nightly report',
  prefix: 'parley_4fK9aZ',
  userId: 'u1',
  userName: 'Ada Moreau',
  permissions: ['read', 'conversations.export'],
  websiteIds: null,
  callsPerMinute: 600,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};
const own = (answers: Answers = {}) =>
  show(<OwnApiKeys />, { ...settingsAnswers(), 'GET /api/profile/api-keys': [report], ...answers });
const button = (name: string) => screen.findByRole('button', { name });

it('are made with what they may, and the key is shown once, to be copied', async () => {
  const made = Response.json({ ...report, key: 'parley_secret' }, { status: 201 });
  const { user, sent } = await own({ 'POST /api/profile/api-keys': made });
  await user.click(await button('Add API key'));
  await user.type(await screen.findByLabelText(/^Name/), 'Nightly report');
  await user.click(screen.getByRole('checkbox', { name: /^Export conversations/ }));
  await user.selectOptions(screen.getByLabelText('Expires'), 'Never');
  await user.click(await button('Create key'));
  expect(await screen.findByText('parley_secret')).toBeTruthy();
  expect(screen.getByText('Copy this key now. You won’t see it again.')).toBeTruthy();
  expect(sent('POST /api/profile/api-keys')).toEqual([
    {
      name: 'Nightly report',
      permissions: ['read', 'conversations.read', 'contacts.read', 'settings.read', 'conversations.export'],
      websiteIds: null,
      callsPerMinute: 600,
      expiresAt: null,
    },
  ]);
  await user.click(await button('Done'));
  expect(screen.queryByText('parley_secret')).toBeNull();
});

it('are refused in the words of the permissions, not by their keys', async () => {
  const beyond = 'You can’t grant permissions you don’t have: conversations.export, audit.read';
  const { user } = await own({ 'POST /api/profile/api-keys': () => refusal('forbidden', beyond) });
  await user.click(await button('Add API key'));
  await user.type(await screen.findByLabelText(/^Name/), 'Nightly report');
  await user.click(await button('Create key'));
  const shown = 'You can’t grant permissions you don’t have: Export conversations, Read the audit log';
  expect(await screen.findByText(shown)).toBeTruthy();
});

it('show how they begin, what they may and whether they were used', async () => {
  await own();
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('parley_4fK9aZ…');
  expect(row.textContent).toContain('Export conversations');
  expect(row.textContent).toContain('never used');
});

it('are ended after a question', async () => {
  const { user, sent } = await own({ 'DELETE /api/profile/api-keys/k1': new Response(null, { status: 204 }) });
  await user.click(await button('Revoke'));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('Revoke “Nightly report”?')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('API key revoked')).toBeTruthy();
  expect(sent('DELETE /api/profile/api-keys/k1')).toHaveLength(1);
});

it('a key that the server refuses shows why, and keeps what was typed', async () => {
  const { user } = await own({
    'POST /api/profile/api-keys': refusal('conflict', 'There can be 50 API keys at most.'),
  });
  await user.click(await button('Add API key'));
  await user.type(await screen.findByLabelText(/^Name/), 'Another');
  await user.click(await button('Create key'));
  expect(await screen.findByText('There can be 50 API keys at most.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Another');
});

it('keys of all users are shown to admins, with their owners', async () => {
  const service = { ...report, id: 'k2', kind: 'service', name: 'Order robot', userName: 'Order robot' };
  await show(<AllApiKeys />, { ...settingsAnswers(), 'GET /api/api-keys': [service, report] });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Service');
  expect(second?.textContent).toContain('of Ada Moreau');
});
