import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { DueKind } from '@parley/contracts/sla/due-kinds';
import type { Computed, Defaulted, Instant, NullableInstant } from './columns.ts';

/** Present properties of the conversation, by which reports are filtered and divided. */
interface FactProperties {
  conversationId: string;
  websiteId: string | null;
  channel: ConversationChannel;
  teamId: string | null;
  assignedRepresentativeId: string | null;
  tagIds: string[];
}

/** Stores one row per conversation that isn't hidden. Seconds are by the clock, working seconds by its schedule. */
export interface ConversationFactsTable extends FactProperties {
  openedAt: Instant;
  /** Null while it is open, and once it was merged into another one. */
  closedAt: NullableInstant;
  resolutionSeconds: number | null;
  resolutionWorkingSeconds: number | null;
  customerMessages: number;
  representativeMessages: number;
  assistantMessages: number;
  firstAnsweredAt: NullableInstant;
  firstAnswerSeconds: number | null;
  firstAnswerWorkingSeconds: number | null;
  firstPersonAnsweredAt: NullableInstant;
  firstPersonAnswerSeconds: number | null;
  firstPersonAnswerWorkingSeconds: number | null;
  /** First hand-off. */
  handedOffAt: NullableInstant;
  /** Message key of its reason; `other` for words of the model. */
  handOffReason: string | null;
  costUsd: number;
  hasPolicy: boolean;
  /** Kinds of targets and promises that it had. */
  dueKinds: DueKind[];
  breachedKinds: DueKind[];
  /** First breach. */
  breachedAt: NullableInstant;
}

/** Stores one row per answer, as `answers` does. */
export interface AnswerFactsTable extends FactProperties {
  seq: number;
  answeredAt: Instant;
  isAssistant: boolean;
  answeredBy: string | null;
  /** True for the first answer of the conversation. */
  isFirst: boolean;
  seconds: number;
  workingSeconds: number;
}

/** Stores one row per closing that wasn't undone. */
export interface ClosingFactsTable extends FactProperties {
  activityNo: number;
  closedAt: Instant;
  /** User who closed it; null for the customer, the assistant and rules. */
  closedBy: string | null;
  /** Next reopening. */
  reopenedAt: NullableInstant;
  /** True if the assistant had answered. */
  hasAssistant: boolean;
  /** True if no person had answered it or was given it. */
  isAlone: boolean;
  /** True if the rule for quiet conversations closed it. */
  isIdle: boolean;
  /** Cost of model calls since the closing before. */
  costUsd: number;
}

/** Lists conversations with facts to compute again, in the order of the changes; triggers append to it. */
export interface FactMarksTable {
  n: Computed<number>;
  conversationId: string;
}

/** Stores the position of the walk over all conversations, the newest first; null while none is needed. */
export interface FactWalkTable {
  id: Defaulted<boolean>;
  walkedTo: string | null;
}

export interface FactTables {
  conversationFacts: ConversationFactsTable;
  answerFacts: AnswerFactsTable;
  closingFacts: ClosingFactsTable;
  factMarks: FactMarksTable;
  factWalk: FactWalkTable;
}
