import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { deleteClosedBefore } from '@parley/db/conversations/delete';
import { countConversations } from '@parley/db/conversations/counts';
import { undoActivity } from '@parley/db/conversations/undo';
import { readStats } from '@parley/db/stats/stats';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { getContact } from '../src/contacts/contacts.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { listConversations } from '../src/conversations/list.ts';
import { getConversation } from '../src/conversations/read.ts';
import { markSpam, unmarkSpam } from '../src/contacts/spam.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron', 'admin');
});
afterAll(() => context.close());

const writes = (visitorId: string, content = 'Cheap pills') =>
  postMessage(context, { kind: 'visitor', visitorId }, 'newest', { content, clientMessageId: randomUUID() });

async function opens() {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const { message } = await writes(visitorId);
  return { visitorId, id: message.conversationId };
}

const listed = async (more: Parameters<typeof listConversations>[2] | object = {}) =>
  (await listConversations(context, ada, { limit: 100, ...more })).conversations.map(({ id }) => id);
const counted = async () => {
  const [all] = await countConversations(context.db, [{ all: [] }], { me: ada.user.id, now: Date.now() });
  const { totalConversations: conversations, totalMessages: messages } = await readStats(context.db);
  return { all, conversations, messages };
};

it('spam is in no list, search or statistic but that of spam, and back in all of them as it was', async () => {
  const { id, visitorId } = await opens();
  await writes(visitorId, 'Very cheap');
  const before = await counted();
  const marked = await markSpam(context, ada, id, {});
  expect(marked).toMatchObject({ id, isSpam: true });
  expect(await listed()).not.toContain(id);
  expect(await listed({ q: 'cheap' })).not.toContain(id);
  expect(await listed({ filter: JSON.stringify({ all: [] }) })).not.toContain(id);
  expect(await listed({ spam: true })).toEqual([id]);
  expect(await listed({ spam: true, sort: 'priority' })).toEqual([id]);
  expect(await listed({ spam: true, sort: 'waiting' })).toEqual([id]);
  expect(await counted()).toEqual({
    all: Number(before.all) - 1,
    conversations: before.conversations - 1,
    messages: before.messages - 2,
  });
  // Later messages are stored with it, and are counted nowhere.
  await writes(visitorId, 'Cheaper still');
  expect(await counted()).toMatchObject({ messages: before.messages - 2 });
  expect(await getConversation(context, overseer, id)).toMatchObject({ isSpam: true, lastSeq: 3 });
  await unmarkSpam(context, ada, id);
  expect(await listed()).toContain(id);
  expect(await listed({ spam: true })).not.toContain(id);
  expect(await counted()).toEqual({ ...before, messages: before.messages + 1 });
  const activities = await readActivities(context, overseer, id, { limit: 10 });
  expect(activities.map(({ kind, after }) => [kind, after.isSpam])).toEqual([
    ['marked_spam', true],
    ['unmarked_spam', false],
  ]);
  await expect(listed({ spam: true, q: 'cheap' })).rejects.toMatchObject({ code: 'invalid' });
});

it('spam is told to every screen of the team and never to the customer; marking it again changes nothing', async () => {
  const { id } = await opens();
  const heard: { audience: string; frame: ServerFrame }[] = [];
  for (const channel of [liveChannels.inbox, liveChannels.conversation(id)]) {
    await context.publisher.subscribe(channel, (packed) => {
      const broadcast = unpackBroadcast(packed);
      if (broadcast) heard.push({ audience: broadcast.audience, frame: JSON.parse(broadcast.text) as ServerFrame });
    });
  }
  await markSpam(context, ada, id, {});
  await markSpam(context, ada, id, {});
  await expect
    .poll(() =>
      heard.flatMap(({ frame }) => (frame.type === 'conversation_updated' ? [frame.conversation.isSpam] : [])),
    )
    .toEqual([true]);
  expect(heard.map(({ audience }) => audience)).not.toContain('customer');
  expect(heard.filter(({ frame }) => frame.type === 'activity')).toHaveLength(1);
  await expect(markSpam(context, ada, randomUUID(), {})).rejects.toMatchObject({ code: 'not_found' });
});

it('spam is marked and its customer blocked in one step, or neither', async () => {
  const { id, visitorId } = await opens();
  await markSpam(context, ada, id, { block: true });
  const contactId = (await contactOf(context.db, visitorId)) ?? '';
  expect(await getContact(context, overseer, contactId)).toMatchObject({ blockedBy: 'Ada Byron' });
  await expect(writes(visitorId)).rejects.toMatchObject({ code: 'blocked' });
});

it('spam is undone as every activity is', async () => {
  const { id } = await opens();
  await markSpam(context, ada, id, {});
  const cause = { by: 'representative', userId: ada.user.id } as const;
  expect(await undoActivity(context.db, id, 1, { cause })).toMatchObject({
    outcome: 'done',
    conversation: { isSpam: false },
  });
  expect(await listed()).toContain(id);
});

it('spam is deleted after the days that closed conversations are, exported until then, and counted out once', async () => {
  const { id } = await opens();
  await markSpam(context, ada, id, {});
  let document = '';
  for await (const piece of conversationsDocument(context, overseer)) document += piece;
  const exported = (JSON.parse(document) as { conversations: { id: string; isSpam: boolean }[] }).conversations;
  expect(exported.find((each) => each.id === id)).toMatchObject({ isSpam: true });
  const before = await counted();
  await deleteClosedBefore(context.db, new Date(Date.now() - 60_000), 100);
  expect(await getConversation(context, overseer, id)).toMatchObject({ isSpam: true });
  await context.db
    .updateTable('conversations')
    .set({ spamAt: new Date(Date.now() - 120_000) })
    .where('id', '=', id)
    .execute();
  await deleteClosedBefore(context.db, new Date(Date.now() - 60_000), 100);
  await expect(getConversation(context, overseer, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await counted()).toEqual(before);
});
