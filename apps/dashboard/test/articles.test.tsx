/** The short texts that answers are made of: admins keep them, everybody reads them. */
import type { Article } from '@parley/contracts/entities';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Articles } from '../src/features/knowledge/articles.tsx';
import { ada, type Answers, type Call, refusal, show } from './screen.tsx';

const article = (id: string, title: string, content: string): Article => ({
  id,
  title,
  content,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

/** A server that keeps articles. */
function library(...kept: Article[]): Answers {
  return {
    'GET /api/articles': () => kept,
    'POST /api/articles': ({ body }: Call) => {
      const { title, content } = body as Article;
      kept.push(article(`a${kept.length + 1}`, title, content));
      return Response.json(kept.at(-1), { status: 201 });
    },
    'PATCH /api/articles/a1': ({ body }: Call) => Object.assign(kept[0]!, body),
    'DELETE /api/articles/a1': () => {
      kept.shift();
      return null;
    },
  };
}

const returns = () => article('a1', 'Returns', 'Within 30 days.');

it('are added with title and text, blanks around them aside, and are in the list', async () => {
  const { user, sent } = await show(<Articles />, library());
  await screen.findByText('No articles yet');
  await user.click(screen.getByRole('button', { name: 'Add article' }));
  const save = screen.getByRole('button', { name: 'Save article' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  await user.type(screen.getByLabelText('Title'), ' Returns ');
  await user.type(screen.getByLabelText('Text'), ' Within 30 days. ');
  await user.click(save);
  await screen.findByText('Article added.');
  expect(sent('POST /api/articles')).toEqual([{ title: 'Returns', content: 'Within 30 days.' }]);
  expect(await within(screen.getByRole('list')).findByText('Returns')).toBeTruthy();
  expect(screen.queryByLabelText('Title')).toBe(null);
});

it('are edited in their place', async () => {
  const { user, sent } = await show(<Articles />, library(returns()));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const text = screen.getByLabelText<HTMLTextAreaElement>('Text');
  expect(text.value).toBe('Within 30 days.');
  await user.clear(text);
  await user.type(text, 'Within 60 days.');
  await user.click(screen.getByRole('button', { name: 'Save article' }));
  await screen.findByText('Article saved.');
  expect(sent('PATCH /api/articles/a1')).toEqual([{ title: 'Returns', content: 'Within 60 days.' }]);
  expect(await screen.findByText('Within 60 days.')).toBeTruthy();
});

it('that were begun are left by Cancel, and nothing is saved', async () => {
  const { user, calls } = await show(<Articles />, library(returns()));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(screen.getByLabelText('Title'), ' and refunds');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Returns')).toBeTruthy();
  expect(calls.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);
});

it('are deleted when that was confirmed', async () => {
  const { user, sent } = await show(<Articles />, library(returns()));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete article' });
  expect(within(dialog).getByText('“Returns” will no longer be used for answers.')).toBeTruthy();
  expect(sent('DELETE /api/articles/a1')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Article deleted.');
  await screen.findByText('No articles yet');
  expect(sent('DELETE /api/articles/a1')).toHaveLength(1);
});

it('that the server refuses stay in the form, with why', async () => {
  const answers = { ...library(), 'POST /api/articles': refusal('conflict', 'There are 200 articles already.') };
  const { user } = await show(<Articles />, answers);
  await screen.findByText('No articles yet');
  await user.click(screen.getByRole('button', { name: 'Add article' }));
  await user.type(screen.getByLabelText('Title'), 'One more');
  await user.type(screen.getByLabelText('Text'), 'Too many');
  await user.click(screen.getByRole('button', { name: 'Save article' }));
  await screen.findByText('Update failed');
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('One more');
});

it('are read, and not changed, by representatives', async () => {
  await show(<Articles />, library(returns()), { ...ada, role: 'representative' });
  expect(await screen.findByText('Within 30 days.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBe(null);
});
