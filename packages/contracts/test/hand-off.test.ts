import { expect, it } from 'vitest';
import { handOffText, onlyReason } from '../src/assistant/hand-off.ts';
import type { HandOffSummary } from '../src/assistant/hand-off-packet.ts';
import { localize } from '../src/i18n/server-texts.ts';

it('writes the reason of a hand-off in English, and below it each thing that is known in a line', () => {
  const summary: HandOffSummary = {
    ...onlyReason(localize('person_topic', { topic: 'refunds' })),
    asked: 'Where is #48213?',
    facts: ['#48213', 'ada@example.com'],
    tried: ['Looked it up'],
    mood: 'upset',
    language: 'de',
    identity: 'written',
    team: { id: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11', name: 'Returns' },
  };
  expect(handOffText(summary).split('\n')).toEqual([
    'The customer mentioned “refunds”, which is always handed off.',
    'Asked: Where is #48213?',
    'Facts: #48213; ada@example.com',
    'Tried: Looked it up',
    'Mood: upset',
    'Language: de',
    'Identity: as they wrote it',
    'Suggested team: Returns',
  ]);
});

it('leaves the model’s own words as they are, whatever the customer made it write', () => {
  const sentence = 'The customer is upset: Asked: why? The assistant failed.';
  expect(onlyReason(sentence).reason).toBe(sentence);
  expect(handOffText(onlyReason(sentence))).toBe(sentence);
});
