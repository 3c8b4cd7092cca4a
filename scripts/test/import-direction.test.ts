import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayImport, outsiders, testsMayAlsoImport } from '../lint/import-direction.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['packages', 'apps', 'deploy'].flatMap((group) =>
  fs
    .readdirSync(path.join(root, group))
    .map((name) => `${group}/${name}`)
    .filter((folder) => fs.existsSync(path.join(root, folder, 'package.json'))),
);
const names = folders.map((folder) => path.basename(folder));
const folderOf = (name: string) => folders.find((folder) => path.basename(folder) === name) ?? name;

/** A copy of the house's plan (folders and package names only), in which violations can be planted. */
let house = '';
beforeAll(() => {
  house = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-house-'));
  for (const folder of [...folders, ...outsiders, 'scripts'])
    fs.mkdirSync(path.join(house, folder), { recursive: true });
  for (const name of [...names, ...outsiders]) {
    fs.writeFileSync(path.join(house, folderOf(name), 'package.json'), JSON.stringify({ name: `@parley/${name}` }));
  }
  fs.writeFileSync(path.join(house, 'package.json'), '{}');
  const rule = path.join(root, 'scripts/lint/parley.mjs');
  const config = {
    jsPlugins: [rule],
    categories: { correctness: 'off' },
    rules: { 'parley/import-direction': 'error' },
  };
  fs.writeFileSync(path.join(house, '.oxlintrc.json'), JSON.stringify(config));
});
afterAll(() => fs.rmSync(house, { recursive: true, force: true }));

/** Plants files, runs the linter over them as `npm run lint` does, and answers the files it refused. */
function refused(files: Record<string, string>): string[] {
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
    fs.writeFileSync(path.join(house, file), source);
  }
  const oxlint = path.join(root, 'node_modules/.bin/oxlint');
  const run = spawnSync(oxlint, ['--format=json', ...Object.keys(files)], { cwd: house, encoding: 'utf8' });
  for (const file of Object.keys(files)) fs.rmSync(path.join(house, file));
  const { diagnostics }: { diagnostics: { filename: string }[] } = JSON.parse(run.stdout);
  if ((run.status !== 0) !== diagnostics.length > 0) throw new Error(`The linter ended with ${run.status}.`);
  return diagnostics.map(({ filename }) => filename).toSorted();
}

interface Pair {
  importer: string;
  imported: string;
}

/** Writes one file per ordered pair of packages, importing the second from the first. */
const pairs: Pair[] = names.flatMap((importer) =>
  names.filter((imported) => imported !== importer).map((imported) => ({ importer, imported })),
);
const fileOf = ({ importer, imported }: Pair) => `${folderOf(importer)}/src/imports-${imported}.ts`;
const importing = ({ imported }: Pair) =>
  `import { thing } from '@parley/${imported}/thing';\nexport const kept = thing;\n`;
const isAllowed = ({ importer, imported }: Pair) => mayImport[importer]?.includes(imported);

test('every package has its row in the table', () => {
  expect(names.toSorted()).toEqual(Object.keys(mayImport).toSorted());
});

test('every forbidden direction fails the lint, every allowed one passes', () => {
  const files = Object.fromEntries(pairs.map((pair) => [fileOf(pair), importing(pair)]));
  const forbidden = pairs.filter((pair) => !isAllowed(pair));
  expect(forbidden.length).toBeGreaterThan(80);
  expect(refused(files)).toEqual(forbidden.map(fileOf).toSorted());
});

test('no way of importing gets round the rule', () => {
  const ways = {
    'packages/contracts/src/type.ts': `import type { Thing } from '@parley/db/thing';\nexport type Kept = Thing;\n`,
    'packages/contracts/src/re-export.ts': `export { thing } from '@parley/db/thing';\n`,
    'packages/contracts/src/re-export-all.ts': `export * from '@parley/db/thing';\n`,
    'packages/contracts/src/lazy.ts': `export const load = () => import('@parley/db/thing');\n`,
    'packages/contracts/src/type-query.ts': `export type Kept = import('@parley/db/thing').Thing;\n`,
    'packages/contracts/src/relative.ts': `export { thing } from '../../db/src/thing.ts';\n`,
    'packages/contracts/src/itself.ts': `export { thing } from '@parley/contracts/thing';\n`,
    'scripts/start.mjs': `export { thing } from '@parley/db/thing';\n`,
  };
  expect(refused(ways)).toEqual(Object.keys(ways).toSorted());
});

test('an import against the layers inside a package fails the lint', () => {
  const files = {
    'apps/dashboard/src/features/one/one.ts': `export { thing } from '../other/other.ts';\n`,
    'apps/dashboard/src/features/one/lazy.ts': `export const load = () => import('../other/other.ts');\n`,
    'apps/dashboard/src/features/one/down.ts': `export { thing } from '../../ui/thing.ts';\n`,
    'apps/dashboard/src/ui/up.ts': `export { thing } from '../live/thing.ts';\n`,
  };
  expect(refused(files)).toEqual([
    'apps/dashboard/src/features/one/lazy.ts',
    'apps/dashboard/src/features/one/one.ts',
    'apps/dashboard/src/ui/up.ts',
  ]);
});

test('tests may import what their package may, and a gateway test its client', () => {
  const files = {
    'apps/realtime/test/live.test.ts': `export { thing } from '@parley/client/thing';\n`,
    'apps/realtime/src/live.ts': `export { thing } from '@parley/client/thing';\n`,
    'apps/api/test/live.test.ts': `export { thing } from '@parley/client/thing';\n`,
    'packages/db/test/near.test.ts': `export { thing } from '../src/thing.ts';\n`,
    'e2e/test/whole.test.ts': `export { thing } from '@parley/core/thing';\n`,
  };
  expect(refused(files)).toEqual(['apps/api/test/live.test.ts', 'apps/realtime/src/live.ts']);
});

test('a package’s tests and their settings may import what all tests share, and nothing of another package', () => {
  const shared = `export { patient } from '../../scripts/lib/vitest-patience.mjs';\n`;
  const files = {
    'packages/db/vitest.config.ts': shared,
    'packages/db/other.config.ts': shared,
    'packages/db/test/server.ts': `export { freePort } from '../../../scripts/lib/ports.mjs';\n`,
    'packages/db/src/server.ts': `export { freePort } from '../../../scripts/lib/ports.mjs';\n`,
    'packages/db/test/other.ts': `export { thing } from '../../core/src/thing.ts';\n`,
    'packages/core/vitest.config.ts': `export { thing } from '../db/src/thing.ts';\n`,
  };
  expect(refused(files)).toEqual([
    'packages/core/vitest.config.ts',
    'packages/db/other.config.ts',
    'packages/db/src/server.ts',
    'packages/db/test/other.ts',
  ]);
});

const asked = (dependencies?: Record<string, string>) =>
  Object.keys(dependencies ?? {})
    .filter((dependency) => dependency.startsWith('@parley/'))
    .map((dependency) => dependency.slice('@parley/'.length));

test('no package asks in package.json for a package that it may not import', () => {
  for (const name of names) {
    const manifest = JSON.parse(fs.readFileSync(path.join(root, folderOf(name), 'package.json'), 'utf8'));
    const row = mayImport[name] ?? [];
    expect(row, `${name} dependencies`).toEqual(expect.arrayContaining(asked(manifest.dependencies)));
    const testRow = [...row, ...(testsMayAlsoImport[name] ?? [])];
    expect(testRow, `${name} devDependencies`).toEqual(expect.arrayContaining(asked(manifest.devDependencies)));
  }
});
