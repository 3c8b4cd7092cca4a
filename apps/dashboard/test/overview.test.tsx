/** The home page: the numbers and where they lead, the fold, and what it shows when it cannot be loaded. */
import { begunIn, closedIn, dueBefore, openOf } from '@parley/contracts/conversations/overview-lists';
import { inboxFilter } from '@parley/contracts/conversations/inboxes';
import type { Filter } from '@parley/contracts/filter/filter';
import type { Overview, Wallboard } from '@parley/contracts/routes/overview';
import { defaultSettings } from '@parley/contracts/settings/settings';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Wallboard as Board } from '../src/features/overview/wallboard.tsx';
import { listOf, listStateIn } from '../src/features/inbox/list-state.ts';
import OverviewPage from '../src/pages/overview-page.tsx';
import { ada, leave, refusal, show } from './screen.tsx';

afterEach(leave);

const away = () => refusal('unavailable', 'The database is away.');
const reads = [
  'GET /api/overview',
  'GET /api/stats',
  'GET /api/conversations',
  'GET /api/representatives',
  'GET /api/settings',
];
const failing = Object.fromEntries(reads.map((name) => [name, away]));

it('all of it failing is one error, and trying again asks for all of it', async () => {
  const { user, sent } = await show(<OverviewPage />, failing);
  await vi.waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  const before = reads.map((name) => sent(name).length);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(reads.map((name) => sent(name).length)).toEqual(before.map((count) => count + 1)));
  await vi.waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
});

it('a section that fails by itself shows that in its place', async () => {
  await show(<OverviewPage />, {
    ...failing,
    'GET /api/settings': defaultSettings,
    'GET /api/representatives': [{ ...ada, availability: 'online', absence: null, shift: null }],
    'GET /api/conversations': [],
  });
  await screen.findByText(ada.name);
  await vi.waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
});

const benId = '0199a000-0000-7000-8000-000000000002';
const day = { day: '2026-11-29', count: 2, medianSeconds: 30, p90Seconds: 60 };
const times = { count: 2, medianSeconds: 30, p90Seconds: 60, days: [day] };
const now = '2026-11-29T10:00:00.000Z';
const overview: Overview = {
  waiting: { count: 3, longest: { conversationId: 'c1', since: now } },
  dueSoon: { count: 0, overdue: 0 },
  promises: { given: 0, kept: 0 },
  dueToday: { count: 4, dayEnd: '2026-11-30T00:00:00.000Z' },
  week: {
    start: '2026-11-22T10:00:00.000Z',
    previousStart: '2026-11-15T10:00:00.000Z',
    current: { begun: 12, closed: 8, firstAnswerSeconds: 45 },
    previous: { begun: 10, closed: 0, firstAnswerSeconds: null },
  },
  firstAnswer: { anybody: times, representative: times },
  byHour: Array.from({ length: 24 }, () => 1),
  load: {
    unassigned: 5,
    representatives: [
      {
        id: benId,
        name: 'Ben Okafor',
        availability: 'offline',
        profileImageUrl: null,
        openConversations: 6,
        waitingConversations: 1,
      },
      {
        id: ada.id,
        name: ada.name,
        availability: 'online',
        profileImageUrl: null,
        openConversations: 2,
        waitingConversations: 0,
      },
    ],
  },
};
const answers = {
  'GET /api/overview': overview,
  'GET /api/reminders': [],
  'GET /api/stats': {
    activeConversations: 8,
    onlineRepresentatives: 1,
    totalConversations: 20,
    totalMessages: 40,
    totalRepresentatives: 2,
    totalWebsites: 1,
    aiResponseRate: null,
    averageResponseSeconds: null,
  },
  'GET /api/settings': defaultSettings,
  'GET /api/representatives': [ada],
  'GET /api/conversations': [],
};

/** Returns the filter of the list that a link opens, as the screen of conversations reads its address. */
function opened(link: HTMLElement): unknown {
  const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
  return JSON.parse(listOf(listStateIn(query), [], { text: '', filter: null, words: [] }).filter ?? 'null');
}
const narrowed = (inbox: Filter | null, where: Filter) => (inbox ? { all: [inbox, where] } : where);

describe('the home page', () => {
  it('leads from each number to the list of what is counted', async () => {
    await show(<OverviewPage />, answers);
    const { start, previousStart } = overview.week;
    const { dayEnd } = overview.dueToday;
    const links: [name: string, filter: Filter | null][] = [
      ['Waiting now: 3', inboxFilter('waiting')],
      ['Unassigned: 5', inboxFilter('unassigned')],
      ['Due today: 4', narrowed(inboxFilter('snoozed'), dueBefore(dayEnd))],
      ['12', begunIn(start)],
      ['10', begunIn(previousStart, start)],
      ['8', closedIn(start)],
      ['0', closedIn(previousStart, start)],
      ['45s', begunIn(start)],
      ['Open conversations of Ben Okafor: 6', openOf(benId)],
      [
        'Waiting conversations of Ben Okafor: 1',
        narrowed(inboxFilter('waiting'), { field: 'assignee', op: 'is', value: benId }),
      ],
    ];
    for (const [name, filter] of links)
      expect([name, opened(await screen.findByRole('link', { name }))]).toEqual([name, filter]);
  });

  it('lists who is available first', async () => {
    await show(<OverviewPage />, answers);
    const rows = within((await screen.findByText('Ben Okafor')).closest('tbody') ?? document.body).getAllByRole('row');
    expect(rows.map((row) => row.textContent?.replace(/^[A-Z]{2}/, ''))).toEqual([
      expect.stringContaining(ada.name),
      expect.stringContaining('Ben Okafor'),
    ]);
    screen.getByText('Available: 1');
  });

  it('counts the reminders of the day and leads to the first of them', async () => {
    await show(<OverviewPage />, {
      ...answers,
      'GET /api/reminders': [
        { conversationId: 'c7', remindAt: now, isDue: false },
        { conversationId: 'c8', remindAt: '2026-12-24T10:00:00.000Z', isDue: false },
      ],
    });
    const link = await screen.findByRole('link', { name: 'Your reminders: 1' });
    expect(link.getAttribute('href')).toBe('/conversations?selected=c7');
  });

  it('shows the cards of the system overview on the first day, and folds them from the next day on', async () => {
    await show(<OverviewPage />, answers);
    await screen.findByText('Database Schema');
    cleanup();
    localStorage.setItem('parley.preferences', JSON.stringify({ homeSince: '2026-11-01' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley.preferences' }));
    const { user, sent } = await show(<OverviewPage />, answers);
    const heading = await screen.findByRole('button', { name: 'System Overview', expanded: false });
    expect(screen.queryByText('Database Schema')).toBeNull();
    expect(sent('GET /api/settings')).toEqual([]);
    await user.click(heading);
    await screen.findByText('Database Schema');
    expect(JSON.parse(localStorage.getItem('parley.preferences') ?? '{}')).toMatchObject({ systemOverview: 'open' });
  });
});

describe('the wallboard', () => {
  const wallboard = (waitingSince: string): Wallboard => ({
    waiting: { count: 3, longest: { conversationId: 'c1', since: waitingSince } },
    load: overview.load,
    today: { begun: 12, closed: 8, firstAnswerSeconds: 45 },
    yesterday: { begun: 10, closed: 0, firstAnswerSeconds: null },
  });
  const before = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const teams = [{ id: 't1', name: 'Shop', memberIds: [], websiteIds: [], scheduleId: null, directoryGroup: null }];

  it('shows the figures of today beside those of yesterday, and the team that is chosen', async () => {
    const { user, calls } = await show(<Board />, {
      'GET /api/wallboard': wallboard(before(5)),
      'GET /api/teams': teams,
    });
    await screen.findByText('Yesterday: 10');
    expect(screen.getByText('45s')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Shop');
    await screen.findByRole('heading', { name: 'Shop' });
    expect(calls.some(({ name, query }) => name === 'GET /api/wallboard' && query.includes('teamId=t1'))).toBe(true);
  });

  it.each([
    [5, 'none'],
    [20, 'long'],
    [70, 'too-long'],
  ])('a wait of %s minutes is shown as urgency %s', async (minutes, urgency) => {
    await show(<Board />, { 'GET /api/wallboard': wallboard(before(minutes)), 'GET /api/teams': [] });
    await vi.waitFor(() =>
      expect(screen.getByText('Longest wait').closest('[data-urgency]')?.getAttribute('data-urgency')).toBe(urgency),
    );
  });
});
