// @vitest-environment happy-dom
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { expect, it } from 'vitest';
import { draw, roundedTime } from '../src/parts/home.ts';

function drawn(team: Partial<WidgetSetup['team']>, language: 'en' | 'de' = 'en'): HTMLElement {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const box = document.createElement('div');
  draw(root, box, { language, setup: { team } as WidgetSetup });
  return box;
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
  const box = drawn({ faces, replySeconds: 500 });
  expect(box.firstElementChild?.ariaLabel).toBe('Here now: Emil, chiara lindt');
  expect([...box.querySelectorAll('.avatar')].map(({ textContent }) => textContent)).toEqual(['E', 'C']);
  expect(box.querySelectorAll('img').length).toBe(1);
  expect(box.lastElementChild?.textContent).toBe('Usually replies within 10 minutes');
  expect(drawn({ replySeconds: 500 }, 'de').textContent).toBe('Antwortet meist innerhalb von 10 Minuten');
});

it('stays empty where nothing is known of the team', () => {
  expect(drawn({}).childNodes.length).toBe(0);
});
