import type {
  AnswerDifference,
  AssistantBefore,
  AssistantChange,
  RehearsalBudget,
  RehearsalState,
  RehearsedAnswer,
  TestExpectation,
} from '@parley/contracts/rehearsals';
import type { Audience } from '@parley/contracts/knowledge';
import type { Said } from '@parley/contracts/sayings';
import type { Computed, Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

export interface RehearsalsTable {
  id: Defaulted<string>;
  change: Json<AssistantChange>;
  before: Json<AssistantBefore>;
  conversations: number;
  budget: Json<RehearsalBudget>;
  state: Defaulted<RehearsalState>;
  reason: string | null;
  reasonSaid: Json<Said> | null;
  dueAt: NullableInstant;
  spentReplies: Defaulted<number>;
  spentTokens: Defaulted<number>;
  spentUsd: Defaulted<number>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  touchedAt: DefaultedInstant;
  finishedAt: NullableInstant;
}

export interface RehearsalTestsTable {
  id: Defaulted<string>;
  conversationId: string;
  firstSeq: number;
  lastSeq: number;
  expectation: Json<TestExpectation>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
}

export interface RehearsalRowsTable {
  id: Defaulted<string>;
  rehearsalId: string;
  conversationId: string;
  testId: string | null;
  expectation: Json<TestExpectation> | null;
  firstSeq: number;
  lastSeq: number;
  saidFrom: number | null;
  saidTo: number | null;
  state: Defaulted<'open' | 'done' | 'failed'>;
  reason: string | null;
  reasonSaid: Json<Said> | null;
  published: Json<RehearsedAnswer> | null;
  candidate: Json<RehearsedAnswer> | null;
  publishedContradicts: Defaulted<boolean>;
  candidateContradicts: Defaulted<boolean>;
  differences: Defaulted<AnswerDifference[]>;
}

export interface RehearsalAnswersTable {
  conversationId: string;
  /** Of everything that the model was given. */
  given: string;
  answer: Json<RehearsedAnswer>;
  createdAt: DefaultedInstant;
}

export interface RehearsalDocumentsTable {
  rehearsalId: string;
  id: string;
  sourceId: string;
  url: string | null;
  title: string;
  language: string;
  audience: Audience;
  websiteIds: Defaulted<string[]>;
  /** 0 for one that would be none. */
  version: number;
}

export interface RehearsalPassagesTable {
  rehearsalId: string;
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

export interface AssistantPublicationsTable {
  id: Defaulted<string>;
  rehearsalId: string;
  change: Json<AssistantChange>;
  before: Json<AssistantBefore>;
  publishedBy: string | null;
  publishedAt: DefaultedInstant;
  revertedBy: string | null;
  revertedAt: NullableInstant;
}

export interface RehearsalTables {
  rehearsals: RehearsalsTable;
  rehearsalTests: RehearsalTestsTable;
  rehearsalRows: RehearsalRowsTable;
  rehearsalAnswers: RehearsalAnswersTable;
  rehearsalDocuments: RehearsalDocumentsTable;
  rehearsalPassages: RehearsalPassagesTable;
  assistantPublications: AssistantPublicationsTable;
}
