/** Keeps the gateway's own section of `docs/performance.md`, between its markers, and nothing else of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../docs/performance.md');
const [from, to] = ['<!-- gateway: written by bench/realtime/run.ts -->', '<!-- gateway: end -->'];

export function writeSection(text: string): void {
  const present = existsSync(file) ? readFileSync(file, 'utf8') : '# Performance\n';
  const section = `${from}\n${text}\n${to}`;
  const [start, end] = [present.indexOf(from), present.indexOf(to)];
  const written =
    start < 0
      ? `${present.trimEnd()}\n\n## Gateway\n\nRun again with \`node bench/realtime/run.ts --write\` on a machine with nothing else to do.\n\n${section}\n`
      : present.slice(0, start) + section + present.slice(end + to.length);
  writeFileSync(file, written);
}
