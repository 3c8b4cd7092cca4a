/** Style sheets use variables of the theme that exist: an unknown one has no effect. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTheme } from '../src/theme/system.ts';

const sources = path.join(import.meta.dirname, '../src');

it('every variable of the theme in a style sheet exists', () => {
  const theme = createTheme();
  const declared = new Set(JSON.stringify(theme.getTokenCss()).match(/--chakra-[\w\\.-]+/g));
  const unknown = globSync('**/*.css', { cwd: sources }).flatMap((file) =>
    [...readFileSync(path.join(sources, file), 'utf8').matchAll(/var\((--chakra-[\w\\.-]+)/g)].flatMap(
      ([, name = '']) => (declared.has(JSON.stringify(name).slice(1, -1)) ? [] : [`${file}: ${name}`]),
    ),
  );
  expect(unknown).toEqual([]);
});
