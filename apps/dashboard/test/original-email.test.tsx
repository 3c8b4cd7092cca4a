/** Parts of the original email that a message of the thread offers. */
import type { Message, OriginalEmail } from '@parley/contracts/entities';
import { act, screen, waitFor, within } from '@testing-library/react';
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
  remotePictures: 2,
  trackingPixels: 1,
  picturesAllowed: null,
  shownFiles: ['f1'],
  isCut: false,
  sender: 'jane@example.com',
  to: ['support@shop.example'],
  cc: ['boss@example.com'],
  subject: 'My order',
  date: '2026-03-01T11:59:00.000Z',
  isStored: true,
} satisfies OriginalEmail;

async function open(
  email: Message['email'],
  answers: Record<string, unknown> = {},
  { isMail = false, ...more }: Partial<Message> & { isMail?: boolean } = {},
) {
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
    ...more,
  };
  const row = { kind: 'message', key: 'm1', message, opensGroup: true, delivery: null } as const;
  const none = vi.fn<() => void>();
  const actions = { onRetry: none, onEdit: none, onDiscard: none, onUndo: none, isRevisable: true, isMail, ...noTools };
  return show(<ThreadRow row={row} actions={actions} />, { [path]: whole, ...answers });
}
const button = (name: string) => screen.findByRole('button', { name });

it('a message that came otherwise, or says all that its email said, offers nothing', async () => {
  await open(undefined);
  expect(screen.queryByRole('button', { name: /quoted|original/ })).toBeNull();
});

it.each([
  ['says all that its email said', undefined],
  ['has quoted text folded', { hasQuotedText: true, hasHtml: false }],
  ['has HTML that adds nothing', { hasQuotedText: false, hasHtml: true }],
])('the text of a message by email that %s is shown', async (_what, email) => {
  await open(email, {}, { isMail: true });
  expect(await screen.findByText('Yes.')).toBeTruthy();
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

it('the original email opens in a frame without an origin, and shows pictures of others when told to', async () => {
  const { user } = await open({ hasQuotedText: true, hasHtml: true });
  await user.click(await button('Show quoted text'));
  await user.click(await button('Show original email'));
  const dialog = await screen.findByRole('dialog', { name: 'Original email' });
  const frame = () => within(dialog).getByTitle('Content of the email');
  await waitFor(() => expect(frame().getAttribute('src')).toBe(`${address}/page`));
  expect(frame().getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox');
  expect(dialog.textContent).toContain('2 remote pictures blocked. 1 tracking pixel removed.');
  await user.click(within(dialog).getByRole('button', { name: 'Load pictures' }));
  expect(frame().getAttribute('src')).toBe(`${address}/page?pictures=true`);
  expect(within(dialog).queryByRole('button', { name: 'Load pictures' })).toBeNull();
});

const rich = { hasQuotedText: false, hasHtml: true, isRich: true };

/** Reports a height as the script of the page does; returns the frame's height. */
function report(frame: HTMLElement, height: unknown, source: unknown = (frame as HTMLIFrameElement).contentWindow) {
  const event = new MessageEvent('message', { data: { emailHeight: height } });
  Object.defineProperty(event, 'source', { value: source });
  act(() => void window.dispatchEvent(event));
  return frame.style.blockSize;
}

it('an email with tables or pictures is shown as a page in the thread, as high as its page reports, and folded where it is long', async () => {
  const { user } = await open(rich);
  const frame = await screen.findByTitle('Content of the email');
  expect(frame.getAttribute('src')).toBe(`${address}/page?folded=true`);
  expect(screen.getByText('Yes.')).toBeTruthy();
  expect(report(frame, 300, window)).toBe('');
  expect(report(frame, 'all')).toBe('');
  expect(report(frame, 300)).toBe('300px');
  expect(screen.queryByText('Yes.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show whole email' })).toBeNull();
  expect(report(frame, 9e9)).toBe('20000px');
  expect(frame.parentElement?.style.blockSize).toBe('480px');
  await user.click(await button('Show whole email'));
  expect(frame.parentElement?.style.blockSize).toBe('20000px');
  await button('Show less');
});

it('files that the page shows are not listed below it again', async () => {
  const file = {
    state: 'ready',
    kind: 'document',
    type: 'application/pdf',
    size: 10,
    alt: null,
    thumbnails: null,
  } as const;
  const attachments = [
    { ...file, id: 'f1', name: 'logo.pdf' },
    { ...file, id: 'f2', name: 'order.pdf' },
  ] as unknown as NonNullable<Message['attachments']>;
  await open(rich, {}, { attachments });
  await screen.findByTitle('Content of the email');
  await screen.findByText(/order/);
  expect(screen.queryByText(/logo/)).toBeNull();
});

it('pictures of the sender are shown from now on once a user has allowed it, who is named', async () => {
  let isAllowed = false;
  const answer = () => ({ ...whole, picturesAllowed: isAllowed ? { for: 'sender', by: 'Ada' } : null });
  const change = (to: boolean) => () => {
    isAllowed = to;
    return null;
  };
  const { calls, user } = await open(rich, {
    [path]: answer,
    [`PUT ${address}/pictures`]: change(true),
    [`DELETE ${address}/pictures`]: change(false),
  });
  await user.click(await button('Always'));
  await user.click(await screen.findByRole('menuitem', { name: 'From jane@example.com' }));
  await screen.findByText(/Remote pictures of this sender are shown\. Allowed by Ada\./);
  expect(calls.find(({ name }) => name === `PUT ${address}/pictures`)?.body).toEqual({ for: 'sender' });
  await user.click(await button('Block again'));
  await button('Load pictures');
});

it('each message of a conversation by email shows whom its email names, and its source while it is stored', async () => {
  const source = 'From: Jane <jane@example.com>\nX-Mailer: Test';
  const { user } = await open(
    undefined,
    { [`GET ${address}/source`]: { source, isCut: true, size: 9 } },
    { isMail: true },
  );
  await user.click(await button('Details'));
  for (const text of ['jane@example.com', 'support@shop.example', 'boss@example.com', 'My order'])
    await screen.findByText(text);
  await button('Download (.eml)');
  await user.click(await button('Show source'));
  const dialog = await screen.findByRole('dialog', { name: 'Source of the email' });
  expect(await within(dialog).findByText(/X-Mailer: Test/)).toBeTruthy();
  await within(dialog).findByText('The email is longer. Download it to see all of it.');
});

it('an email that is no longer stored as it came offers no source', async () => {
  const { user } = await open(undefined, { [path]: { ...whole, isStored: false } }, { isMail: true });
  await user.click(await button('Details'));
  await screen.findByText('The email as it came is no longer stored.');
  expect(screen.queryByRole('button', { name: 'Show source' })).toBeNull();
});

it('details that are opened are read again: the email may have been stored since', async () => {
  let isStored = false;
  const { user } = await open(rich, { [path]: () => ({ ...whole, isStored }) }, { isMail: true });
  await screen.findByTitle('Content of the email');
  isStored = true;
  await user.click(await button('Details'));
  await button('Show source');
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
