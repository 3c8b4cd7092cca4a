import { assert, boolean, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everydayHours } from '../src/schedules/business-hours.ts';
import type { ScheduleWeek } from '../src/schedules/schedule.ts';
import { isOpenAt, workingTime } from '../src/schedules/working-time.ts';
import { weekdays } from '../src/settings/settings.ts';
import { clocksOf, type SlaFacts } from '../src/sla/clocks.ts';

const minute = 60_000;
const at = (text: string) => new Date(`2026-11-${text}Z`);
const week = (start: string, end: string): ScheduleWeek =>
  Object.fromEntries(weekdays.map((day) => [day, [{ start, end }]])) as ScheduleWeek;
const nineToFive = { timezone: 'Europe/Berlin', week: week('09:00', '17:00'), exceptions: [], holidays: [] };
const terms = {
  firstResponseMinutes: 60,
  nextResponseMinutes: 30,
  resolutionMinutes: null,
  pausesWhileWaiting: true,
  countsAssistant: false,
};
const facts: SlaFacts = {
  openedAt: at('23T10:00'),
  isAiAssisted: false,
  waitingSince: null,
  unansweredSince: at('23T10:00'),
  isAnsweredByPerson: false,
  isAnswered: false,
  pauses: [],
};
const due = (change: Partial<SlaFacts>, more: object = {}) =>
  clocksOf({ ...terms, ...more }, everydayHours, { ...facts, ...change }).map(({ kind, dueAt }) => [
    kind,
    dueAt.toISOString().slice(8, 16),
  ]);

describe('the clock of a response', () => {
  it('runs from the message that nobody has answered', () => {
    expect(due({})).toEqual([['first_response', '23T11:00']]);
    expect(due({ isAnsweredByPerson: true })).toEqual([['next_response', '23T10:30']]);
    expect(due({ unansweredSince: null })).toEqual([]);
  });

  it('runs from the hand-off where answers of the assistant do not count, and not before it', () => {
    expect(due({ isAiAssisted: true })).toEqual([]);
    expect(due({ unansweredSince: null, waitingSince: at('23T12:00'), isAnswered: true })).toEqual([
      ['first_response', '23T13:00'],
    ]);
  });

  it('runs for the assistant too where its answers count', () => {
    const counts = { countsAssistant: true };
    expect(due({ isAiAssisted: true }, counts)).toEqual([['first_response', '23T11:00']]);
    expect(due({ isAiAssisted: true, isAnswered: true }, counts)).toEqual([['next_response', '23T10:30']]);
  });
});

describe('the clock of the close', () => {
  const toTheClose = { firstResponseMinutes: null, nextResponseMinutes: null, resolutionMinutes: 60 };
  const pause = { from: at('23T10:20'), until: at('23T15:00') };

  it('stands still while the team waits for the customer, where the policy says so', () => {
    expect(due({ pauses: [{ ...pause, until: null }] }, toTheClose)).toEqual([]);
    expect(due({ pauses: [pause] }, toTheClose)).toEqual([['resolution', '23T15:40']]);
    expect(due({ pauses: [pause] }, { ...toTheClose, pausesWhileWaiting: false })).toEqual([
      ['resolution', '23T11:00'],
    ]);
  });

  it('goes on for a customer who asks for a person without writing again', () => {
    const waits = { pauses: [{ ...pause, until: null }], waitingSince: at('23T12:00') };
    expect(due(waits, toTheClose)).toEqual([['resolution', '23T12:40']]);
  });

  it('begins with the reopening, whatever was waited for before', () => {
    expect(due({ openedAt: at('24T08:00'), pauses: [pause] }, toTheClose)).toEqual([['resolution', '24T09:00']]);
  });
});

it('is due within working hours, after exactly as much working time as the target has, and warns before', () => {
  assert(
    property(
      integer({ min: 0, max: 14 * 24 * 60 }),
      integer({ min: 1, max: 5_000 }),
      boolean(),
      (start, minutes, isNext) => {
        const since = new Date(at('01T00:00').getTime() + start * minute);
        const [clock] = clocksOf(
          { ...terms, firstResponseMinutes: minutes, nextResponseMinutes: minutes },
          nineToFive,
          {
            ...facts,
            unansweredSince: since,
            isAnsweredByPerson: isNext,
          },
        );
        expect(workingTime(nineToFive, since, clock!.dueAt)).toBe(minutes * minute);
        expect(isOpenAt(nineToFive, new Date(clock!.dueAt.getTime() - 1))).toBe(true);
        expect(clock!.warnAt.getTime()).toBeLessThan(clock!.dueAt.getTime());
      },
    ),
  );
});
