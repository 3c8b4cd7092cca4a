import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduleWeek } from '../src/schedules/schedule.ts';
import { isOpenAt } from '../src/schedules/working-time.ts';
import { weekdays } from '../src/settings/settings.ts';
import { promisedAt, promisedWait, type Service } from '../src/sla/promise.ts';

const minute = 60_000;
const service: Service = { answers: 40, medianSeconds: 180, p90Seconds: 780 };

describe('a promised wait', () => {
  it('is a quarter more than nine of ten recent waits, on a step that people say', () => {
    expect(promisedWait({ service, waiting: 0, people: 2 })).toBe(20 * minute);
    expect(promisedWait({ service: { ...service, p90Seconds: 20 }, waiting: 0, people: 2 })).toBe(5 * minute);
    expect(promisedWait({ service: { ...service, p90Seconds: 4_000 }, waiting: 0, people: 2 })).toBe(90 * minute);
  });

  it('is longer with a queue than the recent service alone says', () => {
    expect(promisedWait({ service, waiting: 19, people: 2 })).toBe(75 * minute);
  });

  it('is none without anybody, and without enough answers to know', () => {
    expect(promisedWait({ service, waiting: 0, people: 0 })).toBeNull();
    expect(promisedWait({ service: { ...service, answers: 9 }, waiting: 0, people: 2 })).toBeNull();
    expect(promisedWait({ service: undefined, waiting: 0, people: 2 })).toBeNull();
  });
});

const working = Object.fromEntries(
  weekdays.map((day) => [day, ['saturday', 'sunday'].includes(day) ? [] : [{ start: '09:00', end: '17:00' }]]),
) as unknown as ScheduleWeek;

it('a promise is never outside working hours, whenever it is given and wherever', () => {
  assert(
    property(
      integer({ min: 0, max: 366 * 24 * 60 }),
      integer({ min: 1, max: 8 * 60 }),
      constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      (start, p90, timezone) => {
        const hours = { timezone, week: working, exceptions: [], holidays: [] };
        const now = new Date(Date.parse('2026-01-01T00:00Z') + start * minute);
        const demand = { service: { ...service, p90Seconds: p90 * 60 }, waiting: 0, available: 1, expected: 1 };
        const at = promisedAt(hours, now, demand);
        // The end of working hours is the last moment to keep it.
        expect(at === null || isOpenAt(hours, new Date(at.getTime() - 1))).toBe(true);
      },
    ),
  );
});

/** Random numbers from a seed, the same each time (mulberry32). */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Load {
  /** Minutes between two customers, and that an answered one takes, on average. */
  between: number;
  handling: number;
  staff: number;
  seed: number;
}

/** Lets customers come for two weeks of 40 hours; returns the promises given and kept in the second. */
function promisesOf({ between, handling, staff, seed }: Load): { given: number; kept: number } {
  const random = randoms(seed);
  const exponential = (mean: number): number => -mean * Math.log(1 - random());
  const week = 40 * 60;
  const freeAt = Array.from({ length: staff }, () => 0);
  const answered: { at: number; waited: number }[] = [];
  let [given, kept] = [0, 0];
  for (let now = exponential(between); now < 2 * week; now += exponential(between)) {
    const first = freeAt.indexOf(Math.min(...freeAt));
    // Nobody answers at the very moment.
    const at = Math.max(now, freeAt[first] ?? 0) + exponential(1.5);
    freeAt[first] = at + exponential(handling);
    const recent = answered.filter((each) => each.at <= now && each.at > now - week).map(({ waited }) => waited);
    const sorted = recent.toSorted((one, other) => one - other);
    const quantile = (share: number): number => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 60;
    const wait = promisedWait({
      service: { answers: recent.length, medianSeconds: quantile(0.5), p90Seconds: quantile(0.9) },
      waiting: answered.filter((each) => each.at > now).length,
      people: staff,
    });
    answered.push({ at, waited: at - now });
    if (now < week || wait === null) continue;
    given += 1;
    if (at - now <= wait / minute) kept += 1;
  }
  return { given, kept };
}

it.each([
  ['calm', { between: 12, handling: 12, staff: 3 }],
  ['normal', { between: 6, handling: 12, staff: 3 }],
])('at least nine of ten promises are kept in %s load', (_, load) => {
  const weeks = [1, 2, 3, 4, 5, 6, 7].map((seed) => promisesOf({ ...load, seed }));
  const sum = (of: 'given' | 'kept'): number => weeks.reduce((total, week) => total + week[of], 0);
  expect(sum('given')).toBeGreaterThan(1_000);
  expect(sum('kept') / sum('given')).toBeGreaterThanOrEqual(0.9);
});
