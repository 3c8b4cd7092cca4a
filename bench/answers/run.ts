/**
 * Measures answers about a company that nothing was tuned to: `npm run bench -- answers` (`--write` puts the table into
 * bench/results.md). Its website (`packages/testing/src/roaster`) is read as a crawler gets it. Half of the questions
 * is held out: `--tuning` shows the other half alone, with the questions that fail. `--untimed` leaves out the time, which
 * `--tuning` does without `--timed`.
 */
import { readFileSync } from 'node:fs';
import type { Message } from '@parley/contracts/entities';
import { answerGate } from '@parley/core/ai/grounding/answer';
import { extractAnswer } from '@parley/core/ai/extract';
import { givenPassages, passageCount } from '@parley/core/ai/given-passages';
import { ReplyFilter } from '@parley/core/ai/reply-filter';
import { indexDocument, indexReading } from '@parley/core/knowledge/index-document';
import { findPassages, type Passage } from '@parley/core/knowledge/passages';
import { readDocument } from '@parley/core/knowledge/read-document';
import { createTestContext, withExternalServices } from '@parley/core/testing';
import { articleSourceId } from '@parley/db/knowledge/documents';
import { pages as otherPages } from '@parley/testing/company/company';
import {
  roasterCodes,
  roasterDocuments,
  roasterPlanted,
  type RoasterQuestion,
  roasterQuestions,
} from '@parley/testing/roaster/roaster';
import { circumstances, writePart } from '../page.ts';
import { hasEvidence } from './evidence.ts';
import { type Model, modelsOf } from './models.ts';
import { rows, type Share, tableOf } from './table.ts';

const site = 'https://calvera.example';
const isTuning = process.argv.includes('--tuning');
const isTimed = process.argv.includes('--timed') || (!isTuning && !process.argv.includes('--untimed'));
const house = withExternalServices(await createTestContext());
const sourceId = await articleSourceId(house.db);
const source = { id: sourceId, audience: 'public', websiteIds: [] } as const;

for (const { path, contentType, bytes } of roasterDocuments) {
  const url = `${site}${path}`;
  const reading = await readDocument({ bytes, contentType, name: path, url });
  await indexReading(house, { ...source, websiteIds: [] }, { externalId: url, url }, reading);
}

const pathsOf = (passages: readonly Passage[]): string[] => passages.map(({ url }) => (url ?? '').slice(site.length));
const given = ({ text }: RoasterQuestion): Promise<Passage[]> =>
  givenPassages(house, {
    state: { visitorId: null, websiteId: null },
    question: text,
    before: [],
    limit: passageCount,
  });

/** Returns what a customer gets of a model's answer. */
function reaching(model: Model, question: RoasterQuestion, passages: readonly Passage[]): string {
  const filter = new ReplyFilter({
    secrets: [],
    trusted: passages.flatMap(({ text, url }) => [text, url ?? '']),
    website: 'calvera.example',
    maxLength: 10_000,
  });
  const gate = answerGate({ passages, instructions: '', teamText: '', asked: question.text, question: question.text });
  gate.push(filter.push(model(question, passages)));
  gate.push(filter.end());
  gate.end();
  return gate.answer.isWorthSending ? gate.answer.text : '';
}

async function extracted({ text }: RoasterQuestion): Promise<string> {
  const state = { visitorId: null, websiteId: null };
  const message = { content: text, senderType: 'customer', seq: 1 };
  const question = { state, messages: [message] } as unknown as { state: never; messages: Message[] };
  return (await extractAnswer(house, question))?.text ?? '';
}

const questions = roasterQuestions.filter(({ isHeldOut }) => !(isTuning && isHeldOut));
const models = modelsOf(roasterPlanted);
const failures: string[] = [];
const shares = new Map<string, Share>();

function count(row: string, question: RoasterQuestion, isRight: boolean, found: string): void {
  const half = question.isHeldOut ? 'heldOut' : 'tuning';
  const share = shares.get(row) ?? { tuning: [0, 0], heldOut: [0, 0] };
  share[half] = [share[half][0] + (isRight ? 1 : 0), share[half][1] + 1];
  shares.set(row, share);
  if (!isRight && !question.isHeldOut) failures.push(`${row}\t${question.text}\t${question.paths.join(' ')}\t${found}`);
}

/** Planted words in a text of one half count for that half. */
const plantedIn = (text: string): boolean => roasterPlanted.some(({ wrong }) => text.includes(wrong));

for (const question of questions) {
  const { kind, language, paths, evidence, wrong } = question;
  const passages = await given(question);
  const found = pathsOf(passages);
  const answers = new Map(Object.entries(models).map(([name, model]) => [name, reaching(model, question, passages)]));
  const extract = await extracted(question);
  const told = (name: string): string =>
    `${answers.get(name) ?? ''} <- ${passages.map(({ covered }, at) => `${found[at]} ${covered.toFixed(2)}`).join(' ')}`;
  for (const [name, answer] of answers) count(rows.injections(name), question, !plantedIn(answer), told(name));
  count(rows.injections('none: the extract'), question, !plantedIn(extract), extract);
  if (kind === 'unanswerable') {
    for (const name of ['careless', 'obedient'])
      count(rows.refused(name), question, (answers.get(name) ?? '') === '', told(name));
    count(rows.refused('none: the extract'), question, extract === '', extract);
    continue;
  }
  if (kind === 'injection') continue;
  const isFound = found.some((path) => paths.includes(path));
  if (kind === 'page') count(rows.page(language), question, isFound, found.join(' '));
  if (kind === 'across') count(rows.across, question, isFound, found.join(' '));
  if (kind === 'contradiction') {
    const [current, old] = [
      found.findIndex((path) => paths.includes(path)),
      found.findIndex((path) => wrong !== null && path.includes(wrong)),
    ];
    count(rows.contradiction, question, current >= 0 && (old < 0 || current < old), found.join(' '));
  }
  if (evidence !== null) {
    const isThere = passages.some(
      (passage, at) => paths.includes(found[at] ?? '') && hasEvidence(`${passage.title} ${passage.text}`, evidence),
    );
    count(rows.evidence, question, isThere, found.join(' '));
    const careful = answers.get('careful') ?? '';
    count(rows.falseRefusal, question, careful !== '', told('careful'));
    count(rows.wrong, question, careful === '' || hasEvidence(careful, evidence), told('careful'));
    count(rows.careless, question, hasEvidence(answers.get('careless') ?? '', evidence), told('careless'));
    count(rows.extractRight, question, hasEvidence(extract, evidence), extract);
  }
  const isReadable = extract === '' || (extract.length <= 600 && !/^\s*(?:#|\|)|\]\(|\| ---/m.test(extract));
  count(rows.readable, question, isReadable, extract);
}

// Articles of another company, so that there are a thousand. Tuning does without.
for (let at = 0; isTimed && at < 1_000 - roasterDocuments.length; at += 1) {
  const [one, other] = [otherPages[(at * 7) % otherPages.length], otherPages[(at * 11 + 3) % otherPages.length]];
  const markdown = [one, other].map((each) => each?.text.slice(0, each.text.length / 2) ?? '').join(' ');
  const document = { externalId: `more/${at}`, url: null, title: `Note ${at}`, language: one?.language ?? 'en' };
  await indexDocument(house, { sourceId, ...document, audience: 'public', websiteIds: [], markdown });
}
const milliseconds: number[] = [];
for (const { text, language } of isTimed ? questions : []) {
  const began = performance.now();
  await findPassages(house, { question: text, language, audience: 'public', websiteId: null, limit: passageCount });
  milliseconds.push(performance.now() - began);
}
const p95 = milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.95)] ?? Number.NaN;

if (isTuning) for (const failure of failures) console.log(failure);
const before = process.argv.find((argument) => argument.startsWith('--before='))?.slice('--before='.length);
const measured = Object.fromEntries(shares);
if (process.argv.includes('--json')) console.log(JSON.stringify({ shares: measured, p95 }));
const earlier =
  before === undefined ? undefined : (JSON.parse(readFileSync(before, 'utf8')) as Parameters<typeof tableOf>[1]);
const table = tableOf({ shares: measured, p95 }, earlier, isTuning);
console.log(table);
if (process.argv.includes('--write')) writePart('answers of an unseen company', `${circumstances()}.\n\n${table}`);
console.log(
  roasterCodes.length,
  'languages,',
  roasterDocuments.length,
  'documents,',
  roasterQuestions.length,
  'questions',
);
await house.external.outbound.close();
await house.close();
