/** The list of notifications and the choices about them. */
import type { Notification } from '@parley/contracts/notifications/notification';
import { defaultNotificationSettings } from '@parley/contracts/notifications/notification';
import { notification } from '@parley/contracts/examples';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NotificationList } from '../src/features/notifications/notification-list.tsx';
import { NotificationWays } from '../src/features/settings/notification-ways.tsx';
import { type Answers, type Call, show } from './screen.tsx';

const at = new Date().toISOString();
const notice = (change: Partial<Notification>): Notification => ({
  ...notification,
  firstAt: at,
  lastAt: at,
  ...change,
});

const list = 'GET /api/notifications';
const page = (...notifications: Notification[]) => ({
  notifications,
  unread: notifications.filter(({ readAt }) => readAt === null).length,
  next: null,
});
const open = (answers: Answers) =>
  show(<NotificationList heading="h3" limit={30} />, {
    'POST /api/notifications/seen': null,
    'POST /api/notifications/read': null,
    ...answers,
  });

it('lists what happened by day, with who did it and where, and reading one is told the server', async () => {
  const { user, sent } = await open({
    [list]: page(
      notice({ id: 'n1', count: 3 }),
      notice({ id: 'n2', kind: 'mention', actor: { id: 'u2', name: 'Ben' }, excerpt: 'Look at this', readAt: at }),
      notice({ id: 'n3', kind: 'rule_paused', conversationId: null, customer: null, details: { rule: 'VIP' } }),
    ),
  });
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
  const message = await screen.findByRole('link', { name: /3 new messages from jane@example.com/ });
  expect(message.getAttribute('href')).toBe(`/conversations?selected=${notification.conversationId}`);
  expect(screen.getByRole('link', { name: /Ben mentioned you.*Look at this/s })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Rule paused: VIP/ }).getAttribute('href')).toBe('/settings?tab=rules');
  await vi.waitFor(() => expect(sent('POST /api/notifications/seen')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Mark as read: Rule paused: VIP' }));
  await vi.waitFor(() => expect(sent('POST /api/notifications/read')).toEqual([{ ids: ['n3'] }]));
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await vi.waitFor(() => expect(sent('POST /api/notifications/read')).toContainEqual({ all: true }));
});

it('arrow keys move between notifications, and the filter asks for unread ones', async () => {
  const { user, calls } = await open({
    [list]: page(notice({ id: 'n1' }), notice({ id: 'n2', kind: 'snooze_over' })),
  });
  const first = await screen.findByRole('link', { name: /New message/ });
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Snooze is over');
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(first);
  await user.click(screen.getByRole('button', { name: 'Unread' }));
  await vi.waitFor(() =>
    expect(calls.some(({ name, query }) => name === list && query.includes('unread=true'))).toBe(true),
  );
});

it('without notifications it says what would be there', async () => {
  await open({ [list]: page() });
  expect(await screen.findByText('No notifications')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveProperty('disabled', true);
});

it('each kind has its ways, which are saved at once, and quiet hours their times', async () => {
  let settings = defaultNotificationSettings;
  const { user, sent } = await show(<NotificationWays />, {
    'GET /api/notifications/settings': () => settings,
    'PATCH /api/notifications/settings': ({ body }: Call) => (settings = { ...settings, ...(body as object) }),
  });
  const mail = await screen.findByRole('checkbox', { name: 'Mention: Email' });
  expect(mail).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: 'Low rating: Push' })).toHaveProperty('checked', false);
  await user.click(mail);
  await vi.waitFor(() =>
    expect(sent('PATCH /api/notifications/settings')).toEqual([{ ways: { mention: ['app', 'push'] } }]),
  );
  await user.click(screen.getByRole('checkbox', { name: 'Use quiet hours' }));
  await vi.waitFor(() =>
    expect(sent('PATCH /api/notifications/settings').at(-1)).toMatchObject({
      quietHours: { start: '20:00', end: '07:00', wholeDays: [] },
    }),
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Saturday' }));
  await vi.waitFor(() =>
    expect(sent('PATCH /api/notifications/settings').at(-1)).toMatchObject({ quietHours: { wholeDays: ['saturday'] } }),
  );
  await user.click(screen.getByRole('button', { name: 'Use the defaults' }));
  await vi.waitFor(() => expect(sent('PATCH /api/notifications/settings').at(-1)).toEqual({ ways: {} }));
});
