/**
 * Measures whether rehearsals find what a change breaks, and are silent where it breaks nothing: `npm run bench --
 * answers/rehearsal` (`--write` puts the table into bench/results.md). The past of a made-up company
 * (`packages/testing/src/company`) is answered by a model that reads the passages it is given and words every answer
 * differently (`packages/testing/src/reading-model.ts`).
 */
import { randomUUID } from 'node:crypto';
import type { AssistantChange, RehearsalRow } from '@parley/contracts/assistant/rehearsals';
import { listRows, startRehearsal } from '@parley/core/ai/rehearsal/rehearsals';
import { runRehearsal } from '@parley/core/ai/rehearsal/run';
import { transition } from '@parley/core/conversations/transition';
import { beginArticle, decideTranslation, writeTranslation } from '@parley/core/help/articles';
import { indexDocument } from '@parley/core/knowledge/index-document';
import { postMessage } from '@parley/core/messages/post';
import { createColleague, createTestContext, withExternalServices } from '@parley/core/testing';
import { findRehearsal } from '@parley/db/ai/rehearsals';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import {
  answerable,
  type CompanyPage,
  type CompanyQuestion,
  pages,
  unanswerable,
} from '@parley/testing/company/company';
import { startModelServer } from '@parley/testing/openai';
import { readingModel } from '@parley/testing/reading-model';
import { circumstances, writePart } from '../page.ts';

let way = 0;
const server = await startModelServer(readingModel(() => (way += 1)));
const house = withExternalServices(await createTestContext());
const context = {
  ...house,
  external: {
    ...house.external,
    model: {
      apiKey: 'none',
      baseUrl: server.url,
      model: undefined,
      tokensPerVisitorAndDay: 0,
      budget: { repliesPerMinute: 0, repliesPerDay: 0, tokensPerDay: 0 },
    },
  },
};
const caller = await createColleague(house, 'Ada', 'admin');
const website = await insertWebsite(house.db, { domain: 'hansekiste.example', name: 'Hansekiste' });
if (!website) throw new Error('no website');

const systemPrompt = 'You are the assistant of Hansekiste, a maker of cargo bikes.';
const settings = { enabled: true, systemPrompt, personTopics: ['lawyer', 'Anwalt'], maxTurns: 0 };
async function set(change: object): Promise<void> {
  await mergeSettings(house.db, 'aiConfig', change);
  house.settings.forget();
}
await set({ ...settings, enabled: false });

// Knowledge of the company: topics are articles, bikes are pages of its website.
const articles = new Map<string, string>();
const { id: siteId } = await house.db
  .insertInto('knowledgeSources')
  .values({ kind: 'website', name: 'hansekiste.example' })
  .returning('id')
  .executeTakeFirstOrThrow();
for (const { path, title, language: locale, text } of pages) {
  if (path.includes('/help/')) {
    const { id } = await beginArticle(house, caller, { locale, title, content: text });
    await decideTranslation(house, caller, { id, locale }, { decision: 'publish' });
    articles.set(path, id);
  } else {
    const page = { sourceId: siteId, externalId: path, url: `https://hansekiste.example${path}`, websiteIds: [] };
    await indexDocument(house, { ...page, title, language: locale, audience: 'public', markdown: text });
  }
}
const pageAt = (path: string): CompanyPage => {
  const page = pages.find((each) => each.path === path);
  if (!page) throw new Error(`no page ${path}`);
  return page;
};

/** Stores a past question and the answer of a representative. */
async function past(asked: string, answered: string, locale: string, before: string[] = []) {
  const { id: visitorId } = await insertVisitor(house.db, { websiteId: website?.id ?? '', locale });
  const visitor = { kind: 'visitor', visitorId, websiteId: website?.id ?? '' } as const;
  const ask = async (content: string) =>
    (await postMessage(house, visitor, 'newest', { content, clientMessageId: randomUUID() })).message;
  let conversationId = '';
  for (const opening of before) {
    await set({ enabled: true });
    ({ conversationId } = await ask(opening));
    const first = { content: 'Hello! How can I help you?', clientMessageId: randomUUID() };
    const { aiEpoch } = await house.db
      .selectFrom('conversations')
      .select('aiEpoch')
      .where('id', '=', conversationId)
      .executeTakeFirstOrThrow();
    await postMessage(house, { kind: 'assistant', epoch: aiEpoch }, { conversationId }, first);
    await set({ enabled: false });
  }
  ({ conversationId } = await ask(asked));
  await postMessage(house, caller, { conversationId }, { content: answered });
  await transition(house, conversationId, [{ type: 'close' }], { cause: { by: 'rule', rule: 'idle' } });
}
const answeredBy = ({ path }: CompanyQuestion): string =>
  path === null ? 'I am afraid that we do not know that.' : pageAt(path).text;
for (const question of [...answerable, ...unanswerable])
  await past(question.text, answeredBy(question), question.language);
for (const asked of [
  'My lawyer will write to you about the refund of my bike.',
  'Mein Anwalt schreibt Ihnen wegen der Rückgabe.',
])
  await past(asked, 'I am sorry about that. I look at it myself.', 'en');
const lastAsked = 'Do you offer instalments for the cargo bike as well?';
await past(lastAsked, pageAt('/en/help/payment').text, 'en', ['Hello']);
await set(settings);

/** Drafts an article with changed words, without publishing it. */
async function draft(path: string, ...changes: [from: string, to: string][]): Promise<AssistantChange> {
  const { title, text, language: locale } = pageAt(path);
  const content = changes.reduce((words, [from, to]) => {
    if (!words.includes(from)) throw new Error(`${path} does not say ${from}`);
    return words.replace(from, to);
  }, text);
  return { articles: [await written(path, { title, content, locale })] };
}
async function written(path: string, text: { title: string; content: string; locale: CompanyPage['language'] }) {
  const { locale, ...words } = text;
  const id = articles.get(path) ?? '';
  const versions = await house.db
    .selectFrom('articleTranslations')
    .select('version')
    .where('articleId', '=', id)
    .executeTakeFirstOrThrow();
  await writeTranslation(house, caller, { id, locale }, { ...words, basedOn: versions.version });
  return { id, locale, version: versions.version + 1 };
}
async function newArticle(title: string, content: string): Promise<AssistantChange> {
  const { id } = await beginArticle(house, caller, { locale: 'en', title, content });
  return { articles: [{ id, locale: 'en', version: 1 }] };
}
const prompt = (more: string): AssistantChange => ({ settings: { systemPrompt: `${systemPrompt} ${more}` } });

interface Planted {
  what: string;
  change: AssistantChange;
  /** Whether a row's question is one that the change breaks. */
  isBroken: (question: string) => boolean;
}
const askedOf =
  (path: string) =>
  (question: string): boolean =>
    answerable.some((each) => each.path === path && each.text === question);
const anyAnswerable = (question: string): boolean => answerable.some(({ text }) => text === question);
const anyUnanswerable = (question: string): boolean => unanswerable.some(({ text }) => text === question);
const inAnother = (question: string): boolean =>
  answerable.some(({ text, language }) => text === question && language !== 'en');

const help = (language: string, topic: string): string => `/${language}/help/${topic}`;
const planted: Planted[] = [
  {
    what: 'a stale price',
    change: await draft(help('en', 'delivery'), ['140 euros', '40 euros']),
    isBroken: askedOf(help('en', 'delivery')),
  },
  {
    what: 'a deadline cut in half',
    change: await draft(help('de', 'returns'), ['nach sieben Tagen', 'nach 14 Tagen'], ['30 Tagen', '15 Tagen']),
    isBroken: askedOf(help('de', 'returns')),
  },
  {
    what: 'another price, in French',
    change: await draft(help('fr', 'battery'), ['649 euros', '469 euros']),
    isBroken: askedOf(help('fr', 'battery')),
  },
  {
    what: 'a guarantee of other years, in Spanish',
    change: await draft(help('es', 'warranty'), ['diez años', 'dos años']),
    isBroken: askedOf(help('es', 'warranty')),
  },
  {
    what: 'another deposit, in Dutch',
    change: await draft(help('nl', 'rental'), ['200 euro', '20 euro']),
    isBroken: askedOf(help('nl', 'rental')),
  },
  {
    what: 'another price, in Japanese',
    change: await draft(help('ja', 'service'), ['35ユーロ', '95ユーロ']),
    isBroken: askedOf(help('ja', 'service')),
  },
  {
    what: 'a “not” that slipped in',
    change: await draft(help('en', 'insurance'), ['is insured against', 'is not insured against']),
    isBroken: askedOf(help('en', 'insurance')),
  },
  {
    what: 'a sentence that was left out',
    change: await draft(help('en', 'account'), [
      'If you have forgotten the password, have a link sent to your mail address; it works for one hour. ',
      '',
    ]),
    isBroken: askedOf(help('en', 'account')),
  },
  {
    what: 'an article taken back',
    change: { articles: [{ id: articles.get(help('en', 'warranty')) ?? '', locale: 'en', version: null }] },
    isBroken: askedOf(help('en', 'warranty')),
  },
  {
    what: 'a second article that says otherwise',
    change: await newArticle(
      'Shipping to an island',
      'Is shipping to an island more expensive? Shipping to an island is 15 euros more.',
    ),
    isBroken: askedOf(help('en', 'delivery')),
  },
  {
    what: 'a source paused',
    change: { sources: [{ id: siteId, isPaused: true }] },
    isBroken: (question) => answerable.some(({ path, text }) => path?.includes('/bikes/') && text === question),
  },
  {
    what: 'topics that are a person’s removed',
    change: { settings: { personTopics: [] } },
    isBroken: (question) => /lawyer|Anwalt/.test(question),
  },
  {
    what: 'a topic that is in every second question',
    change: { settings: { personTopics: ['bike'] } },
    isBroken: (question) => question.includes('bike'),
  },
  { what: 'handing over switched off', change: { settings: { autoHandoff: false } }, isBroken: anyUnanswerable },
  { what: 'the assistant switched off', change: { settings: { enabled: false } }, isBroken: anyAnswerable },
  {
    what: 'one answer a conversation at most',
    change: { settings: { maxTurns: 1 } },
    isBroken: (question) => question === lastAsked,
  },
  {
    what: 'instructions that grant a discount',
    change: prompt('Everybody gets a discount of 10 percent.'),
    isBroken: anyAnswerable,
  },
  {
    what: 'a tone that invents one',
    change: { settings: { tones: [{ websiteId: website.id, tone: 'Cheerful, with a discount now and then.' }] } },
    isBroken: anyAnswerable,
  },
  { what: 'instructions to answer in English', change: prompt('Always answer in English.'), isBroken: inAnother },
  {
    what: 'a smaller model, which reads the wrong passage',
    change: { settings: { model: 'gpt-3.5-turbo' } },
    isBroken: anyAnswerable,
  },
];

async function rehearse(change: AssistantChange): Promise<{ rows: RehearsalRow[]; answered: number; seconds: number }> {
  const began = performance.now();
  const budget = { replies: 20_000, tokens: null, costUsd: null };
  const { id } = await startRehearsal(context, caller, { change, conversations: 1_000, budget });
  while (await runRehearsal(context, id, new AbortController().signal));
  const rehearsal = await findRehearsal(house.db, id);
  if (rehearsal?.state !== 'done') throw new Error(`the rehearsal is ${rehearsal?.state}: ${rehearsal?.reason}`);
  const seconds = (performance.now() - began) / 1000;
  return { rows: await listRows(house, caller, id), answered: rehearsal.answered, seconds };
}

const table: string[] = [];
let flagged = 0;
for (const { what, change, isBroken } of planted) {
  const { rows } = await rehearse(change);
  const broken = rows.filter(({ question }) => isBroken(question));
  const kinds = [...new Set(broken.flatMap(({ differences }) => differences))].toSorted();
  if (broken.length > 0) flagged += 1;
  table.push(`| ${what} | ${broken.length} | ${rows.length - broken.length} | ${kinds.join(', ') || '**missed**'} |`);
}

/** Pages with the same sentences in another order. */
const turned = pages
  .filter(({ path, language }) => path.includes('/help/') && language === 'en')
  .map(({ path, title, text, language: locale }) => {
    const sentences = text.split(/(?<=\.)\s+/);
    return { path, text: { title, content: [...sentences.slice(1), sentences[0]].join(' '), locale } };
  });
const harmless: { what: string; change: AssistantChange }[] = [
  { what: 'nothing (the same settings again)', change: { settings: { systemPrompt } } },
  { what: 'a limit that no conversation reaches', change: { settings: { maxTurns: 200 } } },
  {
    what: 'instructions in other words, every answer in other words',
    change: prompt('Be kind, and keep to the point.'),
  },
  {
    what: 'a tone, every answer in other words',
    change: { settings: { tones: [{ websiteId: website.id, tone: 'Warm and calm.' }] } },
  },
  {
    what: 'twelve articles with their sentences in another order',
    change: { articles: await Promise.all(turned.map(({ path, text }) => written(path, text))) },
  },
];
const silent: string[] = [];
for (const { what, change } of harmless) {
  server.requests = [];
  const { rows, answered, seconds } = await rehearse(change);
  const share = ((rows.length / answered) * 100).toFixed(1);
  silent.push(
    `| ${what} | ${answered} | ${rows.length} | ${share} % | ${server.requests.length} | ${seconds.toFixed(1)} |`,
  );
  if (process.argv.includes('--rows'))
    for (const { question, published, candidate, differences } of rows)
      console.log(differences, question, '\n  ', published?.text, '\n  ', candidate?.text);
}

const page = [
  `${circumstances()}; ${answerable.length + unanswerable.length + 3} closed conversations in six languages.`,
  '',
  `**${flagged} of ${planted.length}** planted regressions are flagged.`,
  '',
  '| planted | of its questions listed | others listed | as |',
  '| --- | ---: | ---: | --- |',
  ...table,
  '',
  '| breaks nothing | questions | listed | share | calls of the model | s |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
  ...silent,
].join('\n');
console.log(page);
if (process.argv.includes('--write')) writePart('answers rehearsal', page);
await server.close();
await house.external.outbound.close();
await house.close();
