/** The language of sources and commits (docs/glossary.md): counts that may only fall, and the shape of commit subjects. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const notOurs = new Set(['node_modules', 'dist', '.local', '.turbo']);

const sources = globSync('{apps,packages,e2e,deploy,scripts,bench}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (file) => notOurs.has(path.basename(file)),
})
  .filter((file) => !/\/i18n\/|-texts\/|\/texts\/|mail-corpus/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));

const count = (pattern: RegExp): number =>
  sources.reduce((total, source) => total + (source.match(pattern)?.length ?? 0), 0);

/** Openings that make a noun clause of a comment, where a verb or the thing itself belongs. */
const clauseOpenings = /^\s*(?:\/\*\*|\/\/)(?:\n\s*\*)?\s+(?:What|Of|Who|Whose|Where|That|One|As|The same)\b/gm;

/** Words that mark translated text. */
const markedWords = /\b(?:anew|meanwhile|somebody|whoever|shall|whose)\b/gi;

/** Maximum counts, a little above zero for words that texts quote. They never rise. */
test.each([
  ['comments that begin with a clause', clauseOpenings, 20],
  ['words that mark translated text', markedWords, 30],
])('the number of %s stays low', (_what, pattern, most) => {
  expect(count(pattern)).toBeLessThanOrEqual(most);
});

/** Pages that people write; the others are generated, or quote what they forbid. */
const pages = globSync('{*.md,docs/*.md}', { cwd: root }).filter(
  (file) => !/(glossary|translations|websocket)\.md$/.test(file),
);

test.each(pages)('%s has no word that marks translated text', (page) => {
  expect(readFileSync(path.join(root, page), 'utf8').match(markedWords) ?? []).toEqual([]);
});

test.each(pages.filter((page) => page.startsWith('docs/')))('%s opens with who it is for', (page) => {
  const [, opening = ''] = readFileSync(path.join(root, page), 'utf8').split('\n\n');
  expect(opening).toMatch(/^For \S/);
});

/** Last commit before the rule. */
const before = 'a63b46ad';

/** Subjects of the commits under the rule; without their history, as in a shallow clone, of those that are there. */
function commitSubjects(): string[] {
  if (!existsSync(path.join(root, '.git'))) return [];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true';
  const range = isShallow ? 'HEAD' : `${before}..HEAD`;
  return git('log', '--no-merges', '--format=%s', range).split('\n').filter(Boolean);
}

test('commit subjects name an area and what changed, in at most 72 characters', () => {
  const wrong = commitSubjects().filter((subject) => subject.length > 72 || !/^[a-z0-9][a-z0-9 ,-]*: \S/.test(subject));
  expect(wrong).toEqual([]);
});
