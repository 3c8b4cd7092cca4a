import type {
  AnswerDifference,
  AssistantBefore,
  AssistantChange,
  RehearsalBudget,
  RehearsalOpinion,
  RehearsalState,
  RehearsedAnswer,
  TestExpectation,
} from '@parley/contracts/assistant/rehearsals';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Selectable } from 'kysely';
import type { Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';
import type { DocumentColumns, PassageColumns } from './knowledge.ts';
import type { ToolsTable } from './work.ts';

/** Stores an action before and after a change; null where it doesn't exist. The values of its headers are encrypted. */
export interface ToolDraft {
  id: string;
  from: KeptTool | null;
  to: KeptTool | null;
}
type KeptTool = Omit<Selectable<ToolsTable>, 'id' | 'createdAt' | 'updatedAt'>;

export interface RehearsalsTable {
  id: Defaulted<string>;
  change: Json<AssistantChange>;
  before: Json<AssistantBefore>;
  conversations: number;
  budget: Json<RehearsalBudget>;
  state: Defaulted<RehearsalState>;
  tools: Json<ToolDraft[]>;
  reason: string | null;
  reasonLocalized: Json<LocalizedText> | null;
  dueAt: NullableInstant;
  spentReplies: Defaulted<number>;
  spentTokens: Defaulted<number>;
  spentUsd: Defaulted<number>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
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
  pastReplyFrom: number | null;
  pastReplyTo: number | null;
  state: Defaulted<'open' | 'done' | 'failed'>;
  reason: string | null;
  reasonLocalized: Json<LocalizedText> | null;
  published: Json<RehearsedAnswer> | null;
  candidate: Json<RehearsedAnswer> | null;
  publishedContradicts: Defaulted<boolean>;
  candidateContradicts: Defaulted<boolean>;
  differences: Defaulted<AnswerDifference[]>;
  opinion: Json<RehearsalOpinion> | null;
}

export interface RehearsalAnswersTable {
  conversationId: string;
  /** Hash of everything that the model was given. */
  given: string;
  answer: Json<RehearsedAnswer>;
  createdAt: DefaultedInstant;
}

/** Stores documents that replace the published one with the same id; version 0 means that there would be none. */
export interface RehearsalDocumentsTable extends DocumentColumns {
  rehearsalId: string;
  id: string;
  language: string;
  version: number;
}

export interface RehearsalPassagesTable extends PassageColumns {
  rehearsalId: string;
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
