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
