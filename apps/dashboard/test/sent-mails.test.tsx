/** The states of the emails that carried messages, and forwarding. */
import type { SentMail } from '@parley/contracts/channels/mail-states';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { layOut } from './screen.tsx';
import { answered, id, openThread } from './thread.tsx';

beforeEach(layOut);

const email = 'anna@example.com';
const mail: SentMail = {
  id: '0199a000-0000-7000-8000-0000000000d1',
  to: email,
  kind: 'reply',
  fromSeq: 2,
  toSeq: 2,
  state: 'sent',
  reason: null,
  detail: null,
  localized: null,
  isStopped: false,
  at: '2026-11-21T09:30:00.000Z',
};
const list = `GET /api/conversations/${id}/mails`;
const more = { customerEmail: email, messages: [answered(2)], lastSeq: 2 };

it('a message shows that its email was delivered, and live that it came back, with the reason and what to do', async () => {
  let mails: SentMail[] = [{ ...mail, state: 'delivered' }];
  const resend = `POST /api/conversations/${id}/mails/${mail.id}/resend`;
  const { user, receive, calls } = await openThread({ [list]: () => mails, [resend]: null }, more);
  await screen.findByText(`Delivered by email to ${email}`);
  const bounced = { state: 'bounced', reason: 'mailbox_full', detail: '552 5.2.2 Quota', isStopped: true } as const;
  mails = [{ ...mail, ...bounced }];
  receive({ type: 'sent_mails_updated', conversationId: id });
  const trouble = within(await screen.findByRole('region', { name: `Email to ${email} came back` }));
  expect(trouble.getByText('The mailbox is full.')).toBeDefined();
  expect(trouble.getByText('552 5.2.2 Quota')).toBeDefined();
  expect(trouble.getByText('No more email goes to this address until you allow it.')).toBeDefined();
  await user.click(trouble.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(calls.some(({ name }) => name === resend)).toBe(true));
});

it('a message is forwarded with a comment, once however often it is pressed', async () => {
  const forward = `POST /api/conversations/${id}/forward`;
  const { user, calls } = await openThread({ [list]: [mail], [forward]: null }, more);
  await user.click(screen.getByRole('button', { name: 'Forward by email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward by email' }));
  await user.click(dialog.getByRole('textbox', { name: /^To/ }));
  await user.paste('supplier@example.net');
  await user.click(dialog.getByRole('textbox', { name: 'Comment' }));
  await user.paste('Can you deliver?');
  await user.click(dialog.getByRole('button', { name: 'Forward' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === forward)?.body).toMatchObject({
      to: 'supplier@example.net',
      fromSeq: 2,
      toSeq: 2,
      comment: 'Can you deliver?',
    }),
  );
  await screen.findByText('Forwarded');
});
