/**
 * The measured parts of `docs/performance.md`. All that stands between the markers of a part is written by its
 * benchmark; what a person has to say about it stands outside and is never touched.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../docs/performance.md');

/** Puts a part in its place. @throws Error when the page has no place for it */
export function writePart(name: string, text: string): void {
  const page = readFileSync(file, 'utf8');
  const [from, to] = [`<!-- ${name}: measured -->`, `<!-- ${name}: end -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`Put ${from} and ${to} into ${file}, where the part belongs.`);
  writeFileSync(file, `${page.slice(0, start)}${from}\n${text}\n${page.slice(end)}`);
}

const loadBefore = os.loadavg()[0] ?? Number.NaN;

/**
 * On what it was measured, and how busy that was: a figure from a machine that had other things to do says so itself.
 * The load before is that of when this program began.
 */
export function circumstances(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu, ...others] = os.cpus();
  const machine = `${others.length + 1} cores (${cpu?.model.trim() ?? 'unknown'}), Node ${process.version}`;
  return `${machine}, commit \`${commit}\`, load average ${loadBefore.toFixed(1)} before it began`;
}
