/** @jsxImportSource preact */
// @vitest-environment happy-dom
import { translator } from '@parley/contracts/i18n/messages';
import { render } from 'preact';
import { expect, it } from 'vitest';
import { Log } from '../src/chat/log.tsx';
import type { View } from '../src/chat/view.ts';
import { emptyTalk, type TalkMessage, type TalkState } from '../src/talk/talk.ts';
import english, { type ChatMessages } from '../src/texts/en.ts';

const answer: TalkMessage = {
  key: '1',
  content: 'It is in stock.',
  senderType: 'ai',
  senderId: null,
  senderName: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  choices: ['Yes', 'Still need help'],
  question: 'Did this answer your question?',
};

function drawIn(box: HTMLElement, status: TalkState['status']): void {
  const view = {
    t: translator<ChatMessages>(english, 'en'),
    locale: { tag: 'en', language: 'en' },
    setup: { organisation: 'Shop', avatarUrl: '', team: { answersFirst: 'ai' } },
    state: { ...emptyTalk, hasEarlier: true, messages: [answer], isAiAssisted: true, status },
  } as unknown as View;
  render(<Log view={view} />, box);
}

function shown(status: TalkState['status']): HTMLElement {
  const box = document.createElement('div');
  drawIn(box, status);
  return box;
}

it('follows what is drawn later below its newest message, unless the visitor has scrolled up', () => {
  const place = document.createElement('div');
  const draw = () => drawIn(place, 'active');
  draw();
  const log = place.querySelector('[role=log]');
  if (!log) throw new Error('No log');
  const height = (scrollHeight: number) =>
    Object.defineProperty(log, 'scrollHeight', { value: scrollHeight, configurable: true });
  height(900);
  draw();
  expect(log.scrollTop).toBe(900);
  height(1300);
  draw();
  expect(log.scrollTop).toBe(1300);
  log.scrollTop = 200;
  log.dispatchEvent(new Event('scroll'));
  height(1700);
  draw();
  expect(log.scrollTop).toBe(200);
});

it('a closed conversation doesn’t ask whether the answer helped', () => {
  expect(shown('active').querySelector('#choices')).not.toBe(null);
  const closed = shown('closed');
  expect(closed.querySelector('#choices')).toBe(null);
  expect(closed.textContent).toContain('This conversation is closed');
});
