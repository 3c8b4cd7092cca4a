/** @jsxImportSource preact */
// @vitest-environment happy-dom
import { translator } from '@parley/contracts/i18n/messages';
import { unknownSender } from '@parley/contracts/messages/unknown-sender';
import { render } from 'preact';
import { expect, it } from 'vitest';
import { Spoken } from '../src/chat/message.tsx';
import type { View } from '../src/chat/view.ts';
import type { TalkMessage } from '../src/talk/talk.ts';
import english, { type ChatMessages } from '../src/texts/en.ts';

const written: TalkMessage = {
  key: '1',
  content: 'Hoy no llega.',
  senderType: 'representative',
  senderId: null,
  senderName: 'Ada',
  createdAt: '2026-11-21T09:30:00.000Z',
};

/** Returns what a screen reader reads of a message followed by another one of the same person. */
function readOf(message: TalkMessage): string {
  return shown(message, [message, { ...written, key: '2' }]).querySelector('.status')?.textContent ?? '';
}

function shown(message: TalkMessage, messages: TalkMessage[], newFrom?: string): HTMLElement {
  const box = document.createElement('div');
  const view = {
    t: translator<ChatMessages>(english, 'en'),
    locale: { tag: 'en', language: 'en' },
    setup: { organisation: 'Shop', avatarUrl: '' },
    state: { messages, representative: null },
    newFrom,
  } as unknown as View;
  render(<Spoken view={view} message={message} index={messages.indexOf(message)} isNewestOwn={false} />, box);
  return box;
}

it('a message that was translated before it was sent shows that, also where its time is not told', () => {
  expect(readOf(written)).toBe('');
  expect(readOf({ ...written, original: { language: 'en', sentIn: 'es', text: 'Not today.' } })).toContain(
    'translated',
  );
});

it('a message that another person sent by email shows their name, and one of the visitor’s own shows none', () => {
  const own: TalkMessage = { ...written, senderType: 'customer', senderId: 'v', senderName: 'Jane' };
  const colleagues: TalkMessage = { ...own, key: '2', senderName: 'Paul Novak (paul@example.com)' };
  const nobodys: TalkMessage = { ...own, key: '3', senderName: unknownSender };
  const all = [own, colleagues, nobodys];
  const names = all.map((each) => shown(each, all).querySelector('.name')?.textContent);
  expect(names).toEqual([undefined, 'Paul Novak (paul@example.com)', 'Unknown sender']);
});

it('a line stands above the first message that was unread, and above no other', () => {
  const later = { ...written, key: '2' };
  const lines = [written, later].map((each) => shown(each, [written, later], '2').querySelector('.since')?.textContent);
  expect(lines).toEqual([undefined, 'New messages']);
});
