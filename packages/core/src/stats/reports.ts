/** Reads reports, and the conversations behind their figures: docs/reports.md. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem } from '@parley/contracts/problems';
import { reportDaysMax, reportRowsMax, reportStepDays } from '@parley/contracts/reports/limits';
import {
  hasConversations,
  metricsOf,
  othersKey,
  ownReports,
  type ReportedOrder,
  type ReportId,
  type ReportMetricId,
  type ReportRows,
  type ReportSlice,
  type ReportStep,
} from '@parley/contracts/reports/reports';
import type { Report, ReportedConversation, ReportFigure, ReportRange } from '@parley/contracts/routes/reports';
import { dayMs, startOfDay } from '@parley/contracts/schedules/time-zones';
import { findListed } from '@parley/db/conversations/read';
import { factRowColumns, readFactRows } from '@parley/db/stats/fact-rows';
import { readLabels } from '@parley/db/stats/labels';
import {
  type Figure,
  type MeasuredPosition,
  readFigures,
  readHeat,
  readMeasured,
  readSlices,
  type ReportScope,
  type SliceOf,
} from '@parley/db/stats/reports';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { readFilterText } from '../conversations/filter.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';
import { meaningFor, scopeOf } from '../permissions/scope.ts';
import { writeCsvRow } from '../text/csv.ts';
import { expectTimeZone } from './days.ts';

type ReportContext = Pick<Context, 'db' | 'reads' | 'settings'>;

export interface ReportRequest {
  /** Days of the time zone, both included. */
  from: string;
  to: string;
  /** Defaults to that of the business hours. */
  timeZone?: string | undefined;
  workingTime?: boolean | undefined;
  /** A Filter as JSON. */
  filter?: string | undefined;
  slice?: ReportSlice | undefined;
  /** Attribute of the slice `attribute`: `contact.plan`. */
  attribute?: string | undefined;
}

const timeSlices: ReadonlySet<ReportSlice> = new Set(['hour', 'weekday', 'day', 'week', 'month']);

/**
 * Returns the figures of a report over the conversations that the caller may see; without `reports.read`, those of their
 * own work in the reports that have it.
 *
 * @throws Problem `forbidden`, and `invalid` for a range, time zone, filter or slice that is none
 */
export async function readReport(
  context: ReportContext,
  caller: StaffCaller,
  report: ReportId,
  { compare = false, ...request }: ReportRequest & { compare?: boolean | undefined },
): Promise<Report> {
  const { scope, range, timeZone } = await scopeOfReport(context, caller, report, request);
  const ids = metricsOf(report);
  const sliced = sliceOf(request);
  const before = compare ? rangeBefore(range, timeZone) : null;
  const { step, dates } = stepsOf(range);
  const starts = dates.map((date) => startOfDay(timeZone, date));
  const formerScope = before && { ...scope, start: new Date(before.start), end: new Date(before.end) };
  // Two statements at a time: those who write need connections too.
  const [{ figures, former }, { rows, formerRows, heat }] = await context.reads.run((db) =>
    Promise.all([
      (async () => ({
        figures: await readFigures(db, ids, scope, starts),
        former: formerScope && (await readFigures(db, ids, formerScope)),
      }))(),
      (async () => ({
        rows: sliced && (await readSlices(db, ids, scope, { sliced, limit: reportRowsMax })),
        formerRows:
          sliced && formerScope && comparedRows.has(report)
            ? await readSlices(db, ids, formerScope, { sliced, limit: reportRowsMax })
            : undefined,
        heat: ids[0] ? await readHeat(db, ids[0], scope) : [],
      }))(),
    ]),
  );
  const labels = sliced
    ? await readLabels(
        context.db,
        sliced.slice,
        (rows ?? []).map(({ key }) => key),
      )
    : new Map<string, string>();
  return {
    report,
    range,
    before,
    timeZone,
    workingTime: scope.workingTime,
    isOwn: scope.ownOf !== undefined,
    figures: figures.total.map((figure, index) => withBefore(figure, former?.total[index])),
    step,
    series: dates.map((date, index) => ({ date, figures: figures.steps[index] ?? [] })),
    slice: sliced?.slice ?? null,
    rows: inOrder(rows ?? [], sliced?.slice).map(({ key, figures: own }) => ({
      key,
      label: labels.get(key) ?? null,
      figures: formerRows ? rowWithBefore(own, key, formerRows) : own,
    })),
    heat,
  };
}

const withBefore = (figure: Figure, former: Figure | undefined): ReportFigure => {
  if (!former) return figure;
  const { metric: _, ...before } = former;
  return { ...figure, before };
};

/** Reports with rows that are compared with the range before: what is asked more or less often. */
const comparedRows: ReadonlySet<ReportId> = new Set(['topics']);

/** Adds what a row was before; a row that wasn't there was nothing. The row of all others has no former one. */
function rowWithBefore(
  figures: readonly Figure[],
  key: string,
  former: readonly { key: string; figures: Figure[] }[],
): ReportFigure[] {
  if (key === othersKey) return [...figures];
  const was = former.find((row) => row.key === key)?.figures;
  return figures.map((figure) =>
    withBefore(
      figure,
      was?.find(({ metric }) => metric === figure.metric) ?? { metric: figure.metric, value: null, n: 0 },
    ),
  );
}

/** Sorts times in their order, others by the number that the first metric measured; the row of all others is last. */
function inOrder<Row extends { key: string; figures: Figure[] }>(
  rows: readonly Row[],
  slice: ReportSlice | undefined,
): Row[] {
  const isLast = ({ key }: Row): number => (key === othersKey ? 1 : 0);
  const size = ({ figures }: Row): number => figures.reduce((most, { n }) => Math.max(most, n), 0);
  return rows.toSorted(
    (one, other) =>
      isLast(one) - isLast(other) ||
      (slice && timeSlices.has(slice) ? 0 : size(other) - size(one)) ||
      one.key.localeCompare(other.key, 'en', { numeric: true }),
  );
}

export interface ReportedRequest extends ReportRequest {
  metric: ReportMetricId;
  /** Only the row with this key. */
  key?: string | undefined;
  /** Only the step of the series that begins on this day. */
  date?: string | undefined;
  weekday?: number | undefined;
  hour?: number | undefined;
  order?: ReportedOrder | undefined;
  limit: number;
  cursor?: string | undefined;
}

const cursorOf = Compile(
  Type.Object({
    at: Type.String({ format: 'date-time' }),
    value: Type.Number(),
    conversationId: Type.String({ format: 'uuid' }),
    no: Type.Integer(),
  }),
);

/**
 * Returns a page of what a figure counts, in an order: of the same conversations, by the same statement.
 *
 * @throws Problem as `readReport`, and `invalid` for a metric, row, date or cursor that the report doesn't have
 */
export async function listReported(
  context: ReportContext,
  caller: StaffCaller,
  report: ReportId,
  { metric, order, limit, cursor, key, date, weekday, hour, ...request }: ReportedRequest,
): Promise<{ reported: ReportedConversation[]; cursor: string | null }> {
  await refuseWithout(context, caller, 'conversations.read');
  const { scope, range, timeZone } = await scopeOfReport(context, caller, report, request);
  const ids = metricsOf(report);
  if (!ids.includes(metric) || !hasConversations(metric))
    throw fieldProblem('invalid', 'metric', 'This report has no list for this metric.');
  const sliced = sliceOf(request);
  if (key !== undefined && !sliced) throw fieldProblem('invalid', 'slice', 'The key of a row needs its slice.');
  const within = date === undefined ? scope : { ...scope, ...stepAt(range, date, timeZone) };
  const after = cursor === undefined ? undefined : positionFrom(cursor);
  const found = await context.reads.run((db) =>
    readMeasured(db, metric, within, {
      part: {
        row: key === undefined || !sliced ? undefined : { ids, sliced, key, limit: reportRowsMax },
        weekday,
        hour,
      },
      order,
      after,
      limit: limit + 1,
    }),
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const listed = new Map(
    (await findListed(context.db, [...new Set(page.map(({ conversationId }) => conversationId))])).map((each) => [
      each.conversation.id,
      each.conversation,
    ]),
  );
  return {
    reported: page.flatMap(({ conversationId, at, value, comment }) => {
      const conversation = listed.get(conversationId);
      return conversation ? [{ conversation, at: at.toISOString(), value, ...(comment !== null && { comment }) }] : [];
    }),
    cursor: found.length > limit && last ? textOf(last) : null,
  };
}

/**
 * Returns one row for each conversation that was opened in the range, or for each of their messages, as pieces of a
 * document. Cells that a spreadsheet would take for a formula are guarded. Memory use is constant, and reading waits for
 * the receiver.
 *
 * @throws Problem as `readReport`
 */
export async function downloadReportRows(
  context: ReportContext,
  caller: StaffCaller,
  { rows, format }: { rows: ReportRows; format: 'csv' | 'json' },
  request: ReportRequest,
): Promise<AsyncGenerator<string>> {
  const { scope } = await scopeOfReport(context, caller, null, request);
  const batches = readFactRows(context.reads, rows, scope);
  return format === 'csv' ? csvOf(factRowColumns(rows), batches) : jsonOf(factRowColumns(rows), batches);
}

type Batches = AsyncIterable<readonly (readonly (string | null)[])[]>;

async function* csvOf(columns: readonly string[], batches: Batches): AsyncGenerator<string> {
  yield writeCsvRow(columns);
  for await (const batch of batches) yield batch.map((cells) => writeCsvRow(cells.map((cell) => cell ?? ''))).join('');
}

async function* jsonOf(columns: readonly string[], batches: Batches): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of batches) {
    const objects = batch.map((cells) =>
      Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null])),
    );
    yield separator + objects.map((each) => JSON.stringify(each)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const textOf = ({ at, value, conversationId, no }: MeasuredPosition): string =>
  Buffer.from(JSON.stringify({ at, value, conversationId, no })).toString('base64url');

function positionFrom(cursor: string): MeasuredPosition {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (cursorOf.Check(position)) return { ...position, at: new Date(position.at) };
  } catch {
    // Not JSON: refused below like every other cursor that is none of ours.
  }
  throw fieldProblem('invalid', 'cursor', 'This page address is not valid. Start again from the first page.');
}

async function scopeOfReport(
  context: ReportContext,
  caller: StaffCaller,
  report: ReportId | null,
  request: ReportRequest,
): Promise<{ scope: ReportScope; range: ReportRange; timeZone: string }> {
  const isWhole = caller.key !== undefined || (await can(context, caller, 'reports.read'));
  if (isWhole || report === null || !ownReports.includes(report)) await refuseWithout(context, caller, 'reports.read');
  const timeZone = request.timeZone ?? (await context.settings.read()).businessHours.timezone;
  expectTimeZone(timeZone);
  const range = rangeOf(request, timeZone);
  const within = await scopeOf(context, caller);
  return {
    range,
    timeZone,
    scope: {
      start: new Date(range.start),
      end: new Date(range.end),
      timeZone,
      workingTime: request.workingTime ?? false,
      filters: [
        ...(within ? [within] : []),
        ...(request.filter === undefined ? [] : [await readFilterText(context, request.filter)]),
      ],
      meaning: meaningFor(caller),
      ownOf: isWhole ? undefined : caller.user.id,
    },
  };
}

const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

const rangeFrom = (from: string, to: string, timeZone: string): ReportRange => ({
  from,
  to,
  start: startOfDay(timeZone, from).toISOString(),
  end: startOfDay(timeZone, dayAfter(to)).toISOString(),
});

function rangeOf({ from, to }: ReportRequest, timeZone: string): ReportRange {
  const days = daysOf({ from, to });
  if (Number.isNaN(days) || days < 1) throw fieldProblem('invalid', 'to', localize('report_range_reversed'));
  if (days > reportDaysMax)
    throw fieldProblem('invalid', 'to', localize('report_range_too_long', { days: reportDaysMax }));
  return rangeFrom(from, to, timeZone);
}

const daysOf = ({ from, to }: Pick<ReportRange, 'from' | 'to'>): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

function rangeBefore(range: ReportRange, timeZone: string): ReportRange {
  const days = daysOf(range);
  return rangeFrom(dayAfter(range.from, -days), dayAfter(range.from, -1), timeZone);
}

/** Returns the first days of the steps of a range: the first step begins with the range, others with a week or month. */
function stepsOf(range: ReportRange): { step: ReportStep; dates: string[] } {
  const days = daysOf(range);
  const step = days <= reportStepDays.day ? 'day' : days <= reportStepDays.week ? 'week' : 'month';
  const begins = (date: string): boolean =>
    step === 'day' || (step === 'week' ? new Date(date).getUTCDay() === 1 : date.endsWith('-01'));
  const dates = Array.from({ length: days }, (_, index) => dayAfter(range.from, index));
  return { step, dates: dates.filter((date, index) => index === 0 || begins(date)) };
}

/** @throws Problem `invalid` for a date that no step begins on */
function stepAt(range: ReportRange, date: string, timeZone: string): { start: Date; end: Date } {
  const { dates } = stepsOf(range);
  const position = dates.indexOf(date);
  if (position === -1) throw fieldProblem('invalid', 'date', 'The series of this report has no such date.');
  const next = dates[position + 1];
  return {
    start: startOfDay(timeZone, date),
    end: next === undefined ? new Date(range.end) : startOfDay(timeZone, next),
  };
}

/** @throws Problem `invalid` for the slice of an attribute without its name */
function sliceOf({ slice, attribute }: ReportRequest): SliceOf | undefined {
  if (slice === undefined) return undefined;
  if (slice !== 'attribute') return { slice };
  const [subject, key] = attribute?.split('.') ?? [];
  if ((subject === 'conversation' || subject === 'contact' || subject === 'company') && key !== undefined)
    return { slice, attribute: { subject, key } };
  throw fieldProblem('invalid', 'attribute', 'The slice needs an attribute.');
}
