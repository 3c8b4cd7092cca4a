import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertArticle } from '@parley/db/help/articles';
import { articleSourceId } from '@parley/db/knowledge/documents';
import { indexChangedArticles } from '../src/knowledge/index-articles.ts';
import { type DocumentToIndex, indexDocument, removeDocument } from '../src/knowledge/index-document.ts';
import { findPassages, type PassageQuestion } from '../src/knowledge/passages.ts';
import { splitMarkdown, tokensOf } from '../src/knowledge/split.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
let sourceId: string;

beforeAll(async () => {
  context = await createTestContext();
  sourceId = await articleSourceId(context.db);
});
afterAll(() => context.close());

const add = (externalId: string, markdown: string, more: Partial<DocumentToIndex> = {}) =>
  indexDocument(context, {
    sourceId,
    externalId,
    url: null,
    title: externalId,
    language: 'en',
    audience: 'public',
    websiteIds: [],
    markdown,
    ...more,
  });
const ask = async (question: string, more: Partial<PassageQuestion> = {}) =>
  findPassages(context, { question, audience: 'public', websiteId: null, limit: 5, ...more });
const titles = async (question: string, more: Partial<PassageQuestion> = {}) =>
  (await ask(question, more)).map(({ title }) => title);

test('a document is found by other forms of its words, and with a letter wrong', async () => {
  await add('Returns', 'Shoes that were worn outside cannot be returned. Refunds take three days.');
  await add('Rücksendung', 'Getragene Schuhe nehmen wir nicht zurück. Erstattungen dauern drei Tage.', {
    language: 'de',
  });
  await add('返品', '靴の返品は三十日以内に受け付けます。', { language: 'ja' });
  expect(await titles('how do I return a worn shoe?')).toEqual(['Returns']);
  expect(await titles('when is my refnd paid?')).toEqual(['Returns']);
  expect(await titles('Wie lange dauert die Erstattung?')).toEqual(['Rücksendung']);
  expect(await titles('返品できますか')).toEqual(['返品']);
});

test('the document that says most about what was asked comes first, whatever small words others share', async () => {
  const house = await createTestContext();
  const articles = await articleSourceId(house.db);
  const written = (title: string, markdown: string) =>
    indexDocument(house, {
      sourceId: articles,
      externalId: title,
      url: null,
      title,
      language: 'en',
      audience: 'public',
      websiteIds: [],
      markdown,
    });
  await written('Plants that are safe for pets', 'What is safe for the cats and dogs that you have: calathea, palm.');
  await written('Damaged plants', 'Send a photo of the plants that you have and we do what we can for you and them.');
  await written('Watering', 'What house plants need: half as much water in winter.');
  await written('Care plans', 'We do what your plants need, and you can have them back.');
  await written('Fungus gnats', 'Tiny flies live in the soil. Let it dry and put yellow sticky traps in the pot.');
  for (const question of [
    'I have gnats in my plants, what can I do about them?',
    'What are the gnats that you have, and what do I do when they are there for my plants?',
    'Gnats!',
  ]) {
    const [first] = await findPassages(house, { question, audience: 'public', websiteId: null, limit: 3 });
    expect(first?.title).toBe('Fungus gnats');
  }
  await house.close();
});

test('nothing is found for what nobody has written about', async () => {
  expect(await titles('Who won the football game yesterday evening?')).toEqual([]);
  expect(await titles('?!')).toEqual([]);
  // Characters that stand there one by one, and not as they stand in the question.
  expect(await titles('靴は日本の品ですか')).not.toContain('返品');
  // A single word of it in another language than the question's, of which there are texts.
  await add('Morgen', 'Morgen ist die Werkstatt in Lissabon geschlossen.', { language: 'de' });
  expect(await titles('Will anyone sell goggles near lissabon tomorrow?', { language: 'en' })).toEqual([]);
  // A name is the same in every language.
  expect(await titles('Will anyone be in Lissabon tomorrow?', { language: 'en' })).toEqual(['Morgen']);
  expect(await titles('Ist Lissabon morgen offen?', { language: 'de' })).toEqual(['Morgen']);
});

test('a short question is understood by what was said before', async () => {
  await add('Delivery abroad', 'Parcels to Switzerland need five days and cost nine euros for the customs papers.');
  await add('Switzerland office', 'Our office in Switzerland is in Basel.');
  expect((await titles('and to Switzerland?', { history: ['What do parcels cost, with customs?'] }))[0]).toBe(
    'Delivery abroad',
  );
});

test('nobody gets what is meant for another audience or another website', async () => {
  const [mine, other] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];
  const canary = 'The zebrafinch discount is forty percent.';
  await add('for all', canary);
  await add('for customers', canary, { audience: 'customers' });
  await add('for staff', canary, { audience: 'staff' });
  await add('for mine', canary, { websiteIds: [mine] });
  const found = async (more: Partial<PassageQuestion>) =>
    (await titles('zebrafinch discount', { limit: 20, ...more })).toSorted();
  expect(await found({})).toEqual(['for all']);
  expect(await found({ audience: 'customers' })).toEqual(['for all', 'for customers']);
  expect(await found({ audience: 'staff' })).toEqual(['for all', 'for customers', 'for mine', 'for staff']);
  expect(await found({ websiteId: mine })).toEqual(['for all', 'for mine']);
  expect(await found({ websiteId: other })).toEqual(['for all']);
  expect(await found({ audience: 'staff', websiteId: other })).toEqual(['for all', 'for customers', 'for staff']);
});

test('a changed document is its next version, and its unchanged passages keep their ids', async () => {
  const first = `# Opening\n\n${'We open at nine every morning. '.repeat(40)}`;
  const second = `# Holidays\n\n${'Around Christmas the workshop rests. '.repeat(40)}`;
  const { id } = await add('Hours', `${first}\n\n${second}`);
  const passages = () =>
    context.db
      .selectFrom('knowledgePassages')
      .select(['id', 'headings'])
      .where('documentId', '=', id)
      .orderBy('place')
      .execute();
  const before = await passages();
  expect(await add('Hours', `${first}\n\n${second}`)).toEqual({ id, changed: false });
  expect(await add('Hours', `${first}\n\n${second.replaceAll('Christmas', 'Easter')}`)).toEqual({ id, changed: true });
  const after = await passages();
  expect(after.map(({ headings }) => headings)).toEqual(before.map(({ headings }) => headings));
  expect(after[0]?.id).toBe(before[0]?.id);
  expect(after.at(-1)?.id).not.toBe(before.at(-1)?.id);
  const [found] = await ask('workshop at Easter');
  expect(found).toMatchObject({ documentId: id, version: 2, headings: ['Holidays'], sourceKind: 'article' });
  expect(await titles('workshop around Christmas')).not.toContain('Christmas');
  expect(await removeDocument(context, { sourceId, externalId: 'Hours' })).toBe(true);
  expect(await titles('workshop at Easter')).toEqual([]);
});

test('articles that another release has written, changed or deleted are taken over', async () => {
  const article = await insertArticle(context.db, {
    title: 'Marmots',
    content: 'Marmots sleep in winter.',
    createdBy: null,
  });
  await indexChangedArticles(context);
  expect(await titles('do marmots sleep?')).toEqual(['Marmots']);
  await context.db
    .updateTable('articles')
    .set({ content: 'Marmots whistle.', updatedAt: new Date(Date.now() + 1000) })
    .where('id', '=', article.id)
    .execute();
  await indexChangedArticles(context);
  expect((await ask('marmots'))[0]?.text).toBe('Marmots whistle.');
  await context.db.deleteFrom('articles').where('id', '=', article.id).execute();
  await indexChangedArticles(context);
  expect(await titles('marmots')).toEqual([]);
});

test('passages have 200 to 400 tokens, whole sentences and the headings they are under', () => {
  const sentence = 'This machine is cleaned once a week with warm water. ';
  const text = `Intro.\n\n# Care\n\n${sentence.repeat(60)}\n\n## Oil\n\n${sentence.repeat(20)}\n\n# End\n\nBye.`;
  const pieces = splitMarkdown(text);
  expect(pieces.map(({ text: each }) => tokensOf(each)).filter((tokens) => tokens > 400)).toEqual([]);
  expect(pieces.at(-1)).toMatchObject({ headings: ['End'], text: 'Bye.' });
  expect(pieces.map(({ headings }) => headings.join('/'))).toContain('Care/Oil');
  expect(
    pieces.filter(({ text: each }) => each.startsWith('This')).every(({ text: each }) => each.endsWith('water.')),
  ).toBe(true);
  expect(tokensOf(splitMarkdown('字'.repeat(1000))[0]?.text ?? '')).toBeLessThanOrEqual(400);
});
