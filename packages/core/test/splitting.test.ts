/** Splitting messages off: what moves, what stays, what both sides count, and the way back. */
import { randomUUID } from 'node:crypto';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoActivity } from '../src/bulk/undo.ts';
import type { StaffCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { listConversations } from '../src/conversations/list.ts';
import { addNote } from '../src/conversations/notes.ts';
import { getConversation, readMessages } from '../src/conversations/read.ts';
import { markRead } from '../src/conversations/receipts.ts';
import { listRelated } from '../src/conversations/related.ts';
import { splitConversation } from '../src/conversations/split.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { postMessage } from '../src/messages/post.ts';
import { completeSearch } from '../src/maintenance/search.ts';
import { createColleague, createTestContext, overseer, type TestContext } from '../src/testing.ts';
import { currentConversation } from '../src/visitors/conversations.ts';
import { readVisitorMessages } from '../src/visitors/messages.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
});
afterAll(() => context.close());

/** A conversation of six messages: two questions, an answer, and three messages without one. */
async function talk() {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, name: 'Grace', email: 'grace@example.com' });
  const writes = async (content: string) =>
    (
      await postMessage(context, { kind: 'visitor', visitorId }, 'newest', {
        content,
        clientMessageId: randomUUID(),
      })
    ).message;
  const { conversationId: id } = await writes('Where is my parcel?');
  await writes('Number 4711');
  const answer = await postMessage(
    context,
    ada,
    { conversationId: id },
    { content: 'It arrives today', clientMessageId: randomUUID() },
  );
  await writes('Thanks');
  await writes('Another thing: my invoice is wrong');
  await writes('It names the old firm');
  return { id, visitorId, writes, answer: answer.message };
}

const split = (id: string, what: { seqs?: number[]; fromSeq?: number }, who = ada, clientSplitId = randomUUID()) =>
  splitConversation(context, who, id, { ...what, clientSplitId });
const contents = async (id: string) =>
  (await readMessages(context, overseer, id, { limit: 50 })).map(({ content, movedTo }) => (movedTo ? '→' : content));
const kinds = async (id: string) =>
  (await readActivities(context, overseer, id, { limit: 50 })).map(({ kind }) => kind);
const undo = (id: string, activityNo: number | null) =>
  undoActivity(context, ada, { conversationId: id, activityNo: activityNo ?? 0 });
const waiting = async (id: string) => {
  const { unansweredCount, unansweredSince, unansweredOffsetSeconds, waitingSince, status } = await context.db
    .selectFrom('conversations')
    .select(['unansweredCount', 'unansweredSince', 'unansweredOffsetSeconds', 'waitingSince', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    unansweredCount,
    unansweredSince,
    unansweredOffsetSeconds: Math.round(unansweredOffsetSeconds),
    waitingSince,
    status,
  };
};

it('messages from one on move into a new conversation of the same customer, linked and logged on both sides', async () => {
  const { id, visitorId } = await talk();
  const { conversation, splitOff } = await split(id, { fromSeq: 5 });
  expect(await contents(id)).toEqual(['Where is my parcel?', 'Number 4711', 'It arrives today', 'Thanks', '→', '→']);
  expect(await contents(splitOff.id)).toEqual(['Another thing: my invoice is wrong', 'It names the old firm']);
  expect(splitOff).toMatchObject({
    visitorId,
    customerEmail: 'grace@example.com',
    websiteId,
    lastSeq: 2,
    relatedIds: [id],
    assignedRepresentativeId: ada.user.id,
    lastMessage: { content: 'It names the old firm', senderType: 'customer' },
  });
  expect(conversation.lastSeq).toBe(6);
  expect((await listRelated(context, ada, id)).map((each) => each.id)).toEqual([splitOff.id]);
  expect(await kinds(splitOff.id)).toEqual(['split_off']);
  expect((await kinds(id)).at(-1)).toBe('split');
  const [entry] = await readAuditLog(context, { limit: 1 });
  expect(entry).toMatchObject({ action: 'conversation.split', details: { into: splitOff.id, messages: 2 } });
});

it('single messages move in their order with the quotes among them', async () => {
  const { id, answer, visitorId } = await talk();
  await postMessage(
    context,
    { kind: 'visitor', visitorId },
    { own: { conversationId: id } },
    { content: 'That one', clientMessageId: randomUUID(), replyTo: answer.id },
  );
  const { splitOff } = await split(id, { seqs: [7, 3, 1] });
  const messages = await readMessages(context, overseer, splitOff.id, { limit: 50 });
  expect(messages.map(({ seq, content, senderType }) => [seq, content, senderType])).toEqual([
    [1, 'Where is my parcel?', 'customer'],
    [2, 'It arrives today', 'representative'],
    [3, 'That one', 'customer'],
  ]);
  expect(messages[2]?.replyTo).toMatchObject({ seq: 2, content: 'It arrives today' });
});

it('the waiting time counts where the unanswered messages are, and comes back with them', async () => {
  const { id } = await talk();
  const before = await waiting(id);
  expect(before.unansweredCount).toBe(3);
  const { conversation, splitOff } = await split(id, { fromSeq: 5 });
  expect(await waiting(id)).toMatchObject({ unansweredCount: 1 });
  const there = await waiting(splitOff.id);
  expect(there.unansweredCount).toBe(2);
  const { createdAt } = (await readMessages(context, overseer, splitOff.id, { limit: 1, after: 0 }))[0] ?? {};
  expect(there.unansweredSince?.toISOString()).toBe(createdAt);
  await undo(id, conversation.activityNo);
  expect(await waiting(id)).toEqual(before);
});

it('what a colleague has not read counts as unread in the new conversation alone', async () => {
  const { id } = await talk();
  await markRead(context, id, { side: 'staff', userId: ben.user.id }, 4);
  expect((await getConversation(context, ben, id)).unreadCount).toBe(2);
  const { conversation, splitOff } = await split(id, { fromSeq: 5 });
  expect((await getConversation(context, ben, id)).unreadCount).toBe(0);
  expect((await getConversation(context, ben, splitOff.id)).unreadCount).toBe(2);
  await undo(id, conversation.activityNo);
  expect((await getConversation(context, ben, id)).unreadCount).toBe(2);
});

it('undo brings everything back and deletes the new conversation; it is not repeated, and not redone', async () => {
  const { id } = await talk();
  const before = await contents(id);
  const { conversation, splitOff } = await split(id, { fromSeq: 2 });
  await undo(id, conversation.activityNo);
  expect(await contents(id)).toEqual(before);
  expect((await readMessages(context, overseer, id, { limit: 50 })).every(({ removedAt }) => !removedAt)).toBe(true);
  await expect(getConversation(context, overseer, splitOff.id)).rejects.toMatchObject({ code: 'not_found' });
  await undo(id, conversation.activityNo);
  const [undone] = (await readActivities(context, overseer, id, { limit: 50 })).slice(-1);
  expect(undone?.kind).toBe('undone');
  await expect(undo(id, undone?.activityNo ?? 0)).rejects.toMatchObject({ code: 'conflict' });
});

it('undo from the new conversation does the same, and returns the one that has the messages again', async () => {
  const { id } = await talk();
  const { splitOff } = await split(id, { seqs: [5] });
  const undone = await undo(splitOff.id, 1);
  expect(undone).toMatchObject({ conversation: { id } });
  expect((await contents(id))[4]).toBe('Another thing: my invoice is wrong');
});

it('undo is refused once something has happened in the new conversation', async () => {
  const { id, visitorId } = await talk();
  const { conversation, splitOff } = await split(id, { fromSeq: 5 });
  await addNote(context, ada, splitOff.id, { content: 'Ask the accountant', clientNoteId: randomUUID() });
  await expect(undo(id, conversation.activityNo)).rejects.toMatchObject({ code: 'conflict' });
  const other = await split(id, { seqs: [1] });
  await postMessage(
    context,
    { kind: 'visitor', visitorId },
    { own: { conversationId: other.splitOff.id } },
    { content: 'Hello?', clientMessageId: randomUUID() },
  );
  await expect(undo(id, other.conversation.activityNo)).rejects.toMatchObject({ code: 'conflict' });
  expect(await contents(other.splitOff.id)).toEqual(['Where is my parcel?', 'Hello?']);
});

it('splitting again under the same id does nothing, also at the same moment', async () => {
  const { id } = await talk();
  const clientSplitId = randomUUID();
  const both = await Promise.all([
    split(id, { fromSeq: 5 }, ada, clientSplitId),
    split(id, { fromSeq: 5 }, ada, clientSplitId),
  ]);
  expect(new Set(both.map(({ splitOff }) => splitOff.id)).size).toBe(1);
});

it('the customer reads the moved messages in the new conversation, and empty ones in the former', async () => {
  const { id, visitorId } = await talk();
  const { splitOff } = await split(id, { fromSeq: 5 });
  expect(await currentConversation(context, visitorId)).toMatchObject({ id: splitOff.id, lastSeq: 2 });
  const caller = { kind: 'visitor', visitorId, websiteId } as const;
  const read = async (conversationId: string) =>
    (await readVisitorMessages(context, caller, { conversationId, limit: 50 })).map(({ content }) => content);
  expect(await read(splitOff.id)).toEqual(['Another thing: my invoice is wrong', 'It names the old firm']);
  expect((await read(id)).slice(4)).toEqual(['', '']);
});

it('files and search follow the messages', async () => {
  const { id, visitorId } = await talk();
  const { id: fileId } = await context.db
    .insertInto('files')
    .values({ name: 'invoice.pdf', size: 10, visitorId, state: 'ready', conversationId: id, seq: 5 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update messages set attachment_ids = array[${fileId}::uuid] where conversation_id = ${id} and seq = 5`.execute(
    context.db,
  );
  const { splitOff } = await split(id, { fromSeq: 5 });
  const file = await context.db
    .selectFrom('files')
    .select(['conversationId', 'seq'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  expect(file).toEqual({ conversationId: splitOff.id, seq: 1 });
  expect((await readMessages(context, overseer, splitOff.id, { limit: 1, after: 0 }))[0]?.attachments?.[0]?.id).toBe(
    fileId,
  );
  await completeSearch(context);
  const found = await listConversations(context, ada, { q: '"invoice is wrong"', limit: 50 });
  expect(found.conversations.map((each) => each.id)).toContain(splitOff.id);
  expect(found.conversations.map((each) => each.id)).not.toContain(id);
});

it('all messages, unknown, removed and too many ones are refused and change nothing', async () => {
  const { id } = await talk();
  const codeOf = (what: { seqs?: number[]; fromSeq?: number }, who = ada) =>
    split(id, what, who).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const before = await contents(id);
  expect(await codeOf({ fromSeq: 1 })).toBe('conflict');
  expect(await codeOf({ seqs: [99] })).toBe('invalid');
  expect(await codeOf({})).toBe('invalid');
  expect(await codeOf({ seqs: [1], fromSeq: 2 })).toBe('invalid');
  expect(await contents(id)).toEqual(before);
  await split(id, { seqs: [1] });
  expect(await codeOf({ seqs: [1] })).toBe('invalid');
});
