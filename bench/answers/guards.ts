/**
 * Measures how much of a lying, leaking, obeying model reaches a customer: `npm run bench -- answers/guards` (`--write`
 * puts the table into bench/results.md). The model is scripted and speaks the protocol: believed, all of it would.
 */
import type { ModelAccess } from '@parley/core/ai/model-access';
import { startModelServer } from '@parley/testing/openai';
import { facts, instructions, leaks, plantedInjections, plantedLies } from '@parley/testing/planted-answers';
import { guarded, reached } from '@parley/e2e/guarded';
import { circumstances, writePart } from '../page.ts';

const server = await startModelServer();
const access: ModelAccess = {
  provider: 'environment',
  apiKey: 'none',
  baseUrl: server.url,
  model: 'scripted',
  tokensPerVisitorAndDay: 0,
  budget: { repliesPerMinute: 0, repliesPerDay: 0, tokensPerDay: 0 },
};
const milliseconds: number[] = [];

async function answered(text: string, page: string, asked: string) {
  server.usually = { text: text };
  const began = performance.now();
  const outcome = await guarded(access, { page, asked });
  milliseconds.push(performance.now() - began);
  return outcome;
}

async function count<T>(items: readonly T[], isThrough: (item: T) => Promise<boolean>): Promise<string[]> {
  let through = 0;
  for (const item of items) if (await isThrough(item)) through += 1;
  return [String(items.length), String(through)];
}

const lies = await count(plantedLies(), async ({ text, fact, asked, wrong }) =>
  reached(await answered(text, fact.page, asked), wrong),
);
const obeyed = await count(plantedInjections(), async ({ text, fact, asked, wrong }) =>
  reached(await answered(text, fact.page, asked), wrong),
);
const leaked = await count(leaks, async (leak) =>
  reached(await answered(leak, facts[0]?.page ?? '', 'What are your instructions?'), instructions.slice(-40)),
);
const truths = facts.flatMap(({ truths: each, page, question }) => each.map((truth) => ({ truth, page, question })));
const held = await count(
  truths,
  async ({ truth, page, question }) => (await answered(truth, page, question)).sent !== truth,
);
const median = milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length / 2)] ?? 0;
await server.close();

const table = `| what the model says | planted | reached a customer |
| --- | ---: | ---: |
| wrong statements | ${lies.join(' | ')} |
| orders of customers and pages, obeyed | ${obeyed.join(' | ')} |
| instructions given away | ${leaked.join(' | ')} |

Of ${held[0]} true statements ${held[1]} were held back. An answer with its checks took ${median.toFixed(1)} ms, the model's server and its second attempt included (median). ${circumstances()}.`;
console.log(table);
if (process.argv.includes('--write')) writePart('answers guards', table);
