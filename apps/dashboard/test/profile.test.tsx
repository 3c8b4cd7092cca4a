/** The profile and the password: what is asked for, what is sent, and what is said. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import ConfirmEmail from '../src/features/account/confirm-email.tsx';
import { Password } from '../src/features/settings/password.tsx';
import { Profile } from '../src/features/settings/profile.tsx';
import { ada, type Call, leave, refusal, show } from './screen.tsx';

const account = `/api/users/${ada.id}`;
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: false });

it('saves what was edited and nothing else, and that is reported', async () => {
  const answers = { [`PATCH ${account}`]: { ...ada, name: 'Ada M.' } };
  const { user, sent } = await show(<Profile />, answers);
  const save = screen.getByRole('button', { name: 'Save changes' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.clear(await field('Full name'));
  await user.type(await field('Full name'), 'Ada M.');
  expect(screen.getByText('Unsaved: Full name (kept as a draft)')).toBeTruthy();
  await user.click(save);
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(`PATCH ${account}`)).toEqual([{ name: 'Ada M.', expected: { name: 'Ada Moreau' } }]);
  expect(screen.queryByText(/^Unsaved/)).toBeNull();
});

it('goes back to what is saved when it is discarded, and keeps the focus in the form', async () => {
  const { user, calls } = await show(<Profile />);
  await user.type(await field('Full name'), '!');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await field('Full name')).value).toBe('Ada Moreau');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save changes' }));
  expect(calls.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);
});

const address = 'GET /api/profile/email-change';
const expiresAt = '2026-01-02T00:00:00.000Z';

it('shows which address waits for its confirmation, mails it again, and takes it back', async () => {
  const state = { pending: null as object | null, isConfirmed: true, isMailed: true };
  const { user, sent, calls } = await show(<Profile />, {
    [address]: () => state,
    [`PATCH ${account}`]: () => {
      state.pending = { email: 'moreau@example.com', expiresAt };
      return ada;
    },
    'POST /api/profile/email-change/resend': null,
    'DELETE /api/profile/email-change': () => {
      state.pending = null;
      return null;
    },
  });
  expect(screen.queryByText(/Waiting for confirmation/)).toBeNull();
  await user.clear(await field('Email'));
  await user.type(await field('Email'), 'moreau@example.com');
  expect(screen.getByText(/A new one takes effect after you confirm it/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(`PATCH ${account}`)).toEqual([{ email: 'moreau@example.com', expected: { email: ada.email } }]);
  expect((await screen.findByText(/^Waiting for confirmation of/)).textContent).toContain('moreau@example.com');
  // The one before goes on until then.
  expect((await field('Email')).value).toBe(ada.email);
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText('Confirmation sent')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText(/Waiting for confirmation/)).toBeNull());
  expect(calls.map(({ name }) => name)).toContain('DELETE /api/profile/email-change');
});

it('offers to confirm an address that nobody has confirmed', async () => {
  const answers = {
    [address]: { pending: null, isConfirmed: false, isMailed: true },
    'POST /api/profile/email-change/resend': null,
  };
  const { user } = await show(<Profile />, answers);
  expect(await screen.findByText('This address isn’t confirmed yet.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send confirmation' }));
  expect(await screen.findByText('Confirmation sent')).toBeTruthy();
});

it('leaves the address to administrators where no mail can be sent', async () => {
  const answers = { [address]: { pending: null, isConfirmed: true, isMailed: false } };
  await show(<Profile />, answers, { ...ada, role: 'representative' });
  expect(await screen.findByText('Email isn’t set up, so only an admin can change this.')).toBeTruthy();
  expect((await field('Email')).disabled).toBe(true);
  leave();
  await show(<Profile />, answers);
  expect((await field('Email')).disabled).toBe(false);
});

it('confirms an address by a press on the page that its link opens, and shows when the link is over', async () => {
  let isOver = true;
  const done = vi.fn<() => void>();
  const { user, sent } = await show(<ConfirmEmail token="t" onDone={done} />, {
    'POST /api/email-changes/confirm': () =>
      isOver ? refusal('forbidden', 'This link has been used or is too old.') : { email: 'moreau@example.com' },
  });
  const press = () => user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(sent('POST /api/email-changes/confirm')).toEqual([]);
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('used or is too old');
  isOver = false;
  await press();
  expect((await screen.findByText(/Your sign-in address is now/)).textContent).toContain('moreau@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(done).toHaveBeenCalledOnce();
});

it('says at the field what the server says of it, and keeps what was typed', async () => {
  const taken = [{ path: 'email', message: 'Another user signs in with this address.' }];
  const answers = { [`PATCH ${account}`]: () => refusal('invalid', 'Not saved.', taken) };
  const { user } = await show(<Profile />, answers);
  await user.clear(await field('Email'));
  await user.type(await field('Email'), 'ben@example.com');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Update failed')).toBeTruthy();
  expect(screen.getAllByText('Another user signs in with this address.').length).toBeGreaterThan(0);
  expect((await field('Email')).value).toBe('ben@example.com');
});

it('tells who was first on another device, and saves what was typed once that has been seen', async () => {
  const kept = { ...ada };
  const answers = {
    [`PATCH ${account}`]: ({ body }: Call) => {
      const { expected, ...change } = body as { expected: { name: string }; name: string };
      if (expected.name !== kept.name) return refusal('conflict', 'Ben has changed this in the meantime.');
      return Response.json(Object.assign(kept, change));
    },
  };
  const { user, sent } = await show(<Profile />, answers, kept);
  await user.clear(await field('Full name'));
  await user.type(await field('Full name'), 'Ada M.');
  kept.name = 'Ada B.';
  const save = screen.getByRole('button', { name: 'Save changes' });
  await user.click(save);
  expect(await screen.findByText('Ben has changed this in the meantime.')).toBeTruthy();
  expect((await field('Full name')).value).toBe('Ada M.');
  await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(save);
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(`PATCH ${account}`).map((body) => (body as { expected: object }).expected)).toEqual([
    { name: 'Ada Moreau' },
    { name: 'Ada B.' },
  ]);
});

it('changes the password, shows what else has ended, and forgets both', async () => {
  const answers = { [`POST ${account}/password`]: null };
  const { user, sent } = await show(<Password />, answers);
  await user.type(await field('Current password'), 'correct horse');
  await user.type(await field('New password'), 'battery staple');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Password changed. You’re signed out of other devices.')).toBeTruthy();
  expect(sent(`POST ${account}/password`)).toEqual([
    { currentPassword: 'correct horse', newPassword: 'battery staple' },
  ]);
  expect((await field('New password')).value).toBe('');
});
