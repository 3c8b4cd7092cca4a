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

/** What answers go by, of a document as it is and as a change would have it. */
export interface DocumentColumns {
  sourceId: string;
  url: string | null;
  title: string;
  audience: Audience;
  websiteIds: Defaulted<string[]>;
}

export interface KnowledgeDocumentsTable extends DocumentColumns {
  id: Defaulted<string>;
  /** What its source calls it: an address, a path, an id. */
  externalId: string;
  language: Defaulted<string>;
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

/** The same of a passage. */
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
  knowledgeWords: KnowledgeWordsTable;
}
