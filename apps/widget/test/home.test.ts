// @vitest-environment happy-dom
import { translator } from '@parley/contracts/i18n/messages';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { expect, it } from 'vitest';
import type { View } from '../src/chat/view.ts';
import english, { type ChatMessages } from '../src/texts/en.ts';
import { draw, roundedTime } from '../src/parts/home.ts';

interface Shown {
  team: Partial<WidgetSetup['team']>;
  language?: 'en' | 'de';
  messages?: object[];
}

function drawn({ team, language = 'en', messages = [] }: Shown): HTMLElement {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const box = document.createElement('div');
  const setup = { home: ['team'], team: { answersFirst: 'person', isOnline: false, backAt: null, ...team } };
  const state = { messages, representative: null, status: messages.length > 0 ? 'waiting' : null, isAiAssisted: false };
  draw(root, box, {
    locale: { language, tag: language },
    setup,
    state,
    t: translator<ChatMessages>(english, language),
  } as unknown as View);
  return box.querySelector<HTMLElement>('.home') ?? box;
}

it.each([
  [40, '1 minute'],
  [300, '5 minutes'],
  [301, '10 minutes'],
  [3_000, '1 hour'],
  [4_000, '2 hours'],
  [86_400, '24 hours'],
])('a median of %d seconds reads as %s', (seconds, words) => {
  expect(roundedTime(seconds, 'en')).toBe(words);
});

it('shows the faces with their names for screen readers, and the reply time', () => {
  const faces = [
    { name: 'Emil', profileImageUrl: '/api/images/emil' },
    { name: 'chiara lindt', profileImageUrl: null },
  ];
  const box = drawn({ team: { faces, replySeconds: 500 } });
  expect(box.firstElementChild?.ariaLabel).toBe('Here now: Emil, chiara lindt');
  expect([...box.querySelectorAll('.avatar')].map(({ textContent }) => textContent)).toEqual(['E', 'C']);
  expect(box.querySelectorAll('img').length).toBe(1);
  expect(box.lastElementChild?.textContent).toBe('Usually replies within 10 minutes');
  expect(drawn({ team: { replySeconds: 500 }, language: 'de' }).textContent).toBe(
    'Antwortet meist innerhalb von 10 Minuten',
  );
});

it('says by when a person answers rather than what is usual, while that is to come', () => {
  const now = new Date();
  const later = new Date(now.getTime() + 60_000);
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' }).format(later);
  const day = later.getDate() === now.getDate() ? '' : 'tomorrow ';
  const team = { answersBy: later.toISOString(), replySeconds: 500 };
  expect(drawn({ team }).textContent).toBe(`A person answers by ${day}${time}`);
  expect(drawn({ team, language: 'de' }).textContent).toMatch(/^Ein Mensch antwortet bis /);
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60_000).toISOString();
  expect(drawn({ team: { answersBy: tomorrow } }).textContent).toMatch(/^A person answers by tomorrow /);
  const past = new Date(now.getTime() - 1).toISOString();
  expect(drawn({ team: { answersBy: past, replySeconds: 500 } }).textContent).toMatch(/^Usually/);
});

it('stays empty where nothing is known of the team', () => {
  expect(drawn({ team: {} }).childNodes.length).toBe(0);
});

it('says below a message when the team is back, and nothing while a person answers', () => {
  const messages = [{ senderType: 'customer' }];
  expect(drawn({ team: {}, messages }).textContent).toBe('We’re away right now');
  const backAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  expect(drawn({ team: { backAt }, messages }).textContent).toMatch(/^Back tomorrow /);
  expect(drawn({ team: { isOnline: true }, messages }).childNodes.length).toBe(0);
});
