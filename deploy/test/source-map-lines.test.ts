import { SourceMap } from 'node:module';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { linesOnly } from '../images/source-map-lines.mjs';

const source = `
/** Two of them. */
export const doubled = (numbers: readonly number[]): number[] =>
  numbers.map((number) => {
    if (number > 1_000_000) throw new RangeError('Too many.');
    return number * 2;
  });

export class Counter {
  #count = 0;

  add(more: number): this {
    this.#count += more;
    return this;
  }
}
`;

test('a map without columns names the same line of the same file for every place of the program', () => {
  const { code, map } = transformSync(source, {
    loader: 'ts',
    sourcefile: 'source.ts',
    sourcemap: true,
    minifyWhitespace: true,
  });
  const full = JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0];
  const lines = linesOnly(full);
  const [before, after] = [new SourceMap(full), new SourceMap(lines)];
  const placeIn = (known: SourceMap, row: number, column: number) => {
    const entry = known.findEntry(row, column);
    return 'originalLine' in entry ? `${entry.originalSource}:${entry.originalLine}` : '';
  };
  for (const [row, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      expect(placeIn(after, row, column)).toBe(placeIn(before, row, column));
    }
  }
  const count = ({ mappings }: typeof full) => mappings.split(/[;,]/).filter(Boolean).length;
  expect(count(lines)).toBeLessThan(count(full) / 2);
});
