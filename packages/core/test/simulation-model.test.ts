/** The model of simulations: what it keeps for any input, and what it derives from the log. */
import { defaultRouting, type Routing } from '@parley/contracts/routing/routing';
import { everydayHours } from '@parley/contracts/schedules/business-hours';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure, type Measured } from '../src/routing/simulation/measure.ts';
import {
  type ModelConversation,
  type ModelInput,
  type ModelPerson,
  randomNumbers,
  simulateNow,
} from '../src/routing/simulation/model.ts';
import { handlingTimes, presenceOf, turnsOf } from '../src/routing/simulation/past.ts';

const minute = 60_000;
const hour = 60 * minute;
const from = Date.UTC(2026, 10, 23, 8);
const until = from + 10 * hour;
const balanced: Routing = { ...defaultRouting, mode: 'balanced' };

const person = (userId: string, more: Partial<ModelPerson> = {}): ModelPerson => ({
  userId,
  name: userId,
  capacity: 4,
  languages: [],
  skills: [],
  presence: [{ from, until }],
  ...more,
});

const conversation = (id: string, at: number, more: Partial<ModelConversation> = {}): ModelConversation => ({
  id,
  teamId: 'team',
  at,
  assigneeId: null,
  isFirst: false,
  priority: 2,
  work: { language: null, tags: [], formerOwnerId: null },
  turns: [{ afterMs: 0, handlingMs: 2 * minute, closesAfterMs: minute }],
  ...more,
});

function inputOf(
  people: readonly ModelPerson[],
  conversations: readonly ModelConversation[],
  routing: Partial<Routing> = {},
): ModelInput {
  const memberIds = people.map(({ userId }) => userId);
  const team = { id: 'team', routing: { ...balanced, ...routing }, memberIds, leadIds: memberIds.slice(0, 1) };
  return { from, until, people, teams: [team], conversations, seed: 1 };
}

const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 600 }), { maxLength: 6 })
  .map((minutes) => minutes.toSorted((one, other) => one - other))
  .map((minutes) =>
    Array.from({ length: minutes.length >> 1 }, (_, index) => ({
      from: from + (minutes[2 * index] ?? 0) * minute,
      until: from + (minutes[2 * index + 1] ?? 0) * minute,
    })),
  );
const days = fc.record({
  people: fc.array(fc.record({ capacity: fc.integer({ min: 0, max: 6 }), presence: spans }), {
    minLength: 1,
    maxLength: 6,
  }),
  conversations: fc.array(
    fc.record({
      minute: fc.integer({ min: 0, max: 590 }),
      turns: fc.array(
        fc.record({
          afterMs: fc.integer({ min: 0, max: hour }),
          handlingMs: fc.option(fc.integer({ min: 1_000, max: 10 * minute })),
          closesAfterMs: fc.option(fc.integer({ min: 0, max: hour })),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { maxLength: 60 },
  ),
  routing: fc.record({
    mode: fc.constantFrom('manual', 'round_robin', 'balanced'),
    alsoOffline: fc.boolean(),
    returnAfterMinutes: fc.option(fc.integer({ min: 1, max: 60 })),
  }),
});

const asInput = ({
  people,
  conversations,
  routing,
}: typeof days extends fc.Arbitrary<infer T> ? T : never): ModelInput =>
  inputOf(
    people.map((each, index) => person(`user-${index}`, each)),
    conversations.map(({ minute: at, turns }, index) =>
      conversation(`conversation-${String(index).padStart(2, '0')}`, from + at * minute, { turns }),
    ),
    routing,
  );

describe('of any days', () => {
  it('nobody is assigned a conversation above their capacity, or while they are away unless the team wants that', () => {
    fc.assert(
      fc.property(days, (made) => {
        const input = asInput(made);
        if (made.routing.mode === 'manual') return;
        for (const { personId, at, load, capacity, isAvailable } of simulateNow(input).assignments) {
          expect(load + 1).toBeLessThanOrEqual(capacity);
          const presence = input.people.find(({ userId }) => userId === personId)?.presence ?? [];
          const isThere = presence.some((span) => span.from <= at && at <= span.until);
          expect(isAvailable ? isThere : made.routing.alsoOffline).toBe(true);
        }
      }),
    );
  });

  it('each turn is answered once or still waits, and nobody writes two responses at a time', () => {
    fc.assert(
      fc.property(days, (made) => {
        const input = asInput(made);
        const { turns, people } = simulateNow(input);
        const keys = turns.map(({ conversationId, turn }) => `${conversationId} ${turn}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(turns.map(({ conversationId }) => conversationId)).size).toBe(input.conversations.length);
        const answered = turns.filter(({ answeredAt }) => answeredAt !== null);
        expect(people.reduce((sum, { responses }) => sum + responses, 0)).toBe(answered.length);
        for (const { since, answeredAt } of answered) expect(answeredAt).toBeGreaterThan(since);
        for (const { busyMs, presentMs } of people) expect(busyMs).toBeLessThanOrEqual(presentMs + 10 * minute * 6);
      }),
    );
  });

  it('the same days and seed have the same outcome', () => {
    fc.assert(
      fc.property(days, (made) => {
        expect(simulateNow(asInput(made))).toEqual(simulateNow(asInput(made)));
      }),
    );
  });
});

it.each(['balanced', 'round_robin'] as const)(
  'equal people get the same number of conversations, give or take one, with %s routing',
  (mode) => {
    const people = Array.from({ length: 30 }, (_, index) => person(`user-${index}`, { capacity: 200 }));
    const unanswered = [{ afterMs: 0, handlingMs: 20 * hour, closesAfterMs: null }];
    const conversations = Array.from({ length: 5_000 }, (_, index) =>
      conversation(`conversation-${index}`, from + index * 1_000, { turns: unanswered }),
    );
    const counts = new Map(people.map(({ userId }) => [userId, 0]));
    for (const { personId } of simulateNow(inputOf(people, conversations, { mode })).assignments)
      counts.set(personId, (counts.get(personId) ?? 0) + 1);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(5_000);
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
  },
);

it('a conversation left unanswered by who went away goes to the next member who comes', () => {
  const people = [
    person('ada', { presence: [{ from: from + 5 * hour, until }] }),
    person('ben', { presence: [{ from, until: from + minute }] }),
    person('cleo', { presence: [{ from: from + 10 * minute, until: from + 11 * minute }] }),
  ];
  const slow = [{ afterMs: 0, handlingMs: 30_000, closesAfterMs: null }];
  const busy = conversation('a', from, { turns: [{ afterMs: 0, handlingMs: 5 * minute, closesAfterMs: null }] });
  const left = conversation('b', from + 1_000, { turns: slow });
  const { turns, assignments } = simulateNow(inputOf(people, [busy, left], { returnAfterMinutes: 5 }));
  const ofLeft = assignments.filter(({ conversationId }) => conversationId === 'b').map(({ personId }) => personId);
  expect(ofLeft).toEqual(['ben', 'cleo']);
  expect(turns.find(({ conversationId }) => conversationId === 'b')?.personId).toBe('cleo');
});

it('more people make waits shorter, and nothing else', () => {
  const random = randomNumbers(7);
  const conversations = Array.from({ length: 300 }, (_, index) =>
    conversation(`conversation-${index}`, from + Math.floor(random() * 9 * hour)),
  );
  const waits = (count: number): number => {
    const people = Array.from({ length: count }, (_, index) => person(`user-${index}`));
    const { turns } = simulateNow(inputOf(people, conversations));
    expect(turns).toHaveLength(300);
    return turns.reduce((sum, { since, answeredAt }) => sum + (answeredAt ?? until) - since, 0);
  };
  expect(waits(2)).toBeLessThan(waits(1));
  expect(waits(4)).toBeLessThanOrEqual(waits(2));
});

describe('promises to customers', () => {
  const measured = (id: string): [string, Measured] => [
    id,
    {
      hours: everydayHours,
      keepsHours: true,
      policy: undefined,
      policyHours: everydayHours,
      openedAt: from,
      isAnsweredByPerson: false,
      isAnswered: false,
    },
  ];

  it.each([
    ['calm', 120],
    ['normal', 480],
  ])('nine of ten are kept on a %s day', (_, arrivals) => {
    for (const seed of [1, 2, 3]) {
      const random = randomNumbers(seed);
      const people = Array.from({ length: 4 }, (_each, index) => person(`user-${index}`));
      const conversations = Array.from({ length: arrivals }, (_each, index) =>
        conversation(`conversation-${index}`, from + Math.floor(random() * 9 * hour), {
          turns: [{ afterMs: 0, handlingMs: Math.ceil((0.5 + 3 * random()) * minute), closesAfterMs: minute }],
        }),
      );
      const { turns } = simulateNow(inputOf(people, conversations));
      const timed = turns.map((turn) => ({ ...turn, closedAt: null }));
      const { promises } = measure(timed, new Map(conversations.map(({ id }) => measured(id))), until);
      expect(promises.due).toBe(arrivals);
      expect(promises.kept / promises.due).toBeGreaterThanOrEqual(0.9);
    }
  });
});

describe('the past', () => {
  const at = (minutes: number): Date => new Date(from + minutes * minute);
  const message = (by: 'customer' | 'ai' | 'representative', minutes: number) => ({
    conversationId: 'a',
    at: at(minutes),
    by,
    userId: by === 'representative' ? 'ada' : null,
  });

  it('a turn begins when a person is needed: at the hand-off where the assistant had answered', () => {
    const messages = [
      message('customer', 0),
      message('ai', 1),
      message('customer', 2),
      message('ai', 3),
      message('representative', 9),
      message('customer', 20),
      message('customer', 21),
      message('representative', 25),
    ];
    const changes = [
      { conversationId: 'a', at: at(4), kind: 'handed_off' as const },
      { conversationId: 'a', at: at(30), kind: 'closed' as const },
    ];
    expect(turnsOf(messages, changes, { isAiAssisted: false })).toEqual([
      { since: from + 4 * minute, answeredAt: from + 9 * minute, userId: 'ada', closedAt: null },
      { since: from + 20 * minute, answeredAt: from + 25 * minute, userId: 'ada', closedAt: from + 30 * minute },
    ]);
    expect(turnsOf([message('customer', 0)], [], { isAiAssisted: true })).toEqual([]);
  });

  it('a response took its writer the time since they wrote before, and the usual time after a long pause', () => {
    const turn = (since: number, answered: number) => ({
      since: from + since * minute,
      answeredAt: from + answered * minute,
      userId: 'ada',
      closedAt: null,
    });
    const turns = [turn(0, 2), turn(0, 5), turn(6, 120)];
    const written = new Map([['ada', [2, 5, 120].map((minutes) => from + minutes * minute)]]);
    expect([...handlingTimes(turns, written).values()]).toEqual([2 * minute, 3 * minute, 3 * minute]);
  });

  it('people were at work from their first to their last message, with pauses of up to two hours', () => {
    const times = [60, 100, 200, 400].map((minutes) => from + minutes * minute);
    expect(presenceOf(times, { from, until })).toEqual([
      { from: from + 55 * minute, until: from + 205 * minute },
      { from: from + 395 * minute, until: from + 405 * minute },
    ]);
  });
});
