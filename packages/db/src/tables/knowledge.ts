import type { Audience, DocumentState, ReadRules, SourceKind, SourceState } from '@parley/contracts/knowledge';
import type { Said } from '@parley/contracts/sayings';
import type { Computed, Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

export interface KnowledgeSourcesTable {
  id: Defaulted<string>;
  kind: SourceKind;
  name: string;
  url: string | null;
  rules: Json<ReadRules>;
  audience: Defaulted<Audience>;
  /** None for all. */
  websiteIds: Defaulted<string[]>;
  everyHours: number | null;
  /** Nothing is answered from it. */
  isPaused: Defaulted<boolean>;
  state: Defaulted<SourceState>;
  reason: string | null;
  reasonSaid: Json<Said> | null;
  /** The reading under way. */
  runId: string | null;
  startedAt: NullableInstant;
  finishedAt: NullableInstant;
  dueAt: NullableInstant;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface KnowledgeDocumentsTable {
  id: Defaulted<string>;
  sourceId: string;
  /** What its source calls it: an address, a path, an id. */
  externalId: string;
  url: string | null;
  title: string;
  language: Defaulted<string>;
  audience: Audience;
  websiteIds: Defaulted<string[]>;
  /** 0 until it has been read. */
  version: Defaulted<number>;
  sha: string | null;
  state: Defaulted<DocumentState>;
  reason: string | null;
  reasonSaid: Json<Said> | null;
  etag: string | null;
  lastModified: string | null;
  /** Links away from where its source begins. */
  depth: Defaulted<number>;
  /** The reading that has found it last. */
  runId: string | null;
  /** To be read. */
  isQueued: Defaulted<boolean>;
  /** A file as it came, until it has been read. */
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

export interface KnowledgePassagesTable {
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
  knowledgeWords: KnowledgeWordsTable;
}
