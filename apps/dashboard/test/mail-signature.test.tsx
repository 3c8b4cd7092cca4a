/** The user's own signature below replies by email. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MailSignature } from '../src/features/settings/mail-signature.tsx';
import { ada, show } from './screen.tsx';

it('a signature is shown as customers get it while it is typed, and saved', async () => {
  const saved = { ...ada, mailSignature: '**{{representative.name}}**' };
  const { user, sent } = await show(<MailSignature />, { [`PATCH /api/users/${ada.id}`]: saved });
  const field = screen.getByRole('textbox', { name: /Signature/ });
  await user.type(field, '**{{{{representative.name}}**');
  const preview = await screen.findByRole('region', { name: 'Preview' });
  expect(preview.querySelector('strong')?.textContent).toBe(ada.name);
  await user.click(screen.getByRole('button', { name: 'Save signature' }));
  await waitFor(() =>
    expect(sent(`PATCH /api/users/${ada.id}`)[0]).toMatchObject({
      mailSignature: '**{{representative.name}}**',
      expected: { mailSignature: '' },
    }),
  );
});

it('one with an unknown variable isn’t saved', async () => {
  const { user, sent } = await show(<MailSignature />, {});
  await user.type(screen.getByRole('textbox', { name: /Signature/ }), '{{{{customer.secret}}');
  expect(await screen.findByText(/customer\.secret/, { selector: '[data-part="error-text"]' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save signature' }));
  expect(sent(`PATCH /api/users/${ada.id}`)).toEqual([]);
});
