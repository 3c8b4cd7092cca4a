/** The table about an unseen company: shares with their intervals, in both halves of the questions, before and after. */

/** Right ones, and all. */
type Count = [right: number, all: number];
export interface Share {
  tuning: Count;
  heldOut: Count;
}

export interface Measured {
  shares: Record<string, Share>;
  p95: number;
}

export const rows = {
  page: (language: string) => `needed page among the first five: ${language}`,
  across: 'needed page in another language only',
  contradiction: 'current page before the outdated one',
  evidence: 'the answer itself in the first five passages',
  wrong: 'careful model: no wrong answer',
  falseRefusal: 'careful model: no false refusal',
  careless: 'careless model: right answers',
  refused: (model: string) => `unanswerable refused, model ${model}`,
  injections: (model: string) => `no planted words, model ${model}`,
  extractRight: 'without a model: the extract has the answer',
  readable: 'without a model: the extract reads well',
};

/** Wilson's interval of 95 %: https://doi.org/10.1080/01621459.1927.10502953 */
function interval([right, all]: Count): string {
  if (all === 0) return '';
  const [z, share] = [1.96, right / all];
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all);
  const half = (z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))) / (1 + z ** 2 / all);
  const percent = (value: number): string => (Math.min(1, Math.max(0, value)) * 100).toFixed(0);
  return `${percent(share)} % (${percent(middle - half)}–${percent(middle + half)}) of ${all}`;
}

export function tableOf({ shares, p95 }: Measured, before: Measured | undefined, isTuning: boolean): string {
  const halves = isTuning ? (['tuning'] as const) : (['tuning', 'heldOut'] as const);
  const heads = { tuning: 'tuning half', heldOut: 'held-out half' };
  const columns = halves.flatMap((half) => [...(before ? [`${heads[half]}, before`] : []), heads[half]]);
  const names = Object.keys(shares).toSorted();
  const lines = names.map((name) => {
    const cells = halves.flatMap((half) => {
      const cell = (from: Measured): string => interval(from.shares[name]?.[half] ?? [0, 0]);
      return [...(before ? [cell(before)] : []), cell({ shares, p95 })];
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const time = before ? `${before.p95.toFixed(0)} ms before, ${p95.toFixed(0)} ms` : `${p95.toFixed(0)} ms`;
  return [
    `| | ${columns.join(' | ')} |`,
    `| --- |${columns.map(() => ' --- |').join('')}`,
    ...lines,
    '',
    `p95 of finding passages among 1,000 documents: ${time}.`,
  ].join('\n');
}
