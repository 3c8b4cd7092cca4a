/** Messages and activities each have one writer, so that no entry point can leave out a step. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).map(
  (file) => [file.split(path.sep).join('/'), readFileSync(path.join(root, file), 'utf8')] as const,
);
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(([, source]) => pattern.test(source))
    .map(([file]) => file)
    .toSorted();

test('only postMessage stores messages', () => {
  const runtimeImport =
    /import \{(?! *type [^,}]*\})[^}]*\} from '(?:@parley\/db\/messages|\.|\.\.\/messages)\/insert(?:\.ts)?'/;
  expect(filesWith(runtimeImport)).toEqual(['packages/core/src/messages/post.ts']);
  expect(filesWith(/from '(?:\.|\.\.\/messages)\/insert-statement\.ts'/)).toEqual([
    // Takes the shape of the message from it.
    'packages/db/src/messages/effects.ts',
    'packages/db/src/messages/insert.ts',
  ]);
});

test('besides the statement that stores a message, only copies, made-up history and what a website said first write messages', () => {
  expect(filesWith(/insert into messages\b|insertInto\('messages'\)/)).toEqual([
    'packages/core/src/demo/conversations.ts',
    'packages/db/src/conversations/split.ts',
    'packages/db/src/generate/statements.ts',
    'packages/db/src/messages/insert-statement.ts',
    'packages/db/src/proactive/begin.ts',
    'packages/db/src/sync/conversations.ts',
  ]);
});

test('only recordActivity and the past of the demo write into the activity log', () => {
  expect(filesWith(/insert into activities\b|insertInto\('activities'\)/)).toEqual([
    'packages/core/src/demo/history.ts',
    'packages/core/src/demo/ratings.ts',
    'packages/db/src/activities/record.ts',
  ]);
});

test('an instant is formatted in SQL by one helper', () => {
  expect(filesWith(/to_char\(/)).toEqual(['packages/db/src/instant.ts']);
});
