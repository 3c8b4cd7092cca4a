/** Formats the results about finding answers as Markdown. */
import { circumstances } from '../page.ts';

export interface Findings {
  /** Share of questions with their page among the first five, by way and kind of question. */
  recall: { way: string; answered: number; injected: number; nothing: number }[];
  /** Share of questions with a wrong letter and their page among the first three. */
  typos: { way: string; share: number }[];
  milliseconds: { way: string; times: number[] }[];
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export function section({ recall, typos, milliseconds }: Findings): string {
  return [
    `${circumstances()}; 150 pages in six languages, 300 questions; no language model.`,
    '',
    '| way of finding | recall@5 of 180 questions | recall@5 of 60 with an injection | nothing found, of 60 that no page answers |',
    '| --- | --- | --- | --- |',
    ...recall.map(
      ({ way, answered, injected, nothing }) =>
        `| ${way} | ${answered.toFixed(3)} | ${injected.toFixed(3)} | ${percent(nothing)} |`,
    ),
    '',
    '| one letter wrong in the longest word | among the first 3 |',
    '| --- | --- |',
    ...typos.map(({ way, share }) => `| ${way} | ${percent(share)} |`),
    '',
    '| 1,000 articles, ms | p50 | p95 |',
    '| --- | --- | --- |',
    ...milliseconds.map(
      ({ way, times }) => `| ${way} | ${at(times, 0.5).toFixed(1)} | ${at(times, 0.95).toFixed(1)} |`,
    ),
  ].join('\n');
}
