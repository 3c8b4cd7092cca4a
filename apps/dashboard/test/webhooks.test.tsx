/** The signed calls to a company's own systems: added, tried, renewed and removed on the settings screen. */
import { type Webhook, webhookEvents } from '@parley/contracts/entities';
import { secretMask } from '@parley/contracts/settings/settings';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Webhooks } from '../src/features/integrations/webhooks.tsx';
import { type Answers, refusal, show } from './screen.tsx';

/** Events for admin actions are sent only to webhooks that request them. */
const conversationEvents = webhookEvents.filter((event) => event !== 'audit.entry');

const crm: Webhook = {
  id: 'w1',
  url: secretMask,
  host: 'crm.example.com',
  events: [...webhookEvents],
  isActive: true,
  previousSecretUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

const open = (answers: Answers = {}) => show(<Webhooks />, { 'GET /api/webhooks': [crm], ...answers });
const button = (name: string) => screen.findByRole('button', { name });

it('are added for all events of conversations unless told otherwise, and their secret is shown, once', async () => {
  const added = Response.json({ ...crm, secret: 'whsec_one' }, { status: 201 });
  const { user, sent } = await open({ 'GET /api/webhooks': [], 'POST /api/webhooks': added });
  const [first = '', ...others] = conversationEvents;
  await user.type(await screen.findByLabelText('Address'), 'https://crm.example.com/parley');
  await user.click(screen.getByRole('checkbox', { name: first }));
  await user.click(await button('Add webhook'));
  expect(await screen.findByText('Webhook added.')).toBeTruthy();
  expect(sent('POST /api/webhooks')).toEqual([{ url: 'https://crm.example.com/parley', events: others }]);
  expect(screen.getByText('Signing secret, shown only once:')).toBeTruthy();
  expect(screen.getByText('whsec_one')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('');
});

it('a webhook for no event at all cannot be added', async () => {
  const { user } = await open({ 'GET /api/webhooks': [] });
  for (const event of conversationEvents) await user.click(await screen.findByRole('checkbox', { name: event }));
  expect((await button('Add webhook')).getAttribute('aria-disabled')).toBe('true');
});

it('a webhook that the server refuses keeps what was typed, with the reason', async () => {
  const refused = refusal('invalid', 'This address is in a private network.');
  const { user } = await open({ 'GET /api/webhooks': [], 'POST /api/webhooks': refused });
  await user.type(await screen.findByLabelText('Address'), 'http://10.0.0.1/');
  await user.click(await button('Add webhook'));
  expect(await screen.findByText('Update failed')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('http://10.0.0.1/');
});

it('are known by their host, and their address is shown to nobody', async () => {
  await open();
  expect(await screen.findByText('crm.example.com')).toBeTruthy();
  expect(document.body.textContent).not.toContain(secretMask);
});

it('are switched off and on', async () => {
  const { user, sent } = await open({ 'PATCH /api/webhooks/w1': { ...crm, isActive: false } });
  await user.click(await screen.findByLabelText('Webhook to crm.example.com'));
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  expect(sent('PATCH /api/webhooks/w1')).toEqual([{ isActive: false, expected: { isActive: true } }]);
});

it('are tried by a button, which shows what came of it', async () => {
  const outcome = { success: true, responseStatus: 204, milliseconds: 31, message: '' };
  const { user, sent } = await open({ 'POST /api/webhooks/w1/test': outcome });
  await user.click(await button('Test the webhook to crm.example.com'));
  expect(await screen.findByText(/Answered 204 after 31 ms/)).toBeTruthy();
  expect(sent('POST /api/webhooks/w1/test')).toHaveLength(1);
});

it('get a new secret when that was confirmed', async () => {
  const { user, sent } = await open({ 'POST /api/webhooks/w1/secret': { ...crm, secret: 'whsec_two' } });
  await user.click(await button('Replace the signing secret of the webhook to crm.example.com'));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('crm.example.com gets a new secret, shown once.');
  expect(sent('POST /api/webhooks/w1/secret')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Replace' }));
  expect(await screen.findByText('Signing secret replaced.')).toBeTruthy();
  expect(await screen.findByText('whsec_two')).toBeTruthy();
});

it('are deleted when that was confirmed, which shows what goes with them', async () => {
  const { user, sent } = await open({ 'DELETE /api/webhooks/w1': null });
  await user.click(await button('Delete the webhook to crm.example.com'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete webhook' });
  expect(dialog.textContent).toContain('crm.example.com is no longer called, and its delivery log is deleted.');
  expect(sent('DELETE /api/webhooks/w1')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Webhook deleted.')).toBeTruthy();
  expect(sent('DELETE /api/webhooks/w1')).toHaveLength(1);
});
