/** Merging conversations: nothing moves, one wins, everything is undone, and nobody reads what is not theirs. */
import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { deleteClosedBefore } from '@parley/db/conversations/delete';
import { findFile, insertFile } from '@parley/db/files/uploads';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { mergeContacts, unmergeContacts } from '../src/contacts/merge.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { joinConversations } from '../src/conversations/join.ts';
import { listMerged, mergeConversations } from '../src/conversations/merge.ts';
import { getConversation, readMessages } from '../src/conversations/read.ts';
import { markDelivered, markRead } from '../src/conversations/receipts.ts';
import { markSpam } from '../src/contacts/spam.ts';
import { undoActivity } from '../src/bulk/undo.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { eraseVisitor, visitorDocument } from '../src/data/privacy.ts';
import { postMessage } from '../src/messages/post.ts';
import { editMessage } from '../src/messages/revise.ts';
import {
  createColleague,
  createTestContext,
  type TestContext,
  withExternalServices,
  overseer,
} from '../src/testing.ts';
import { readVisitorMessages } from '../src/visitors/messages.ts';
import { currentConversation } from '../src/visitors/conversations.ts';

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

const visitor = (visitorId: string) => ({ kind: 'visitor', visitorId, websiteId }) as const;

const writes = async (visitorId: string, content: string, clientMessageId: string = randomUUID()) =>
  (await postMessage(context, { kind: 'visitor', visitorId }, 'newest', { content, clientMessageId })).message;

const answers = async (conversationId: string, content: string) =>
  (await postMessage(context, ada, { conversationId }, { content, clientMessageId: randomUUID() })).message;

async function opens(content: string, more: { email?: string } = {}) {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, ...more });
  const { conversationId: id } = await writes(visitorId, content);
  return { visitorId, id, contactId: (await contactOf(context.db, visitorId)) ?? '' };
}

/** Two conversations of one person, who came by two browsers. */
async function twoOfOne(more: { email?: string } = {}) {
  const from = await opens('From the phone', more);
  const into = await opens('From the desk');
  const { mergeId } = await mergeContacts(context, ada, into.contactId, { mergedId: from.contactId });
  return { from, into, mergeId };
}

const merge = (from: { id: string }, into: { id: string }, who = ada) =>
  mergeConversations(context, who, from.id, into.id);
const undo = (id: string, activityNo: number | null, who = ada) =>
  undoActivity(context, who, { conversationId: id, activityNo: activityNo ?? 0 });
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);
const kinds = async (id: string) =>
  (await readActivities(context, overseer, id, { limit: 50 })).map(({ kind }) => kind);

/** Collects the frames that sockets in a conversation receive. */
async function listening(id: string) {
  const heard: { audience: string; frame: ServerFrame }[] = [];
  await context.publisher.subscribe(liveChannels.conversation(id), (packed) => {
    const broadcast = unpackBroadcast(packed);
    if (broadcast) heard.push({ audience: broadcast.audience, frame: JSON.parse(broadcast.text) as ServerFrame });
  });
  return heard;
}

it('merging closes the one, which leads to the other, moves no message, is an activity of both, and undone in both', async () => {
  const { from, into } = await twoOfOne();
  const before = [await getConversation(context, overseer, from.id), await getConversation(context, overseer, into.id)];
  /** Returns the conversations as before, except for the activities about the merge. */
  const afterActivities = (lastActivityNo: number) => before.map((each) => ({ ...each, lastActivityNo }));
  const merged = await merge(from, into);
  expect(merged).toMatchObject({ id: into.id, mergedIds: [from.id], status: 'waiting', lastSeq: 1 });
  expect(await getConversation(context, overseer, from.id)).toMatchObject({
    status: 'closed',
    mergedInto: into.id,
    waitingSince: null,
    lastSeq: 1,
  });
  expect((await listMerged(context, overseer, into.id)).map(({ id }) => id)).toEqual([from.id]);
  expect(contents(await readMessages(context, overseer, into.id, { limit: 50 }))).toEqual(['From the desk']);
  expect([await kinds(from.id), await kinds(into.id)]).toEqual([['merged'], ['merged']]);
  const [entry] = await readAuditLog(context, { limit: 1 });
  expect(entry).toMatchObject({ action: 'conversation.merged', details: { into: into.id } });

  await undo(into.id, merged.activityNo);
  expect([
    await getConversation(context, overseer, from.id),
    await getConversation(context, overseer, into.id),
  ]).toEqual(afterActivities(2));
  expect(await listMerged(context, overseer, into.id)).toEqual([]);
  // And done again, from the other side.
  await undo(from.id, 2);
  expect(await getConversation(context, overseer, from.id)).toMatchObject({ status: 'closed', mergedInto: into.id });
  expect(await getConversation(context, overseer, into.id)).toMatchObject({ mergedIds: [from.id] });
  await undo(from.id, 3);
  expect([
    await getConversation(context, overseer, from.id),
    await getConversation(context, overseer, into.id),
  ]).toEqual(afterActivities(4));
});

it('two people’s conversations, spam, an open one into a closed one, chains and circles are refused with the reason', async () => {
  const { from, into } = await twoOfOne();
  const stranger = await opens('Another visitor');
  await expect(merge(from, stranger)).rejects.toMatchObject({
    code: 'conflict',
    localized: { code: 'merge_of_two_people' },
  });
  await expect(merge(from, from)).rejects.toMatchObject({ code: 'invalid', errors: [{ path: 'into' }] });
  await expect(merge(from, { id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
  await updateConversation(context, ada, into.id, { status: 'closed' });
  await expect(merge(from, into)).rejects.toMatchObject({ localized: { code: 'merge_into_closed' } });
  await updateConversation(context, ada, into.id, { status: 'active' });
  await merge(from, into);
  await expect(merge(into, from)).rejects.toMatchObject({ localized: { code: 'target_merged_since' } });
  const third = await opens('From the tablet');
  await mergeContacts(context, ada, into.contactId, { mergedId: third.contactId });
  await expect(merge(into, third)).rejects.toMatchObject({ localized: { code: 'has_merged' } });
  await expect(merge(third, from)).rejects.toMatchObject({
    localized: { code: 'target_merged_since', values: { who: 'Ada Byron' } },
  });
  await markSpam(context, ada, third.id, {});
  await expect(merge(third, into)).rejects.toMatchObject({ localized: { code: 'merge_of_spam' } });
});

it('only one wins when two users merge at once, and the other is told about the winner and the merge', async () => {
  const { from, into } = await twoOfOne();
  const third = await opens('From the tablet');
  await mergeContacts(context, ada, into.contactId, { mergedId: third.contactId });
  const results = await Promise.allSettled([merge(from, into, ada), merge(from, third, ben), merge(into, from, ben)]);
  const won = results.filter(({ status }) => status === 'fulfilled');
  expect(won).toHaveLength(1);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as object] : []));
  for (const reason of refused) expect(reason).toMatchObject({ code: 'conflict' });
  expect(refused.some((reason) => 'inTheWay' in reason && reason.inTheWay !== undefined)).toBe(true);
});

it('a merged conversation is not reopened, taken over or written into, and its messages stay as they are', async () => {
  const { from, into } = await twoOfOne();
  await answers(from.id, 'An answer');
  await merge(from, into);
  await expect(updateConversation(context, ben, from.id, { status: 'active' })).rejects.toMatchObject({
    localized: { code: 'merged_since', values: { who: 'Ada Byron' } },
  });
  await expect(answers(from.id, 'One more')).rejects.toMatchObject({ code: 'conversation_closed' });
  await expect(
    editMessage(context, ada, { conversationId: from.id, seq: 2 }, { content: 'Another' }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await markSpam(context, ada, from.id, {}).catch(() => undefined);
  expect(await getConversation(context, overseer, from.id)).toMatchObject({ isSpam: false, mergedInto: into.id });
});

it('a customer who writes again continues in the target, and reads on under their own seqs as if nothing had happened', async () => {
  const { from, into } = await twoOfOne();
  await answers(from.id, 'On the phone');
  await answers(into.id, 'CANARY of the desk');
  await merge(from, into);
  const unchanged = await currentConversation(context, from.visitorId);
  expect(unchanged).toMatchObject({ id: from.id, lastSeq: 2 });
  expect(contents(unchanged?.messages ?? [])).toEqual(['From the phone', 'On the phone']);

  const theirs = await listening(from.id);
  const others = await listening(into.id);
  const sent = await writes(from.visitorId, 'It is me again');
  expect(sent).toMatchObject({ conversationId: from.id, seq: 3, senderId: from.visitorId });
  expect(await getConversation(context, overseer, into.id)).toMatchObject({
    lastSeq: 3,
    lastMessage: { content: 'It is me again' },
  });
  expect(await getConversation(context, overseer, from.id)).toMatchObject({ lastSeq: 2, status: 'closed' });
  await answers(into.id, 'Welcome back');
  await editMessage(context, ada, { conversationId: into.id, seq: 2 }, { content: 'CANARY, edited' });
  await editMessage(context, ada, { conversationId: into.id, seq: 4 }, { content: 'Welcome back!' });

  // The phone, which resumed after its second message, and a client that starts from the beginning.
  const phone = visitor(from.visitorId);
  const [resumed, restarted] = await joinConversations(context, [
    { caller: phone, conversationId: from.id, afterSeq: 2 },
    { caller: phone, conversationId: from.id, afterSeq: undefined },
  ]);
  expect(resumed).toMatchObject({ lastSeq: 4, messages: [{ seq: 3 }, { seq: 4, content: 'Welcome back!' }] });
  expect(restarted).toMatchObject({ messages: [{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4 }] });
  const edited = await joinConversations(context, [
    { caller: phone, conversationId: from.id, afterSeq: 4, afterEdit: 1 },
  ]);
  expect(edited).toMatchObject([{ editNo: 2, edited: [{ seq: 4, content: 'Welcome back!', editNo: 2 }] }]);
  const all = ['From the phone', 'On the phone', 'It is me again', 'Welcome back!'];
  expect(contents((await currentConversation(context, from.visitorId))?.messages ?? [])).toEqual(all);
  for (const limit of [1, 2, 3, 50]) {
    const upwards: string[] = [];
    for (let after = 0; ; ) {
      const page = await readVisitorMessages(context, phone, { after, limit });
      upwards.push(...contents(page));
      if (page.length < limit) break;
      after = page.at(-1)?.seq ?? 0;
    }
    expect(upwards).toEqual(all);
    const downwards: string[] = [];
    for (let before: number | undefined; ; ) {
      const page = await readVisitorMessages(context, phone, { before, limit });
      downwards.unshift(...contents(page));
      if (page.length < limit) break;
      before = page[0]?.seq;
    }
    expect(downwards).toEqual(all);
  }
  // Nothing of the desk's came to the phone, by whatever way, and nothing of the phone's from before to the desk.
  await expect.poll(() => theirs.filter(({ frame }) => frame.type === 'message_updated')).toHaveLength(1);
  const toPhone = JSON.stringify([theirs.filter(({ audience }) => audience !== 'staff'), resumed, restarted, edited]);
  expect(toPhone).not.toContain('CANARY');
  expect(toPhone).not.toContain('From the desk');
  expect(toPhone).not.toContain(into.id);
  const [desk] = await joinConversations(context, [
    { caller: visitor(into.visitorId), conversationId: into.id, afterSeq: undefined },
  ]);
  const toDesk = JSON.stringify([others, desk, await currentConversation(context, into.visitorId)]);
  expect(toDesk).not.toContain('From the phone');
  expect(toDesk).not.toContain('On the phone');
  const [refused] = await joinConversations(context, [{ caller: phone, conversationId: into.id, afterSeq: undefined }]);
  expect(refused).toMatchObject({ code: 'not_found' });
  expect(theirs.filter(({ frame }) => frame.type === 'new_message').map(({ frame }) => frame)).toMatchObject([
    { conversationId: from.id, message: { seq: 3 } },
    { conversationId: from.id, message: { seq: 4, content: 'Welcome back' } },
  ]);
});

it('a read message is known as read on the other side, wherever they continue', async () => {
  const { from, into } = await twoOfOne();
  await merge(from, into);
  await writes(from.visitorId, 'Again');
  const theirs = await listening(from.id);
  await markRead(context, into.id, { side: 'staff', userId: ada.user.id }, 2);
  await expect
    .poll(() => theirs.map(({ frame }) => frame))
    .toContainEqual({ type: 'read', conversationId: from.id, reader: 'staff', seq: 2 });
  await answers(into.id, 'Hello');
  await markDelivered(context, from.id, 'customer', 3);
  expect(await getConversation(context, overseer, into.id)).toMatchObject({ customerDeliveredSeq: 3 });
  await markRead(context, from.id, { side: 'customer' }, 3);
  expect(await getConversation(context, overseer, into.id)).toMatchObject({ customerReadSeq: 3 });
  expect(await currentConversation(context, from.visitorId)).toMatchObject({ customerReadSeq: 3, staffReadSeq: 3 });
});

it('a merge is not undone any more once its customer has gone on, and it is said who wrote', async () => {
  const { from, into } = await twoOfOne();
  const { activityNo } = await merge(from, into);
  await writes(from.visitorId, 'Again');
  await expect(undo(into.id, activityNo)).rejects.toMatchObject({
    code: 'conflict',
    inTheWay: { message: { seq: 2, senderType: 'customer' } },
  });
  await expect(undo(from.id, 1)).rejects.toMatchObject({ code: 'conflict' });
  expect(await getConversation(context, overseer, from.id)).toMatchObject({ mergedInto: into.id });
});

it('a merge is undone, whatever else was done in the target since', async () => {
  const { from, into } = await twoOfOne();
  const { activityNo } = await merge(from, into);
  await writes(into.visitorId, 'From the desk again');
  await updateConversation(context, ben, into.id, { priority: 'high' });
  await undo(into.id, activityNo);
  expect(await getConversation(context, overseer, from.id)).toMatchObject({ status: 'waiting' });
  expect(await getConversation(context, overseer, into.id)).toMatchObject({ priority: 'high', lastSeq: 2 });
});

it('a message sent while others merge and undo is stored once, and never lost', async () => {
  const { from, into } = await twoOfOne();
  const texts = Array.from({ length: 40 }, (_, index) => `Number ${index}`);
  let isWriting = true;
  const merging = (async () => {
    while (isWriting) {
      const merged = await merge(from, into).catch(() => undefined);
      if (merged) await undo(into.id, merged.activityNo).catch(() => undefined);
    }
  })();
  const write = async (text: string) => {
    const id = randomUUID();
    const first = await writes(from.visitorId, text, id);
    // Not acknowledged, it is sent again.
    expect(await writes(from.visitorId, text, id)).toEqual(first);
  };
  try {
    for (let begin = 0; begin < texts.length; begin += 5) await Promise.all(texts.slice(begin, begin + 5).map(write));
  } finally {
    isWriting = false;
    await merging;
  }
  const stored = [
    ...(await readMessages(context, overseer, from.id, { limit: 100 })),
    ...(await readMessages(context, overseer, into.id, { limit: 100 })),
  ];
  const own = stored.filter(({ content }) => content.startsWith('Number'));
  expect(contents(own).toSorted()).toEqual(texts.toSorted());
  const read = (await readVisitorMessages(context, visitor(from.visitorId), { limit: 100 })).map(({ seq }) => seq);
  expect(read).toEqual(read.map((_, index) => index + 1));
});

it('a message of before, sent again after the merge, is the one that was stored', async () => {
  const { from, into } = await twoOfOne();
  const id = randomUUID();
  const first = await writes(from.visitorId, 'Did it come?', id);
  await merge(from, into);
  expect(await writes(from.visitorId, 'Did it come?', id)).toEqual(first);
  expect(await getConversation(context, overseer, into.id)).toMatchObject({ lastSeq: 1 });
});

it('conversations of contacts who are two again are two again, and each goes on for itself', async () => {
  const { from, into, mergeId } = await twoOfOne();
  await merge(from, into);
  await writes(from.visitorId, 'Again');
  await unmergeContacts(context, ada, mergeId);
  expect(await getConversation(context, overseer, from.id)).toMatchObject({ status: 'closed' });
  expect((await getConversation(context, overseer, from.id)).mergedInto).toBeUndefined();
  expect((await getConversation(context, overseer, into.id)).mergedIds).toBeUndefined();
  await answers(into.id, 'For the desk alone');
  expect(contents(await readVisitorMessages(context, visitor(from.visitorId), { limit: 50 }))).toEqual([
    'From the phone',
  ]);
  expect(await writes(from.visitorId, 'For myself')).toMatchObject({ conversationId: from.id, seq: 2 });
});

it('erasing a customer removes their messages and files from the conversation they continued in', async () => {
  const { from, into, mergeId } = await twoOfOne({ email: 'jane@example.com' });
  await merge(from, into);
  const quota = { files: 9, bytes: 9 };
  const file = await insertFile(context.db, { visitorId: from.visitorId }, { name: 'mine.txt', size: 4 }, quota);
  await postMessage(context, visitor(from.visitorId), 'newest', {
    content: 'A secret of mine',
    attachments: [{ id: file?.id ?? '' }],
    clientMessageId: randomUUID(),
  });
  await sql`update files set state = 'ready' where id = ${file?.id}`.execute(context.db);
  let document = '';
  for await (const piece of visitorDocument(withExternalServices(context), ada, 'jane@example.com')) document += piece;
  expect(document).toContain('A secret of mine');
  expect(document).toContain('"name":"mine.txt"');
  expect(document).not.toContain('mergedInto');
  await unmergeContacts(context, ada, mergeId);
  await eraseVisitor(withExternalServices(context), ada, 'jane@example.com');
  const left = await getConversation(context, overseer, into.id);
  expect(left).toMatchObject({ lastSeq: 2, messages: [{ content: 'From the desk' }, { content: '' }] });
  expect(JSON.stringify(left)).not.toContain('A secret');
  expect(await findFile(context.db, file?.id ?? '')).toBeUndefined();
});

it('a merged conversation is kept as long as its target, and deleting the target leaves it closed', async () => {
  const { from, into } = await twoOfOne();
  await merge(from, into);
  const later = new Date(Date.now() + 60_000);
  await deleteClosedBefore(context.db, later, 100);
  expect(await getConversation(context, overseer, from.id)).toMatchObject({ mergedInto: into.id });
  await updateConversation(context, ada, into.id, { status: 'closed' });
  await deleteClosedBefore(context.db, later, 100);
  expect((await getConversation(context, overseer, from.id)).mergedInto).toBeUndefined();
  await deleteClosedBefore(context.db, later, 100);
  await expect(getConversation(context, overseer, from.id)).rejects.toMatchObject({ code: 'not_found' });
});
