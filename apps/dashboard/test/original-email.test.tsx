/** Parts of the original email that a message of the thread offers. */
import type { Message } from '@parley/contracts/entities';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ThreadRow } from '../src/features/thread/message-row.tsx';
import { refusal, show } from './screen.tsx';
import { noTools } from './thread.tsx';

const address = '/api/conversations/c1/messages/1/email';
const path = `GET ${address}`;
const whole = {
  text: 'Yes.\n\n> Really?',
  quotedText: '> Really?',
  hasHtml: true,
  hasRemotePictures: true,
  isCut: false,
};

async function open(email: Message['email'], answers: Record<string, unknown> = {}) {
  const message: Message = {
    id: 'm1',
    conversationId: 'c1',
    seq: 1,
    content: 'Yes.',
    senderType: 'customer',
    senderId: null,
    senderName: 'Jane',
    messageType: 'text',
    createdAt: '2026-03-01T12:00:00.000Z',
    clientMessageId: null,
    ...(email && { email }),
  };
  const row = { kind: 'message', key: 'm1', message, opensGroup: true, delivery: null } as const;
  const none = vi.fn<() => void>();
  const actions = { onRetry: none, onEdit: none, onDiscard: none, onUndo: none, isRevisable: true, ...noTools };
  return show(<ThreadRow row={row} actions={actions} />, { [path]: whole, ...answers });
}
const button = (name: string) => screen.findByRole('button', { name });

it('a message that came otherwise, or says all that its email said, offers nothing', async () => {
  await open(undefined);
  expect(screen.queryByRole('button', { name: /quoted|original/ })).toBeNull();
});

it('quoted text is fetched and shown when asked for, and folded again', async () => {
  const { calls, user } = await open({ hasQuotedText: true, hasHtml: false });
  expect(calls.filter(({ name }) => name === path)).toEqual([]);
  const toggle = await button('Show quoted text');
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await user.click(toggle);
  const text = await screen.findByRole('region', { name: 'Quoted text' });
  expect(text.textContent).toBe('> Really?');
  const hide = await button('Hide quoted text');
  expect(hide.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(hide.getAttribute('aria-controls') ?? '')?.contains(text)).toBe(true);
  expect(screen.queryByRole('button', { name: 'Show original email' })).toBeNull();
  await user.click(hide);
  expect(screen.queryByText('> Really?')).toBeNull();
});

it('a fold that only has a signature is called that', async () => {
  const { user } = await open(
    { hasQuotedText: true, hasHtml: false, isSignature: true },
    { [path]: { ...whole, quotedText: 'Jane Doe' } },
  );
  expect(screen.queryByRole('button', { name: 'Show quoted text' })).toBeNull();
  await user.click(await button('Show signature'));
  expect((await screen.findByRole('region', { name: 'Signature' })).textContent).toBe('Jane Doe');
  await button('Hide signature');
});

it('the HTML opens in a frame that can run and send nothing, and loads pictures of others when told to', async () => {
  const { user } = await open({ hasQuotedText: true, hasHtml: true });
  await user.click(await button('Show quoted text'));
  await user.click(await button('Show original email'));
  const dialog = await screen.findByRole('dialog', { name: 'Original email' });
  const frame = () => within(dialog).getByTitle('Original email');
  await waitFor(() => expect(frame().getAttribute('src')).toBe(`${address}/page`));
  expect(frame().getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
  await user.click(within(dialog).getByRole('button', { name: 'Load pictures' }));
  expect(frame().getAttribute('src')).toBe(`${address}/page?pictures=true`);
  expect(within(dialog).queryByRole('button', { name: 'Load pictures' })).toBeNull();
});

it('an email that leaves nothing out opens as it was sent', async () => {
  const { user } = await open({ hasQuotedText: false, hasHtml: true });
  expect(screen.queryByRole('button', { name: 'Show quoted text' })).toBeNull();
  await user.click(await button('Show original email'));
  await screen.findByRole('dialog', { name: 'Original email' });
});

it('an email that could not be loaded shows that, and is tried again', async () => {
  let isAway = true;
  const answer = () => (isAway ? refusal('unavailable', 'The server is busy.') : { ...whole, isCut: true });
  const { user } = await open({ hasQuotedText: true, hasHtml: false }, { [path]: answer });
  await user.click(await button('Show quoted text'));
  await screen.findByText('The server is busy.');
  isAway = false;
  await user.click(await button('Try again'));
  await screen.findByText('> Really?');
  expect(screen.getByText('The email was longer. Its end isn’t stored.')).toBeTruthy();
});
