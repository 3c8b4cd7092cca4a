import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** May be shipped inside a program under the MIT licence. */
const compatible = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Packages with other licences, and why they may be used all the same. */
const explained: Record<string, string> = {
  '@fontsource-variable/inter': 'OFL-1.1; the typeface, unchanged, with its licence (apps/dashboard/public)',
  '@img/sharp-libvips-linux-x64': 'LGPL-3.0; libvips, a shared library of its own, unchanged',
  '@img/sharp-libvips-linuxmusl-x64': 'LGPL-3.0; the same',
  'web-push': 'MPL-2.0; encrypts and signs push notifications, unchanged, in files of its own',
  'ical.js': 'MPL-2.0; reads calendars of holidays, unchanged, in files of its own',
  duck: 'BSD, by its text BSD-2-Clause; of what reads Word documents',
  'axe-core': 'MPL-2.0; only tests use it, unchanged',
  '@cspell/dict-django': 'WTFPL; a word list that only the spell checker reads',
  '@cspell/dict-en-common-misspellings': 'CC BY-SA 4.0; a word list that only the spell checker reads, unchanged',
  lightningcss: 'MPL-2.0; only builds use it, unchanged',
};

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
}

/** Every package of the workspace's store, with the licence that it states. */
function installed(): { name: string; licence: string }[] {
  const store = path.join(root, 'node_modules/.pnpm');
  const found = new Map<string, string>();
  for (const entry of fs.readdirSync(store)) {
    const modules = path.join(store, entry, 'node_modules');
    if (!fs.existsSync(modules)) continue;
    for (const first of fs.readdirSync(modules)) {
      const names = first.startsWith('@')
        ? fs.readdirSync(path.join(modules, first)).map((name) => `${first}/${name}`)
        : [first];
      for (const name of names) {
        const file = path.join(modules, name, 'package.json');
        if (name.startsWith('@parley/') || !fs.existsSync(file)) continue;
        const { license, licenses, version }: Manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
        const stated =
          typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '));
        found.set(`${name}@${version}`, stated ?? 'none');
      }
    }
  }
  return [...found].map(([name, licence]) => ({ name, licence }));
}

/** `(MIT OR GPL-3.0)` leaves the choice to us; `MIT AND ISC` asks for both. */
const isCompatible = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((each) => compatible.has(each.trim())));

test('every dependency has a licence that goes with ours, or a reason to be here', () => {
  const packages = installed();
  expect(packages.length).toBeGreaterThan(200);
  const doubtful = packages.filter(({ name, licence }) => {
    const bare = name.slice(0, name.lastIndexOf('@'));
    return (
      !isCompatible(licence) && !Object.keys(explained).some((known) => bare === known || bare.startsWith(`${known}-`))
    );
  });
  expect(doubtful).toEqual([]);
});
