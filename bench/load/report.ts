/** Keeps the tables of the load in `docs/performance.md`, each between its markers, and nothing else of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../docs/performance.md');
const heading = `## Load

Run again with \`node bench/load/run.ts --write\` (\`--ai\` with the assistant on), and \`node bench/load/run.ts --soak --minutes=30 --write\`, on a machine with nothing else to do.`;

export function writeSection(name: string, text: string): void {
  let present = readFileSync(file, 'utf8').trimEnd();
  if (!present.includes('\n## Load\n')) present = `${present}\n\n${heading}`;
  const [from, to] = [`<!-- ${name}: written by bench/load/run.ts -->`, `<!-- ${name}: end -->`];
  const [start, end] = [present.indexOf(from), present.indexOf(to)];
  const section = `${from}\n${text}\n${to}`;
  const written =
    start < 0 ? `${present}\n\n${section}` : present.slice(0, start) + section + present.slice(end + to.length);
  writeFileSync(file, `${written.trimEnd()}\n`);
}
