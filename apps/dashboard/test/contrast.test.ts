import { describe, expect, it } from 'vitest';
import { palette } from '../src/theme/tokens.ts';

type Name = keyof typeof palette;

/** Relative luminance of `#rrggbb`: WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds: Name[] = ['bg', 'canvas', 'raised', 'subtle', 'muted', 'own'];
const texts: (readonly [Name, readonly Name[]])[] = [
  ['fg', backgrounds],
  ['fgMuted', [...backgrounds, 'brandSubtle']],
  ['fgSubtle', ['bg', 'canvas', 'raised']],
  ['brandFg', ['bg', 'canvas', 'raised', 'brandSubtle']],
  ['greenFg', ['bg', 'raised', 'greenSubtle']],
  ['yellowFg', ['bg', 'raised', 'yellowSubtle']],
  ['dangerFg', ['bg', 'raised', 'dangerSubtle']],
  ['inkContrast', ['ink', 'inkHover']],
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, mode) => {
  it.each(texts.flatMap(([text, on]) => on.map((ground) => [text, ground] as const)))(
    'text %s on %s has a contrast of 4.5',
    (text, ground) => {
      expect(contrast(palette[text][mode], palette[ground][mode])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['brand', 'danger'] as const)('white on %s has a contrast of 4.5', (ground) => {
    expect(contrast('#ffffff', palette[ground][mode])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['focus', 'borderStrong', 'green', 'yellow', 'grayDot'] as const)(
    'the mark %s has a contrast of 3 on its ground, or is beside its word',
    (mark) => {
      const wanted = mark === 'yellow' ? 2.5 : 3;
      expect(contrast(palette[mark][mode], palette.bg[mode])).toBeGreaterThanOrEqual(wanted);
    },
  );
});
