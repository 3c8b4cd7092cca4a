import type { RuleContent, RuleOutcome, RuleReason } from '@parley/contracts/rules/rules';
import type { RuleTrigger } from '@parley/contracts/rules/triggers';
import type { Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

export interface RulesTable {
  id: Defaulted<string>;
  name: string;
  place: number;
  isOn: boolean;
  onSince: NullableInstant;
  sweptAt: NullableInstant;
  stops: boolean;
  triggers: RuleTrigger[];
  time: Json<RuleContent['time']>;
  filter: Json<RuleContent['filter']>;
  hours: RuleContent['hours'];
  words: string[];
  languages: string[];
  actions: Json<RuleContent['actions']>;
  problem: Json<RuleReason | null>;
  keyHash: Defaulted<string | null>;
  authorId: string | null;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface RuleRunsTable {
  id: Defaulted<string>;
  ruleId: string;
  conversationId: string;
  eventId: string;
  trigger: RuleTrigger;
  rootEventId: string;
  depth: number;
  outcome: RuleOutcome;
  actions: string[];
  reason: Json<RuleReason | null>;
  activityNo: number | null;
  createdAt: DefaultedInstant;
}

export interface RuleTables {
  rules: RulesTable;
  ruleRuns: RuleRunsTable;
}
