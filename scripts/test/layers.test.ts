import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { layerFault, layers, importsAgainstLayers } from '../lint/layers.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const homeOf = (name: string) =>
  ['packages', 'apps'].map((group) => path.join(root, group, name)).find((folder) => fs.existsSync(folder)) ?? name;
const names = Object.keys(layers);

/** The folders and files of `src` that a cell stands for. */
function placesOf(src: string, cell: string): string[] {
  const [top = '', below] = cell.split('/');
  if (below !== '*') return [cell];
  return fs.readdirSync(path.join(src, top)).map((name) => `${top}/${name}`);
}

test.each(names)('every folder of %s has its place in the table, and every place its folder', (name) => {
  const src = path.join(homeOf(name), 'src');
  const places = (layers[name] ?? []).flat().flatMap((cell) => placesOf(src, cell));
  const divided = new Set(places.filter((place) => place.includes('/')).map((place) => path.dirname(place)));
  const found = fs.readdirSync(src).flatMap((top) => (divided.has(top) ? placesOf(src, `${top}/*`) : [top]));
  expect(found.toSorted()).toEqual(places.toSorted());
});

test.each(names)('no import of %s is against its layers', (name) => {
  expect(importsAgainstLayers(name, homeOf(name))).toEqual({});
});

test('an import of a lower layer passes, one of a higher layer or of a neighbouring feature fails', () => {
  const home = homeOf('dashboard');
  const fault = (from: string, to: string) => layerFault('dashboard', home, path.join(home, 'src', from), to);
  expect(fault('features/audit/audit-log.tsx', '../../ui/panel.tsx')).toBeUndefined();
  expect(fault('features/audit/audit-log.tsx', './action-name.ts')).toBeUndefined();
  expect(fault('pages/settings-page.tsx', '../features/audit/audit-log.tsx')).toBeUndefined();
  expect(fault('ui/panel.tsx', '../features/audit/audit-log.tsx')).toContain('ui may not import features/audit');
  expect(fault('features/audit/audit-log.tsx', '../bulk/selection.ts')).toContain('may not import features/bulk');
  expect(fault('features/audit/audit-log.tsx', '../../somewhere/else.ts')).toContain('not import somewhere/else.ts');
});
