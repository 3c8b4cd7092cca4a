/** The help centre: articles in languages and versions, and what customers read of them. */
import * as Type from 'typebox';
import { Audience } from './knowledge.ts';
import { type Language, languageCodes } from '../text/languages.ts';
import type { RichNode } from '../text/rich-text.ts';
import { helpCategoriesMax } from './limits.ts';
import { Id, Name, Nullable, OneOf, Strict, Timestamp, without } from '../schema.ts';

/** The languages that articles are written in: those the widget speaks. */
export const HelpLanguage = Type.Unsafe<Language>(OneOf([...languageCodes]));

/** First screen of the widget; `off` hides the help centre. */
export const helpInWidget = ['off', 'chat', 'first', 'only'] as const;
export const HelpInWidget = OneOf(helpInWidget);
export type HelpInWidget = Type.Static<typeof HelpInWidget>;

/** Help centre settings of a website. */
export const WebsiteHelp = Type.Object({
  /** The host name that its help centre has for itself, such as `help.example.com`. */
  host: Nullable(Type.String()),
  inWidget: HelpInWidget,
});
export type WebsiteHelp = Type.Static<typeof WebsiteHelp>;

/** Names by language; if one is missing, another language's is shown. */
export const CategoryNames = Type.Unsafe<Partial<Record<Language, string>>>(
  Strict(Object.fromEntries(languageCodes.map((language) => [language, Type.Optional(Name({ maxLength: 80 }))])), {
    minProperties: 1,
  }),
);
export type CategoryNames = Type.Static<typeof CategoryNames>;

export const ArticleCategory = Type.Object({ id: Id, names: CategoryNames }, { $id: 'ArticleCategory' });
export type ArticleCategory = Type.Static<typeof ArticleCategory>;
export const ArticleCategories = Type.Array(ArticleCategory, { maxItems: helpCategoriesMax });

/** An article in a language: its newest version, which is a draft above the published one. */
export const ArticleTranslation = Type.Object(
  {
    locale: HelpLanguage,
    slug: Type.String(),
    title: Type.String(),
    content: Type.String({ description: 'Markdown; HTML in it is shown as text' }),
    version: Type.Integer(),
    publishedVersion: Nullable(Type.Integer()),
    inReview: Type.Boolean(),
    /** When this version is published by itself. */
    publishAt: Nullable(Timestamp),
    publishedAt: Nullable(Timestamp),
    changedAt: Timestamp,
  },
  { $id: 'ArticleTranslation' },
);
export type ArticleTranslation = Type.Static<typeof ArticleTranslation>;

const about = {
  id: Id,
  audience: Audience,
  /** Whether it is published in the help centre; otherwise only the assistant and the team use it. */
  onSite: Type.Boolean(),
  /** None for all of them. */
  websiteIds: Type.Array(Id),
  /** Paths of pages on which the widget offers it first; `*` matches anything. */
  suggestedOn: Type.Array(Type.String({ examples: ['/checkout/*'] })),
  categoryId: Nullable(Id),
  createdAt: Timestamp,
  votes: Type.Object({ helpful: Type.Integer(), not: Type.Integer() }),
};

export const HelpArticle = Type.Object(
  { ...about, translations: Type.Array(ArticleTranslation) },
  { $id: 'HelpArticle' },
);
export type HelpArticle = Type.Static<typeof HelpArticle>;

/** Article without the texts of its translations. */
export const HelpArticleSummary = Type.Object(
  { ...about, translations: Type.Array(Type.Object(without(ArticleTranslation.properties, 'content'))) },
  { $id: 'HelpArticleSummary' },
);
export type HelpArticleSummary = Type.Static<typeof HelpArticleSummary>;

export const ArticleVersion = Type.Object(
  {
    version: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    createdBy: Nullable(Type.String({ description: 'The name of who wrote it' })),
    createdAt: Timestamp,
  },
  { $id: 'ArticleVersion' },
);
export type ArticleVersion = Type.Static<typeof ArticleVersion>;

export const todoStates = ['open', 'done', 'ignored'] as const;
export const TodoState = OneOf(todoStates);
export type TodoState = Type.Static<typeof TodoState>;

/** Searches without a result, and questions that the assistant could not answer. */
export const HelpTodo = Type.Object(
  {
    /** Id of the search or the conversation. */
    id: Id,
    kind: OneOf(['search', 'assistant']),
    words: Type.String(),
    count: Type.Integer(),
    state: TodoState,
    at: Timestamp,
  },
  { $id: 'HelpTodo' },
);
export type HelpTodo = Type.Static<typeof HelpTodo>;

/** Validates the outer array only; the type describes the nested nodes. */
export const HelpNodes = Type.Unsafe<RichNode[]>(Type.Array(Type.Unknown()));

/** Article as the widget lists it. */
export const HelpLink = Type.Object(
  { slug: Type.String(), title: Type.String(), summary: Type.String(), category: Nullable(Type.String()) },
  { $id: 'HelpLink' },
);
export type HelpLink = Type.Static<typeof HelpLink>;

/** An article as customers read it. */
export const HelpPage = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    locale: HelpLanguage,
    title: Type.String(),
    body: HelpNodes,
    url: Type.String({ description: 'Where it stands for itself' }),
  },
  { $id: 'HelpPage' },
);
export type HelpPage = Type.Static<typeof HelpPage>;
