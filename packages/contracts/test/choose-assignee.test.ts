/** The decision about the assignee: its properties, and a simulated day of a team of 30. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishOf } from '../src/i18n/server-texts.ts';
import { type Candidate, chooseAssignee, type Choice, type Work } from '../src/routing/choose-assignee.ts';
import { defaultRouting, type Routing } from '../src/routing/routing.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 30, 9);
const balanced: Routing = { ...defaultRouting, mode: 'balanced' };
const anyWork: Work = { language: null, tags: [], formerOwnerId: null, givenUpBy: [], returnedFrom: [] };

const person = (userId: string, more: Partial<Candidate> = {}): Candidate => ({
  userId,
  name: userId,
  availability: 'online',
  load: 0,
  capacity: 6,
  givenAt: null,
  idleSince: now,
  languages: [],
  skills: [],
  coversFor: [],
  ...more,
});

const why = (choice: Choice): string | undefined => (choice.userId === null ? undefined : englishOf(choice.because));

const candidates = fc.uniqueArray(
  fc.record<Candidate>({
    userId: fc.stringMatching(/^[a-z]{4}$/),
    name: fc.constant('Someone'),
    availability: fc.constantFrom('online', 'busy', 'offline'),
    load: fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4),
    capacity: fc.integer({ min: 0, max: 10 }),
    givenAt: fc.option(fc.integer({ min: 0, max: now })),
    idleSince: fc.integer({ min: 0, max: now }),
    languages: fc.subarray(['en', 'pl', 'de']),
    skills: fc.subarray(['Billing', 'Returns']),
    coversFor: fc.constant([]),
  }),
  { selector: ({ userId }) => userId, maxLength: 12 },
);
const routings = fc.record<Routing>({
  mode: fc.constantFrom('manual', 'round_robin', 'balanced'),
  keepsOwner: fc.boolean(),
  matchesLanguages: fc.boolean(),
  matchesSkills: fc.boolean(),
  first: fc.constant(null),
  alsoOffline: fc.boolean(),
  returnAfterMinutes: fc.constant(null),
  alertAtWaiting: fc.constant(null),
});

describe('of any team', () => {
  it('nobody is assigned above their capacity, while busy, or offline unless the team wants that', () => {
    fc.assert(
      fc.property(routings, candidates, fc.constantFrom(null, 'pl'), (routing, team, language) => {
        const choice = chooseAssignee(routing, { ...anyWork, language, tags: ['billing'] }, team, now);
        const chosen = team.find(({ userId }) => userId === choice.userId);
        if (!chosen) return;
        const { availability, load, capacity } = chosen;
        expect(routing.mode).not.toBe('manual');
        expect(load + 1).toBeLessThanOrEqual(capacity);
        expect(routing.alsoOffline ? ['online', 'offline'] : ['online']).toContain(availability);
        expect(why(choice)).toContain(`${load} of ${capacity} open`);
      }),
    );
  });

  it('it is assigned whenever an available member has room', () => {
    fc.assert(
      fc.property(routings, candidates, (routing, team) => {
        const isPossible = team.some((each) => each.availability === 'online' && each.load + 1 <= each.capacity);
        const { userId } = chooseAssignee(routing, anyWork, team, now);
        expect(userId !== null || routing.mode === 'manual' || !isPossible).toBe(true);
      }),
    );
  });

  it('the order in which members are read makes no difference', () => {
    fc.assert(
      fc.property(routings, candidates, (routing, team) => {
        const [one, other] = [team, team.toReversed()].map((each) => chooseAssignee(routing, anyWork, each, now));
        expect(one).toEqual(other);
      }),
    );
  });
});

describe('the reason', () => {
  it('names load, idle time and language', () => {
    const ben = person('ben', { load: 2, idleSince: now - 14 * minute, languages: ['pl'] });
    const choice = chooseAssignee(balanced, { ...anyWork, language: 'pl' }, [person('ada'), ben], now);
    expect(choice.userId).toBe('ben');
    expect(why(choice)).toBe('2 of 6 open, idle for 14 min, speaks Polish');
  });

  it('says who nobody can take it', () => {
    const full = person('ada', { load: 6 });
    expect(chooseAssignee(balanced, anyWork, [full], now)).toEqual({ userId: null, nobody: 'nobody_has_room' });
    const away = person('ben', { availability: 'offline' });
    expect(chooseAssignee(balanced, anyWork, [away], now)).toEqual({ userId: null, nobody: 'nobody_available' });
  });
});

it('the customer’s former assignee comes first, then who covers for them, before language and skill', () => {
  const work = { ...anyWork, formerOwnerId: 'ada', language: 'pl', tags: ['Billing'] };
  const expert = person('cleo', { languages: ['pl'], skills: ['billing'] });
  const cover = person('ben', { coversFor: [{ id: 'ada', name: 'Ada' }], load: 3 });
  const chosen = (...team: Candidate[]) => chooseAssignee(balanced, work, team, now).userId;
  expect(chosen(expert, cover, person('ada', { load: 5 }))).toBe('ada');
  expect(chosen(expert, cover, person('ada', { availability: 'offline' }))).toBe('ben');
  expect(chosen(expert, person('dora'))).toBe('cleo');
});

it('who gave it up is never given it back, and who was offline is once they are online', () => {
  const ada = person('ada');
  expect(chooseAssignee(balanced, { ...anyWork, givenUpBy: ['ada'] }, [ada], now).userId).toBeNull();
  const returned = { ...anyWork, returnedFrom: ['ada'] };
  const routing = { ...balanced, alsoOffline: true };
  expect(chooseAssignee(routing, returned, [{ ...ada, availability: 'offline' }], now).userId).toBeNull();
  expect(chooseAssignee(routing, returned, [ada], now).userId).toBe('ada');
});

/** A day: conversations come, are answered and closed, users come and go. Calls `onAssigned` for each assignment. */
function simulate(
  mode: Routing['mode'],
  { people, conversations, seed }: { people: number; conversations: number; seed: number },
  onAssigned: (chosen: Candidate, team: readonly Candidate[]) => void,
): { assigned: number; left: number } {
  const random = numbersFrom(seed);
  const team = Array.from({ length: people }, (_, index) => person(`user-${String(index).padStart(2, '0')}`));
  const open: { owner: Candidate; weight: number }[] = [];
  let [time, waiting, assigned] = [now, 0, 0];
  const routing: Routing = { ...balanced, mode };
  const assignAll = (): void => {
    while (waiting > 0) {
      const choice = chooseAssignee(routing, anyWork, team, time);
      const chosen = team.find(({ userId }) => userId === choice.userId);
      if (!chosen) return;
      onAssigned(chosen, team);
      Object.assign(chosen, { load: chosen.load + 1, givenAt: time + assigned / 1e6, idleSince: time });
      open.push({ owner: chosen, weight: 1 });
      waiting -= 1;
      assigned += 1;
    }
  };
  for (let come = 0; come < conversations; come += 1) {
    time += Math.floor(random() * minute);
    waiting += 1;
    const someone = team[Math.floor(random() * people)];
    if (someone && random() < 0.05) someone.availability = someone.availability === 'online' ? 'offline' : 'online';
    for (let ends = 0; ends < 2 && open.length > 0 && random() < 0.6; ends += 1) {
      const [ended] = open.splice(Math.floor(random() * open.length), 1);
      if (!ended) continue;
      const isAnswered = ended.weight === 1 && random() < 0.5;
      ended.owner.load -= isAnswered ? 0.75 : ended.weight;
      if (isAnswered) open.push({ owner: ended.owner, weight: 0.25 });
    }
    assignAll();
  }
  return { assigned, left: waiting };
}

/** Repeatable random numbers (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('30 users and 5,000 conversations', () => {
  it.each([1, 2, 3])('nobody is above capacity or away, and the least loaded is always chosen (seed %i)', (seed) => {
    const { assigned, left } = simulate('balanced', { people: 30, conversations: 5_000, seed }, (chosen, team) => {
      expect(chosen.availability).toBe('online');
      expect(chosen.load + 1).toBeLessThanOrEqual(chosen.capacity);
      // Among equals nobody gets a conversation more than one ahead of another.
      const least = Math.min(...team.filter(({ availability }) => availability === 'online').map(({ load }) => load));
      expect(chosen.load - least).toBe(0);
    });
    expect(assigned + left).toBe(5_000);
    expect(assigned).toBeGreaterThan(1_000);
  });

  it('in turn, everybody who is always there gets the same number, give or take one', () => {
    const team = Array.from({ length: 30 }, (_, index) => person(`user-${String(index).padStart(2, '0')}`));
    const counts = new Map(team.map(({ userId }) => [userId, 0]));
    for (let given = 0; given < 5_000; given += 1) {
      const { userId } = chooseAssignee({ ...balanced, mode: 'round_robin' }, anyWork, team, now + given);
      const chosen = team.find((each) => each.userId === userId);
      if (!chosen || userId === null) throw new Error('nobody');
      chosen.givenAt = now + given;
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
    }
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
  });
});
