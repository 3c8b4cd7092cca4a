/**
 * Reports and their metrics: one list, from which the SQL, the screens, the heads of CSV files and docs/reports.md
 * derive.
 */

/** In the order of the sidebar. */
export const reportIds = [
  'conversations',
  'response',
  'people',
  'teams',
  'assistant',
  'satisfaction',
  'quality',
  'sla',
  'channels',
  'topics',
  'help_centre',
] as const;
export type ReportId = (typeof reportIds)[number];

/** Reports of which users without `reports.read` may read their own part. */
export const ownReports: readonly ReportId[] = ['people', 'quality'];

/** Kinds of things that are measured. A metric measures one of them; all but votes belong to a conversation. */
export type ReportSubject =
  | 'conversation'
  | 'answer'
  | 'closing'
  | 'promise'
  | 'rating'
  | 'review'
  | 'mark'
  | 'estimate'
  | 'compared_mark'
  | 'article_vote';

/** Instants by which metrics are dated: a figure of a range measures what has its instant in the range. */
export const reportInstants = {
  opened: 'conversation',
  closed: 'conversation',
  first_answered: 'conversation',
  first_answered_by_person: 'conversation',
  handed_off: 'conversation',
  breached: 'conversation',
  answered: 'answer',
  each_closed: 'closing',
  each_reopened: 'closing',
  promise_ended: 'promise',
  asked: 'rating',
  rated: 'rating',
  reviewed: 'review',
  marked: 'mark',
  estimated: 'estimate',
  compared: 'compared_mark',
  voted: 'article_vote',
} as const satisfies Record<string, ReportSubject>;
export type ReportInstant = keyof typeof reportInstants;

/** Unit of a figure: a number, seconds, a share from 0 to 1, US dollars, or points from 1 to 5. */
export type ReportUnit = 'count' | 'seconds' | 'share' | 'money' | 'score';

/**
 * How a figure is computed from the values of what it measures: their number, their sum, the share of those that count
 * as 1, a sum per number of those that count, or the median with the 90th percentile and the average.
 */
export type ReportStatistic = 'count' | 'sum' | 'share' | 'ratio' | 'quantiles';

export interface ReportMetric {
  /** The first report has the link from a figure elsewhere. */
  reports: readonly ReportId[];
  unit: ReportUnit;
  statistic: ReportStatistic;
  datedBy: ReportInstant;
  /** True if it can be measured in working time too. */
  hasWorkingTime?: true;
  /** True if a rise is good, false if it is bad; absent if it is neither. */
  isBetterHigh?: boolean;
}

const count = { unit: 'count', statistic: 'count' } as const;
const sum = { unit: 'count', statistic: 'sum' } as const;
const share = { unit: 'share', statistic: 'share' } as const;
const quantiles = { statistic: 'quantiles' } as const;
const duration = { unit: 'seconds', statistic: 'quantiles', hasWorkingTime: true, isBetterHigh: false } as const;

/** Every metric, in the order in which reports show them; docs/reports.md defines each. */
export const reportMetrics = {
  opened: { ...count, datedBy: 'opened', reports: ['conversations', 'teams', 'channels', 'topics'] },
  closed: { ...count, datedBy: 'closed', reports: ['conversations', 'teams', 'channels', 'topics'] },
  reopened: { ...count, datedBy: 'each_reopened', reports: ['conversations', 'teams'], isBetterHigh: false },
  reopened_share: {
    ...share,
    datedBy: 'each_closed',
    reports: ['conversations', 'teams', 'topics'],
    isBetterHigh: false,
  },
  customer_messages: { ...sum, datedBy: 'opened', reports: ['conversations', 'channels'] },
  representative_messages: { ...sum, datedBy: 'opened', reports: ['conversations', 'channels'] },
  assistant_messages: { ...sum, datedBy: 'opened', reports: ['conversations', 'channels'] },

  first_answer: { ...duration, datedBy: 'first_answered', reports: ['response', 'teams', 'channels', 'topics'] },
  first_person_answer: {
    ...duration,
    datedBy: 'first_answered_by_person',
    reports: ['response', 'teams', 'channels', 'topics'],
  },
  next_answer: { ...duration, datedBy: 'answered', reports: ['response', 'teams'] },
  resolution: { ...duration, datedBy: 'closed', reports: ['response', 'teams', 'channels', 'topics'] },
  unanswered: { ...count, datedBy: 'opened', reports: ['conversations', 'response'], isBetterHigh: false },

  person_answers: { ...count, datedBy: 'answered', reports: ['people'] },
  person_answer: { ...duration, datedBy: 'answered', reports: ['people'] },
  person_closings: { ...count, datedBy: 'each_closed', reports: ['people'] },
  person_reopened_share: { ...share, datedBy: 'each_closed', reports: ['people'], isBetterHigh: false },

  assistant_conversations: { ...count, datedBy: 'opened', reports: ['assistant'] },
  assistant_resolved: { ...count, datedBy: 'each_closed', reports: ['assistant'], isBetterHigh: true },
  assistant_resolution_share: {
    ...share,
    datedBy: 'each_closed',
    reports: ['assistant', 'topics'],
    isBetterHigh: true,
  },
  assistant_ended_idle: { ...count, datedBy: 'each_closed', reports: ['assistant'] },
  hand_offs: { ...count, datedBy: 'handed_off', reports: ['assistant'] },
  assistant_answer_share: { ...share, datedBy: 'answered', reports: ['assistant'] },
  assistant_cost: { unit: 'money', statistic: 'sum', datedBy: 'opened', reports: ['assistant'] },
  assistant_cost_per_resolved: {
    unit: 'money',
    statistic: 'ratio',
    datedBy: 'each_closed',
    reports: ['assistant'],
    isBetterHigh: false,
  },

  sla_conversations: { ...count, datedBy: 'opened', reports: ['sla'] },
  sla_breached: { ...count, datedBy: 'breached', reports: ['sla'], isBetterHigh: false },
  sla_kept: { ...share, datedBy: 'closed', reports: ['sla', 'teams'], isBetterHigh: true },
  first_response_kept: { ...share, datedBy: 'closed', reports: ['sla'], isBetterHigh: true },
  next_response_kept: { ...share, datedBy: 'closed', reports: ['sla'], isBetterHigh: true },
  resolution_kept: { ...share, datedBy: 'closed', reports: ['sla'], isBetterHigh: true },
  promises_kept: { ...share, datedBy: 'promise_ended', reports: ['sla'], isBetterHigh: true },

  ratings_asked: { ...count, datedBy: 'asked', reports: ['satisfaction'] },
  rated_share: { ...share, datedBy: 'asked', reports: ['satisfaction'], isBetterHigh: true },
  ratings: { ...count, datedBy: 'rated', reports: ['satisfaction'] },
  rating_average: {
    unit: 'score',
    statistic: 'ratio',
    datedBy: 'rated',
    reports: ['satisfaction', 'teams'],
    isBetterHigh: true,
  },
  satisfied_share: { ...share, datedBy: 'rated', reports: ['satisfaction', 'teams'], isBetterHigh: true },

  reviews: { ...count, datedBy: 'reviewed', reports: ['quality'] },
  review_score: { ...quantiles, unit: 'share', datedBy: 'reviewed', reports: ['quality', 'teams'], isBetterHigh: true },
  reviews_failed: { ...share, datedBy: 'reviewed', reports: ['quality'], isBetterHigh: false },
  criterion_score: { unit: 'share', statistic: 'ratio', datedBy: 'marked', reports: ['quality'], isBetterHigh: true },
  estimates: { ...count, datedBy: 'estimated', reports: ['quality'] },
  estimated_score: { ...quantiles, unit: 'share', datedBy: 'estimated', reports: ['quality'] },
  estimate_agreement: { ...share, datedBy: 'compared', reports: ['quality'], isBetterHigh: true },

  article_votes: { ...count, datedBy: 'voted', reports: ['help_centre'] },
  articles_helpful: { ...share, datedBy: 'voted', reports: ['help_centre'], isBetterHigh: true },
} as const satisfies Record<string, ReportMetric>;
export type ReportMetricId = keyof typeof reportMetrics;
export const reportMetricIds = Object.keys(reportMetrics) as ReportMetricId[];

/** Returns the description of a metric. */
export const reportMetric = (id: ReportMetricId): ReportMetric => reportMetrics[id];

/** Returns what a metric measures. */
export const subjectOf = (id: ReportMetricId): ReportSubject => reportInstants[reportMetrics[id].datedBy];

/** Returns whether the figures of a metric have a list of conversations. */
export const hasConversations = (id: ReportMetricId): boolean => subjectOf(id) !== 'article_vote';

/** Returns the metrics of a report, in its order. */
export const metricsOf = (report: ReportId): ReportMetricId[] =>
  reportMetricIds.filter((id) => reportMetric(id).reports.includes(report));

/** Returns whether a report has times that can be measured in working time. */
export const hasWorkingTime = (report: ReportId): boolean =>
  metricsOf(report).some((id) => reportMetric(id).hasWorkingTime);

/** Ways to divide a report into rows. */
export const reportSlices = [
  'website',
  'channel',
  'team',
  /** The representative who answered or closed; of a conversation its assignee. */
  'person',
  'tag',
  /** Topic that the customer asked about. */
  'topic',
  /** Values of a declared attribute. */
  'attribute',
  'scorecard',
  /** Criterion of a scorecard. */
  'criterion',
  /** Why the assistant handed off. */
  'hand_off_reason',
  /** Article of the help centre. */
  'article',
  'hour',
  'weekday',
  'day',
  'week',
  'month',
] as const;
export type ReportSlice = (typeof reportSlices)[number];

/** The slice that a report opens with; none for the others. */
export const usualSlices: Partial<Record<ReportId, ReportSlice>> = {
  people: 'person',
  quality: 'person',
  teams: 'team',
  channels: 'channel',
  topics: 'tag',
  help_centre: 'article',
};

/** Steps of a series, by the length of the range. */
export const reportSteps = ['day', 'week', 'month'] as const;
export type ReportStep = (typeof reportSteps)[number];

/** Key of the row of what has no value of the slice, such as conversations without a team. */
export const noneKey = 'none';
/** Key of the row of all that is in no row of its own. */
export const othersKey = 'others';
/** Key of the assistant among persons. */
export const assistantKey = 'assistant';

/** Figures of fewer measured values are shown as uncertain. */
export const uncertainBelow = 20;

/** Orders of the list behind a figure: by time, or by the value that each counts with. */
export const reportedOrders = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type ReportedOrder = (typeof reportedOrders)[number];

/** Returns whether what a metric counts has values that differ: all but numbers, and ratings with their scores. */
export const hasValues = (id: ReportMetricId): boolean => reportMetric(id).statistic !== 'count' || id === 'ratings';

/** Rows that can be downloaded: one for each conversation, of each of its messages, or of each of its ratings. */
export const reportRows = ['conversations', 'messages', 'ratings'] as const;
export type ReportRows = (typeof reportRows)[number];
