/** The field below a thread, and its promises to its writer. */
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { field, open, send } from './composer-screen.tsx';
import { ada } from './screen.tsx';

it('sends by Enter without the blanks around it, and is empty for the next', async () => {
  const { user, onSend, onTyping } = await open();
  await user.type(field(), '  On its way.  ');
  expect(onTyping).toHaveBeenLastCalledWith(true);
  await user.keyboard('{Enter}');
  expect(onSend.mock.calls.map(([content]) => content)).toEqual(['On its way.']);
  expect(field().value).toBe('');
  expect(onTyping).toHaveBeenLastCalledWith(false);
  await user.keyboard('{Enter}');
  expect(onSend).toHaveBeenCalledTimes(1);
});

it('sends by the button, and leaves the focus where the next is written', async () => {
  const { user, onSend } = await open();
  await user.type(field(), 'By noon.');
  await user.click(send());
  expect(onSend.mock.calls.map(([content]) => content)).toEqual(['By noon.']);
  expect(document.activeElement).toBe(field());
});

it('closes the conversation with the reply by Ctrl+Enter and by the menu beside Send', async () => {
  const { user, onSend } = await open();
  await user.type(field(), 'Done.{Control>}{Enter}{/Control}');
  await user.type(field(), 'And that.');
  await user.click(screen.getByRole('button', { name: 'More ways to send' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Send and close/ }));
  const closing = { actions: [{ type: 'close' }] };
  expect(onSend.mock.calls.map(([content, , { macro }]) => [content, macro])).toEqual([
    ['Done.', closing],
    ['And that.', closing],
  ]);
});

it('sends by Ctrl+Shift+Enter without closing, to snooze the conversation', async () => {
  const { user, onSend } = await open();
  await user.type(field(), 'I will ask.{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  expect(onSend.mock.calls.map(([content, , { macro }]) => [content, macro])).toEqual([['I will ask.', undefined]]);
});

it('makes a line by Shift+Enter', async () => {
  const { user, onSend } = await open();
  await user.type(field(), 'One{Shift>}{Enter}{/Shift}two');
  expect(field().value).toBe('One\ntwo');
  expect(onSend).not.toHaveBeenCalled();
});

it('sends nothing by the Enter that ends the writing of a word, as Japanese is typed', async () => {
  const { user, onSend } = await open();
  await user.type(field(), 'かな');
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
  expect(field().value).toBe('かな');
});

it('cannot send blank text', async () => {
  const { user, onSend } = await open();
  expect(send().disabled).toBe(true);
  await user.type(field(), '   {Enter}');
  expect(send().disabled).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

it('shows by how much a text is too long, and keeps it instead of sending', async () => {
  const { user, onSend } = await open();
  fireEvent.change(field(), { target: { value: 'a'.repeat(messageMaxLength + 3) } });
  expect(screen.getByText('3 characters too many')).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(send().disabled).toBe(true);
  await user.type(field(), '{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.change(field(), { target: { value: 'a'.repeat(messageMaxLength) } });
  expect(screen.queryByText(/too many/)).toBe(null);
  expect(send().disabled).toBe(false);
});

it('has what was begun again after a look at another conversation, and for nobody else', async () => {
  const [one, other] = ['0199a000-0000-7000-8000-00000000000a', '0199a000-0000-7000-8000-00000000000b'];
  const ben = { ...ada, id: '0199a000-0000-7000-8000-000000000002', name: 'Ben Okafor' };
  const written = async (id: string, me = ada) => {
    cleanup();
    const { user } = await open(id, me);
    return { user, text: field().value };
  };
  const { user } = await written(one);
  await user.type(field(), 'half an ans');
  window.dispatchEvent(new Event('pagehide'));
  expect((await written(other)).text).toBe('');
  expect((await written(one, ben)).text).toBe('');
  expect((await written(one)).text).toBe('half an ans');
});

it('puts a suggestion in place of nothing, or after what is written, and the focus behind it', async () => {
  const { user, handle } = await open();
  await vi.waitFor(() => expect(handle.current).not.toBe(null));
  handle.current?.insert('Within 30 days.');
  expect(field().value).toBe('Within 30 days.');
  expect(document.activeElement).toBe(field());
  await user.clear(field());
  await user.type(field(), 'Hello!  ');
  handle.current?.insert('Within 30 days.');
  expect(field().value).toBe('Hello!\nWithin 30 days.');
  await vi.waitFor(() => expect(send().disabled).toBe(false));
});

it('is left by Escape, which ends the writing for the one who watches', async () => {
  const { user, onTyping } = await open();
  await user.type(field(), 'Hm');
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(field());
  expect(onTyping).toHaveBeenLastCalledWith(false);
  expect(field().value).toBe('Hm');
});

it('refuses a program at choosing, with its name and the reason, and takes the other files', async () => {
  await open('c-program');
  const notes = new File(['x'], 'notes.txt', { type: 'text/plain' });
  fireEvent.paste(field(), { clipboardData: { files: [new File(['MZ'], 'setup.EXE'), notes] } });
  expect(await screen.findByText('Programs and scripts can’t be sent')).toBeTruthy();
  expect(screen.getByText('setup.EXE')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove notes.txt' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove setup.EXE' })).toBeNull();
});

it('counts the text messages that a reply is sent as, once they are several', async () => {
  const { user } = await open('c-sms', ada, { isSms: true });
  await user.click(field());
  await user.paste('a'.repeat(160));
  expect(screen.queryByText(/^Text messages:/)).toBeNull();
  await user.paste('b');
  expect(screen.getByText('Text messages: 2')).toBeTruthy();
  await user.click(send());
  expect(screen.queryByText(/^Text messages:/)).toBeNull();
});
