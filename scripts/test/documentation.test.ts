/** Comments and pages lead to pages and sections that are there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const notOurs = new Set(['node_modules', 'dist', '.local', '.turbo']);
const files = globSync('**/*.{ts,tsx,mjs,md}', { cwd: root, exclude: (file) => notOurs.has(path.basename(file)) });

/** The sections of a page, as GitHub names them. */
const sectionsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const isThere = (file: string, section: string | undefined): boolean =>
  existsSync(file) && (section === undefined || sectionsOf(file).includes(section));

it('finds every page and section of docs/ that the code or a page names', () => {
  const missing = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const named = [...text.matchAll(/(?<![\w/.])docs\/([\w-]+\.md)(?:#([\w-]+))?/g)];
    const linked = file.endsWith('.md')
      ? [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g)]
      : [];
    return [
      ...named.map(([words, page = '', section]) => [words, path.join(root, 'docs', page), section] as const),
      ...linked.map(([words, page = '', section]) => {
        const target = page === '' ? path.join(root, file) : path.resolve(root, path.dirname(file), page);
        return [words, target, section] as const;
      }),
    ]
      .filter(([, target, section]) => !isThere(target, section))
      .map(([words]) => `${file}: ${words}`);
  });
  expect(missing).toEqual([]);
});
