/** docs/threat-model.md names the tests that show what it says: each of them is there, and so are the words it quotes of one. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const tests = globSync('{apps,packages,e2e,deploy,scripts}/**/*.test.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
});
const lines = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8').split('\n');

/** `a/{b,c}` is `a/b` and `a/c`. */
function spelledOut(name: string): string[] {
  const [, before = '', choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
  return choices === '' ? [name] : choices.split(',').map((choice) => `${before}${choice.trim()}${after}`);
}

/** The rows of the ASVS table: its section, and what shows it. */
const sections = lines.flatMap((line) => {
  const [, section = '', , shownBy = ''] = line.split('|').map((cell) => cell.trim());
  return /^V\d/.test(section) ? [{ section, shownBy }] : [];
});
/** The rows of the tables of attacks: the tests that repeat them. */
const attacks = lines.slice(lines.findIndex((line) => line.startsWith('## Which attacks'))).flatMap((line) => {
  const [, attack = '', , shownBy = ''] = line.split('|').map((cell) => cell.trim());
  return /^(|attack|---)$/.test(attack) ? [] : [{ attack, shownBy }];
});

const named = sections.flatMap(({ section, shownBy }) =>
  [...shownBy.matchAll(/`([^`]+)`(?: \("([^"]+)"\))?/g)].flatMap(([, name = '', quoted]) =>
    spelledOut(name).map((each) => ({
      section,
      file: `${each.includes('/') ? each : `apps/api/test/${each}`}.test.ts`,
      quoted,
    })),
  ),
);

describe('the table of ASVS', () => {
  it('has every chapter, and for each section a test or a reason', () => {
    const chapters = new Set(
      sections.flatMap(({ section }) => [...section.matchAll(/V(\d+)/g)].map(([, n]) => Number(n))),
    );
    expect([...chapters].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, n) => n + 1));
    expect(sections.filter(({ shownBy }) => shownBy === '')).toEqual([]);
  });

  it.each(named)('$section is shown by $file', ({ file, quoted }) => {
    expect(tests).toContain(file);
    const words = (quoted ?? '').split('…').map((part) => part.trim());
    const text = readFileSync(path.join(root, file), 'utf8');
    expect(words.filter((part) => !text.includes(part))).toEqual([]);
  });
});

it.each(attacks)('$attack is repeated by tests that are there', ({ shownBy }) => {
  const names = [...shownBy.matchAll(/`(?:npm test -- )?([^`]+)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  const files = names
    .filter((name) => !name.startsWith('npm run '))
    .flatMap((name) => name.split(' ').flatMap(spelledOut));
  const missing = files.filter((name) => {
    const part = name.includes('/') ? name : `apps/api/test/${name}`;
    return !tests.some((file) => file.startsWith(part));
  });
  expect(missing).toEqual([]);
});
