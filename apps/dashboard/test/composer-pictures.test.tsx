/** Pictures among the words of a reply. */
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { field, open, send } from './composer-screen.tsx';
import { ada, type Answers } from './screen.tsx';

// Its first load takes longer than a test waits.
beforeAll(() => import('../src/domain/rich-text/rich-field.tsx'));

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
