/** Measures turns, replayed or real: waits in working time, targets met, and promises that would have been kept. Pure. */
import type { SimulatedWait, SimulationFigures } from '@parley/contracts/routing/simulation';
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { workingTime } from '@parley/contracts/schedules/working-time';
import { clocksOf, type SlaFacts } from '@parley/contracts/sla/clocks';
import { type SlaTarget, slaTargets } from '@parley/contracts/sla/due-kinds';
import { promisedAt, type Service } from '@parley/contracts/sla/promise';
import type { SlaPolicy } from '@parley/contracts/sla/sla';
import { quantile } from '../../sla/forecast.ts';
import type { TurnOutcome } from './model.ts';

/** Properties of a conversation by which its turns are measured. */
export interface Measured {
  hours: WorkingHours;
  /** Customers are promised times only where the team has working times. */
  keepsHours: boolean;
  policy: SlaPolicy | undefined;
  /** Working time of the policy. */
  policyHours: WorkingHours;
  openedAt: number;
  /** Before the days. */
  isAnsweredByPerson: boolean;
  isAnswered: boolean;
}

export interface MeasuredTurn extends Omit<TurnOutcome, 'personId'> {
  closedAt: number | null;
}

const asDate = (at: number): Date => new Date(at);

/** Returns the figures of turns, which are in the order of their conversations and times. */
export function measure(
  turns: readonly MeasuredTurn[],
  conversations: ReadonlyMap<string, Measured>,
  until: number,
): SimulationFigures {
  const first: number[] = [];
  const all: number[] = [];
  const targets = Object.fromEntries(slaTargets.map((kind) => [kind, { due: 0, kept: 0 }])) as Targets;
  const groups = Map.groupBy(turns, ({ conversationId }) => conversationId);
  for (const [id, own] of groups) {
    const conversation = conversations.get(id);
    if (!conversation) continue;
    for (const turn of own) {
      if (turn.answeredAt === null) continue;
      const wait = workingTime(conversation.hours, asDate(turn.since), asDate(turn.answeredAt)) / 1000;
      all.push(wait);
      if (turn.turn === 0 && !conversation.isAnsweredByPerson) first.push(wait);
    }
    countTargets(targets, conversation, own, until);
  }
  return {
    first: waitOf(first),
    all: waitOf(all),
    stillWaiting: turns.filter(({ answeredAt }) => answeredAt === null).length,
    sla: slaTargets.flatMap((kind) => (targets[kind].due > 0 ? [{ kind, ...targets[kind] }] : [])),
    promises: countPromises(turns, conversations, serviceOf(first), until),
  };
}

type Targets = Record<SlaTarget, { due: number; kept: number }>;

const rounded = (seconds: number): number => Math.round(seconds);

const waitOf = (waits: readonly number[]): SimulatedWait => ({
  responses: waits.length,
  p50: waits.length > 0 ? rounded(quantile(waits, 0.5)) : null,
  p90: waits.length > 0 ? rounded(quantile(waits, 0.9)) : null,
});

function countTargets(
  targets: Targets,
  { policy, policyHours, openedAt, ...answered }: Measured,
  turns: readonly MeasuredTurn[],
  until: number,
): void {
  if (!policy) return;
  const count = (kind: SlaTarget, dueAt: Date, metAt: number | null): void => {
    const isOver = metAt !== null || dueAt.getTime() <= until;
    targets[kind].due += isOver ? 1 : 0;
    targets[kind].kept += metAt !== null && metAt <= dueAt.getTime() ? 1 : 0;
  };
  const pauses: { from: Date; until: Date | null }[] = [];
  let opened = openedAt;
  for (const [index, { since, answeredAt, closedAt }] of turns.entries()) {
    const facts: SlaFacts = {
      openedAt: asDate(opened),
      isAiAssisted: false,
      waitingSince: asDate(since),
      unansweredSince: asDate(since),
      isAnsweredByPerson: answered.isAnsweredByPerson || index > 0,
      isAnswered: answered.isAnswered || index > 0,
      pauses,
    };
    const clocks = clocksOf(policy, policyHours, facts);
    const response = clocks.find(({ kind }) => kind !== 'resolution');
    const resolution = clocks.find(({ kind }) => kind === 'resolution');
    if (response) count(response.kind, response.dueAt, answeredAt);
    const next = turns[index + 1];
    if (closedAt !== null) {
      // The time stands still after the last response, where the policy pauses while the customer is awaited.
      const metAt = policy.pausesWhileWaiting ? answeredAt : closedAt;
      if (resolution) count('resolution', resolution.dueAt, metAt);
      pauses.length = 0;
      opened = next?.since ?? opened;
    } else {
      if (!next && resolution && answeredAt === null) count('resolution', resolution.dueAt, null);
      if (answeredAt !== null && next) pauses.push({ from: asDate(answeredAt), until: asDate(next.since) });
    }
  }
}

const serviceOf = (first: readonly number[]): Service => ({
  answers: first.length,
  medianSeconds: first.length > 0 ? quantile(first, 0.5) : 0,
  p90Seconds: first.length > 0 ? quantile(first, 0.9) : 0,
});

/** Counts the promises that first turns would have been given by the service of the same days. */
function countPromises(
  turns: readonly MeasuredTurn[],
  conversations: ReadonlyMap<string, Measured>,
  service: Service,
  until: number,
): { due: number; kept: number } {
  const counted = { due: 0, kept: 0 };
  for (const { conversationId, turn, since, answeredAt, waiting, available, expected } of turns) {
    const conversation = conversations.get(conversationId);
    if (!conversation?.keepsHours || conversation.isAnsweredByPerson || turn > 0) continue;
    const dueAt = promisedAt(conversation.hours, asDate(since), { service, waiting, available, expected });
    if (!dueAt || (answeredAt === null && dueAt.getTime() > until)) continue;
    counted.due += 1;
    counted.kept += answeredAt !== null && answeredAt <= dueAt.getTime() ? 1 : 0;
  }
  return counted;
}
