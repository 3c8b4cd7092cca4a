/** The language of sources and commits (docs/glossary.md): counts that may only fall, and the shape of commit subjects. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

const sources = git('ls-files', 'apps', 'packages', 'e2e', 'deploy', 'scripts', 'bench')
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\/i18n\/|\/sayings\/|-texts\/|\/texts\/|mail-corpus/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));

const count = (pattern: RegExp): number =>
  sources.reduce((total, source) => total + (source.match(pattern)?.length ?? 0), 0);

/** Openings that make a noun clause of a comment, where a verb or the thing itself belongs. */
const clauseOpenings = /^\s*(?:\/\*\*|\/\/)\s+(?:What|Of|Who|Whose|Where|That|One|As|The same)\b/gm;

/** Words that mark translated text. */
const markedWords = /\b(?:anew|meanwhile|somebody|whoever|shall|whose)\b/gi;

/** Comments written before the rule. Lower the number when you have rewritten some; it never rises. */
test.each([
  ['comments that begin with a clause', clauseOpenings, 733],
  ['words that mark translated text', markedWords, 961],
])('%s become fewer', (_what, pattern, most) => {
  expect(count(pattern)).toBeLessThanOrEqual(most);
});

/** The first commit that keeps to the rule. */
const since = 'a63b46ad';

test('commit subjects name an area and what changed, in at most 72 characters', () => {
  const subjects = git('log', '--no-merges', '--format=%s', `${since}..HEAD`).split('\n').filter(Boolean);
  expect(subjects.filter((subject) => subject.length > 72 || !/^[a-z0-9][a-z0-9 -]*: \S/.test(subject))).toEqual([]);
});
