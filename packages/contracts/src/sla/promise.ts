/** Computes when a person will answer, from the recent service, the queue and the working times. Pure. */
import type { WorkingHours } from '../schedules/schedule.ts';
import { afterWorkingTime, isOpenAt } from '../schedules/working-time.ts';

const minuteMs = 60_000;

/** First answers of representatives in the last days, in working time. */
export interface Service {
  answers: number;
  medianSeconds: number;
  /** Nine of ten were there sooner. */
  p90Seconds: number;
}

/** Fewer answers promise nothing. */
export const leastAnswers = 10;
/** A later time is nothing to promise. */
const longestMs = 7 * 24 * 60 * minuteMs;
/** Promised times are on steps of so many minutes, the longer the wait the coarser. */
const steps = [
  { upTo: 60, step: 5 },
  { upTo: 240, step: 15 },
  { upTo: Number.POSITIVE_INFINITY, step: 60 },
] as const;

export interface Demand {
  service: Service | undefined;
  /** Conversations that wait for a person before this one. */
  waiting: number;
  /** Representatives who are available now, and who are expected once working hours begin. */
  available: number;
  expected: number;
}

/** Margin over nine of ten first answers, and over the median for each customer who waits before. */
const margin = { service: 1.25, queue: 2 } as const;

/**
 * Returns the working time in milliseconds that a customer will wait at most; null if nothing can be promised. Nine of
 * ten first answers came well within that; each customer who waits before takes one of the people for a while.
 */
export function promisedWait({
  service,
  waiting,
  people,
}: Omit<Demand, 'available' | 'expected'> & { people: number }): number | null {
  if (!service || service.answers < leastAnswers || people === 0) return null;
  const queue = (waiting / people) * service.medianSeconds;
  const minutes = (margin.service * service.p90Seconds + margin.queue * queue) / 60;
  const { step } = steps.find(({ upTo }) => minutes <= upTo) ?? steps[2];
  return Math.max(step, Math.ceil(minutes / step) * step) * minuteMs;
}

/** Returns the time by which a person will answer, within working hours; null if nothing can be promised. */
export function promisedAt(hours: WorkingHours, now: Date, { available, expected, ...demand }: Demand): Date | null {
  const wait = promisedWait({ ...demand, people: isOpenAt(hours, now) ? available : expected });
  const at = wait === null ? null : afterWorkingTime(hours, now, wait);
  return at && at.getTime() - now.getTime() <= longestMs ? at : null;
}
