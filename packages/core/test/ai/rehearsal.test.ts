import { contradicts, differencesBetween, passes } from '../../src/ai/rehearsal/compare.ts';
import { shareOut, turnsIn } from '../../src/ai/rehearsal/sample.ts';
import type { RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import { describe, expect, test } from 'vitest';

const answer = (text: string, documents: string[] = [], dropped: string[] = []): RehearsedAnswer => ({
  kind: 'answer',
  text,
  sentences: [{ text, sources: documents.map((documentId) => ({ documentId, title: documentId, url: null })) }],
  dropped,
  milliseconds: 1,
  tokens: 1,
  costUsd: 0,
});
const handOff = (text = 'The assistant asked for a person'): RehearsedAnswer => ({
  ...answer(text),
  kind: 'hand_off',
  sentences: [],
});
const between = (one: string, other: string, asked = 'How is it?', pastReply: string | null = null) =>
  differencesBetween(answer(one, ['a']), answer(other, ['a']), { asked, pastReply });

describe('two different answers', () => {
  test.each([
    ['Delivery costs 79 euros.', 'Delivery costs 89 euros.', ['numbers']],
    ['You may return it within 30 days.', 'You may return it within 14 days.', ['numbers']],
    ['We are open from 9:00 to 18:00.', 'We are open from 10:00 to 18:00.', ['dates']],
    ['We are closed on Monday.', 'We are closed on Tuesday.', ['dates']],
    ['See https://shop.example.com/returns.', 'See https://shop.example.com/refunds.', ['links']],
    ['Returns of lamps are free.', 'Returns of lamps are not free.', ['negation']],
    ['Die Lieferung kostet 79 €.', 'Die Lieferung kostet 97 €.', ['numbers']],
    ['You get 10 % off today.', 'You get it today.', ['numbers']],
    [
      'The frame is guaranteed for ten years.',
      'Der Rahmen hat zehn Jahre Garantie, und das ist nicht wenig.',
      ['language'],
    ],
  ])('they differ in content: %s / %s', (one, other, kinds) => {
    expect(between(one, other)).toEqual(expect.arrayContaining(kinds));
    expect(between(other, one)).toEqual(expect.arrayContaining(kinds));
  });

  test('one hands off, whatever else they contain', () => {
    const around = { asked: '', pastReply: null };
    expect(differencesBetween(answer('Yes.'), handOff(), around)).toEqual(['hand_off_gained']);
    expect(differencesBetween(handOff(), answer('Yes.'), around)).toEqual(['hand_off_lost']);
    expect(differencesBetween(handOff('One reason'), handOff('Another'), around)).toEqual([]);
  });

  test('they cite different documents, or one cites none', () => {
    const around = { asked: '', pastReply: null };
    const text = 'It is blue.';
    expect(differencesBetween(answer(text, ['a']), answer(text, ['b']), around)).toEqual(['sources']);
    expect(differencesBetween(answer(text, ['a']), answer(text), around)).toEqual(['sources']);
    expect(differencesBetween(answer(text, ['a', 'b']), answer(text, ['b']), around)).toEqual([]);
  });

  test('one leaves out a sentence that nothing supports', () => {
    expect(
      differencesBetween(answer('Yes.'), answer('Yes.', [], ['It is 9 €.']), { asked: '', pastReply: null }),
    ).toEqual(['dropped']);
  });

  test('one differs from the person’s answer', () => {
    const pastReply = 'Delivery costs 79 euros.';
    expect(between('Delivery costs 79 euros.', 'Delivery costs 89 euros.', 'What does it cost?', pastReply)).toContain(
      'contradiction_gained',
    );
    expect(between('Delivery costs 89 euros.', 'Delivery costs 79 euros.', 'What does it cost?', pastReply)).toContain(
      'contradiction_lost',
    );
    expect(contradicts(handOff(), pastReply)).toBe(false);
    expect(contradicts(answer('Delivery costs 89 euros.'), null)).toBe(false);
  });
});

describe('two equal answers', () => {
  test.each([
    ['Delivery costs 79 euros.', 'For 79 € we deliver it.'],
    ['It takes 10 days.', 'Thank you for asking! You have it in ten days.'],
    ['Returns are free within 30 days.', 'Within 30 days returns are free. Anything else?'],
    ['We open at 9:00.', 'Doors open at 9 am.'],
    ['The deposit is 1,000 EUR.', 'The deposit is 1000 €.'],
    ['Write to help@shop.example.com.', 'An email to help@shop.example.com is enough.'],
  ])('they have the same content: %s / %s', (one, other) => {
    expect(between(one, other)).toEqual([]);
    expect(between(other, one)).toEqual([]);
  });

  test('one repeats the customer’s own words', () => {
    expect(between('Order 1042 is on its way.', 'It is on its way.', 'Where is order 1042?')).toEqual([]);
  });

  test('an answer never differs from itself, whatever it contains', () => {
    const words =
      'we you 30 days 5 € not no Monday 9:00 free never https://a.example.com/x 3 March . . ! ? the lamp'.split(' ');
    for (let seed = 1; seed <= 400; seed += 1) {
      let state = seed;
      const next = () => (state = (state * 48_271) % 2_147_483_647);
      const text = Array.from({ length: 3 + (next() % 20) }, () => words[next() % words.length]).join(' ');
      expect({ text, found: between(text, text) }).toEqual({ text, found: [] });
      const [one, other] = [
        text,
        words
          .toReversed()
          .join(' ')
          .slice(next() % 40),
      ];
      // A difference is the same in both directions.
      expect(between(one, other).toSorted()).toEqual(between(other, one).toSorted());
    }
  });
});

describe('a test passes', () => {
  const expects = (more: { handsOff?: boolean; mustContain?: string[]; mustNotContain?: string[] }) => ({
    handsOff: false,
    mustContain: [],
    mustNotContain: [],
    ...more,
  });

  test('the answer passes by its content, in any wording', () => {
    expect(passes(answer('It costs € 12.00.'), expects({ mustContain: ['12 €'] }))).toBe(true);
    expect(passes(answer('It costs € 13.'), expects({ mustContain: ['12 €'] }))).toBe(false);
    expect(passes(answer('Returns are FREE.'), expects({ mustContain: ['returns are free'] }))).toBe(true);
    expect(passes(answer('It costs 12 €.'), expects({ mustNotContain: ['12 EUR'] }))).toBe(false);
    expect(passes(handOff(), expects({ mustNotContain: ['12 EUR'] }))).toBe(true);
    expect(passes(handOff(), expects({ mustContain: ['12 EUR'] }))).toBe(false);
  });

  test('handing off alone passes where a hand-off is expected', () => {
    expect(passes(handOff(), expects({ handsOff: true }))).toBe(true);
    expect(passes(answer('Of course.'), expects({ handsOff: true }))).toBe(false);
  });
});

describe('the sample', () => {
  test('it has each website and language, and of the large ones the most', () => {
    const many = [
      ...Array.from({ length: 90 }, (_, id) => ({ id, websiteId: 'a', language: 'en' })),
      ...Array.from({ length: 9 }, (_, id) => ({ id: 100 + id, websiteId: 'a', language: 'de' })),
      { id: 200, websiteId: 'b', language: 'ja' },
    ];
    const chosen = shareOut(many, 20);
    const counts = Map.groupBy(chosen, ({ websiteId, language }) => `${websiteId} ${language}`);
    expect(chosen).toHaveLength(20);
    expect(counts.get('b ja')).toHaveLength(1);
    expect(counts.get('a de')?.length).toBeGreaterThanOrEqual(1);
    expect(counts.get('a en')?.length).toBeGreaterThanOrEqual(15);
    // The newest first.
    expect(counts.get('a en')?.[0]?.id).toBe(0);
    expect(shareOut(many, 500)).toHaveLength(100);
  });

  test('it includes questions that a person answered, with the answers', () => {
    const sides = 'ccaacacc';
    const places = sides.split('').map((side, at) => ({ conversationId: 'x', seq: at + 1, isCustomers: side === 'c' }));
    expect(turnsIn(places)).toEqual([
      { conversationId: 'x', firstSeq: 1, lastSeq: 2, pastReplyFrom: 3, pastReplyTo: 4 },
      { conversationId: 'x', firstSeq: 5, lastSeq: 5, pastReplyFrom: 6, pastReplyTo: 6 },
    ]);
    expect(turnsIn([{ conversationId: 'x', seq: 1, isCustomers: false }])).toEqual([]);
  });
});
