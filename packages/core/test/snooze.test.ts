import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { listConversations } from '../src/conversations/list.ts';
import { getConversation } from '../src/conversations/read.ts';
import { dismissReminder, listReminders, setReminder } from '../src/conversations/reminders.ts';
import { wakeDue } from '../src/conversations/snooze.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { sweepOutbox } from '../src/events/sweep.ts';
import { createColleague, createTestContext, notifyUsers, type TestContext, overseer } from '../src/testing.ts';
import { listNotifications } from '../src/notifications/own.ts';
import { closeIdle } from '../src/maintenance/conversations.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
const heard: ServerFrame[] = [];

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([colleague('Ada Byron'), colleague('Ben Cole')]);
  await context.publisher.subscribe(liveChannels.inbox, (packed) => {
    const broadcast = unpackBroadcast(packed);
    if (broadcast) heard.push(JSON.parse(broadcast.text) as ServerFrame);
  });
});
afterAll(() => context.close());

const colleague = (name: string) => createColleague(context, name);

async function opens(): Promise<{ id: string; writes: (content: string) => Promise<unknown>; visitor: VisitorCaller }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = (content: string) =>
    postMessage(context, visitor, 'newest', { content, clientMessageId: randomUUID() });
  const { message } = await writes('Hello');
  return { id: message.conversationId, writes, visitor };
}

const day = 24 * 3600 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();
const snooze = (id: string, more: object = {}) =>
  updateConversation(context, ada, id, { snoozedUntil: inDays(1), ...more });
/** Makes the snooze end. */
const comes = (id: string) =>
  context.db
    .updateTable('conversations')
    .set({ snoozedUntil: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute();
const activitiesOf = (id: string) => readActivities(context, overseer, id, { limit: 100 });
const notified = async (caller: StaffCaller, id: string) => {
  await notifyUsers(context);
  const { notifications } = await listNotifications(context, caller, { limit: 100 });
  return notifications.filter(({ conversationId, kind }) => conversationId === id && kind !== 'waiting');
};

describe('a snoozed conversation', () => {
  it('leaves the list of the others, and is in its own', async () => {
    const { id } = await opens();
    const until = inDays(2);
    expect(await snooze(id, { snoozedUntil: until })).toMatchObject({ snoozedUntil: until, wakesOnReply: true });
    const ids = async (snoozed?: boolean) =>
      (await listConversations(context, ada, { limit: 200, snoozed })).conversations.map((each) => each.id);
    expect(await ids(false)).not.toContain(id);
    expect(await ids(true)).toContain(id);
    expect(await ids()).toContain(id);
    await updateConversation(context, ben, id, { snoozedUntil: null });
    expect(await ids(false)).toContain(id);
    expect(await activitiesOf(id)).toMatchObject([
      { kind: 'snoozed', actorName: 'Ada Byron', before: { snoozedUntil: null }, after: { snoozedUntil: until } },
      { kind: 'unsnoozed', actorName: 'Ben Cole', before: { snoozedUntil: until }, after: { snoozedUntil: null } },
    ]);
  });

  it('comes back at its time, once, however many look, and its owner is told', async () => {
    const { id } = await opens();
    await updateConversation(context, ada, id, { assignedRepresentativeId: ben.user.id, snoozedUntil: inDays(1) });
    await wakeDue(context);
    expect((await getConversation(context, overseer, id)).snoozedUntil).not.toBeNull();
    await comes(id);
    await Promise.all(Array.from({ length: 6 }, () => wakeDue(context)));
    expect(await getConversation(context, overseer, id)).toMatchObject({ snoozedUntil: null, status: 'waiting' });
    const woken = (await activitiesOf(id)).filter(({ kind }) => kind === 'unsnoozed');
    expect(woken).toMatchObject([{ cause: { by: 'rule', rule: 'snooze' } }]);
    expect(await notified(ben, id)).toMatchObject([{ kind: 'snooze_over' }]);
    expect(await notified(ada, id)).toEqual([]);
  });

  it('comes back although Redis was lost with everything in it, and is told of when it is there again', async () => {
    const { id } = await opens();
    await snooze(id);
    await comes(id);
    const publish = vi.spyOn(context.publisher, 'publish').mockRejectedValue(new Error('gone'));
    const add = vi.spyOn(context.queues, 'add').mockRejectedValue(new Error('gone'));
    await wakeDue(context);
    expect(await getConversation(context, overseer, id)).toMatchObject({ snoozedUntil: null });
    expect(await notified(ada, id)).toEqual([]);
    publish.mockRestore();
    add.mockRestore();
    await context.db
      .updateTable('outbox')
      .set({ createdAt: new Date(0) })
      .execute();
    await sweepOutbox(context);
    // Nobody has it, so the user who snoozed it is notified.
    expect(await notified(ada, id)).toMatchObject([{ kind: 'snooze_over' }]);
    expect((await activitiesOf(id)).map(({ kind }) => kind)).toEqual(['snoozed', 'unsnoozed']);
  });

  it('comes back at once when the customer writes, by an activity of the customer’s', async () => {
    const { id, writes } = await opens();
    await snooze(id);
    await writes('I have it now');
    expect(await getConversation(context, overseer, id)).toMatchObject({ snoozedUntil: null });
    const activities = await activitiesOf(id);
    expect(activities.at(-1)).toMatchObject({ kind: 'unsnoozed', afterSeq: 1, cause: { by: 'customer' } });
    expect(activities.map(({ activityNo }) => activityNo)).toEqual([1, 2]);
  });

  it('sleeps through replies when that was asked for', async () => {
    const { id, writes } = await opens();
    await snooze(id, { wakesOnReply: false });
    await writes('Any news?');
    expect(await getConversation(context, overseer, id)).toMatchObject({ wakesOnReply: false, lastSeq: 2 });
    expect((await getConversation(context, overseer, id)).snoozedUntil).not.toBeNull();
    expect(await activitiesOf(id)).toHaveLength(1);
  });

  it('ends with closing, and keeps the conversation from being closed as idle until then', async () => {
    const [put, idle] = [await opens(), await opens()];
    await snooze(put.id);
    await updateConversation(context, ada, put.id, { status: 'closed' });
    expect(await getConversation(context, overseer, put.id)).toMatchObject({ status: 'closed', snoozedUntil: null });
    await snooze(idle.id);
    await context.db
      .updateTable('conversations')
      .set({ lastActivityAt: new Date(Date.now() - 30 * day) })
      .where('id', '=', idle.id)
      .execute();
    await closeIdle(context);
    expect(await getConversation(context, overseer, idle.id)).toMatchObject({ status: 'waiting' });
    await comes(idle.id);
    await wakeDue(context);
    await closeIdle(context);
    expect(await getConversation(context, overseer, idle.id)).toMatchObject({ status: 'waiting', snoozedUntil: null });
  });

  it('a conflicting snooze or wake by another user is explained to the second with the user and the change', async () => {
    const { id } = await opens();
    const until = inDays(3);
    await updateConversation(context, ben, id, { snoozedUntil: until, expectedSnoozedUntil: null });
    const second = snooze(id, { expectedSnoozedUntil: null });
    await expect(second).rejects.toMatchObject({
      code: 'conflict',
      message: `Ben Cole has snoozed this conversation until ${until}.`,
      localized: { code: 'snoozed_since', values: { who: 'Ben Cole' } },
    });
    await updateConversation(context, ben, id, { snoozedUntil: null, expectedSnoozedUntil: until });
    await expect(snooze(id, { expectedSnoozedUntil: until })).rejects.toMatchObject({
      message: 'Ben Cole has ended the snooze.',
      localized: { code: 'unsnoozed_since', values: { who: 'Ben Cole' } },
    });
  });

  it.each([
    ['a time that is past', { snoozedUntil: '2001-01-01T00:00:00.000Z' }, 'snoozedUntil'],
    ['a time too far away', { snoozedUntil: inDays(500) }, 'snoozedUntil'],
    ['being closed as well', { snoozedUntil: inDays(1), status: 'closed' as const }, 'snoozedUntil'],
    ['nothing to sleep through', { wakesOnReply: false }, 'wakesOnReply'],
  ])('a snooze with %s is refused and changes nothing', async (_, change, path) => {
    const { id } = await opens();
    const refused = updateConversation(context, ada, id, change);
    await expect(refused).rejects.toMatchObject({ code: 'invalid', errors: [{ path }] });
    expect(await activitiesOf(id)).toEqual([]);
  });
});

describe('a reminder', () => {
  const makeDue = (id: string) =>
    context.db
      .updateTable('reminders')
      .set({ remindAt: sql<Date>`now() - interval '1 second'` })
      .where('conversationId', '=', id)
      .execute();

  it('is told to who asked for it alone, leaves the conversation where it is, and stays until dismissed', async () => {
    const { id } = await opens();
    await setReminder(context, ada, id, inDays(1));
    const moved = await setReminder(context, ada, id, inDays(2));
    expect(await listReminders(context, ada)).toEqual([moved]);
    expect(await listReminders(context, ben)).toEqual([]);
    await wakeDue(context);
    expect(await notified(ada, id)).toEqual([]);
    await makeDue(id);
    await wakeDue(context);
    await wakeDue(context);
    expect(await notified(ada, id)).toMatchObject([{ kind: 'reminder' }]);
    expect(await notified(ben, id)).toEqual([]);
    await expect.poll(() => heard).toContainEqual({ type: 'reminders_updated', userId: ada.user.id });
    expect(await listReminders(context, ada, true)).toHaveLength(1);
    expect(await getConversation(context, overseer, id)).toMatchObject({ snoozedUntil: null });
    // Nobody else learns of it.
    expect(await activitiesOf(id)).toEqual([]);
    await dismissReminder(context, ada, id);
    await dismissReminder(context, ada, id);
    expect(await listReminders(context, ada)).toEqual([]);
  });

  it('a reminder that could not be published is in the user’s notifications all the same', async () => {
    const { id } = await opens();
    await notifyUsers(context);
    await setReminder(context, ben, id, inDays(1));
    await makeDue(id);
    const publish = vi.spyOn(context.publisher, 'publish').mockRejectedValue(new Error('gone'));
    await wakeDue(context);
    publish.mockRestore();
    expect(await notified(ben, id)).toMatchObject([{ kind: 'reminder' }]);
  });

  it('a reminder of an unknown conversation, or for a time in the past, is refused', async () => {
    await expect(setReminder(context, ada, randomUUID(), inDays(1))).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await opens();
    await expect(setReminder(context, ada, id, inDays(-1))).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ path: 'remindAt' }],
    });
  });
});
