/** The field below a thread, and its promises to its writer. */
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { type Added, Composer, type ComposerHandle } from '../src/features/thread/composer.tsx';
import { createDraftBasis } from '../src/features/thread/draft-basis.ts';
import { LiveProvider } from '../src/live/live.tsx';
import { ada, type Answers, show } from './screen.tsx';

/** A live channel that is still connecting. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
  send(): void {}
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });

async function open(
  conversationId = 'c1',
  me = ada,
  { isMail = false, answers = {} }: { isMail?: boolean; answers?: Answers } = {},
) {
  const onSend = vi.fn<(content: string, clientMessageId: string, added: Added) => void>();
  const onTyping = vi.fn<(isTyping: boolean) => void>();
  const onNote = vi.fn<() => void>();
  const handle = createRef<ComposerHandle>();
  const given = {
    conversationId,
    websiteId: null,
    customerLanguage: undefined,
    isTranslated: false,
    isMail,
    onSend,
    onTyping,
    onNote,
    basis: createDraftBasis(() => 1),
  };
  vi.stubGlobal('WebSocket', SilentSocket);
  const composer = (
    <LiveProvider>
      <Composer ref={handle} {...given} />
    </LiveProvider>
  );
  const { user } = await show(composer, answers, me);
  return { user, handle, onSend, onTyping, onNote };
}

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

const upload = { id: '0199a000-0000-7000-8000-0000000000f1' };
const uploading: Answers = {
  'POST /api/uploads': { attachment: upload, url: `/api/uploads/${upload.id}` },
  [`DELETE /api/uploads/${upload.id}`]: null,
};
const elsewhere = '0199a000-0000-7000-8000-0000000000ce';
const shot = () => new File(['png'], 'shot.png', { type: 'image/png' });
const shown = () => document.querySelector<HTMLImageElement>('img[data-file]');

it('puts a picture that is pasted into a reply by email where the caret is, and sends it there', async () => {
  const { user, onSend } = await open('c-picture', ada, { isMail: true, answers: uploading });
  await user.type(field(), 'Press here:  Then save.');
  field().setSelectionRange(12, 12);
  fireEvent.paste(field(), { clipboardData: { files: [shot()] } });
  await vi.waitFor(() => expect(shown()?.alt).toBe('shot.png'));
  expect(screen.queryByRole('button', { name: 'Remove shot.png' })).toBeNull();
  await vi.waitFor(() => expect(send().disabled).toBe(false));
  await user.click(send());
  const [content, , added] = onSend.mock.calls[0] ?? [];
  expect(content).toBe('Press here: [shot.png] Then save.');
  expect(added?.markdown).toBe(`Press here: ![shot.png](file:${upload.id}) Then save.`);
  expect(added?.attachments).toEqual([{ id: upload.id }]);
});

it('sends no picture that was deleted from the text, and removes it from the server', async () => {
  const { user, onSend } = await open('c-deleted', ada, { isMail: true, answers: uploading });
  await user.type(field(), 'As said');
  fireEvent.paste(field(), { clipboardData: { files: [shot()] } });
  await vi.waitFor(() => expect(shown()).toBeTruthy());
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'z', ctrlKey: true, keyCode: 90 });
  await vi.waitFor(() => expect(shown()).toBeNull());
  await user.click(send());
  expect(onSend.mock.calls).toMatchObject([['As said', expect.anything(), {}]]);
  expect(onSend.mock.calls[0]?.[2]).not.toHaveProperty('attachments');
});

it('brings the pictures of a draft from another device back', async () => {
  const read = { ...upload, name: 'shot.png', size: 3, alt: null };
  localStorage.setItem(
    `parley.draft.${ada.id}.${elsewhere}`,
    JSON.stringify({
      id: 'd1',
      content: `See ![shot.png](file:${upload.id})`,
      isMarkdown: true,
      revision: 1,
      isDirty: false,
    }),
  );
  const { user, onSend } = await open(elsewhere, ada, {
    isMail: true,
    answers: { ...uploading, [`GET /api/uploads/${upload.id}`]: read, 'POST /api/files/links': [] },
  });
  await vi.waitFor(() => expect(shown()).toBeTruthy());
  await vi.waitFor(async () => {
    await user.click(send());
    expect(onSend.mock.calls[0]?.[2].attachments).toEqual([{ id: upload.id }]);
  });
});

it('attaches a pasted picture beside the text where the reply is not an email', async () => {
  await open('c-chat', ada, { answers: uploading });
  fireEvent.paste(field(), { clipboardData: { files: [shot()] } });
  expect(await screen.findByRole('button', { name: 'Remove shot.png' })).toBeTruthy();
  expect(shown()).toBeNull();
});
