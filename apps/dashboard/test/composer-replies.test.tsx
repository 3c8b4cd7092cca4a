/** Canned replies and macros as they are inserted below a thread. */
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { id, openThread, reply } from './thread.tsx';

/** A browser's command that deletes the selection; the one that inserts is refused here, and done without. */
function execCommand(command: string): boolean {
  if (command !== 'delete') return false;
  const { selectionStart, selectionEnd, value } = reply();
  fireEvent.input(reply(), { target: { value: value.slice(0, selectionStart) + value.slice(selectionEnd) } });
  return true;
}
beforeEach(() => {
  Object.assign(document, { execCommand });
});

const canned = (shortcut: string, text: string, actions: CannedReply['actions'] = []): CannedReply => ({
  id: `0199a000-0000-7000-8000-0000000000${10 + shortcut.length}`,
  ownerId: null,
  teamId: null,
  name: shortcut,
  shortcut,
  text,
  variants: [],
  websiteIds: [],
  actions,
  uses: 0,
  ownUses: 0,
  lastUsedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const greeting = canned('hi', 'Hello {{customer.firstName | "there"}}, this is {{representative.firstName}}.');
const delivery = canned('delivery', 'Your order {{?order number}} comes on {{?day}}.');
const solved = canned('solved', 'I am glad that it works again.', [
  { type: 'assign', to: 'me' },
  { type: 'note', text: 'Solved for {{customer.firstName | "customer"}}' },
  { type: 'close' },
]);
const mine = canned('mine', '', [{ type: 'assign', to: 'me' }]);

const macro = `POST /api/conversations/${id}/macro`;

const open = (answers = {}) =>
  openThread({
    'GET /api/canned-replies': [greeting, delivery, solved, mine],
    'GET /api/articles': [],
    'GET /api/websites': [],
    ...answers,
  });

const list = () => screen.queryByRole('listbox', { name: 'Canned replies and articles' });
const pending = () => screen.getByRole('group', { name: 'When this is sent' });
const selected = () => reply().value.slice(reply().selectionStart, reply().selectionEnd);

/** Types a slash and what stands behind it, and takes the first that is offered. */
async function insert({ user }: Awaited<ReturnType<typeof open>>, shortcut: string) {
  await user.type(reply(), `/${shortcut}`);
  await screen.findByRole('option', { name: new RegExp(shortcut) });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(list()).toBe(null));
}

it('a reply is inserted at the caret, filled in with the one who writes to whom', async () => {
  const thread = await open();
  await thread.user.type(reply(), 'Well. ');
  await insert(thread, 'hi');
  expect(reply().value).toBe('Well. Hello there, this is Ada.');
  expect(thread.replies()).toEqual([]);
});

it('a slash in the middle of a word offers nothing, and Escape leaves one at the beginning as it is', async () => {
  const { user, replies } = await open();
  await user.type(reply(), '/hi');
  await screen.findByRole('option', { name: /hi/ });
  await user.keyboard('{Escape}');
  expect(list()).toBe(null);
  expect(document.activeElement).toBe(reply());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(replies()).toMatchObject([{ content: '/hi' }]));
  await user.type(reply(), 'and/hi');
  expect(list()).toBe(null);
});

it('a message with a blank is not sent by key or button: the blank is selected and named until it is filled in', async () => {
  const thread = await open();
  const { user, replies } = thread;
  await insert(thread, 'delivery');
  await waitFor(() => expect(selected()).toBe('{{?order number}}'));
  await user.keyboard('4711');
  await user.keyboard('{Tab}');
  expect(selected()).toBe('{{?day}}');
  await user.keyboard('{Enter}');
  await screen.findByText('Not sent yet');
  await screen.findByText('Fill in “day” before sending.');
  reply().setSelectionRange(0, 0);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(selected()).toBe('{{?day}}');
  expect(replies()).toEqual([]);
  await user.keyboard('Monday{Enter}');
  await waitFor(() => expect(replies()).toMatchObject([{ content: 'Your order 4711 comes on Monday.' }]));
});

it('the effects of a macro are shown before it is sent with the message, filled in', async () => {
  const thread = await open();
  await insert(thread, 'solved');
  within(pending()).getByText('Assign to me');
  within(pending()).getByText('Close the conversation');
  const note = within(pending()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the private note' });
  expect(note.value).toBe('Solved for customer');
  await thread.user.type(reply(), '{Enter}');
  await waitFor(() =>
    expect(thread.replies()).toMatchObject([
      {
        content: 'I am glad that it works again.',
        macro: {
          cannedReplyIds: [solved.id],
          actions: [{ type: 'assign', to: 'me' }, { type: 'note', text: 'Solved for customer' }, { type: 'close' }],
        },
      },
    ]),
  );
  expect(screen.queryByRole('group', { name: 'When this is sent' })).toBe(null);
});

it('an action removed from a macro is not sent with the message', async () => {
  const thread = await open();
  await insert(thread, 'solved');
  await thread.user.click(screen.getByRole('button', { name: 'Remove “Close the conversation”' }));
  await thread.user.click(screen.getByRole('button', { name: 'Remove “Private note”' }));
  await thread.user.type(reply(), '{Enter}');
  await waitFor(() => expect(thread.replies()).toMatchObject([{ macro: { actions: [{ type: 'assign', to: 'me' }] } }]));
});

it('a macro without a text is applied by its button, and waits again where it is refused', async () => {
  const thread = await open();
  await insert(thread, 'mine');
  await thread.user.click(await screen.findByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(thread.calls.map(({ name }) => name)).toContain(macro));
  const { body } = thread.calls.find(({ name }) => name === macro) ?? {};
  expect(body).toMatchObject({ actions: [{ type: 'assign', to: 'me' }], cannedReplyIds: [mine.id] });
  await within(await screen.findByRole('group', { name: 'When this is sent' })).findByText('Assign to me');
  expect(thread.replies()).toEqual([]);
});
