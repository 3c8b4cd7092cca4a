import type {
  Audience,
  DocumentState,
  ReadRules,
  SetAside,
  SourceKind,
  SourceState,
} from '@parley/contracts/knowledge/knowledge';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Computed, Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

export interface KnowledgeSourcesTable {
  id: Defaulted<string>;
  kind: SourceKind;
  name: string;
  url: string | null;
  rules: Json<ReadRules>;
  audience: Defaulted<Audience>;
  /** Empty for all websites. */
  websiteIds: Defaulted<string[]>;
  everyHours: number | null;
  /** True while the assistant doesn't answer from it. */
  isPaused: Defaulted<boolean>;
  state: Defaulted<SourceState>;
  reason: string | null;
  reasonLocalized: Json<LocalizedText> | null;
  /** Run that is reading the source now. */
  runId: string | null;
  startedAt: NullableInstant;
  finishedAt: NullableInstant;
  dueAt: NullableInstant;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Columns that answers depend on; published documents and rehearsed changes share them. */
export interface DocumentColumns {
  sourceId: string;
  url: string | null;
  title: string;
  audience: Audience;
  websiteIds: Defaulted<string[]>;
}

export interface KnowledgeDocumentsTable extends DocumentColumns {
  id: Defaulted<string>;
  /** Identifier in its source: an address, a path or an id. */
  externalId: string;
  language: Defaulted<string>;
  /** 0 until it has been read. */
  version: Defaulted<number>;
  sha: string | null;
  /** Equal in translations of one text. */
  translationKey: string | null;
  /** Day of the text by its own words. */
  datedOn: string | null;
  /** Texts that are no source. */
  setAside: Json<SetAside[]>;
  state: Defaulted<DocumentState>;
  reason: string | null;
  reasonLocalized: Json<LocalizedText> | null;
  etag: string | null;
  lastModified: string | null;
  /** Number of links between it and the source's start page. */
  depth: Defaulted<number>;
  /** Run that last found it. */
  runId: string | null;
  /** True while it waits to be read. */
  isQueued: Defaulted<boolean>;
  /** Uploaded file, stored until it is read. */
  original: Buffer | null;
  fetchedAt: NullableInstant;
  changedAt: NullableInstant;
  createdAt: DefaultedInstant;
}

export interface KnowledgeVersionsTable {
  documentId: string;
  version: number;
  title: string;
  markdown: string;
  createdAt: DefaultedInstant;
}

export interface KnowledgeContradictionsTable {
  olderPassageId: string;
  newerPassageId: string;
  olderText: string;
  newerText: string;
  createdAt: DefaultedInstant;
  /** User who confirmed both passages. */
  settledBy: string | null;
  settledAt: NullableInstant;
}

/** Columns of a passage that published passages and rehearsed changes share. */
export interface PassageColumns {
  id: Defaulted<string>;
  documentId: string;
  place: number;
  title: string;
  headings: string[];
  headingText: string;
  text: string;
  language: string;
  search: Computed<string>;
  stems: Computed<string>;
  embedding: number[] | null;
}

export interface KnowledgePassagesTable extends PassageColumns {
  embeddingModel: string | null;
  embeddedAt: NullableInstant;
}

export interface KnowledgeWordsTable {
  word: string;
  spellings: Computed<string[]>;
}

export interface KnowledgeTables {
  knowledgeSources: KnowledgeSourcesTable;
  knowledgeDocuments: KnowledgeDocumentsTable;
  knowledgeVersions: KnowledgeVersionsTable;
  knowledgePassages: KnowledgePassagesTable;
  knowledgeContradictions: KnowledgeContradictionsTable;
  knowledgeWords: KnowledgeWordsTable;
}
