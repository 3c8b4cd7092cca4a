/**
 * Weighs the parts of the dashboard's scripts: `npm run bench -- dashboard/weight` (`--write` puts the table into
 * bench/results.md). Measures no time, so it may run on a busy machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writePart } from '../page.ts';

interface Weight {
  file: string;
  gzipBytes: number;
  isInitial: boolean;
  parts: Record<string, number>;
}

/** Smaller ones are put together. */
const shownBytes = 1_000;

const dashboard = path.resolve(import.meta.dirname, '../../apps/dashboard');
const folder = mkdtempSync(path.join(os.tmpdir(), 'weight-'));
try {
  const file = path.join(folder, 'weights.json');
  const vite = path.join(dashboard, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--logLevel', 'error', '--outDir', path.join(folder, 'dist')];
  execFileSync(process.execPath, args, { cwd: dashboard, env: { ...process.env, WEIGHT_FILE: file } });
  const weights: Weight[] = JSON.parse(readFileSync(file, 'utf8'));
  const screen = /\/(conversations-page|shared|signed-in)-/;
  const shown = weights.filter(({ isInitial, file: name }) => isInitial || screen.test(name));

  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  const rows = new Map<string, [initial: number, screen: number]>();
  for (const { isInitial, gzipBytes, parts } of shown) {
    const all = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
    for (const [name, bytes] of Object.entries(parts)) {
      const row = rows.get(name) ?? [0, 0];
      row[isInitial ? 0 : 1] += (gzipBytes * bytes) / all;
      rows.set(name, row);
    }
  }
  const total = (isInitial: boolean) =>
    shown.reduce((sum, each) => sum + (each.isInitial === isInitial ? each.gzipBytes : 0), 0);
  const sorted = [...rows].toSorted(([, [a, b]], [, [c, d]]) => c + d - a - b);
  const [large, small] = [
    sorted.filter(([, [a, b]]) => a + b >= shownBytes),
    sorted.filter(([, [a, b]]) => a + b < shownBytes),
  ];
  const text = [
    'Gzipped. The sums are exact; a part has the share of its file that it had before the file was minified.',
    '',
    '| | initial script | besides, for the conversations |',
    '| --- | --- | --- |',
    ...large.map(([name, [initial, besides]]) => `| \`${name}\` | ${kilobytes(initial)} | ${kilobytes(besides)} |`),
    `| ${small.length} smaller ones | ${kilobytes(small.reduce((sum, [, [a]]) => sum + a, 0))} | ${kilobytes(small.reduce((sum, [, [, b]]) => sum + b, 0))} |`,
    `| all | ${kilobytes(total(true))} | ${kilobytes(total(false))} |`,
  ].join('\n');
  console.log(text);
  if (process.argv.includes('--write')) writePart('weight', text);
} finally {
  rmSync(folder, { recursive: true });
}
