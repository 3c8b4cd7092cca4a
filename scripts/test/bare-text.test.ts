import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

let house = '';
beforeAll(() => {
  house = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-text-'));
  const config = {
    jsPlugins: [path.join(root, 'scripts/lint/parley.mjs')],
    categories: { correctness: 'off' },
    rules: { 'parley/no-bare-text': 'error' },
  };
  fs.writeFileSync(path.join(house, '.oxlintrc.json'), JSON.stringify(config));
});
afterAll(() => fs.rmSync(house, { recursive: true, force: true }));

/** Plants one file per source, runs the linter over them, and answers the sources it refused. */
function refused(sources: readonly string[]): string[] {
  const files = sources.map((_, index) => `${index}.tsx`);
  for (const [index, source] of sources.entries()) fs.writeFileSync(path.join(house, `${index}.tsx`), `${source};\n`);
  const oxlint = path.join(root, 'node_modules/.bin/oxlint');
  const run = spawnSync(oxlint, ['--format=json', ...files], { cwd: house, encoding: 'utf8' });
  const { diagnostics }: { diagnostics: { filename: string }[] } = JSON.parse(run.stdout);
  if ((run.status !== 0) !== diagnostics.length > 0) throw new Error(`The linter ended with ${run.status}.`);
  const named = new Set(diagnostics.map(({ filename }) => filename));
  return sources.filter((_, index) => named.has(`${index}.tsx`));
}

test('a text that people see and that is not in the catalogue fails the lint', () => {
  const bare = [
    'export const a = <p>Save</p>',
    'export const a = <p>{count} messages</p>',
    "export const a = <p>{'Save'}</p>",
    "export const a = <p>{isOn ? 'On' : off}</p>",
    "export const a = <p>{isOn && 'On'}</p>",
    'export const a = <p>{`${count} messages`}</p>',
    'export const a = <button aria-label="Close" />',
    "export const a = <button title={isOpen ? 'Close' : 'Open'} />",
    'export const a = <Field label="Name" />',
    'export const a = <Field hint={`Up to ${count} characters`} />',
    'export const a = <input placeholder="Search" />',
    'export const a = <img alt="A cat" />',
    'export const a = <Ask confirmLabel="Delete" />',
    "toast({ title: 'Saved' })",
    "toast({ title: words('saved'), description: `By ${who}` })",
    "useCommands([{ id: 'save', label: 'Save', run }])",
    "usePageTitle('Settings')",
  ];
  expect(refused(bare)).toEqual(bare);
});

test('texts of the catalogue, and what is no text, pass the lint', () => {
  const fine = [
    "export const a = <p>{words('save')}</p>",
    'export const a = <p className="narrow">{words.rich(\'press\', { key: <kbd /> })}</p>',
    "export const a = <p>{status === 'open' && words('open')}</p>",
    'export const a = <p>{count} · {total} …</p>',
    'export const a = <img alt="" />',
    'export const a = <h1>Parley</h1>',
    'export const a = <input placeholder="shop.example.com" />',
    'export const a = <button aria-label={words(\'close\')} type="button" />',
    "toast({ title: words('saved'), variant: 'destructive' })",
    "useCommands([{ id: 'save', label: words('save'), group: 'General', keys: 'mod+s', run }])",
  ];
  expect(refused(fine)).toEqual([]);
});
