/**
 * Measures what is found for a question: `npm run bench -- answers/passages` (`--write` puts the tables into bench/results.md).
 * The corpus is a made-up company's website (`packages/testing/src/company`); no model is asked but a stand-in for
 * embeddings.
 */
import { embedPassages } from '@parley/core/knowledge/embeddings';
import { indexDocument } from '@parley/core/knowledge/index-document';
import { findPassages } from '@parley/core/knowledge/passages';
import { createTestContext, withExternalServices } from '@parley/core/testing';
import { insertArticle } from '@parley/db/help/articles';
import { articleSourceId } from '@parley/db/knowledge/documents';
import {
  answerable,
  type CompanyPage,
  type CompanyQuestion,
  injections,
  pages,
  poisoned,
  unanswerable,
} from '@parley/testing/company/company';
import { Pool } from 'pg';
import { writePart } from '../page.ts';
import { embedding, startEmbeddingServer } from './embedding-server.ts';
import { type Findings, section } from './passages-report.ts';

/** Answers the paths of the pages that are found, the best first. */
type Find = (question: CompanyQuestion, limit: number) => Promise<string[]>;

const server = await startEmbeddingServer();
const house = withExternalServices(await createTestContext());
const plain = new Pool({ connectionString: house.env['DATABASE_URL'] });
const embeddings = { apiKey: 'none', baseUrl: server.url, model: 'character-groups' };
const withVectors = { ...house, external: { ...house.external, embeddings } };

async function fill(corpus: readonly CompanyPage[]): Promise<void> {
  const sourceId = await articleSourceId(house.db);
  for (const { path, title, language, text } of corpus) {
    const document = { sourceId, externalId: path, url: path, title, language, websiteIds: [], markdown: text };
    await indexDocument(house, { ...document, audience: 'public' });
    // Its path stands in the place of its id.
    await insertArticle(house.db, { title, content: `${text}\n${path}`, createdBy: null });
  }
  while ((await embedPassages(withVectors)).done > 0);
}

/** The page that injected words are on is the one that answers. */
const poisonedPaths = new Set(injections.flatMap(({ path, injected }) => (injected === 'message' ? [] : (path ?? []))));
await fill(pages.map((page) => (poisonedPaths.has(page.path) ? poisoned(page) : page)));

const vectors = pages.map((page) => ({ path: page.path, vector: embedding(`${page.title}\n${page.text}`) }));
const cosine = (one: number[], other: number[]): number =>
  one.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0) / (Math.hypot(...one) * Math.hypot(...other) || 1);

const passages =
  (context: Parameters<typeof findPassages>[0]): Find =>
  async ({ text, language }, limit) =>
    (await findPassages(context, { question: text, language, audience: 'public', websiteId: null, limit })).flatMap(
      ({ url }) => url ?? [],
    );

const ways: Record<string, Find> = {
  'whole articles by plain words (`tsvector`, `ts_rank`)': async ({ text }, limit) => {
    const { rows } = await plain.query<{ content: string }>(
      `select content from articles, (
        select string_agg(quote_literal(lexeme), ' | ')::tsquery as any_word
        from unnest(tsvector_to_array(search_document($1))) as lexeme
      ) as asked
      where search @@ any_word order by ts_rank(search, any_word) desc, id limit $2`,
      [text, limit],
    );
    return rows.flatMap(({ content }) => content.split('\n').at(-1) ?? []);
  },
  'cosine of the stand-in’s vectors alone': async ({ text }, limit) => {
    const asked = embedding(text);
    return vectors
      .map(({ path, vector }) => ({ path, likeness: cosine(asked, vector) }))
      .toSorted((a, b) => b.likeness - a.likeness)
      .slice(0, limit)
      .map(({ path }) => path);
  },
  'passages by words, stems and near spellings': passages(house),
  'the same, joined with the vectors': passages(withVectors),
};

async function shareFound(find: Find, questions: readonly CompanyQuestion[], among: number): Promise<number> {
  let found = 0;
  for (const question of questions) {
    if (question.path !== null && (await find(question, among)).includes(question.path)) found += 1;
  }
  return found / questions.length;
}

async function shareWithout(find: Find, questions: readonly CompanyQuestion[]): Promise<number> {
  let without = 0;
  for (const question of questions) if ((await find(question, 5)).length === 0) without += 1;
  return without / questions.length;
}

/** The longest word without one of its middle letters, of those with five or more. */
function misspelt(question: CompanyQuestion): CompanyQuestion {
  const words = question.text.match(/\p{L}{5,}/gu) ?? [];
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const middle = Math.floor(longest.length / 2);
  return { ...question, text: question.text.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1)) };
}

const recall: Findings['recall'] = [];
for (const [way, find] of Object.entries(ways)) {
  const answered = await shareFound(find, answerable, 5);
  const injected = await shareFound(find, injections, 5);
  recall.push({ way, answered, injected, nothing: await shareWithout(find, unanswerable) });
}

// Only questions that are found when spelt correctly; scripts without spaces have no letters to leave out.
const typos: Findings['typos'] = [];
for (const [way, find] of Object.entries(ways)) {
  const spelt: CompanyQuestion[] = [];
  for (const question of answerable) {
    const isFound = question.path !== null && (await find(question, 3)).includes(question.path);
    if (isFound && question.language !== 'ja') spelt.push(question);
  }
  typos.push({ way, share: await shareFound(find, spelt.map(misspelt), 3) });
}

// 850 more articles, which say other things in other words of the same languages.
await fill(
  Array.from({ length: 850 }, (_, number): CompanyPage => {
    const [one, other] = [pages[(number * 7) % pages.length], pages[(number * 11 + 3) % pages.length]];
    const halves = [one?.text ?? '', other?.text ?? ''].map((text) => text.slice(0, Math.ceil(text.length / 2)));
    return {
      path: `/more/${number}`,
      language: one?.language ?? 'en',
      title: `Note ${number}`,
      text: halves.join(' '),
    };
  }),
);
const milliseconds: Findings['milliseconds'] = [];
for (const [way, find] of Object.entries(ways)) {
  const times: number[] = [];
  for (const question of answerable) {
    const began = performance.now();
    await find(question, 5);
    times.push(performance.now() - began);
  }
  if (!way.startsWith('cosine')) milliseconds.push({ way, times });
}

const found = section({ recall, typos, milliseconds });
console.log(found);
if (process.argv.includes('--write')) writePart('answers', found);
server.close();
await plain.end();
await house.external.outbound.close();
await house.close();
