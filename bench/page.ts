/**
 * The measured parts of `bench/results.md`. All that stands between the markers of a part is written by its
 * benchmark; what a person has to say about it stands outside and is never touched.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OtherLoad } from './processor-time.ts';

const file = path.resolve(import.meta.dirname, 'results.md');

/** A machine that had more than this to do beside a benchmark, in processors, has disturbed it. */
const disturbingCores = 0.25;

const loadBefore = os.loadavg()[0] ?? Number.NaN;
const other = new OtherLoad();

/**
 * Puts a part in its place, unless something else disturbed what was measured; then it says so, and the program ends with 1.
 *
 * @throws Error when the page has no place for it
 */
export function writePart(name: string, text: string): void {
  const { cores } = other;
  if (cores > disturbingCores) {
    console.error(`Not written: other programs kept ${cores.toFixed(2)} processors busy.`);
    process.exitCode = 1;
    return;
  }
  const page = readFileSync(file, 'utf8');
  const [from, to] = [`<!-- ${name}: measured -->`, `<!-- ${name}: end -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`Put ${from} and ${to} into ${file}, where the part belongs.`);
  writeFileSync(file, `${page.slice(0, start)}${from}\n${text}\n${page.slice(end)}`);
}

/**
 * On what it was measured, and how busy that was: a measurement from a machine that had other things to do says so itself.
 * The load before is that of when this program began, the other load what all but the benchmark took since.
 */
export function circumstances(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu, ...others] = os.cpus();
  const machine = `${others.length + 1} cores (${cpu?.model.trim() ?? 'unknown'}), Node ${process.version}`;
  return `${machine}, commit \`${commit}\`, load average ${loadBefore.toFixed(1)} before it began, other load ${other.cores.toFixed(2)} processors`;
}
