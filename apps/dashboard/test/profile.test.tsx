/** The profile and the password: what is asked for, what is sent, and what is said. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Profile } from '../src/features/settings/profile.tsx';
import { ada, type Call, refusal, show } from './screen.tsx';

const account = `/api/users/${ada.id}`;
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: false });

it('saves what was edited and nothing else, and says so', async () => {
  const answers = { [`PATCH ${account}`]: { ...ada, name: 'Ada M.' } };
  const { user, sent } = await show(<Profile />, answers);
  const save = screen.getByRole('button', { name: 'Save changes' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.clear(await field('Full name'));
  await user.type(await field('Full name'), 'Ada M.');
  expect(screen.getByText('Unsaved, kept until you save or discard')).toBeTruthy();
  await user.click(save);
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(`PATCH ${account}`)).toEqual([{ name: 'Ada M.', expected: { name: 'Ada Moreau' } }]);
  expect(screen.queryByText('Unsaved, kept until you save or discard')).toBeNull();
});

it('goes back to what is saved when it is discarded, and keeps the focus in the form', async () => {
  const { user, calls } = await show(<Profile />);
  await user.type(await field('Full name'), '!');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await field('Full name')).value).toBe('Ada Moreau');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save changes' }));
  expect(calls).toEqual([]);
});

it('asks for the password once the address somebody signs in with changes, and sends it along', async () => {
  const answers = { [`PATCH ${account}`]: { ...ada, email: 'moreau@example.com' } };
  const { user, sent } = await show(<Profile />, answers);
  expect(screen.queryByLabelText('Your password', { exact: false })).toBeNull();
  await user.clear(await field('Email'));
  await user.type(await field('Email'), 'moreau@example.com');
  await user.type(await field('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(`PATCH ${account}`)).toEqual([
    { email: 'moreau@example.com', expected: { email: ada.email }, currentPassword: 'correct horse' },
  ]);
});

it('says at the field what the server says of it, and keeps what was typed', async () => {
  const taken = [{ path: 'email', message: 'Somebody else signs in with this address.' }];
  const answers = { [`PATCH ${account}`]: () => refusal('invalid', 'Not saved.', taken) };
  const { user } = await show(<Profile />, answers);
  await user.clear(await field('Email'));
  await user.type(await field('Email'), 'ben@example.com');
  await user.type(await field('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Update failed')).toBeTruthy();
  expect(screen.getAllByText('Somebody else signs in with this address.').length).toBeGreaterThan(0);
  expect((await field('Email')).value).toBe('ben@example.com');
});

it('tells who was first on another device, and saves what was typed once that has been seen', async () => {
  const kept = { ...ada };
  const answers = {
    [`PATCH ${account}`]: ({ body }: Call) => {
      const { expected, ...change } = body as { expected: { name: string }; name: string };
      if (expected.name !== kept.name) return refusal('conflict', 'Ben has changed this meanwhile.');
      return Response.json(Object.assign(kept, change));
    },
  };
  const { user, sent } = await show(<Profile />, answers, kept);
  await user.clear(await field('Full name'));
  await user.type(await field('Full name'), 'Ada M.');
  kept.name = 'Ada B.';
  const save = screen.getByRole('button', { name: 'Save changes' });
  await user.click(save);
  expect(await screen.findByText('Ben has changed this meanwhile.')).toBeTruthy();
  expect((await field('Full name')).value).toBe('Ada M.');
  await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(save);
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(`PATCH ${account}`).map((body) => (body as { expected: object }).expected)).toEqual([
    { name: 'Ada Moreau' },
    { name: 'Ada B.' },
  ]);
});

it('changes the password, says what else has ended, and forgets both', async () => {
  const answers = { [`POST ${account}/password`]: null };
  const { user, calls } = await show(<Profile />, answers);
  await user.type(await field('Current password'), 'correct horse');
  await user.type(await field('New password'), 'battery staple');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Password changed. Other sessions have ended.')).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([{ currentPassword: 'correct horse', newPassword: 'battery staple' }]);
  expect((await field('New password')).value).toBe('');
});
