/** @jsxImportSource preact */
// @vitest-environment happy-dom
import { render } from 'preact';
import { expect, it } from 'vitest';
import { Spoken } from '../src/chat/message.tsx';
import type { View } from '../src/chat/view.ts';
import type { TalkMessage } from '../src/talk/talk.ts';
import texts from '../src/texts/en.ts';

const written: TalkMessage = {
  key: '1',
  content: 'Hoy no llega.',
  senderType: 'representative',
  senderId: null,
  senderName: 'Ada',
  createdAt: '2026-11-21T09:30:00.000Z',
};

/** What is read of a message that another one of the same person follows. */
function readOf(message: TalkMessage): string {
  const box = document.createElement('div');
  const messages = [message, { ...written, key: '2' }];
  const view = {
    texts,
    locale: { tag: 'en', language: 'en' },
    setup: { organisation: 'Shop', avatarUrl: '' },
    state: { messages, representative: null },
  } as unknown as View;
  render(<Spoken view={view} message={message} index={0} isNewestOwn={false} />, box);
  return box.querySelector('.status')?.textContent ?? '';
}

it('a message that was translated before it was sent says so, also where its time is not told', () => {
  expect(readOf(written)).toBe('');
  expect(readOf({ ...written, original: { language: 'en', sentIn: 'es', text: 'Not today.' } })).toContain(
    'translated',
  );
});
