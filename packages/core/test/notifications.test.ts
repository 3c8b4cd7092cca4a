/** Notifications: who is notified of what, once, and what cancels it. */
import { randomUUID } from 'node:crypto';
import type { OutboxEvent } from '@parley/contracts/events';
import type { JobPayload } from '@parley/contracts/jobs';
import type { Notification } from '@parley/contracts/notifications/notification';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { insertRole } from '@parley/db/roles/roles';
import { updateAccess } from '@parley/db/users/users';
import { uuidv7 } from '@parley/db/uuid';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { setFollowing } from '../src/conversations/followers.ts';
import { addNote } from '../src/conversations/notes.ts';
import { markReadByCaller } from '../src/conversations/reads.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { postMessage } from '../src/messages/post.ts';
import { notifyOfEvent } from '../src/notifications/follow-event.ts';
import { notify, recordNotice } from '../src/notifications/notify.ts';
import * as own from '../src/notifications/own.ts';
import { createColleague, createTestContext, notifyUsers, type TestContext } from '../src/testing.ts';
import { addAbsence } from '../src/users/absences.ts';
import { addTeam } from '../src/users/teams.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
let cleo: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben, cleo] = [
    await createColleague(context, 'Ada', 'admin'),
    await createColleague(context, 'Ben'),
    await createColleague(context, 'Cleo'),
  ];
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.db.deleteFrom('notifications').execute();
  await context.db.deleteFrom('notificationSettings').execute();
});

async function opens() {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null, name: 'Jane' });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = async (content: string) =>
    (await postMessage(context, visitor, 'newest', { content, clientMessageId: randomUUID() })).message;
  const { conversationId: id } = await writes('Hello');
  return { id, writes };
}
const assign = (id: string, to: StaffCaller, by = ada) =>
  updateConversation(context, by, id, { assignedRepresentativeId: to.user.id });

async function of(caller: StaffCaller): Promise<Notification[]> {
  await notifyUsers(context);
  return (await own.listNotifications(context, caller, { limit: 100 })).notifications;
}
const kindsOf = async (caller: StaffCaller) => (await of(caller)).map(({ kind }) => kind);
const stepsOf = async ({ user }: StaffCaller) =>
  (
    await context.db
      .selectFrom('notificationSteps')
      .select('way')
      .where('userId', '=', user.id)
      .orderBy('way')
      .execute()
  ).map(({ way }) => way);

describe('the ladder', () => {
  it('goes by the clock of the database: a process that is hours ahead or behind sends nothing early or late', async () => {
    for (const hours of [6, -6]) {
      await context.db.deleteFrom('notifications').execute();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      try {
        const { id } = await opens();
        await assign(id, ben);
        const [notification] = await of(ben);
        const { rows } = await sql<{ way: string; seconds: number; age: number }>`
          select way, extract(epoch from due_at - last_at)::float8 as seconds,
            extract(epoch from now() - last_at)::float8 as age
          from notification_steps join notifications on notifications.id = notification_id
          where notifications.id = ${notification?.id} order by way`.execute(context.db);
        const due = Object.fromEntries(rows.map(({ way, seconds }) => [way, seconds]));
        expect(Math.abs((due['push'] ?? Infinity) - 10)).toBeLessThan(60);
        expect(Math.abs((due['mail'] ?? Infinity) - 180)).toBeLessThan(60);
        for (const { age } of rows) expect(Math.abs(age)).toBeLessThan(600);
        await own.readNotifications(context, ben, { conversationId: id });
        const read = await sql<{ age: number }>`
          select extract(epoch from now() - seen_at)::float8 as age from notifications
          where id = ${notification?.id}`.execute(context.db);
        expect(Math.abs(read.rows[0]?.age ?? Infinity)).toBeLessThan(600);
      } finally {
        vi.useRealTimers();
      }
    }
  });
});

describe('an event', () => {
  it('that opens a conversation notifies everyone who may answer it, until a colleague takes it', async () => {
    const { id } = await opens();
    expect(await of(ben)).toMatchObject([
      { kind: 'waiting', conversationId: id, count: 1, customer: { name: 'Jane' }, excerpt: 'Hello', readAt: null },
    ]);
    expect(await kindsOf(cleo)).toEqual(['waiting']);
    await updateConversation(context, ben, id, { assignedRepresentativeId: ben.user.id });
    expect(await of(cleo)).toEqual([]);
    expect(await kindsOf(ben)).toEqual(['waiting']);
  });

  it('never notifies who caused it', async () => {
    const { id } = await opens();
    await assign(id, ben);
    expect(await of(ben)).toMatchObject([{ kind: 'assigned', actor: { id: ada.user.id, name: 'Ada' } }]);
    await assign(id, ada);
    expect(await kindsOf(ada)).not.toContain('assigned');
  });

  it('about one conversation replaces the notification before and counts it, until it is read', async () => {
    const { id, writes } = await opens();
    await assign(id, ben);
    await of(ben);
    await own.readNotifications(context, ben, { all: true });
    await writes('Still there?');
    await writes('Hello?');
    expect(await of(ben)).toMatchObject([{ kind: 'message', count: 2, excerpt: 'Hello?', readAt: null }]);
    await own.readNotifications(context, ben, { conversationId: id });
    await writes('Again');
    expect(await of(ben)).toMatchObject([{ kind: 'message', count: 1, excerpt: 'Again', readAt: null }]);
  });

  it('notifies once, however often and in whatever order its job runs', async () => {
    const { id, writes } = await opens();
    await assign(id, ben);
    await of(ben);
    await own.readNotifications(context, ben, { all: true });
    await writes('One');
    await writes('Two');
    const jobs = await context.queues.queue('notifications').getJobs(['waiting'], 0, -1, true);
    const events = jobs.map(({ data }) => data as JobPayload<'notifications'>);
    for (const each of [...events, ...events.toReversed(), ...events]) await notifyOfEvent(context, each);
    await Promise.all(events.map((each) => notifyOfEvent(context, each)));
    expect(await of(ben)).toMatchObject([{ kind: 'message', count: 2 }]);
  });

  it('is not lost with the process that stored it: its row of the outbox has the job added', async () => {
    const { id } = await opens();
    await assign(id, ben);
    const queue = context.queues.queue('notifications');
    const jobs = await queue.getJobs(['waiting'], 0, -1, true);
    const events = jobs.map(({ data }) => data as OutboxEvent);
    expect(jobs.length).toBeGreaterThan(1);
    expect(jobs.map((job) => job.id)).toEqual(events.map((event) => `notifications-${event.id}`));
  });

  it('notifies nobody of a message that they have read already', async () => {
    const { id, writes } = await opens();
    await assign(id, ben);
    await of(ben);
    await own.readNotifications(context, ben, { all: true });
    const { seq } = await writes('Read at once');
    await markReadByCaller(context, ben, id, seq);
    expect((await of(ben)).filter(({ readAt }) => readAt === null)).toEqual([]);
  });
});

describe('a user', () => {
  it('outside the scope of a conversation gets no notification about it, not even as mentioned', async () => {
    const role = await insertRole(context.db, {
      name: 'Own only',
      permissions: builtInPermissions.representative,
      scope: 'mine',
      max: 100,
    });
    if (typeof role === 'string') throw new Error(role);
    const dora = await createColleague(context, `Dora ${randomUUID().slice(0, 4)}`);
    await updateAccess(context.db, dora.user.id, { roleId: role.id });
    const { id } = await opens();
    expect(await kindsOf(dora)).toEqual(['waiting']);
    await assign(id, ben);
    await addNote(context, ada, id, { content: 'Dora?', mentions: [dora.user.id] });
    await notifyUsers(context);
    const rows = await context.db.selectFrom('notifications').selectAll().where('userId', '=', dora.user.id).execute();
    expect(rows).toEqual([]);
  });

  it('who loses a conversation sees its notification no more', async () => {
    const eve = await createColleague(context, `Eve ${randomUUID().slice(0, 4)}`);
    const { id } = await opens();
    await assign(id, eve);
    expect(await kindsOf(eve)).toEqual(['assigned']);
    const role = await insertRole(context.db, {
      name: `Mine ${randomUUID().slice(0, 4)}`,
      permissions: builtInPermissions.representative,
      scope: 'mine',
      max: 100,
    });
    if (typeof role === 'string') throw new Error(role);
    await updateAccess(context.db, eve.user.id, { roleId: role.id });
    await assign(id, ben);
    const now = { ...eve, user: { ...eve.user, roleId: role.id } };
    expect(await own.listNotifications(context, now, { limit: 10 })).toMatchObject({ notifications: [], unread: 0 });
  });

  it('who has muted a conversation hears of mentions and assignments alone', async () => {
    const { id, writes } = await opens();
    await setFollowing(context, cleo, id, true);
    await assign(id, ben);
    await of(cleo);
    await own.readNotifications(context, cleo, { all: true });
    await own.setMuted(context, cleo, id, true);
    expect(await own.listMuted(context, cleo)).toContain(id);
    await writes('Hm');
    await addNote(context, ada, id, { content: 'Later' });
    expect((await of(cleo)).filter(({ readAt }) => readAt === null)).toEqual([]);
    await addNote(context, ada, id, { content: 'Cleo?', mentions: [cleo.user.id] });
    expect((await of(cleo)).filter(({ readAt }) => readAt === null)).toMatchObject([{ kind: 'mention' }]);
    await own.setMuted(context, cleo, id, false);
    expect(await own.listMuted(context, cleo)).not.toContain(id);
  });

  it('gets a kind by the ways that they have chosen, and not at all without any', async () => {
    await own.updateNotificationSettings(context, ben, { ways: { assigned: ['mail'], waiting: [], mention: [] } });
    const { id } = await opens();
    await notifyUsers(context);
    await assign(id, ben);
    await addNote(context, ada, id, { content: 'Ben?', mentions: [ben.user.id] });
    expect(await of(ben)).toEqual([]);
    expect(await stepsOf(ben)).toEqual(['mail']);
  });

  it('is notified as the cover of an absence, by the colleague who goes', async () => {
    const from = new Date().toISOString();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await addAbsence(context, ben, ben.user.id, { from, until, coveredBy: cleo.user.id });
    expect(await of(cleo)).toMatchObject([{ kind: 'hand_over', actor: { name: 'Ben' }, details: { from, until } }]);
    expect(await of(ben)).toEqual([]);
  });

  it('of a team with manual routing is notified of its waiting conversations, the others are not', async () => {
    const team = await addTeam(context, ada, { name: 'Night', memberIds: [cleo.user.id], routing: { mode: 'manual' } });
    const { id } = await opens();
    await notifyUsers(context);
    await context.db.deleteFrom('notifications').execute();
    await sql`update conversations set team_id = ${team.id}, status = 'closed' where id = ${id}`.execute(context.db);
    await updateConversation(context, ada, id, { status: 'active' });
    const event = {
      id: uuidv7(),
      event: { type: 'message.posted', conversationId: id, seq: 1, senderType: 'customer', opened: true },
    } as const;
    await notifyOfEvent(context, event);
    expect(await kindsOf(cleo)).toEqual(['waiting']);
    expect(await kindsOf(ben)).toEqual([]);
  });
});

describe('reading', () => {
  it('on one device cancels push and mail, and the count is nought everywhere', async () => {
    const { id } = await opens();
    await assign(id, ben);
    await of(ben);
    expect(await stepsOf(ben)).toEqual(['mail', 'push']);
    await markReadByCaller(context, ben, id);
    expect(await stepsOf(ben)).toEqual([]);
    expect(await own.listNotifications(context, ben, { limit: 10 })).toMatchObject({ unread: 0 });
  });

  it('the list as a whole counts as seen: nothing goes out any more, and it stays unread', async () => {
    const { id } = await opens();
    await assign(id, ben);
    await of(ben);
    await own.seeNotifications(context, ben);
    expect(await stepsOf(ben)).toEqual([]);
    const [notification] = await of(ben);
    expect(notification).toMatchObject({ readAt: null, seenAt: expect.any(String) });
  });

  it('another user’s notification is not possible, nor to mark it as unread', async () => {
    const { id } = await opens();
    await assign(id, ben);
    const [bens] = await of(ben);
    await own.readNotifications(context, cleo, { ids: [bens?.id ?? ''] });
    expect(await own.listNotifications(context, ben, { limit: 10 })).toMatchObject({ unread: 1 });
    await expect(own.unreadNotification(context, cleo, bens?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    await own.readNotifications(context, ben, { ids: [bens?.id ?? ''] });
    await own.unreadNotification(context, ben, bens?.id ?? '');
    expect(await own.listNotifications(context, ben, { limit: 10 })).toMatchObject({ unread: 1 });
  });
});

it('pages follow each other without a gap or a repeat', async () => {
  for (let at = 0; at < 5; at += 1)
    await notify(context, {
      eventId: uuidv7(),
      kind: 'rule_paused',
      audience: { userIds: [ben.user.id] },
      actorId: null,
      subjectId: randomUUID(),
    });
  const first = await own.listNotifications(context, ben, { limit: 3 });
  const second = await own.listNotifications(context, ben, { limit: 3, before: first.next ?? '' });
  expect(second.next).toBeNull();
  expect(new Set([...first.notifications, ...second.notifications].map(({ id }) => id)).size).toBe(5);
  await expect(own.listNotifications(context, ben, { limit: 3, before: 'x' })).rejects.toMatchObject({
    code: 'invalid',
  });
});

it('a notification that is recorded in a transaction exists only if that commits', async () => {
  const notice = {
    eventId: uuidv7(),
    kind: 'rule_paused',
    audience: { userIds: [ben.user.id] },
    actorId: null,
    subjectId: randomUUID(),
  } as const;
  await expect(
    context.db.transaction().execute(async (db) => {
      await recordNotice({ ...context, db }, notice);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await of(ben)).toEqual([]);
  await notify(context, notice);
  await notify(context, notice);
  expect(await of(ben)).toMatchObject([{ count: 1 }]);
});
