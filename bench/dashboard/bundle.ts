/** Size of what the browser must fetch before the program can draw: the entry and its static imports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, '../../apps/dashboard/dist');

export interface InitialScript {
  files: number;
  rawBytes: number;
  gzipBytes: number;
}

/** Measures the built dashboard; the page names every static import of its entry as a preload of low priority. */
export function initialScript(): InitialScript {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const names = [...html.matchAll(/src="(\/[^"]+\.js)"|fetchpriority="low".*href="(\/[^"]+\.js)"/g)].map(
    ([, script, preload]) => script ?? preload ?? '',
  );
  const contents = names.map((name) => readFileSync(path.join(dist, name)));
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    files: names.length,
    rawBytes: sum(contents.map(({ length }) => length)),
    gzipBytes: sum(contents.map((content) => gzipSync(content, { level: 9 }).length)),
  };
}
