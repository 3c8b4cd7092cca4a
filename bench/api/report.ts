/** Formats the results about the API as Markdown. */
import { circumstances } from '../page.ts';
import type { ExportMemory } from './export-memory.ts';
import type { Case, Measurement } from './measure.ts';

export interface Findings {
  table: Record<Case, Record<'bare' | 'ours', Measurement>>;
  memory: ExportMemory;
  /** How many times cheaper a call is among 10,000 conversations than among 1,000,000. */
  growth: Record<'list' | 'open', number>;
}

const one = (value: number): string => value.toFixed(1);
const two = (value: number): string => value.toFixed(2);

const words: Record<Case, string> = {
  list: 'list, 50 conversations',
  open: 'one conversation with its newest messages',
  post: 'post a message',
  search: 'search',
};

export function section({ table, memory, growth }: Findings): string {
  const rows = Object.entries(table).map(([kind, { bare, ours }]) => {
    const ratio = ours.perSecond / bare.perSecond;
    const latencies = `${bare.p50} / ${bare.p99} | ${ours.p50} / ${ours.p99}`;
    const processor = `${Math.round(bare.microsecondsPerCall)} | ${Math.round(ours.microsecondsPerCall)}`;
    return `| ${words[kind as Case]} | ${one(bare.perSecond)} | ${one(ours.perSecond)} | **${two(ratio)}** | ${processor} | ${latencies} | ${ours.failed} |`;
  });
  return [
    `${circumstances()}; medians of five rounds, the servers taking turns; the API is the program of its image, started as there. Bare is Fastify and pg running the same statements as often and answering the same, without sessions, rights, limits, validation, events or jobs.`,
    '',
    '| 100,000 conversations, 1,000,000 messages | bare, calls/s | API, calls/s | API ÷ bare | bare, processor µs a call | API, processor µs a call | bare p50 / p99 ms | API p50 / p99 ms | API refused or failed |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '| the same call among 1,000,000 conversations instead of 10,000 | takes |',
    '| --- | --- |',
    `| list | ${two(growth.list)} × |`,
    `| open | ${two(growth.open)} × |`,
    '',
    `Exporting all of it, ${one(memory.megabytes)} MB, took ${one(memory.seconds)} s in a process bundled as for its image: resident memory was ${Math.round(memory.before)} MB before (Node with everything loaded) and ${Math.round(memory.most)} MB at most.`,
  ].join('\n');
}
