/** Formats the results about search as Markdown. */
import { circumstances } from '../page.ts';

/** Texts to search for; the email and the order number are those of one conversation in the middle. */
export const kinds = [
  'common word',
  'middling word',
  'rare word',
  'two words',
  'prefix',
  'phrase',
  'email',
  'domain',
  'order number',
] as const;
export type Kind = (typeof kinds)[number];

export const sides = ['parley', 'tsvector', 'ilike'] as const;
export type Side = (typeof sides)[number];
export type Milliseconds = Record<Side, number[]>;

/** Milliseconds for a message. */
export type Posting = Record<'with' | 'without' | 'indexing', number[]>;

export interface Findings {
  alone: Record<Kind, Milliseconds>;
  typing: Record<string, Milliseconds>;
  atOnce: Milliseconds;
  posting: Posting;
  sizes: { name: string; megabytes: number }[];
}

const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
const median = (values: number[]): number => at(values, 0.5);
const one = (value: number): string => value.toFixed(1);
const all = (found: Record<Kind, Milliseconds>, side: keyof Milliseconds): number[] =>
  Object.values(found).flatMap((times) => times[side]);

function line(name: string, { parley, tsvector, ilike }: Milliseconds, pick = median): string {
  const ratio = (pick(tsvector) / pick(parley)).toFixed(1);
  return `| ${name} | ${one(pick(parley))} | ${one(pick(tsvector))} | ${one(pick(ilike))} | **${ratio}** |`;
}

export function section({ alone, typing, atOnce, posting, sizes }: Findings): string {
  const together = { parley: all(alone, 'parley'), tsvector: all(alone, 'tsvector'), ilike: all(alone, 'ilike') };
  const dearer = ((median(posting.with) / median(posting.without) - 1) * 100).toFixed(0);
  return [
    `${circumstances()}; the sides taking turns, medians of five rounds. All ask Postgres directly: no API, no rights.`,
    '',
    '| 100,000 conversations, 1,000,000 messages, ms | Parley | `tsvector`, newest 50 | `ILIKE`, any 30 | tsvector ÷ Parley |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(alone).map(([kind, times]) => line(kind, times)),
    line('all, p50', together),
    line('all, p95', together, (values) => at(values, 0.95)),
    ...Object.entries(typing).map(([word, times]) => line(`typing \`${word}\`, sum`, times)),
    `| 16 at once, searches a second | ${one(median(atOnce.parley))} | ${one(median(atOnce.tsvector))} | ${one(median(atOnce.ilike))} | |`,
    '',
    `Storing a message takes ${median(posting.with).toFixed(2)} ms with the row that search reads and ${median(posting.without).toFixed(2)} ms without (${dearer} % more).`,
    `The worker then takes ${median(posting.indexing).toFixed(3)} ms to put it into the index, with 199 others.`,
    `On disk, MB: ${sizes.map(({ name, megabytes }) => `\`${name}\` ${Math.round(megabytes)}`).join(', ')}.`,
  ].join('\n');
}
