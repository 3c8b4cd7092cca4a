/** Computes when a conversation is due under an SLA policy. Pure, without input or output. */
import type { WorkingHours } from '../schedules/schedule.ts';
import { afterWorkingTime, workingTime } from '../schedules/working-time.ts';
import type { SlaTarget } from './due-kinds.ts';
import { slaWarningShare } from './limits.ts';
import type { SlaPolicy } from './sla.ts';

const minuteMs = 60_000;

export interface SlaFacts {
  /** When it began, or was reopened last. */
  openedAt: Date;
  isAiAssisted: boolean;
  /** Since when the customer waits for a person. */
  waitingSince: Date | null;
  /** First message of the customer's that nobody has answered, the assistant included. */
  unansweredSince: Date | null;
  /** Whether a person, or anybody at all, has answered before. */
  isAnsweredByPerson: boolean;
  isAnswered: boolean;
  /** Times in which the team waited for the customer, ascending; the last may last until now. */
  pauses: readonly { from: Date; until: Date | null }[];
}

/** A clock that runs: the target, and when it is due. */
export interface Clock {
  kind: SlaTarget;
  startedAt: Date;
  warnAt: Date;
  dueAt: Date;
}

type Terms = Pick<
  SlaPolicy,
  'firstResponseMinutes' | 'nextResponseMinutes' | 'resolutionMinutes' | 'pausesWhileWaiting' | 'countsAssistant'
>;

/** Returns the clocks that run in an open conversation. */
export function clocksOf(terms: Terms, hours: WorkingHours, facts: SlaFacts): Clock[] {
  return [responseClock(terms, hours, facts), resolutionClock(terms, hours, facts)].filter((clock) => clock !== null);
}

function responseClock(terms: Terms, hours: WorkingHours, facts: SlaFacts): Clock | null {
  const startedAt = responseDueSince(terms, facts);
  if (!startedAt) return null;
  const isNext = terms.countsAssistant ? facts.isAnswered : facts.isAnsweredByPerson;
  const minutes = isNext ? terms.nextResponseMinutes : terms.firstResponseMinutes;
  const kind = isNext ? 'next_response' : 'first_response';
  return running(kind, hours, startedAt, minutes, [{ from: startedAt, until: null }]);
}

/** Returns since when the customer waits for a response that counts; null if they don't. */
function responseDueSince({ countsAssistant }: Terms, facts: SlaFacts): Date | null {
  const { isAiAssisted, waitingSince, unansweredSince } = facts;
  if (!countsAssistant && isAiAssisted && !waitingSince) return null;
  if (!waitingSince || !unansweredSince) return waitingSince ?? unansweredSince;
  return waitingSince < unansweredSince ? waitingSince : unansweredSince;
}

function resolutionClock(terms: Terms, hours: WorkingHours, facts: SlaFacts): Clock | null {
  const { openedAt, pauses, waitingSince } = facts;
  if (!terms.pausesWhileWaiting) {
    return running('resolution', hours, openedAt, terms.resolutionMinutes, [{ from: openedAt, until: null }]);
  }
  const active: Interval[] = [];
  let from: Date | null = openedAt;
  for (const pause of pauses) {
    // A customer who asks for a person without writing again waits for the team.
    const until: Date | null = pause.until ?? (waitingSince && waitingSince > pause.from ? waitingSince : null);
    if (from && pause.from > from) active.push({ from, until: pause.from });
    from = until && until < openedAt ? openedAt : until;
    if (!from) return null;
  }
  return running('resolution', hours, openedAt, terms.resolutionMinutes, [...active, { from, until: null }]);
}

interface Interval {
  from: Date;
  until: Date | null;
}

/** Returns the clock of a target over the times that count; null without a target, or if it is never due. */
function running(
  kind: SlaTarget,
  hours: WorkingHours,
  startedAt: Date,
  minutes: number | null,
  active: readonly Interval[],
): Clock | null {
  if (minutes === null) return null;
  const dueAt = afterActive(hours, active, minutes * minuteMs);
  const warnAt = afterActive(hours, active, minutes * minuteMs * slaWarningShare);
  return dueAt && warnAt && { kind, startedAt, warnAt, dueAt };
}

/** Returns the first instant until which so much working time has passed within the intervals. */
function afterActive(hours: WorkingHours, active: readonly Interval[], milliseconds: number): Date | null {
  let left = milliseconds;
  for (const { from, until } of active) {
    const passed = until ? workingTime(hours, from, until) : Number.POSITIVE_INFINITY;
    if (passed >= left) return afterWorkingTime(hours, from, left);
    left -= passed;
  }
  return null;
}
