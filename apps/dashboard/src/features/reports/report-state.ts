/** State of a report in the address: a link leads others to the same figures, and to the same list behind one. */
import { type FigurePlace, reportAddress, type ReportState, usualSlice } from '@parley/contracts/reports/address';
import { customRange, type DayRange, daysOf, rangeNames, usualRange } from '@parley/contracts/reports/ranges';
import { metricsOf, type ReportId, reportMetricIds, reportSlices } from '@parley/contracts/reports/reports';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { filterIn } from '../../domain/filter/filter-in.ts';

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
    filter: filterIn(query.get('where')),
    slice: reportSlices.find((slice) => slice === query.get('by')) ?? usualSlice(report),
    attribute: query.get('attribute'),
    shown: metrics.find((id) => id === query.get('show')) ?? metrics[0] ?? null,
    opened: openedIn(query),
  };
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
  const { filter, slice, attribute } = state;
  const isSliced = slice !== 'attribute' || attribute !== null;
  return {
    ...daysOfState(state, today),
    ...(state.isInWorkingTime && { workingTime: true }),
    ...(filter && { filter: JSON.stringify(filter) }),
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
