/** Push messages to visitors: who may receive them, what they contain, and what ends them. */
import { randomUUID } from 'node:crypto';
import { mergeSettings } from '@parley/db/settings/settings';
import { listVisitorDevices } from '@parley/db/visitors/push';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite, updateWebsite } from '@parley/db/websites/websites';
import { type PushedDevice, type PushService, startPushService } from '@parley/testing/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import type { ExternalContext } from '../src/external/services.ts';
import { postMessage } from '../src/messages/post.ts';
import { keepNodeAlive } from '../src/presence/nodes.ts';
import { markVisitors } from '../src/presence/visitors.ts';
import { createColleague, createTestContext, type TestContext, withExternalServices } from '../src/testing.ts';
import { addVisitorPushDevice, readVisitorPushKey } from '../src/visitors/push-devices.ts';
import { pushToVisitors } from '../src/visitors/push-messages.ts';
import { endVisitorSession } from '../src/visitors/tokens.ts';

let context: TestContext & ExternalContext;
let service: PushService;
let websiteId: string;
let ada: StaffCaller;

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
  await updateWebsite(context.db, websiteId, { pushWorker: '/parley-push.js' });
  await mergeSettings(context.db, 'pushConfig', { content: 'full' });
  context.settings.forget();
});

/** A visitor with a conversation, on a page of the website. */
async function visitor(): Promise<{ caller: VisitorCaller; conversationId: string }> {
  const { id: visitorId } = await insertVisitor(context.db, {
    websiteId,
    email: null,
    name: 'Jane',
    pageUrl: 'https://shop.example.com/cups',
  });
  const caller = { kind: 'visitor', visitorId, websiteId, session: randomUUID() } as const;
  const draft = { content: 'Is the blue one in stock?', clientMessageId: randomUUID() };
  const { message } = await postMessage(context, caller, 'newest', draft);
  return { caller, conversationId: message.conversationId };
}

/** Turns push messages on in a browser of the visitor. */
async function browserOf(caller: VisitorCaller): Promise<PushedDevice> {
  const { publicKey } = await readVisitorPushKey(context, caller);
  const browser = service.subscribe(publicKey);
  const { endpoint, keys } = browser;
  await addVisitorPushDevice(context, caller, { endpoint, keys, publicKey });
  return browser;
}

const answers = (conversationId: string, content: string) =>
  postMessage(context, ada, { conversationId }, { content, clientMessageId: randomUUID() });
/** Lets ten seconds pass. */
const later = async () => {
  await sql`update messages set created_at = created_at - interval '11 seconds'`.execute(context.db);
  return pushToVisitors(context);
};

it('a visitor who has left gets the last reply, once, and the next one in its place', async () => {
  const { caller, conversationId } = await visitor();
  const browser = await browserOf(caller);
  await answers(conversationId, 'Yes.');
  expect(await pushToVisitors(context)).toBe(0);
  await answers(conversationId, 'Three are left.');
  await Promise.all([later(), pushToVisitors(context)]);
  expect(await later()).toBe(0);
  await answers(conversationId, 'Two.');
  await later();
  const shown = { tag: conversationId, title: 'Ada · Shop', url: 'https://shop.example.com/cups' };
  expect(browser.received).toMatchObject([
    { data: { ...shown, body: 'Three are left.' }, urgency: 'high', topic: conversationId.replaceAll('-', '') },
    { data: { ...shown, body: 'Two.' } },
  ]);
});

it('a visitor on the page, or who has read the reply, gets none', async () => {
  const { caller, conversationId } = await visitor();
  const browser = await browserOf(caller);
  await answers(conversationId, 'Yes.');
  await keepNodeAlive(context, 'node');
  await markVisitors(context, 'node', [{ visitorId: caller.visitorId, isHere: true }]);
  expect(await later()).toBe(0);
  await context.db.updateTable('conversations').set({ customerReadSeq: 2 }).where('id', '=', conversationId).execute();
  await markVisitors(context, 'node', [{ visitorId: caller.visitorId, isHere: false }]);
  await later();
  expect(browser.received).toEqual([]);
});

it('the workspace decides how much a message shows', async () => {
  const { caller, conversationId } = await visitor();
  const browser = await browserOf(caller);
  for (const content of ['name', 'nothing'] as const) {
    await mergeSettings(context.db, 'pushConfig', { content });
    context.settings.forget();
    await answers(conversationId, 'Secret');
    await later();
  }
  expect(browser.received.map(({ data }) => data)).toMatchObject([
    { title: 'Ada · Shop', body: 'Something new' },
    { title: 'Shop', body: 'Something new' },
  ]);
});

it('signing out on the website ends it, and so does a browser that the push service no longer knows', async () => {
  const { caller, conversationId } = await visitor();
  const browser = await browserOf(caller);
  await endVisitorSession(context, caller);
  await answers(conversationId, 'Yes.');
  await later();
  expect(browser.received).toEqual([]);
  const second = await browserOf(caller);
  second.unsubscribe();
  await answers(conversationId, 'Still there?');
  await later();
  expect(await listVisitorDevices(context.db, caller.visitorId)).toEqual([]);
});

it('a visitor has five browsers, the newest', async () => {
  const { caller } = await visitor();
  const browsers = [];
  for (let count = 0; count < 6; count += 1) browsers.push(await browserOf(caller));
  const endpoints = (await listVisitorDevices(context.db, caller.visitorId)).map(({ endpoint }) => endpoint);
  expect(new Set(endpoints)).toEqual(new Set(browsers.slice(1).map(({ endpoint }) => endpoint)));
});

it('without a worker file, and for an address in a private network or keys off the curve, nothing is stored', async () => {
  const { caller } = await visitor();
  const { publicKey } = await readVisitorPushKey(context, caller);
  const { endpoint, keys } = service.subscribe(publicKey);
  const add = (change: object) => addVisitorPushDevice(context, caller, { endpoint, keys, publicKey, ...change });
  await expect(add({ endpoint: 'ftp://push.example.com/1' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(add({ keys: { ...keys, p256dh: 'AAAA' } })).rejects.toMatchObject({ code: 'invalid' });
  await expect(add({ publicKey: 'other' })).rejects.toMatchObject({ code: 'invalid' });
  await updateWebsite(context.db, websiteId, { pushWorker: null });
  await expect(add({})).rejects.toMatchObject({ code: 'not_configured' });
  await expect(readVisitorPushKey(context, caller)).rejects.toMatchObject({ code: 'not_configured' });
  expect(await listVisitorDevices(context.db, caller.visitorId)).toEqual([]);
});
