/**
 * Keeps the gateway's tables of `docs/performance.md`, each between its own markers, and nothing else of it. All that
 * stands between markers is measured; what a person has to say about it stands outside and is never touched.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../docs/performance.md');
const heading = `## Gateway

Run again with \`node bench/realtime/run.ts --write\`, with \`--curve\` or \`--cluster\` as well for these tables, and \`node bench/realtime/storm.ts --write\`, on a machine with nothing else to do.`;

export type Section = 'gateway' | 'gateway curve' | 'gateway cluster' | 'gateway storm';

/** A new section goes behind the last one of the gateway's. */
export function writeSection(name: Section, text: string): void {
  let present = readFileSync(file, 'utf8').trimEnd();
  if (!present.includes('\n## Gateway\n')) present = `${present}\n\n${heading}`;
  const [from, to] = [`<!-- ${name}: written by bench/realtime -->`, `<!-- ${name}: end -->`];
  const section = `${from}\n${text}\n${to}`;
  const [start, end] = [present.indexOf(from), present.indexOf(to)];
  const place = start < 0 ? endOfPart(present) : start;
  const rest = start < 0 ? present.slice(place) : present.slice(end + to.length);
  const gap = start < 0 ? '\n\n' : '';
  writeFileSync(file, `${present.slice(0, place)}${gap}${section}${rest}\n`);
}

/** Where the text under "Gateway" ends. */
function endOfPart(present: string): number {
  const next = present.indexOf('\n## ', present.indexOf('\n## Gateway\n') + 1);
  return present.slice(0, next < 0 ? undefined : next).trimEnd().length;
}

const loadBefore = loadavg()[0] ?? Number.NaN;

/**
 * On what it was measured, and how busy that was: a figure from a machine that had other things to do says so itself.
 * The load before is that of when this program began.
 */
export function circumstances(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const busy = `load average ${loadBefore.toFixed(1)} before it began`;
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, commit ${commit}, ${busy}`;
}
