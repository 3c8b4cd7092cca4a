/** State of a report in the address: a link leads others to the same figures, and to the same list behind one. */
import type { Filter } from '@parley/contracts/filter/filter';
import {
  metricsOf,
  type ReportId,
  reportMetricIds,
  type ReportMetricId,
  reportSlices,
  type ReportSlice,
  usualSlices,
} from '@parley/contracts/reports/reports';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { filterIn } from '../../domain/filter/filter-in.ts';
import { customRange, type DayRange, daysOf, type RangeName, rangeNames, usualRange } from './range.ts';

/** The part of a report that a list of conversations is of; all of it without more than the metric. */
export interface FigurePlace {
  metric: ReportMetricId;
  key?: string;
  date?: string;
  weekday?: number;
  hour?: number;
}

export interface ReportState {
  report: ReportId;
  range: RangeName | DayRange;
  isCompared: boolean;
  isInWorkingTime: boolean;
  hasAverages: boolean;
  where: Filter | null;
  slice: ReportSlice;
  /** Attribute of the slice `attribute`. */
  attribute: string | null;
  /** Metric of the chart. */
  shown: ReportMetricId | null;
  /** Figure with its conversations listed. */
  opened: FigurePlace | null;
}

/** Breaks a report down that has no slice of its own. */
const otherSlices: Partial<Record<ReportId, ReportSlice>> = {
  assistant: 'hand_off_reason',
  response: 'person',
  sla: 'team',
  satisfaction: 'person',
};
const usualSlice = (report: ReportId): ReportSlice => usualSlices[report] ?? otherSlices[report] ?? 'channel';

const numberIn = (text: string | null): number | undefined => (text === null ? undefined : Number(text));

function openedIn(query: URLSearchParams): FigurePlace | null {
  const metric = reportMetricIds.find((id) => id === query.get('of'));
  if (!metric) return null;
  const [key, date] = [query.get('key'), query.get('date')];
  const [weekday, hour] = [numberIn(query.get('weekday')), numberIn(query.get('hour'))];
  return {
    metric,
    ...(key !== null && { key }),
    ...(date !== null && { date }),
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
  };
}

/** Returns the report that an address describes; invalid parts are ignored. */
export function reportStateIn(report: ReportId, query: URLSearchParams): ReportState {
  const metrics = metricsOf(report);
  return {
    report,
    range:
      customRange(query.get('from'), query.get('to')) ??
      rangeNames.find((name) => name === query.get('range')) ??
      usualRange,
    isCompared: query.get('compare') !== 'no',
    isInWorkingTime: query.has('working'),
    hasAverages: query.has('averages'),
    where: filterIn(query.get('where')),
    slice: reportSlices.find((slice) => slice === query.get('by')) ?? usualSlice(report),
    attribute: query.get('attribute'),
    shown: metrics.find((id) => id === query.get('show')) ?? metrics[0] ?? null,
    opened: openedIn(query),
  };
}

/** Returns the address of a report. */
export function reportAddress(state: ReportState): string {
  const { report, range, where, slice, attribute, shown, opened } = state;
  const query = new URLSearchParams();
  if (typeof range === 'object') {
    query.set('from', range.from);
    query.set('to', range.to);
  } else if (range !== usualRange) query.set('range', range);
  if (!state.isCompared) query.set('compare', 'no');
  if (state.isInWorkingTime) query.set('working', '');
  if (state.hasAverages) query.set('averages', '');
  if (where) query.set('where', JSON.stringify(where));
  if (slice !== usualSlice(report)) query.set('by', slice);
  if (slice === 'attribute' && attribute) query.set('attribute', attribute);
  if (shown && shown !== metricsOf(report)[0]) query.set('show', shown);
  if (opened) {
    const { metric, ...place } = opened;
    query.set('of', metric);
    for (const [name, value] of Object.entries(place)) query.set(name, String(value));
  }
  return query.size > 0 ? `/reports/${report}?${query.toString()}` : `/reports/${report}`;
}

/** Returns the address of another report over the same days and conversations. */
export const sameOf = (state: ReportState, report: ReportId): string =>
  reportAddress({
    ...state,
    report,
    slice: usualSlice(report),
    attribute: null,
    shown: metricsOf(report)[0] ?? null,
    opened: null,
  });

/** Returns the days of a report, in the zone of which it is this date today. */
export const daysOfState = ({ range }: ReportState, today: string): DayRange =>
  typeof range === 'object' ? range : daysOf(range, today);

/** Returns what both calls take. */
export function queryOfState(state: ReportState, today: string) {
  const { where, slice, attribute } = state;
  const isSliced = slice !== 'attribute' || attribute !== null;
  return {
    ...daysOfState(state, today),
    ...(state.isInWorkingTime && { workingTime: true }),
    ...(where && { filter: JSON.stringify(where) }),
    ...(isSliced && { slice }),
    ...(slice === 'attribute' && attribute !== null && { attribute }),
  };
}

/** The report of the address, and the way to another state. Each change is a step that Back undoes. */
export function useReportState(report: ReportId): [ReportState, (change: Partial<ReportState>) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const address = query.toString();
  const state = useMemo(() => reportStateIn(report, new URLSearchParams(address)), [report, address]);
  return [state, (change) => void navigate(reportAddress({ ...state, ...change }))];
}
