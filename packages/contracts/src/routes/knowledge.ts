import * as Type from 'typebox';
import { Article } from '../entities.ts';
import { articleMaxLength } from '../limits.ts';
import { route } from '../route.ts';
import { allOptional, expected, IdParam, Name, NoContent, Strict } from '../schema.ts';

export const knowledgeTag = {
  name: 'Knowledge',
  description: 'The articles that the assistant and the suggestions answer from.',
};
const tag = knowledgeTag;
const params = Strict({ id: IdParam });

const ArticleTitle = Name({ maxLength: 200 });
const ArticleContent = Type.String({ minLength: 1, maxLength: articleMaxLength, pattern: '\\S' });
const articleText = { title: ArticleTitle, content: ArticleContent };

export const listArticles = route({
  method: 'GET',
  path: '/api/articles',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'The articles the assistant and the suggestions answer from',
  responses: { 200: Type.Array(Article) },
});

export const addArticle = route({
  method: 'POST',
  path: '/api/articles',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Add an article',
  body: Strict(articleText),
  responses: { 201: Article },
});

export const updateArticle = route({
  method: 'PATCH',
  path: '/api/articles/:id',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Change an article',
  params,
  body: Strict({ ...allOptional(articleText), ...expected(articleText) }, { minProperties: 1 }),
  responses: { 200: Article },
});

export const deleteArticle = route({
  method: 'DELETE',
  path: '/api/articles/:id',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Remove an article',
  params,
  responses: { 204: NoContent },
});
