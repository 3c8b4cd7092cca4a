/** Notifications on devices: what they show, what closes them, and push services that are busy. */
import { randomUUID } from 'node:crypto';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertRole } from '@parley/db/roles/roles';
import { findAccount, updateAccess } from '@parley/db/users/users';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { type PushedDevice, type PushService, startPushService } from '@parley/testing/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { updateConversation } from '../src/conversations/update.ts';
import type { ExternalContext } from '../src/external/services.ts';
import { postMessage } from '../src/messages/post.ts';
import { readNotifications } from '../src/notifications/own.ts';
import { closePushed, pushAgain } from '../src/notifications/push.ts';
import { sendDueNotifications } from '../src/notifications/send.ts';
import { markFocus } from '../src/presence/focus.ts';
import { keepNodeAlive } from '../src/presence/nodes.ts';
import { addPushDevice, listPushDevices, updatePushDevice } from '../src/push/devices.ts';
import { writeSession } from '../src/sessions.ts';
import {
  createColleague,
  createTestContext,
  notifyUsers,
  type TestContext,
  withExternalServices,
} from '../src/testing.ts';

let context: TestContext & ExternalContext;
let service: PushService;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  const [made, started] = await Promise.all([createTestContext(), startPushService()]);
  context = withExternalServices(made);
  service = started;
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada', 'admin');
});
afterAll(async () => {
  await service.close();
  await context.close();
});
beforeEach(async () => {
  ben = await createColleague(context, `Ben ${randomUUID().slice(0, 8)}`);
  await context.db.updateTable('users').set({ status: 'online' }).where('id', '=', ben.user.id).execute();
  await mergeSettings(context.db, 'pushConfig', { content: 'full' });
  context.settings.forget();
  await context.queues.queue('push').drain(true);
});

/** Signs Ben in on another browser and turns notifications on there. */
async function device(): Promise<PushedDevice & { id: string }> {
  const sessionId = randomUUID();
  const epoch = (await findAccount(context.db, ben.user.id))?.sessionEpoch;
  const session = { userId: ben.user.id, epoch, signedInAt: Date.now(), method: 'password' as const };
  await writeSession(context, sessionId, session, { ttlSeconds: 600, isNew: true });
  const caller = { ...ben, sessionId };
  const { publicKey } = await listPushDevices(context, caller);
  const browser = service.subscribe(publicKey);
  const { endpoint, keys } = browser;
  const { id } = await addPushDevice(context, caller, { name: 'Phone', endpoint, keys, publicKey });
  return Object.assign(browser, { id });
}

/** Has a customer write in a conversation of Ben's. */
async function written(
  content = 'Is the blue one in stock?',
): Promise<{ id: string; writes: (text: string) => Promise<unknown> }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null, name: 'Jane' });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = (text: string) =>
    postMessage(context, visitor, 'newest', { content: text, clientMessageId: randomUUID() });
  const { message } = await writes('Hello');
  await updateConversation(context, ada, message.conversationId, { assignedRepresentativeId: ben.user.id });
  await notifyUsers(context);
  await readNotifications(context, ben, { all: true });
  await writes(content);
  return { id: message.conversationId, writes };
}

/** Sends what is due by push, as if ten seconds had passed. */
async function push(): Promise<void> {
  await notifyUsers(context);
  await sql`update notification_steps set due_at = now() where user_id = ${ben.user.id}::uuid`.execute(context.db);
  await sendDueNotifications(context, { userId: ben.user.id, way: 'push' });
}

it('a device shows who wrote what, one notification per conversation, which later messages replace and count', async () => {
  const phone = await device();
  const { id, writes } = await written();
  await push();
  await writes('Hello?');
  await push();
  expect(phone.received).toMatchObject([
    { data: { tag: id, title: 'New message from Jane', body: 'Is the blue one in stock?' }, urgency: 'high' },
    { data: { tag: id, title: '2 new messages from Jane', body: 'Hello?', path: `/conversations?selected=${id}` } },
  ]);
  expect(new Set(phone.received.map(({ topic }) => topic))).toEqual(new Set([id.replaceAll('-', '')]));
  expect(phone.received[1]?.data).toMatchObject({ actions: [{ action: 'reply', title: 'Reply' }], unread: 1 });
});

it('five devices close a notification within two seconds after it was read on one of them', async () => {
  const devices = await Promise.all(Array.from({ length: 5 }, device));
  const { id } = await written();
  await push();
  expect(devices.map(({ received }) => received.length)).toEqual([1, 1, 1, 1, 1]);
  const readAt = Date.now();
  await readNotifications(context, ben, { conversationId: id });
  const jobs = await context.queues.queue('push').getWaiting();
  expect(jobs.map(({ data }) => data)).toContainEqual({ userId: ben.user.id });
  await closePushed(context, ben.user.id);
  for (const { received } of devices) {
    expect(received.at(-1)?.data).toEqual({ type: 'read', tags: [id], unread: 0 });
    expect((received.at(-1)?.at ?? 0) - readAt).toBeLessThan(2_000);
  }
  await closePushed(context, ben.user.id);
  expect(devices.map(({ received }) => received.length)).toEqual([2, 2, 2, 2, 2]);
});

it('a phone stays silent while one of two tabs has the focus, and rings once nobody looks', async () => {
  const phone = await device();
  const tabs = ['one', 'other'];
  await Promise.all(tabs.map((node) => keepNodeAlive(context, node)));
  const look = (node: string, isFocused: boolean) => markFocus(context, { node, userId: ben.user.id, isFocused });
  const { writes } = await written();
  await look('one', false);
  await look('other', true);
  await push();
  expect(phone.received).toEqual([]);
  await look('other', false);
  // The tab has told of the message: it is not told of again.
  await push();
  expect(phone.received).toEqual([]);
  await writes('Hello?');
  await push();
  expect(phone.received).toMatchObject([{ data: { body: 'Hello?' } }]);
});

it('the workspace and the device limit what is shown, the stricter of the two', async () => {
  const [phone, tablet] = [await device(), await device()];
  await updatePushDevice(context, ben, tablet.id, { content: 'name' });
  const { writes } = await written();
  await push();
  expect(tablet.received.at(-1)?.data).toMatchObject({ title: 'New message from Jane', body: '' });
  await mergeSettings(context.db, 'pushConfig', { content: 'nothing' });
  context.settings.forget();
  await writes('Secret');
  await push();
  for (const { received } of [phone, tablet])
    expect(received.at(-1)?.data).toMatchObject({ title: 'Parley', body: 'Something new' });
});

it('a busy push service is asked again later for its device alone, and not once the message was read', async () => {
  const [phone, tablet] = [await device(), await device()];
  tablet.next.push({ status: 429, headers: { 'retry-after': '120' } });
  const { id } = await written();
  await push();
  expect([phone.received.length, tablet.received.length]).toEqual([1, 0]);
  const [job] = await context.queues.queue('push').getDelayed();
  expect(job?.data).toMatchObject({ userId: ben.user.id, deviceId: tablet.id });
  expect(job?.delay).toBeGreaterThanOrEqual(120_000);
  await pushAgain(context, job?.data);
  expect([phone.received.length, tablet.received.length]).toEqual([1, 1]);
  await readNotifications(context, ben, { conversationId: id });
  await pushAgain(context, job?.data);
  expect(tablet.received).toHaveLength(1);
});

it('a user who no longer sees the conversation gets no notification about it', async () => {
  const phone = await device();
  const { id } = await written();
  await notifyUsers(context);
  const role = await insertRole(context.db, {
    name: randomUUID(),
    permissions: builtInPermissions.representative,
    scope: 'mine',
    max: 1_000,
  });
  if (typeof role === 'string') throw new Error(role);
  await updateAccess(context.db, ben.user.id, { roleId: role.id });
  await updateConversation(context, ada, id, { assignedRepresentativeId: ada.user.id });
  await push();
  expect(phone.received).toEqual([]);
});
