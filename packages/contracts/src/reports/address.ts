/** Addresses of reports in the dashboard: a link leads others to the same figures, and to the same list behind one. */
import { usualRange } from './ranges.ts';
import { metricsOf, type ReportId, type ReportMetricId, type ReportSlice, usualSlices } from './reports.ts';
import type { ReportSelection } from './saved.ts';

/** The part of a report that a list of conversations is of; all of it without more than the metric. */
export interface FigurePlace {
  metric: ReportMetricId;
  key?: string;
  date?: string;
  weekday?: number;
  hour?: number;
}

/** A report as it is shown. */
export interface ReportState extends ReportSelection {
  report: ReportId;
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
export const usualSlice = (report: ReportId): ReportSlice => usualSlices[report] ?? otherSlices[report] ?? 'channel';

/** Returns the path and query of a report. */
export function reportAddress(state: ReportState): string {
  const { report, range, filter, slice, attribute, shown, opened } = state;
  const query = new URLSearchParams();
  if (typeof range === 'object') {
    query.set('from', range.from);
    query.set('to', range.to);
  } else if (range !== usualRange) query.set('range', range);
  if (!state.isCompared) query.set('compare', 'no');
  if (state.isInWorkingTime) query.set('working', '');
  if (state.hasAverages) query.set('averages', '');
  if (filter) query.set('where', JSON.stringify(filter));
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
