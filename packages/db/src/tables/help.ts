import type { CategoryNames, TodoState } from '@parley/contracts/help';
import type { Audience } from '@parley/contracts/knowledge';
import type { Language } from '@parley/contracts/languages';
import type { Computed, Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

/** `title` and `content` are the published version in the article's own language. */
export interface ArticlesTable {
  id: Defaulted<string>;
  title: string;
  content: string;
  /** False while nothing of it is published in its own language. */
  isActive: Defaulted<boolean>;
  audience: Defaulted<Audience>;
  /** Whether it stands in the help centre; else only the assistant and the team have it. */
  onSite: Defaulted<boolean>;
  /** Paths of pages on which the widget offers it first. */
  suggestedOn: Defaulted<string[]>;
  /** None for all of them. */
  websiteIds: Defaulted<string[]>;
  categoryId: Defaulted<string | null>;
  locale: Defaulted<Language>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
  search: Computed<string>;
}

export interface ArticleCategoriesTable {
  id: Defaulted<string>;
  names: Json<CategoryNames>;
  place: number;
}

export interface ArticleTranslationsTable {
  articleId: string;
  locale: Language;
  slug: string;
  /** The newest; above the published one it is a draft. */
  version: number;
  publishedVersion: number | null;
  inReview: Defaulted<boolean>;
  /** When the newest version is published by itself. */
  publishAt: NullableInstant;
  publishedAt: NullableInstant;
}

export interface ArticleVersionsTable {
  articleId: string;
  locale: Language;
  version: number;
  title: string;
  content: string;
  createdBy: string | null;
  createdAt: DefaultedInstant;
}

/** Slugs that articles had before: they lead on. */
export interface ArticleSlugsTable {
  locale: Language;
  slug: string;
  articleId: string;
}

export interface ArticleVotesTable {
  articleId: string;
  /** A keyed hash: each once. */
  voter: string;
  locale: Language;
  helpful: boolean;
  createdAt: DefaultedInstant;
}

/** What was looked for and not found. */
export interface HelpSearchesTable {
  id: Defaulted<string>;
  words: string;
  locale: Language;
  count: Defaulted<number>;
  state: Defaulted<TodoState>;
  lastAt: DefaultedInstant;
}

/** What the team said of a hand-off because the assistant did not know. */
export interface HelpMissesSettledTable {
  conversationId: string;
  state: Exclude<TodoState, 'open'>;
  /** What was asked: another question is another miss. */
  asked: string;
}

export interface HelpRevisionTable {
  id: Defaulted<true>;
  /** Raised, by triggers, by whatever changes what the help centre shows. */
  revision: Defaulted<number>;
}

export interface HelpTables {
  articles: ArticlesTable;
  articleCategories: ArticleCategoriesTable;
  articleTranslations: ArticleTranslationsTable;
  articleVersions: ArticleVersionsTable;
  articleSlugs: ArticleSlugsTable;
  articleVotes: ArticleVotesTable;
  helpSearches: HelpSearchesTable;
  helpMissesSettled: HelpMissesSettledTable;
  helpRevision: HelpRevisionTable;
}
