/** Reports: what the address says, what a figure opens, the chart by keyboard, the table, and what is exported. */
import { metricsOf, type ReportMetricId } from '@parley/contracts/reports/reports';
import type { Report, ReportFigure } from '@parley/contracts/routes/reports';
import { screen, within } from '@testing-library/react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { daysOf } from '@parley/contracts/reports/ranges';
import { reportCsv } from '@parley/contracts/reports/csv';
import { reportAddress } from '@parley/contracts/reports/address';
import { reportStateIn } from '../src/features/reports/report-state.ts';
import { changeOf, reportLanguage, valueWords } from '../src/features/reports/report-words.ts';
import ReportsPage from '../src/pages/reports-page.tsx';
import { type Call, leave, refusal, settingsAnswers, SilentLive, show, whoMay } from './screen.tsx';
import { conversation } from './conversation.ts';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  leave();
});

const figure = (
  metric: ReportMetricId,
  value: number | null,
  n: number,
  more: Partial<ReportFigure> = {},
): ReportFigure => ({
  metric,
  value,
  n,
  ...more,
});

const figures = [
  figure('first_answer', 138, 40, { p90: 3_900, mean: 700, before: { value: 276, n: 30, p90: 1, mean: 1 } }),
  figure('first_person_answer', 600, 7, { p90: 900, mean: 650 }),
];
const range = {
  from: '2026-11-01',
  to: '2026-11-30',
  start: '2026-10-31T23:00:00.000Z',
  end: '2026-11-30T23:00:00.000Z',
};
const report: Report = {
  report: 'response',
  range,
  before: range,
  timeZone: 'Europe/Vienna',
  workingTime: false,
  isOwn: false,
  figures,
  step: 'day',
  series: [
    { date: '2026-11-01', figures: [figure('first_answer', 100, 25)] },
    { date: '2026-11-02', figures: [figure('first_answer', null, 0)] },
    { date: '2026-11-03', figures: [figure('first_answer', 150, 15)] },
  ],
  slice: 'person',
  rows: [
    { key: 'p1', label: '=Ben, "the quick"', figures: [figure('first_answer', 90, 30)] },
    { key: 'none', label: null, figures: [figure('first_answer', 400, 10)] },
  ],
  heat: [{ weekday: 1, hour: 9, n: 12 }],
};

const listed = (name: string, value: number) => ({
  conversation: conversation(`0199a000-0000-7000-8000-00000000c${value}`, { customerName: name }),
  at: '2026-11-03T10:00:00.000Z',
  value,
});

const answers = {
  ...settingsAnswers(),
  'GET /api/attributes': [],
  'GET /api/representatives': [],
  'GET /api/saved-reports': [],
  'GET /api/reports/response': report,
  'GET /api/reports/response/conversations': [listed('Kofi', 138), listed('Noor', 150)],
};

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const page = (
  <SilentLive>
    <Address />
    <Routes>
      <Route path="/reports/:report?" element={<ReportsPage />} />
      <Route path="*" element={<Navigate to="/reports/response" replace />} />
    </Routes>
  </SilentLive>
);

const state = reportStateIn('response', new URLSearchParams());

describe('the address of a report', () => {
  it('contains all of its state, so that a link shows the same', () => {
    const whole = {
      ...state,
      range: { from: '2026-11-01', to: '2026-11-07' },
      isCompared: false,
      isInWorkingTime: true,
      hasAverages: true,
      filter: { field: 'status', op: 'is', value: 'closed' } as const,
      slice: 'attribute' as const,
      attribute: 'contact.plan',
      shown: 'resolution' as const,
      opened: { metric: 'first_answer' as const, weekday: 1, hour: 9 },
    };
    const address = new URL(reportAddress(whole), 'http://localhost');
    expect(reportStateIn('response', address.searchParams)).toEqual(whole);
  });

  it('is short for a report as it opens, and ignores what can’t be read', () => {
    expect(reportAddress(state)).toBe('/reports/response');
    const broken = new URLSearchParams('range=ever&from=2026-13-01&to=x&where={&by=moon&show=opened&of=nothing');
    expect(reportStateIn('response', broken)).toEqual(state);
  });

  it('names ranges by the days of a calendar, of which weeks begin on Monday', () => {
    expect(daysOf('last_week', '2026-11-29')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(daysOf('this_week', '2026-11-29')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    expect(daysOf('last_month', '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOf('last_30_days', '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    expect(daysOf('last_12_months', '2026-11-30')).toEqual({ from: '2025-12-01', to: '2026-11-30' });
  });
});

describe('a figure', () => {
  it('is shown in its unit, with the change against the range before', () => {
    expect(valueWords('first_answer', 138)).toBe('2m 18s');
    expect(valueWords('first_answer', 7_500)).toBe('2h 05m');
    expect(valueWords('reopened_share', 0.125)).toBe('12.5%');
    expect(changeOf(figures[0] ?? figure('opened', 1, 1))).toEqual({ words: '-50%', isGood: true });
    const share = figure('reopened_share', 0.2, 50, { before: { value: 0.1, n: 50 } });
    expect(changeOf(share)).toEqual({ words: '+10 points', isGood: false });
    const byOne = figure('reopened_share', 0.11, 50, { before: { value: 0.1, n: 50 } });
    expect(changeOf(byOne)?.words).toBe('+1 point');
    expect(changeOf(figure('opened', 5, 5, { before: { value: 0, n: 0 } }))).toBeNull();
  });
});

describe('the screen', () => {
  const open = (more = {}) => show(page, { ...answers, ...more });

  it('shows median, 90th percentile and number of each, and greys what may be chance', async () => {
    const { calls } = await open();
    const link = await screen.findByRole('link', { name: /^First reply: 2m 18s/ });
    const card = link.closest('li');
    expect(card?.textContent).toContain('90% within 1h 05m');
    expect(card?.textContent).toContain('n = 40');
    expect(card?.textContent).not.toContain('Average');
    const few = screen.getByRole('link', { name: /^First reply by a person: 10m 00s/ });
    expect(few.closest('[data-uncertain]')).not.toBeNull();
    const { query } = calls.find(({ name }) => name === 'GET /api/reports/response') ?? { query: '' };
    expect(query).toContain('compare=true');
    expect(query).toContain('slice=person');
  });

  it('a figure opens the conversations that it counts, each with its value', async () => {
    const { user, calls } = await open();
    await user.click(await screen.findByRole('link', { name: /^First reply: 2m 18s/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('40 counted')).toBeDefined();
    const kofi = await within(dialog).findByRole('link', { name: /Kofi/ });
    expect(kofi.textContent).toContain('2m 18s');
    expect(kofi.getAttribute('href')).toContain('/conversations?selected=');
    expect(asked(calls)).toContain('metric=first_answer');
  });

  it('a bar, a row and an hour open what they count', async () => {
    const { user, calls } = await open();
    const bar = await screen.findByRole('button', { name: /^3 Nov 2026|Nov 3, 2026/ });
    await user.click(bar);
    await vi.waitFor(() => expect(asked(calls)).toContain('date=2026-11-03'));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('link', { name: /the quick.*First reply: 1m 30s/ }));
    await vi.waitFor(() => expect(asked(calls)).toContain('key=p1'));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: /^Monday 9.*12/ }));
    await vi.waitFor(() => expect(asked(calls)).toMatch(/weekday=1&hour=9/));
    expect(await screen.findByText('12 counted')).toBeDefined();
  });

  it('arrow keys move among the bars, and Enter opens the one with the focus', async () => {
    const { user, calls } = await open();
    const chart = await screen.findByRole('group', { name: 'First reply' });
    const bars = within(chart).getAllByRole('button');
    expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    bars[0]?.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(bars[2]);
    await user.keyboard('{Enter}');
    await vi.waitFor(() => expect(asked(calls)).toContain('date=2026-11-03'));
  });

  it('the chart has a table with the same numbers', async () => {
    const { user } = await open();
    const section = (await screen.findByRole('group', { name: 'First reply' })).closest('section');
    if (!section) throw new Error('The chart has no panel.');
    await user.click(within(section).getByRole('button', { name: 'Table' }));
    const rows = within(section).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toHaveLength(report.series.length + 1);
    expect(within(section).getByText('1m 40s')).toBeDefined();
  });

  it('explains how a figure is counted, by which clock and in which time zone', async () => {
    Object.defineProperty(HTMLElement.prototype, 'showPopover', { value: () => undefined, configurable: true });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'How is this counted: First reply' }));
    const box = await screen.findByRole('dialog', { name: 'How is this counted: First reply' });
    expect(box.textContent).toContain('From the customer’s first message');
    expect(box.textContent).toContain('by the clock');
    expect(box.textContent).toContain('Europe/Vienna');
  });

  it('working time and averages are asked for, and stay in the address', async () => {
    const { user, calls } = await open();
    await user.click(await screen.findByRole('button', { name: 'Working time' }));
    await vi.waitFor(() => expect(calls.at(-1)?.query).toContain('workingTime=true'));
    await user.click(screen.getByRole('button', { name: 'Averages' }));
    expect(await screen.findByText('Average 11m 40s')).toBeDefined();
    expect(screen.getByTestId('address').textContent).toContain('working=&averages=');
  });

  it('a failed read is an error with a way to try again, and an empty range says so', async () => {
    await open({ 'GET /api/reports/response': () => refusal('unavailable', 'The database is away.') });
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
  });

  it('an empty range offers a longer one', async () => {
    const { user } = await open({
      'GET /api/reports/response': { ...report, figures: [figure('first_answer', null, 0)] },
    });
    await user.click(await screen.findByRole('button', { name: 'Last 90 days' }));
    expect(screen.getByTestId('address').textContent).toBe('/reports/response?range=last_90_days');
  });

  it('users without the right to reports see their own figures alone', async () => {
    const own = { ...report, report: 'people', isOwn: true, figures: [figure('person_answers', 4, 4)] };
    await show(page, { ...answers, 'GET /api/reports/people': own }, whoMay(['conversations.read']));
    expect(await screen.findByRole('heading', { name: 'My figures' })).toBeDefined();
    const nav = screen.getByRole('navigation', { name: 'Reports' });
    expect([...nav.querySelectorAll('a')].map((each) => each.textContent)).toEqual(['People', 'Quality']);
    expect(screen.getByTestId('address').textContent).toBe('/reports/people');
  });
});

describe('saved reports', () => {
  const saved = {
    id: '0199a000-0000-7000-8000-0000000000a1',
    name: 'First replies',
    report: 'response',
    selection: { ...state, report: undefined, opened: undefined, range: 'last_week' },
    audience: 'me',
    ownerId: '1',
    schedule: null,
    nextAt: null,
    problems: [],
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
  };

  it('are below the reports, and the one on screen is marked', async () => {
    const { user } = await show(page, { ...answers, 'GET /api/saved-reports': [saved] });
    const link = await screen.findByRole('link', { name: 'First replies' });
    expect(link.getAttribute('aria-current')).toBeNull();
    await user.click(link);
    expect(screen.getByTestId('address').textContent).toBe('/reports/response?range=last_week');
    expect((await screen.findByRole('link', { name: 'First replies' })).getAttribute('aria-current')).toBe('page');
  });

  it('are mailed every Monday to their owner unless other times and people are chosen', async () => {
    const { user, calls } = await show(page, { ...answers, 'POST /api/saved-reports': saved });
    await user.click(await screen.findByRole('button', { name: 'Send by mail' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Name/), 'First replies');
    await user.selectOptions(within(dialog).getByLabelText('How often'), 'Monthly');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(calls.some(({ name }) => name === 'POST /api/saved-reports')).toBe(true));
    expect(calls.find(({ name }) => name === 'POST /api/saved-reports')?.body).toMatchObject({
      name: 'First replies',
      report: 'response',
      audience: 'me',
      selection: { range: 'last_month', slice: 'person' },
      schedule: { every: 'month', day: 1, hour: 8, hasCsv: false, isPaused: false },
    });
  });
});

describe('the exported file', () => {
  it('contains what is shown, and no cell that a spreadsheet takes for a formula', () => {
    const lines = reportCsv(report, reportLanguage()).split('\r\n');
    const columns = lines[0]?.split(',').length;
    expect(lines[1]).toMatch(/^2026-11-01\/2026-11-30,138,3900,700,40,600,900,650,7,/);
    expect(columns).toBeGreaterThan(metricsOf('response').length);
    expect(lines.find((line) => line.includes('quick'))).toMatch(/^"'=Ben, ""the quick""",90,/);
  });
});

/** Returns the query of the last list that was asked for. */
const asked = (calls: readonly Call[]): string =>
  calls.findLast(({ name }) => name === 'GET /api/reports/response/conversations')?.query ?? '';
