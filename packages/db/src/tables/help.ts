import type { CategoryNames, TodoState } from '@parley/contracts/knowledge/help';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import type { Language } from '@parley/contracts/text/languages';
import type { Computed, Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

/** `title` and `content` are the published version in the article's own language. */
export interface ArticlesTable {
  id: Defaulted<string>;
  title: string;
  content: string;
  /** False until a version in its own language is published. */
  isActive: Defaulted<boolean>;
  audience: Defaulted<Audience>;
  /** True if the help centre shows it; otherwise only the assistant and the team can read it. */
  onSite: Defaulted<boolean>;
  /** Paths of pages on which the widget offers it first. */
  suggestedOn: Defaulted<string[]>;
  /** Empty for all websites. */
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
  /** Newest version; a draft while it is above `publishedVersion`. */
  version: number;
  publishedVersion: number | null;
  inReview: Defaulted<boolean>;
  /** Time when the newest version is published automatically. */
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

/** Stores earlier slugs of articles; they redirect to the current one. */
export interface ArticleSlugsTable {
  locale: Language;
  slug: string;
  articleId: string;
}

export interface ArticleVotesTable {
  articleId: string;
  /** Keyed hash of the voter, who has one vote per article. */
  voter: string;
  locale: Language;
  helpful: boolean;
  createdAt: DefaultedInstant;
}

/** Stores help centre searches without results. */
export interface HelpSearchesTable {
  id: Defaulted<string>;
  words: string;
  locale: Language;
  count: Defaulted<number>;
  state: Defaulted<TodoState>;
  lastAt: DefaultedInstant;
}

/** Stores how the team settled escalations that happened because the assistant had no answer. */
export interface HelpMissesSettledTable {
  conversationId: string;
  state: Exclude<TodoState, 'open'>;
  /** Question that was settled; a different question counts as another miss. */
  asked: string;
}

export interface HelpRevisionTable {
  id: Defaulted<true>;
  /** Raised by triggers on every change of what the help centre shows. */
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
