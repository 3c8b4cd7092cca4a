import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const dashboard = path.resolve(import.meta.dirname, '../../apps/dashboard/src');
const files = globSync('**/*.{tsx,module.css}', { cwd: dashboard });

/** A hairline and a ring are as thick on every screen; a query of the screen's width is no style. */
const ofNoScale = /@(media|container)[^{]*|useMedia\([^)]*|matchMedia\([^)]*|(?<![\d.])-?[0-2](\.\d+)?px/g;

it('every length in a component of the dashboard is of a scale, and its letters have one of the six sizes', () => {
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(dashboard, file), 'utf8').replaceAll(ofNoScale, '');
    const raw = text.match(/\d+(\.\d+)?px|font-size: (?!var|inherit)[^;]+/g);
    return raw ? [`${file}: ${raw.join(', ')}`] : [];
  });
  expect(found).toEqual([]);
});

/** Sides of the paper, where those of the line are meant: they stay where they are in Arabic. */
const physical =
  /\b(margin|padding|border|inset)-(left|right)\b|(?<![\w-])(left|right):|text-align: (left|right)|\b(m|p|border|rounded)(Left|Right)\b|\b(ml|mr|pl|pr|left|right|marginLeft|marginRight|paddingLeft|paddingRight)=|textAlign="(left|right)"/g;
/** Top, right, bottom and left, of which the second and the last must be the same. */
const fourSides = /(?:padding|margin|inset): ([^\s,]+) ([^\s,]+) ([^\s,]+) ([^\s,]+);/g;

it('no component of the dashboard names the left or the right: what is written from right to left is mirrored', () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(dashboard, file), 'utf8');
    const uneven = [...text.matchAll(fourSides)].filter(([, , right, , left]) => right !== left);
    const sides = [...(text.match(physical) ?? []), ...uneven.map(([all]) => all)];
    return sides.length > 0 ? [`${file}: ${sides.join(', ')}`] : [];
  });
  expect(found).toEqual([]);
});
