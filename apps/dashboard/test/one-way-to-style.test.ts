import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../src/**/*.tsx', '../src/**/*.module.css'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A hairline and a ring are as thick on every screen; a query of the screen's width is no style. */
const ofNoScale = /@(media|container)[^{]*|useMedia\([^)]*|matchMedia\([^)]*|(?<![\d.])-?[0-2](\.\d+)?px/g;

it('every length in a component is of a scale, and no size of letters but the six of the theme', () => {
  const found = Object.entries(sources).flatMap(([file, text]) => {
    const raw = text.replaceAll(ofNoScale, '').match(/\d+(\.\d+)?px|font-size: (?!var|inherit)[^;]+/g);
    return raw ? [`${file}: ${raw.join(', ')}`] : [];
  });
  expect(found).toEqual([]);
});
