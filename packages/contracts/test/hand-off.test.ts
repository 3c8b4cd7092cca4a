import { expect, it } from 'vitest';
import { handOffLines, handOffText } from '../src/assistant/hand-off.ts';
import { say, sayings } from '../src/sayings.ts';
import { handOffReasons } from '../src/sayings/hand-off.ts';

it('reads every reason of a hand-off back as the code it was written by, and what is known below it', () => {
  for (const code of Object.keys(handOffReasons) as (keyof typeof handOffReasons)[]) {
    const names = [...sayings[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `some ${name}`]);
    const values = Object.fromEntries(names) as Record<string, string>;
    const reason = sayings[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const text = handOffText({ reason, asked: 'Where is #48213?', facts: ['#48213', 'ada@example.com'], tried: [] });
    expect(handOffLines(text)).toEqual([
      { english: reason, said: { code, values } },
      say('hand_off_asked', { text: 'Where is #48213?' }),
      say('hand_off_facts', { text: '#48213; ada@example.com' }),
    ]);
  }
});

it('leaves the model’s own words as they are, and lines that are not of the product', () => {
  const lines = handOffLines('The customer is upset: Asked: why?\nThe assistant failed.\nTried: turning it off / on');
  expect(lines.map(({ said }) => said?.code ?? null)).toEqual([null, null, 'hand_off_tried']);
});
