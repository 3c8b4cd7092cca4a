import * as Type from 'typebox';
import {
  ArticleCategories,
  ArticleTranslation,
  ArticleVersion,
  CategoryNames,
  HelpArticle,
  HelpArticleSummary,
  HelpLanguage,
  HelpLink,
  HelpNodes,
  HelpPage,
  HelpTodo,
  TodoState,
} from '../knowledge/help.ts';
import { Article } from '../entities.ts';
import { Audience } from '../knowledge/knowledge.ts';
import { articleMaxLength, helpCategoriesMax } from '../knowledge/limits.ts';
import { searchMaxLength } from '../filter/limits.ts';
import { route } from '../route.ts';
import {
  allOptional,
  Defaulted,
  Described,
  expected,
  Id,
  IdParam,
  Name,
  NoContent,
  Nullable,
  OneOf,
  Strict,
  Timestamp,
} from '../schema.ts';
import { imageBodyLimit } from './users.ts';

const tag = {
  name: 'Help centre',
  description: 'Articles in languages and versions, what customers read of them, and what they did not find.',
};
const params = Strict({ id: IdParam });
const Locale = Described(HelpLanguage, 'The language: `en`, `de` and so on.');
const translation = Strict({ id: IdParam, locale: Locale });

const text = {
  title: Name({ maxLength: 200 }),
  content: Type.String({ maxLength: articleMaxLength, description: 'Markdown; HTML in it is shown as text' }),
};
const Slug = Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\p{L}\\p{N}]+(-[\\p{L}\\p{N}]+)*$' });

export const listHelpArticles = route({
  method: 'GET',
  path: '/api/help/articles',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List all articles with their languages, drafts included, newest first',
  responses: { 200: Type.Array(HelpArticleSummary) },
});

export const listPublishedArticles = route({
  method: 'GET',
  path: '/api/help/published-articles',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List published articles, which the assistant and the suggestions use, by title',
  responses: { 200: Type.Array(Article) },
});

export const getHelpArticle = route({
  method: 'GET',
  path: '/api/help/articles/:id',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'Get an article with its newest texts',
  params,
  responses: { 200: HelpArticle },
});

export const beginArticle = route({
  method: 'POST',
  path: '/api/help/articles',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Create an article as a draft, which only the team can read',
  refusals: ['conflict'],
  body: Strict({ locale: HelpLanguage, ...text }),
  responses: { 201: HelpArticle },
});

const placing = {
  audience: Audience,
  onSite: Type.Boolean(),
  websiteIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  suggestedOn: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^/', examples: ['/checkout/*'] }), {
    maxItems: 20,
    uniqueItems: true,
  }),
  categoryId: Nullable(Id),
};

export const placeArticle = route({
  method: 'PATCH',
  path: '/api/help/articles/:id',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Set the audience, category and position of an article',
  params,
  body: Strict(
    {
      ...allOptional(placing),
      ...expected(placing),
      /** The language that it was taken for is wrong: this is its own. */
      locale: Type.Optional(HelpLanguage),
    },
    { minProperties: 1 },
  ),
  responses: { 200: HelpArticle },
});

export const deleteArticle = route({
  method: 'DELETE',
  path: '/api/help/articles/:id',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Delete an article with all its languages and versions',
  params,
  responses: { 204: NoContent },
});

export const writeTranslation = route({
  method: 'PUT',
  path: '/api/help/articles/:id/translations/:locale',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Write a new version in a language, as a draft beside the published one',
  refusals: ['conflict'],
  params: translation,
  body: Strict({
    ...text,
    /** The version that was changed; 0 for the first in this language. Another one is a `conflict`. */
    basedOn: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    /** Last part of the article's address; the previous address redirects to it. */
    slug: Type.Optional(Slug),
  }),
  responses: { 200: HelpArticle },
});

export const decideTranslation = route({
  method: 'POST',
  path: '/api/help/articles/:id/translations/:locale/decision',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Publish the newest version now or later, request a review, or unpublish',
  params: translation,
  body: Strict({
    decision: OneOf(['review', 'draft', 'publish', 'unpublish']),
    /** With `publish`: when. */
    at: Type.Optional(Timestamp),
    /** With its version: publishes only the version that the caller has seen, and none written since. */
    ...expected({
      version: ArticleTranslation.properties.version,
      publishedVersion: ArticleTranslation.properties.publishedVersion,
      inReview: ArticleTranslation.properties.inReview,
      publishAt: ArticleTranslation.properties.publishAt,
    }),
  }),
  responses: { 200: HelpArticle },
});

export const listVersions = route({
  method: 'GET',
  path: '/api/help/articles/:id/translations/:locale/versions',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the last 50 versions in a language, newest first',
  params: translation,
  responses: { 200: Type.Array(ArticleVersion) },
});

export const previewArticle = route({
  method: 'POST',
  path: '/api/help/preview',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'Preview a text as it looks on the page',
  body: Strict({ content: text.content }),
  responses: { 200: Type.Object({ body: HelpNodes }) },
});

export const addArticlePicture = route({
  method: 'POST',
  path: '/api/help/pictures',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Upload a picture for an article; deleted after a day unless an article shows it',
  body: Strict({ picture: Type.String({ description: 'A data URL' }) }),
  bodyLimit: imageBodyLimit,
  responses: { 201: Type.Object({ url: Type.String() }) },
});

export const listCategories = route({
  method: 'GET',
  path: '/api/help/categories',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the categories of articles in order',
  responses: { 200: ArticleCategories },
});

export const setCategories = route({
  method: 'PUT',
  path: '/api/help/categories',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Replace the categories and their order; articles of a missing one lose it',
  body: Strict({
    categories: Type.Array(Strict({ id: Type.Optional(Id), names: CategoryNames }), { maxItems: helpCategoriesMax }),
    ...expected({ categories: ArticleCategories }),
  }),
  responses: { 200: ArticleCategories },
});

export const listHelpTodos = route({
  method: 'GET',
  path: '/api/help/todos',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'List customers’ searches without a result, and questions the assistant couldn’t answer',
  query: Strict({ state: Defaulted(Described(TodoState, 'Only what is in this state.'), 'open') }),
  responses: { 200: Type.Array(HelpTodo) },
});

export const settleHelpTodo = route({
  method: 'PATCH',
  path: '/api/help/todos/:kind/:id',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Mark such a question as done, ignored, or open again',
  params: Strict({
    kind: Described(HelpTodo.properties.kind, 'What it is: a search, or a question to the assistant.'),
    id: IdParam,
  }),
  body: Strict({ state: TodoState }),
  responses: { 204: NoContent },
});

const slug = Strict({
  slug: Type.String({ minLength: 1, maxLength: 200, description: 'What the address of an article ends with.' }),
});

export const findHelp = route({
  method: 'GET',
  path: '/api/visitor/help',
  access: 'website',
  tag,
  summary: 'List articles for the widget: all, or the results of a search, best first',
  query: Strict({
    locale: Locale,
    q: Type.Optional(Type.String({ maxLength: searchMaxLength, description: 'What is looked for.' })),
    page: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'The path of the page that it is shown on: what is suggested there comes first, in no category',
        examples: ['/checkout/payment'],
      }),
    ),
    typing: Type.Optional(Type.Boolean({ description: 'More is about to be typed: nothing found says nothing yet.' })),
  }),
  responses: { 200: Type.Array(HelpLink) },
});

export const readHelp = route({
  method: 'GET',
  path: '/api/visitor/help/:slug',
  access: 'website',
  tag,
  summary: 'Get an article for the widget by its slug in any language',
  params: slug,
  query: Strict({ locale: Locale }),
  responses: { 200: HelpPage },
});

export const voteHelp = route({
  method: 'POST',
  path: '/api/visitor/help/:slug/vote',
  access: 'website',
  tag,
  summary: 'Vote whether an article helped; each visitor’s last vote counts',
  params: slug,
  body: Strict({ locale: HelpLanguage, helpful: Type.Boolean() }),
  responses: { 204: NoContent },
});

export const recordArticleRead = route({
  method: 'POST',
  path: '/api/visitor/help/:slug/read',
  access: 'visitor',
  tag,
  summary: 'Record which article a visitor read before writing, for the team',
  params: slug,
  body: Strict({ locale: HelpLanguage }),
  responses: { 204: NoContent },
});
