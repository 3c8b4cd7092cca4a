import * as Type from 'typebox';
import { Availability, Stats } from '../entities.ts';
import { statisticsDays } from '../conversations/limits.ts';
import { route } from '../route.ts';
import { Id, Nullable, Strict, Timestamp } from '../schema.ts';

const tag = { name: 'Overview', description: 'The statistics of the overview.' };

export const getStats = route({
  method: 'GET',
  path: '/api/stats',
  access: 'staff',
  permission: 'reports.read',
  tag,
  summary: 'Get the statistics of the overview',
  responses: { 200: Stats },
});

const Seconds = Nullable(Type.Number({ minimum: 0 }));
const times = {
  count: Type.Integer({ minimum: 0 }),
  medianSeconds: Seconds,
  /** Nine of ten were there sooner. */
  p90Seconds: Seconds,
};

/**
 * How long customers waited for the first answer of a conversation, by the wall clock: nights and weekends count. From
 * the first of the messages that it answered. By the day of the answer; without one there is nothing to measure.
 */
const FirstAnswer = Type.Object({
  ...times,
  /** Oldest first, today last. */
  days: Type.Array(Type.Object({ day: Type.String({ examples: ['2026-11-21'] }), ...times })),
});

const PeriodStatistics = Type.Object({
  /** Conversations that began in the period. */
  begun: Type.Integer({ minimum: 0 }),
  /** Conversations that were closed in the period and are still closed. */
  closed: Type.Integer({ minimum: 0 }),
  /** Median time to the first answer, by assistant or representative, in the conversations that began in the period. */
  firstAnswerSeconds: Seconds,
});
export type PeriodStatistics = Type.Static<typeof PeriodStatistics>;

export const Overview = Type.Object(
  {
    /** Conversations that wait for a person and aren't snoozed, and the one that has waited longest. */
    waiting: Type.Object({
      count: Type.Integer({ minimum: 0 }),
      longest: Nullable(Type.Object({ conversationId: Id, since: Timestamp })),
    }),
    firstAnswer: Type.Object({
      /** The first by whomever, assistant or representative. */
      anybody: FirstAnswer,
      /** The first by a representative, whatever the assistant has answered before. */
      representative: FirstAnswer,
    }),
    /** How many conversations began in each hour of the day, from 0 to 23, over all the days together. */
    byHour: Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 24,
      maxItems: 24,
      examples: [[0, 0, 0, 0, 0, 1, 2, 5, 9, 14, 12, 10, 8, 11, 13, 9, 7, 6, 4, 3, 2, 1, 0, 0]],
    }),
    /** Open conversations of which a target is due soon or overdue, and those of them that are overdue. */
    dueSoon: Type.Object({ count: Type.Integer({ minimum: 0 }), overdue: Type.Integer({ minimum: 0 }) }),
    /** Promises of when a person answers that ended in the last 7 days, and those of them that were kept. */
    promises: Type.Object({ given: Type.Integer({ minimum: 0 }), kept: Type.Integer({ minimum: 0 }) }),
    /** Snoozed conversations that come back before the day ends. */
    dueToday: Type.Object({ count: Type.Integer({ minimum: 0 }), dayEnd: Timestamp }),
    /** The last 7 days, and the 7 days before them. */
    week: Type.Object({
      start: Timestamp,
      previousStart: Timestamp,
      current: PeriodStatistics,
      previous: PeriodStatistics,
    }),
    /** Active and waiting conversations that aren't snoozed. */
    load: Type.Object({
      unassigned: Type.Integer({ minimum: 0 }),
      /** All active accounts, the one with the most conversations first. */
      representatives: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          availability: Availability,
          profileImageUrl: Nullable(Type.String()),
          openConversations: Type.Integer({ minimum: 0 }),
          /** Number of these in which the customer waits for a person. */
          waitingConversations: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  },
  { $id: 'Overview' },
);
export type Overview = Type.Static<typeof Overview>;

const TimeZone = Type.Optional(
  Type.String({
    maxLength: 60,
    description: 'IANA time zone of days and hours; UTC without it',
    examples: ['Europe/Vienna'],
  }),
);

export const getOverview = route({
  method: 'GET',
  path: '/api/overview',
  access: 'staff',
  permission: 'reports.read',
  tag,
  summary: `Get who waits, what is due, first reply times, conversations by hour and per user, over ${statisticsDays} days`,
  query: Strict({ timeZone: TimeZone }),
  responses: { 200: Overview },
});

export const Wallboard = Type.Object(
  {
    waiting: Overview.properties.waiting,
    load: Overview.properties.load,
    /** The day so far, in the time zone asked for, and the whole day before. */
    today: PeriodStatistics,
    yesterday: PeriodStatistics,
  },
  { $id: 'Wallboard' },
);
export type Wallboard = Type.Static<typeof Wallboard>;

export const getWallboard = route({
  method: 'GET',
  path: '/api/wallboard',
  access: 'staff',
  permission: 'reports.read',
  tag,
  summary: 'Get who waits, the load of each user and the figures of today, for a screen on the wall',
  query: Strict({
    timeZone: TimeZone,
    teamId: Type.Optional({ ...Id, description: 'Only conversations and members of this team' }),
  }),
  responses: { 200: Wallboard },
});
