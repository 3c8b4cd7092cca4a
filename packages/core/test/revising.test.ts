import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { Problem } from '@parley/contracts/problems';
import { pastAnswers } from '@parley/db/articles/past-answers';
import { listAuditLog } from '@parley/db/audit/audit-log';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import { findMessage, messagesAfter } from '@parley/db/messages/read';
import { eraseVisitorData } from '@parley/db/privacy/visitor-data';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replyPrompt } from '../src/ai/prompt.ts';
import type { StaffCaller } from '../src/callers.ts';
import { listConversations } from '../src/conversations/list.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { visitorDocument } from '../src/data/privacy.ts';
import { postMessage } from '../src/messages/post.ts';
import { editMessage, readMessageVersions, removeMessage } from '../src/messages/revise.ts';
import {
  createColleague,
  createTestContext,
  type TestContext,
  withExternalServices,
  overseer,
} from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
let admin: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron');
  ben = await createColleague(context, 'Ben Cole');
  admin = await createColleague(context, 'Ann Admin', 'admin');
});
afterAll(() => context.close());

async function talk(question: string, answer: string, email: string | null = null) {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = (content: string) =>
    postMessage(context, visitor, 'newest', { content, clientMessageId: randomUUID() });
  const { message } = await writes(question);
  const { conversationId } = message;
  const answers = (content: string) => postMessage(context, ada, { conversationId }, { content });
  await answers(answer);
  return { conversationId, writes, answers };
}
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
const contents = async (id: string) => (await messagesAfter(context.db, id, 0, 100)).map(({ content }) => content);
const foundBy = async (q: string) =>
  (await listConversations(context, ada, { q, limit: 10 })).conversations.map(({ id }) => id);
async function documentOf(pieces: AsyncIterable<string>): Promise<string> {
  let document = '';
  for await (const piece of pieces) document += piece;
  return document;
}

it('a message is changed by its author and administrators, in its place; what it said stays for administrators', async () => {
  const { conversationId, writes } = await talk('How many?', 'Tow of them');
  await writes('Tow?');
  const place = { conversationId, seq: 2 };
  expect(await codeOf(editMessage(context, ben, place, { content: 'Mine' }))).toBe('forbidden');
  expect(await codeOf(editMessage(context, admin, { conversationId, seq: 1 }, { content: 'Theirs' }))).toBe(
    'forbidden',
  );
  expect(await codeOf(editMessage(context, ada, { conversationId, seq: 9 }, { content: 'None' }))).toBe('not_found');
  expect(await codeOf(editMessage(context, ada, place, { content: '  ' }))).toBe('invalid');
  const edited = await editMessage(context, ada, place, { content: ' Two of them ', expectedEditNo: 0 });
  expect(edited).toMatchObject({ seq: 2, content: 'Two of them', editNo: 1, editedAt: expect.any(String) });
  expect(await codeOf(editMessage(context, ada, place, { content: 'Three', expectedEditNo: 0 }))).toBe('conflict');
  await expect(editMessage(context, admin, place, { content: 'Four', expectedEditNo: 0 })).rejects.toThrow(
    'Ada Byron has changed this message in the meantime.',
  );
  // Editing with the same content is no edit.
  expect((await editMessage(context, ada, place, { content: 'Two of them' })).editNo).toBe(1);
  await editMessage(context, admin, place, { content: 'Two, in blue' });
  expect(await contents(conversationId)).toEqual(['How many?', 'Two, in blue', 'Tow?']);
  expect(await readMessageVersions(context, overseer, place)).toMatchObject([
    { content: 'Tow of them', replacedByName: 'Ada Byron' },
    { content: 'Two of them', replacedByName: 'Ann Admin' },
  ]);
  const audited = (await listAuditLog(context.db, { limit: 5 })).filter(({ action }) => action === 'message.edited');
  expect(audited).toMatchObject([{ actorName: 'Ann Admin', details: { seq: 2, author: 'Ada Byron' } }]);
  await removeMessage(context, admin, place);
  expect(await listAuditLog(context.db, { action: 'message.removed', limit: 5 })).toMatchObject([
    { actorName: 'Ann Admin', details: { seq: 2, author: 'Ada Byron' } },
  ]);
});

it('both edits are in the history when two users change a message at once, and one is its text', async () => {
  const { conversationId } = await talk('Hello', 'First');
  const place = { conversationId, seq: 2 };
  await Promise.all([
    editMessage(context, ada, place, { content: 'Second' }),
    editMessage(context, admin, place, { content: 'Third' }),
  ]);
  const message = await findMessage(context.db, conversationId, 2);
  const versions = (await readMessageVersions(context, overseer, place)).map(({ content }) => content);
  expect(new Set([...versions, message?.content])).toEqual(new Set(['First', 'Second', 'Third']));
  expect(message?.editNo).toBe(2);
});

it('removed content is nowhere but in the history', async () => {
  const canary = `canary${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@example.com`;
  const question = 'Which colour has the wobbly lamp?';
  const { conversationId, answers } = await talk(question, `The password is ${canary}`, email);
  const frames: ServerFrame[] = [];
  for (const channel of [liveChannels.conversation(conversationId), liveChannels.inbox]) {
    await context.publisher.subscribe(channel, (text) => {
      const packed = unpackBroadcast(text);
      if (packed) frames.push(JSON.parse(packed.text) as ServerFrame);
    });
  }
  const posted = await findMessage(context.db, conversationId, 2);
  const delivery = await ensureDelivery(context.db, {
    channel: 'webhook',
    eventId: randomUUID(),
    target: randomUUID(),
    summary: 'New message',
    conversationId,
    payload: {
      kind: 'webhook',
      conversationId,
      body: { type: 'message.posted', timestamp: new Date().toISOString(), data: { conversationId, message: posted } },
    },
  });
  expect(await foundBy(canary)).toEqual([conversationId]);

  const place = { conversationId, seq: 2 };
  expect(await codeOf(removeMessage(context, ben, place))).toBe('forbidden');
  expect(await removeMessage(context, ada, place)).toMatchObject({ content: '', removedAt: expect.any(String) });
  expect(await codeOf(editMessage(context, ada, place, { content: 'Back' }))).toBe('conflict');
  expect(await codeOf(removeMessage(context, ada, place))).toBe('fine');
  await expect.poll(() => frames.map(({ type }) => type)).toContain('conversation_updated');
  expect(frames.map(({ type }) => type)).toContain('message_updated');
  expect(JSON.stringify(frames)).not.toContain(canary);
  const { conversations } = await listConversations(context, ada, { limit: 50 });
  expect(conversations.find(({ id }) => id === conversationId)?.lastMessage?.content).toBe('');
  expect(JSON.stringify(conversations)).not.toContain(canary);

  await answers('Blue');
  expect(await contents(conversationId)).toEqual([question, '', 'Blue']);
  expect(await foundBy(canary)).toEqual([]);
  const messages = await messagesAfter(context.db, conversationId, 0, 10);
  const prompt = replyPrompt({ systemPrompt: '', knowledge: [], messages }, { mayHandOff: false });
  expect(prompt.slice(1).map(({ content }) => content)).toEqual([question, 'Blue']);
  const answer = (await pastAnswers(context.db, question, { exceptConversationId: null, limit: 5 }))[0];
  expect(answer?.answer).toBe('Blue');
  expect(await documentOf(conversationsDocument(context, overseer))).not.toContain(canary);
  expect(await documentOf(visitorDocument(withExternalServices(context), admin, email))).not.toContain(canary);
  const kept = await context.db
    .selectFrom('deliveries')
    .select('payload')
    .where('id', '=', delivery.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(kept)).not.toContain(canary);
  expect(kept.payload).toMatchObject({ body: { data: { message: { seq: 2, content: '' } } } });

  expect((await readMessageVersions(context, overseer, place))[0]?.content).toContain(canary);
  await eraseVisitorData(context.db, email);
  expect(await context.db.selectFrom('messageEdits').where('conversationId', '=', conversationId).execute()).toEqual(
    [],
  );
});

it('a message that has gone out by mail, or is still on its way by another channel, can’t be changed, and shows that', async () => {
  const mailed = await talk('Hello', 'Mailed');
  await context.db
    .updateTable('conversations')
    .set({ emailedUntilSeq: 2 })
    .where('id', '=', mailed.conversationId)
    .execute();
  const undelivered = await talk('Hello', 'Told');
  await context.db
    .updateTable('conversations')
    .set({ channel: 'telegram' })
    .where('id', '=', undelivered.conversationId)
    .execute();
  for (const [{ conversationId }, words] of [
    [mailed, 'Email has already delivered this message to the customer, so it can’t be changed.'],
    [undelivered, 'Telegram hasn’t delivered this message yet. Try again in a moment.'],
  ] as const) {
    await expect(editMessage(context, ada, { conversationId, seq: 2 }, { content: 'New' })).rejects.toThrow(words);
    expect(await codeOf(removeMessage(context, ada, { conversationId, seq: 2 }))).toBe('conflict');
  }
  await mailed.answers('Not mailed yet');
  expect(await codeOf(removeMessage(context, ada, { conversationId: mailed.conversationId, seq: 3 }))).toBe('fine');
});
