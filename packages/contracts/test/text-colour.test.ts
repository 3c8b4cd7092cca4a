import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { textOn } from '../src/text/text-colour.ts';

/** WCAG 2.2, relative luminance and contrast, written down independently of the code under test. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const full = (hex: string) => (hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex);

it('text on any primary colour has a contrast of at least 4.5', () => {
  assert(
    property(integer({ min: 0, max: 0xffffff }), (value) => {
      const colour = `#${value.toString(16).padStart(6, '0')}`;
      expect(contrast(full(textOn(colour)), colour)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 5_000 },
  );
});

it('text on the default colour is white', () => {
  expect(textOn('#af1f31')).toBe('#fff');
});
