import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { expect, it } from 'vitest';
import { filled, filledActions, type Known } from '../src/features/thread/replies/values.ts';

const reply = {
  text: 'Hi {{customer.firstName | "there"}}, {{representative.firstName}} of {{website.name}}',
  variants: [{ language: 'de', text: 'Hallo {{customer.name}}' }],
  actions: [{ type: 'note', text: 'From {{page.title}}' }, { type: 'close' }],
} as CannedReply;
const visitor = (over: Partial<NonNullable<Known['visitor']>>): Known['visitor'] => ({
  name: null,
  email: null,
  pageTitle: 'Cart',
  pageUrl: null,
  locale: null,
  browserLanguages: [],
  ...over,
});
const known = (over: Partial<Known> = {}): Known => ({
  me: { name: 'Ada Byron', email: 'ada@example.com' },
  conversation: { id: '1', customerName: 'Jane Roe', customerEmail: null, website: 'shop.example.com', websiteId: 's' },
  visitor: undefined,
  websites: [],
  ...over,
});

it('is filled in with what is known, and leaves a blank for what is not', () => {
  expect(filled(reply, known())).toBe('Hi Jane, Ada of shop.example.com');
  const nameless = { ...known().conversation, customerName: null };
  expect(filled(reply, known({ conversation: nameless }))).toBe('Hi there, Ada of shop.example.com');
  expect(filled(reply, known({ conversation: nameless, visitor: visitor({ locale: 'de-AT' }) }))).toBe(
    'Hallo {{?customer.name}}',
  );
});

it.each([
  [{ locale: 'de' }, 'Hallo Jane Roe'],
  [{ locale: 'en', browserLanguages: ['de'] }, 'Hi Jane, Ada of shop.example.com'],
  [{ browserLanguages: ['de-CH', 'en'] }, 'Hallo Jane Roe'],
])('a date for a visitor with %j is in their language', (over, text) => {
  expect(filled(reply, known({ visitor: visitor(over) }))).toBe(text);
});

it('fills the notes of its actions in too', () => {
  expect(filledActions(reply, known({ visitor: visitor({}) }))).toEqual([
    { type: 'note', text: 'From Cart' },
    { type: 'close' },
  ]);
});
