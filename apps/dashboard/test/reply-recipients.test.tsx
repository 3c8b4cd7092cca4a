/** The line above a reply that names whom it is mailed to. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { takeRecipients } from '../src/features/thread/recipients/message-recipients.ts';
import ReplyRecipients from '../src/features/thread/recipients/reply-recipients.tsx';
import { show } from './screen.tsx';

const bea = { address: 'bea@example.com', name: 'Bea', kind: 'cc' as const };
const open = (id: string) =>
  show(<ReplyRecipients conversation={{ id, customerEmail: 'grace@example.com', participants: [bea] }} />);
const line = () => screen.findByRole('button', { name: /Recipients of this reply/ });

it('the reply goes to the customer and the participants unless changed', async () => {
  await open('c1');
  expect((await line()).textContent).toContain('grace@example.com');
  expect((await line()).textContent).toContain('Bea');
  expect(takeRecipients('c1')).toBe(undefined);
});

it('Bcc and another Cc are added for this reply, and taken with it once', async () => {
  const { user } = await open('c2');
  await user.click(await line());
  await user.type(screen.getByRole('textbox', { name: 'Bcc' }), 'boss@example.com');
  await user.type(screen.getByRole('textbox', { name: 'Cc' }), ', Sam <sam@example.com>');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect((await line()).textContent).toContain('boss@example.com');
  expect(takeRecipients('c2')).toEqual([
    bea,
    { address: 'sam@example.com', name: 'Sam', kind: 'cc' },
    { address: 'boss@example.com', name: null, kind: 'bcc' },
  ]);
  expect(takeRecipients('c2')).toBe(undefined);
});

it('what is no address is refused, and Escape leaves the recipients as they were', async () => {
  const { user } = await open('c3');
  await user.click(await line());
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'To' }));
  const bcc = screen.getByRole('textbox', { name: 'Bcc' });
  await user.type(bcc, 'boss{Enter}');
  await screen.findByText('boss isn’t an email address.');
  await user.type(bcc, '{Escape}');
  expect(await line()).toBeTruthy();
  expect(takeRecipients('c3')).toBe(undefined);
});
