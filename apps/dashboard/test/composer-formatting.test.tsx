/** Formatting of a reply: by keys, the bar and what is pasted. */
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { field, open, send } from './composer-screen.tsx';

// Its first load takes longer than a test waits.
beforeAll(() => import('../src/domain/rich-text/rich-field.tsx'));

const editor = () => document.querySelector<HTMLElement>('.ProseMirror');

it('makes the selected words bold by Ctrl+B, and sends them with their plain form', async () => {
  const { user, onSend } = await open('c-bold');
  await user.type(field(), 'Not before noon');
  field().setSelectionRange(4, 10);
  await user.keyboard('{Control>}b{/Control}');
  await vi.waitFor(() => expect(editor()?.querySelector('strong')?.textContent).toBe('before'));
  await user.click(send());
  const [content, , added] = onSend.mock.calls[0] ?? [];
  expect(content).toBe('Not before noon');
  expect(added?.markdown).toBe('Not **before** noon');
});

it('begins the next reply without formatting', async () => {
  const { user, onSend } = await open('c-next');
  await user.type(field(), 'Soon');
  field().setSelectionRange(0, 4);
  await user.keyboard('{Control>}i{/Control}');
  await vi.waitFor(() => expect(editor()?.querySelector('em')).toBeTruthy());
  await user.click(send());
  await vi.waitFor(() => expect(field().tagName).toBe('TEXTAREA'));
  await user.type(field(), 'And then?{Enter}');
  expect(onSend.mock.calls.map(([content, , { markdown }]) => [content, markdown])).toEqual([
    ['Soon', '*Soon*'],
    ['And then?', undefined],
  ]);
});

it('keeps pasted formatting', async () => {
  const { onSend } = await open('c-paste');
  const html = '<p>By <b>noon</b></p>';
  fireEvent.paste(field(), {
    clipboardData: { files: [], getData: (type: string) => (type === 'text/html' ? html : 'By noon') },
  });
  await vi.waitFor(() => expect(editor()?.querySelector('strong')?.textContent).toBe('noon'));
  fireEvent.click(send());
  expect(onSend.mock.calls[0]?.[2].markdown).toBe('By **noon**');
});

it('shows the buttons for formatting while words are selected, and hides them with the selection', async () => {
  const { user } = await open('c-select');
  await user.type(field(), 'Twice a day');
  expect(screen.queryByRole('button', { name: /^Bold/ })).toBeNull();
  field().setSelectionRange(0, 5);
  fireEvent.select(field());
  expect(screen.getByRole('button', { name: /^Bold/ })).toBeTruthy();
  field().setSelectionRange(0, 0);
  fireEvent.select(field());
  expect(screen.queryByRole('button', { name: /^Bold/ })).toBeNull();
});
