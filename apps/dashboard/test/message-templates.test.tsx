/** Sending an approved template of the channel: its values, the preview, and what is sent. */
import type { MessageTemplate } from '@parley/contracts/messages/message-templates';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import TemplateDialog from '../src/features/thread/templates/template-dialog.tsx';
import { type Answers, refusal, show } from './screen.tsx';
import { id, openThread } from './thread.tsx';

const order: MessageTemplate = {
  name: 'order_update',
  language: 'en_US',
  header: 'Order {{1}}',
  body: 'Hello {{1}}, it leaves on {{2}}.',
  footer: 'Shop Ltd',
  buttons: [{ id: 't0', label: 'Track it', url: 'https://shop.example.com/track/{{1}}' }],
  places: [
    { key: 'header.1', example: '4711' },
    { key: 'body.1', example: 'Jane' },
    { key: 'body.2', example: 'Monday' },
    { key: 'button.0', example: '4711' },
  ],
};
const hello: MessageTemplate = { name: 'hello', language: 'de', body: 'Guten Tag!', buttons: [], places: [] };

const list = `GET /api/conversations/${id}/templates`;
const post = `POST /api/conversations/${id}/templates`;
const open = (answers: Answers = {}, onClose = vi.fn<() => void>()) =>
  show(<TemplateDialog conversation={{ id, channel: 'whatsapp' }} onClose={onClose} />, {
    [list]: [hello, order],
    [post]: {},
    ...answers,
  });
const submit = () => screen.getByRole('button', { name: 'Send template' });

it('fills in every value beside a preview, sends them, and closes', async () => {
  const onClose = vi.fn<() => void>();
  const { user, sent } = await open({}, onClose);
  await user.selectOptions(await screen.findByLabelText('Template'), 'order_update en_US');
  expect(submit().getAttribute('aria-disabled')).toBe('true');
  await user.type(screen.getByLabelText(/^Header: /), '4711');
  await user.type(screen.getByLabelText(/^Text: \{\{1\}\}/), 'Jane');
  await user.type(screen.getByLabelText(/^Text: \{\{2\}\}/), 'Monday');
  await user.type(screen.getByLabelText(/^Link “Track it”/), '4711');
  const preview = within(screen.getByRole('group', { name: 'Preview' }));
  expect(preview.getByText(/Hello Jane, it leaves on Monday\./)).toBeTruthy();
  expect(preview.getByRole('link', { name: /Track it/ }).getAttribute('href')).toBe(
    'https://shop.example.com/track/4711',
  );
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(post)).toEqual([
    {
      name: 'order_update',
      language: 'en_US',
      values: [
        { key: 'header.1', value: '4711' },
        { key: 'body.1', value: 'Jane' },
        { key: 'body.2', value: 'Monday' },
        { key: 'button.0', value: '4711' },
      ],
      clientMessageId: expect.any(String),
    },
  ]);
});

it('sends one without values at once, and stays open when it is refused', async () => {
  const onClose = vi.fn<() => void>();
  const { user } = await open({ [post]: refusal('other_side_failed', 'graph.facebook.com answered 500.') }, onClose);
  await screen.findByText('Guten Tag!');
  await user.click(submit());
  expect(await screen.findByText('graph.facebook.com answered 500.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('says what to do where nothing is approved', async () => {
  await open({ [list]: [] });
  expect(await screen.findByText(/has approved no text template/)).toBeTruthy();
});

it('is offered once the time for replies is over', async () => {
  const channel = { id: 'whatsapp', receipts: true, handle: '+49', unreachableSince: null, undelivered: 0 };
  await openThread(
    { [`GET /api/conversations/${id}/visitor`]: { channel: { ...channel, replyUntil: '2026-01-01T00:00:00.000Z' } } },
    { channel: 'whatsapp' },
  );
  expect(await screen.findByRole('button', { name: 'Send template…' })).toBeTruthy();
});
