/** Formatted text in a thread: shown, written and sent. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openThread, reply } from './thread.tsx';

const editor = () =>
  screen.findByRole('textbox', { name: 'Message' }).then((box) => (expect(box.tagName).toBe('DIV'), box));

it('a text is plain until something of it is formatted', async () => {
  const { user, replies } = await openThread();
  await user.type(reply(), '2 * 3 * 4 is **24**{Enter}');
  await waitFor(() => expect(replies()).toMatchObject([{ content: '2 * 3 * 4 is **24**' }]));
  expect(replies()[0]).not.toHaveProperty('markdown');
});

it('Ctrl+B makes the selected words bold, and the next reply begins without formatting', async () => {
  const { user, replies } = await openThread();
  await user.type(reply(), 'We have two * sizes');
  reply().setSelectionRange(8, 11);
  fireEvent.keyDown(reply(), { key: 'b', ctrlKey: true });
  await waitFor(async () => expect((await editor()).querySelector('strong')?.textContent).toBe('two'));
  fireEvent.keyDown(await editor(), { key: 'Enter' });
  await waitFor(() =>
    expect(replies()).toMatchObject([{ content: 'We have two * sizes', markdown: 'We have **two** \\* sizes' }]),
  );
  await waitFor(() => expect(reply().tagName).toBe('TEXTAREA'));
  expect(reply().value).toBe('');
});

it('the selected words become a canned reply', async () => {
  const { user, calls } = await openThread({ 'POST /api/canned-replies': { id: 'r1' } });
  await user.type(reply(), 'Thanks! We have {{{{two}} sizes');
  reply().setSelectionRange(8, 30);
  fireEvent.select(reply());
  await user.click(await screen.findByRole('button', { name: 'Save as canned reply' }));
  await user.type(await screen.findByRole('textbox', { name: /Shortcut/ }), 'sizes');
  await user.click(screen.getByRole('button', { name: /Add/ }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'POST /api/canned-replies')?.body).toMatchObject({
      shortcut: 'sizes',
      text: 'We have {{ "{{" }}two}} sizes',
      isShared: false,
    }),
  );
});
