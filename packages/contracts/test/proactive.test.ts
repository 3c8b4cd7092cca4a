import { expect, it } from 'vitest';
import { effectOf } from '../src/proactive/effect.ts';
import { textIn } from '../src/proactive/text.ts';

it('the effect is the difference to the hold-out, with bounds, and unknown for small groups', () => {
  expect(effectOf({ visitors: 500, conversations: 9 }, { visitors: 29, conversations: 0 })).toBeUndefined();
  const clear = effectOf({ visitors: 2_000, conversations: 160 }, { visitors: 2_000, conversations: 100 });
  expect(clear?.more).toBeCloseTo(3);
  expect(clear?.from).toBeGreaterThan(1);
  expect(clear?.to).toBeLessThan(5);
  expect(clear?.isClear).toBe(true);
  expect(effectOf({ visitors: 100, conversations: 5 }, { visitors: 40, conversations: 2 })?.isClear).toBe(false);
});

it('more conversations than counted visitors are no impossible share', () => {
  const effect = effectOf({ visitors: 40, conversations: 60 }, { visitors: 40, conversations: 0 });
  expect(effect?.more).toBe(100);
  expect(effect?.to).toBeLessThanOrEqual(100);
});

it('a text is the one of the language, of its main language, or the one for all others', () => {
  const texts = {
    text: 'Hello',
    variants: [
      { language: 'pt', text: 'Olá' },
      { language: 'pt-br', text: 'Oi' },
    ],
  };
  expect(['pt-BR', 'pt-PT', 'fr'].map((language) => textIn(texts, language))).toEqual(['Oi', 'Olá', 'Hello']);
});
