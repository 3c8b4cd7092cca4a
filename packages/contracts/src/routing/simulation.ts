/** Simulations: the work of past days once more, with another routing, other people or another SLA policy. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { slaTargets } from '../sla/due-kinds.ts';
import { SlaPolicyDraft } from '../sla/sla.ts';
import { capacityMax, simulatedDaysMax, simulatedExtraMax } from './limits.ts';
import { RoutingChange } from './routing.ts';

/** Another routing or other people of one team. */
export const TeamTrial = Strict({
  teamId: Id,
  routing: Type.Optional(RoutingChange),
  /** People who work like its members, at the same times. */
  extraPeople: Type.Optional(Type.Integer({ minimum: 0, maximum: simulatedExtraMax })),
  /** Members who are left out. */
  withoutIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  /** Capacity of every member. */
  capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: capacityMax })),
  /** Whether members with shifts are at work by the week of these, instead of when they were. */
  byShifts: Type.Optional(Type.Boolean()),
});
export type TeamTrial = Type.Static<typeof TeamTrial>;

/** Another SLA policy: in place of the one with `policyId`, or a new one, the last in the order. */
export const PolicyTrial = Strict({ policy: SlaPolicyDraft, policyId: Type.Optional(Id) });
export type PolicyTrial = Type.Static<typeof PolicyTrial>;

export const SimulationDraft = Strict({
  /** Number of days. */
  days: Type.Integer({ minimum: 1, maximum: simulatedDaysMax, examples: [7] }),
  /** End of the days; now where it is left out. */
  until: Type.Optional(Timestamp),
  trial: Type.Union([TeamTrial, PolicyTrial]),
});
export type SimulationDraft = Type.Static<typeof SimulationDraft>;

const Count = Type.Integer({ minimum: 0 });

/** Seconds of working time that half, and nine of ten, of the customers waited at most; null without any response. */
export const SimulatedWait = Type.Object({
  responses: Count,
  p50: Nullable(Type.Number({ minimum: 0 })),
  p90: Nullable(Type.Number({ minimum: 0 })),
});
export type SimulatedWait = Type.Static<typeof SimulatedWait>;

export const SimulatedPerson = Type.Object({
  /** Null for a person who was added. */
  userId: Nullable(Id),
  name: Type.String(),
  responses: Count,
  /** Share of the time at work in which they wrote responses. */
  busy: Type.Number({ minimum: 0 }),
  /** Highest load, by the weights of routing. */
  highestLoad: Type.Number({ minimum: 0 }),
  capacity: Type.Integer({ minimum: 0 }),
});
export type SimulatedPerson = Type.Static<typeof SimulatedPerson>;

const kept = { due: Count, kept: Count };

const figures = {
  first: SimulatedWait,
  all: SimulatedWait,
  /** Customers who waited at the end of the days. */
  stillWaiting: Count,
  /** Targets of SLA policies that were due, and those that were met. */
  sla: Type.Array(Type.Object({ kind: OneOf(slaTargets), ...kept })),
  /** Times that customers would have been promised. */
  promises: Type.Object(kept),
};

export const SimulationFigures = Type.Object(figures);
export type SimulationFigures = Type.Static<typeof SimulationFigures>;

export const SimulationOutcome = Type.Object({
  ...figures,
  /** Empty for another SLA policy, which changes nobody's work. */
  people: Type.Array(SimulatedPerson),
});
export type SimulationOutcome = Type.Static<typeof SimulationOutcome>;

/**
 * Limits of the comparison: presence is derived from when people wrote; filters are compared with the conversations as
 * they are now; the caller sees some conversations only; only the newest messages were looked at.
 */
export const simulationGaps = ['presence', 'state_now', 'scope', 'cut'] as const;

export const Simulation = Type.Object(
  {
    id: Id,
    state: OneOf(['waiting', 'running', 'done', 'failed']),
    /** Share that is done. */
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    /** Why it failed. */
    reason: Nullable(Type.String()),
    reasonLocalized: Nullable(LocalizedText),
    from: Timestamp,
    until: Timestamp,
    result: Nullable(
      Type.Object({
        conversations: Count,
        /** Real figures of the days. */
        past: SimulationFigures,
        /** With what is saved and with the change: as the model has it for a team, of the past itself for a policy. */
        before: SimulationOutcome,
        after: SimulationOutcome,
        gaps: Type.Array(OneOf(simulationGaps)),
      }),
    ),
  },
  { $id: 'Simulation' },
);
export type Simulation = Type.Static<typeof Simulation>;
export type SimulationResult = NonNullable<Simulation['result']>;
