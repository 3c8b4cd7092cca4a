/** The articles that answers are made of: who may write them does, everybody of the team reads them. */
import type { ArticleTranslation, HelpArticle } from '@parley/contracts/knowledge/help';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import ArticlePage from '../src/pages/article-page.tsx';
import KnowledgePage from '../src/pages/knowledge-page.tsx';
import { ada, type Answers, type Call, refusal, show } from './screen.tsx';

const at = '2026-01-01T00:00:00.000Z';

function article(
  id: string,
  text: { title: string; content: string },
  more: Partial<ArticleTranslation> = {},
): HelpArticle {
  const translation: ArticleTranslation = {
    locale: 'en',
    slug: 'returns',
    ...text,
    version: 1,
    publishedVersion: null,
    inReview: false,
    publishAt: null,
    publishedAt: null,
    changedAt: at,
    ...more,
  };
  return {
    id,
    audience: 'public',
    onSite: false,
    suggestedOn: [],
    websiteIds: [],
    categoryId: null,
    createdAt: at,
    votes: { helpful: 0, not: 0 },
    translations: [translation],
  };
}

/** A server that keeps articles. */
function library(...kept: HelpArticle[]): Answers {
  const change = (edit: (translation: ArticleTranslation) => Partial<ArticleTranslation>) => {
    const [first] = kept;
    const [translation] = first!.translations;
    kept[0] = { ...first!, translations: [{ ...translation!, ...edit(translation!) }] };
    return kept[0];
  };
  return {
    'GET /api/help/articles': () => kept,
    'GET /api/help/articles/a1': () => kept[0],
    'GET /api/help/articles/a1/translations/en/versions': () => [
      { version: 1, title: 'Returns', content: 'Within 10 days.', createdBy: 'Grace', createdAt: at },
    ],
    'GET /api/help/categories': [],
    'GET /api/websites': [],
    'POST /api/help/articles': ({ body }: Call) => {
      kept.push(article('a1', body as { title: string; content: string }));
      return Response.json(kept.at(-1), { status: 201 });
    },
    'PUT /api/help/articles/a1/translations/en': ({ body }: Call) => {
      const { title, content } = body as { title: string; content: string };
      return change(({ version }) => ({ title, content, version: version + 1 }));
    },
    'POST /api/help/articles/a1/translations/en/decision': () =>
      change(({ version }) => ({ publishedVersion: version })),
    'PATCH /api/help/articles/a1': ({ body }: Call) => (kept[0] = { ...kept[0]!, ...(body as object) }),
    'DELETE /api/help/articles/a1': () => {
      kept.shift();
      return null;
    },
  };
}

const returns = (more: Partial<ArticleTranslation> = {}) =>
  article('a1', { title: 'Returns', content: 'Within 30 days.' }, more);

const screens = (
  <Routes>
    <Route path="/" element={<KnowledgePage />} />
    <Route path="/knowledge" element={<KnowledgePage />} />
    <Route path="/knowledge/:id" element={<ArticlePage />} />
  </Routes>
);

it('are begun as drafts with title and text, blanks around them aside, and are in the list', async () => {
  const { user, sent } = await show(screens, library());
  await screen.findByText('No articles yet');
  await user.click(screen.getByRole('button', { name: 'Add article' }));
  const save = await screen.findByRole('button', { name: 'Save article' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.type(screen.getByLabelText('Title'), ' Returns ');
  await user.type(screen.getByLabelText('Text'), ' Within 30 days. ');
  await user.click(save);
  await screen.findByText('Article added.');
  expect(sent('POST /api/help/articles')).toEqual([{ title: 'Returns', content: 'Within 30 days.', locale: 'en' }]);
  await user.click(await screen.findByRole('link', { name: 'Back to Knowledge' }));
  const row = (await screen.findByText('Returns')).closest('li');
  expect(within(row!).getByText('Draft')).toBeTruthy();
});

it('are edited as a version above the one that was read, and published by a button', async () => {
  const { user, sent } = await show(screens, library(returns()));
  await user.click(await screen.findByRole('link', { name: /^Returns/ }));
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  expect(text.value).toBe('Within 30 days.');
  await user.clear(text);
  await user.type(text, 'Within 60 days.');
  expect(screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Save article' }));
  await screen.findByText('Article saved.');
  expect(sent('PUT /api/help/articles/a1/translations/en')).toEqual([
    { title: 'Returns', content: 'Within 60 days.', basedOn: 1 },
  ]);
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Article published.');
  expect(sent('POST /api/help/articles/a1/translations/en/decision')).toEqual([
    { decision: 'publish', expected: { version: 2, publishedVersion: null, inReview: false, publishAt: null } },
  ]);
  expect(await screen.findAllByText('Published')).not.toEqual([]);
  expect(screen.queryByRole('button', { name: 'Publish' })).toBe(null);
});

it('a new article is left by Cancel, and nothing is saved', async () => {
  const { user, calls } = await show(screens, library(returns()));
  await user.click(await screen.findByRole('link', { name: /^Returns/ }));
  await user.type(await screen.findByLabelText('Title'), ' and refunds');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Returns');
  expect(calls.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);
});

it('get a former text back into the field, from where it is saved as a new version', async () => {
  const { user, calls } = await show(screens, library(returns({ version: 2 })));
  await user.click(await screen.findByRole('link', { name: /^Returns/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Within 10 days.');
  expect(calls.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);
});

it('are put into the help centre, and given to whom they are for, at once', async () => {
  const { user, sent } = await show(screens, library(returns()));
  await user.click(await screen.findByRole('link', { name: /^Returns/ }));
  await user.click(await screen.findByLabelText(/In the help centre/));
  await user.selectOptions(screen.getByLabelText('Who may read it'), 'Verified customers');
  await expect
    .poll(() => sent('PATCH /api/help/articles/a1'))
    .toEqual([
      { onSite: true, expected: { onSite: false } },
      { audience: 'customers', expected: { audience: 'public' } },
    ]);
});

it('are deleted when that was confirmed', async () => {
  const { user, sent } = await show(screens, library(returns()));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete article' });
  expect(within(dialog).getByText('“Returns” will no longer be used for answers.')).toBeTruthy();
  expect(sent('DELETE /api/help/articles/a1')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Article deleted.');
  await screen.findByText('No articles yet');
  expect(sent('DELETE /api/help/articles/a1')).toHaveLength(1);
});

it('an article that the server refuses stays in the form, with the reason', async () => {
  const answers = {
    ...library(),
    'POST /api/help/articles': refusal('conflict', 'The limit of 200 articles is reached.'),
  };
  const { user } = await show(screens, answers);
  await screen.findByText('No articles yet');
  await user.click(screen.getByRole('button', { name: 'Add article' }));
  await user.type(await screen.findByLabelText('Title'), 'One more');
  await user.type(screen.getByLabelText('Text'), 'Too many');
  await user.click(screen.getByRole('button', { name: 'Save article' }));
  await screen.findByText('Update failed');
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('One more');
});

it('are read, and not changed, by representatives', async () => {
  const answers = {
    ...library(returns()),
    'POST /api/help/preview': { body: [{ tag: 'p', children: ['Within 30 days.'] }] },
  };
  const { user } = await show(screens, answers, { ...ada, role: 'representative' });
  await user.click(await screen.findByRole('link', { name: /^Returns/ }));
  expect(await screen.findByText('Within 30 days.')).toBeTruthy();
  for (const name of ['Save article', 'Publish', 'Delete', 'Restore'])
    expect(screen.queryByRole('button', { name })).toBe(null);
});
