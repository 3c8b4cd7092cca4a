import type { Filter } from '@parley/contracts/filter/filter';
import type { DueKind } from '@parley/contracts/sla/due-kinds';
import type { SlaPolicy } from '@parley/contracts/sla/sla';
import type { Computed, Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export interface SlaPoliciesTable {
  id: Defaulted<string>;
  name: string;
  position: number;
  filter: Json<Filter>;
  firstResponseMinutes: number | null;
  nextResponseMinutes: number | null;
  resolutionMinutes: number | null;
  schedule: SlaPolicy['schedule'];
  scheduleId: string | null;
  pausesWhileWaiting: boolean;
  countsAssistant: boolean;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Stores the clocks of conversations. A clock that stands still stays, so that its warning is given once. */
export interface SlaClocksTable {
  conversationId: string;
  kind: DueKind;
  startedAt: Instant;
  warnAt: NullableInstant;
  /** Null while the clock stands still. */
  dueAt: NullableInstant;
  /** Times at which the team was warned, and told that it is overdue. */
  warnedAt: NullableInstant;
  breachedAt: NullableInstant;
  /** Time of the next notice; null if there is none to come. */
  alarmAt: Computed<Date | null>;
}

/** Stores the position of the walk over all open conversations that computes their clocks again; null while none is needed. */
export interface SlaWalkTable {
  id: Defaulted<boolean>;
  walkedTo: string | null;
}

/** Stores how soon representatives answered recently, in working time. */
export interface ServiceTimesTable {
  /** Null for all conversations together. */
  websiteId: string | null;
  answers: number;
  medianSeconds: number;
  p90Seconds: number;
  measuredAt: DefaultedInstant;
}

/** Stores what customers were told of when a person will answer; at most one of a conversation is open. */
export interface PromisesTable {
  conversationId: string;
  givenAt: DefaultedInstant;
  firstDueAt: Instant;
  dueAt: Instant;
  renewedAt: NullableInstant;
  /** Time when the customer was told of the other time. */
  toldAt: NullableInstant;
  endedAt: NullableInstant;
  /** Null while it is open, and if it ended without an answer being due. */
  isKept: Defaulted<boolean | null>;
}

export interface SlaTables {
  serviceTimes: ServiceTimesTable;
  promises: PromisesTable;
  slaPolicies: SlaPoliciesTable;
  slaClocks: SlaClocksTable;
  slaWalk: SlaWalkTable;
}
