import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { Problem } from '@parley/contracts/problems';
import { findMessage, messagesAfter } from '@parley/db/messages/read';
import { eraseVisitorData } from '@parley/db/privacy/visitor-data';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { mergeContacts, unmergeContacts } from '../src/contacts/merge.ts';
import { joinConversations } from '../src/conversations/join.ts';
import { mergeConversations } from '../src/conversations/merge.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { postMessage } from '../src/messages/post.ts';
import { reactAsVisitor, reactToMessage } from '../src/messages/reactions.ts';
import { editMessage, removeMessage } from '../src/messages/revise.ts';
import { listScheduledOf, scheduleMessage, sendScheduled } from '../src/messages/scheduled.ts';
import { readVisitorMessages } from '../src/visitors/messages.ts';
import { createColleague, createTestContext, overseer, type TestContext } from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron', 'admin');
  ben = await createColleague(context, 'Ben Cole');
});
afterAll(() => context.close());

/** A conversation with one question and one answer. */
async function talk(email: string | null = null) {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = async (content: string, replyTo?: string) =>
    (await postMessage(context, visitor, 'newest', { content, replyTo, clientMessageId: randomUUID() })).message;
  const question = await writes('Is the blue one in stock?');
  const { conversationId } = question;
  const answers = async (content: string, replyTo?: string) =>
    (await postMessage(context, ada, { conversationId }, { content, replyTo })).message;
  return { visitor, conversationId, question, answer: await answers('Yes, three of them.'), writes, answers };
}
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
async function framesOf(conversationId: string): Promise<ServerFrame[]> {
  const frames: ServerFrame[] = [];
  await context.publisher.subscribe(liveChannels.conversation(conversationId), (text) => {
    frames.push(JSON.parse(unpackBroadcast(text)?.text ?? 'null') as ServerFrame);
  });
  return frames;
}
const like = (seq: number, emoji = '👍', isOn = true) => [{ seq }, { emoji, isOn }] as const;

it('a reply of the team and one of the visitor quote a message of their conversation, and both sides see it', async () => {
  const { visitor, question, answer, answers, writes } = await talk();
  const quoting = await answers('The blue one, yes.', question.id);
  expect(quoting.replyTo).toEqual({
    id: question.id,
    seq: 1,
    senderType: 'customer',
    senderName: null,
    content: 'Is the blue one in stock?',
    isRemoved: false,
  });
  const theirs = await writes('All three, please.', answer.id);
  expect(theirs.replyTo).toMatchObject({ seq: 2, senderName: ada.user.name, content: 'Yes, three of them.' });
  const seen = await readVisitorMessages(context, visitor, { limit: 10 });
  expect(seen.map(({ replyTo }) => replyTo?.seq)).toEqual([undefined, undefined, 1, 2]);
});

it('a quote shows its original as it is now: edited, and as removed', async () => {
  const { conversationId, answer, writes } = await talk();
  const quoting = await writes('Sure?', answer.id);
  await editMessage(context, ada, { conversationId, seq: 2 }, { content: 'Yes, four of them.' });
  const read = () => findMessage(context.db, conversationId, quoting.seq);
  expect((await read())?.replyTo).toMatchObject({ content: 'Yes, four of them.', isRemoved: false });
  await removeMessage(context, ada, { conversationId, seq: 2 });
  expect((await read())?.replyTo).toMatchObject({ content: '', isRemoved: true });
});

it('a message of another conversation can’t be quoted, and nothing is stored', async () => {
  const one = await talk();
  const other = await talk();
  expect(await codeOf(one.answers('Look', other.question.id))).toBe('invalid');
  expect(await codeOf(one.writes('Look', other.question.id))).toBe('invalid');
  expect(await codeOf(one.writes('Look', randomUUID()))).toBe('invalid');
  const later = { content: 'Later', replyTo: other.question.id, clientMessageId: randomUUID(), delaySeconds: 60 };
  expect(await codeOf(scheduleMessage(context, ada, one.conversationId, later))).toBe('invalid');
  expect(await messagesAfter(context.db, one.conversationId, 0, 10)).toHaveLength(2);
  expect(await listScheduledOf(context, ada, one.conversationId)).toEqual([]);
});

it('a message that is sent later keeps its quote', async () => {
  const { conversationId, question } = await talk();
  const draft = { content: 'And the red one.', replyTo: question.id, clientMessageId: randomUUID(), delaySeconds: 60 };
  const { scheduled } = await scheduleMessage(context, ada, conversationId, draft);
  expect(scheduled.replyTo).toMatchObject({ seq: 1, content: 'Is the blue one in stock?' });
  const sent = await sendScheduled(context, ada, scheduled.id);
  expect(sent.replyTo).toMatchObject({ seq: 1 });
});

it('each person puts one emoji of a kind on a message, and takes only their own back', async () => {
  const { conversationId, visitor } = await talk();
  const place = { conversationId, seq: 2 };
  await reactAsVisitor(context, visitor, ...like(2));
  await reactAsVisitor(context, visitor, ...like(2));
  await reactToMessage(context, ada, place, { emoji: '👍', isOn: true });
  const both = await reactToMessage(context, ben, place, { emoji: '🎉', isOn: true });
  expect(both.reactions?.map(({ emoji, senderType }) => [emoji, senderType])).toEqual([
    ['👍', 'customer'],
    ['👍', 'representative'],
    ['🎉', 'representative'],
  ]);
  const without = await reactToMessage(context, ben, place, { emoji: '👍', isOn: false });
  expect(without.reactions).toHaveLength(3);
  const left = await reactToMessage(context, ada, place, { emoji: '👍', isOn: false });
  expect(left.reactions?.map(({ senderType }) => senderType)).toEqual(['customer', 'representative']);
  expect(left.reactionNo).toBe(4);
});

it('what isn’t one emoji is refused, as are more than a person may put, and reactions to a removed message', async () => {
  const { conversationId, visitor } = await talk();
  for (const emoji of ['a', '', '👍👍', '<b>', '1', '👍 '])
    expect(await codeOf(reactAsVisitor(context, visitor, ...like(2, emoji)))).toBe('invalid');
  for (const emoji of ['👍', '❤️', '🎉', '😂', '👩‍💻', '🇩🇪']) await reactAsVisitor(context, visitor, ...like(2, emoji));
  expect(await codeOf(reactAsVisitor(context, visitor, ...like(2, '🙏')))).toBe('conflict');
  expect(await codeOf(reactAsVisitor(context, visitor, ...like(9)))).toBe('not_found');
  await removeMessage(context, ada, { conversationId, seq: 2 });
  expect(await codeOf(reactAsVisitor(context, visitor, ...like(2)))).toBe('conflict');
});

it('a reaction is published to the conversation, and read again by a client that missed it', async () => {
  const { conversationId, visitor } = await talk();
  const frames = await framesOf(conversationId);
  await reactAsVisitor(context, visitor, ...like(2));
  await expect
    .poll(() => frames)
    .toContainEqual(
      expect.objectContaining({
        type: 'message_reactions',
        seq: 2,
        reactionNo: 1,
        reactions: [{ emoji: '👍', senderType: 'customer', senderId: visitor.visitorId, senderName: null }],
      }),
    );
  const [joined] = await joinConversations(context, [{ caller: ada, conversationId, afterSeq: 2 }]);
  expect(joined).toMatchObject({ messages: [], reactions: [{ seq: 2, reactionNo: 1 }] });
  await reactAsVisitor(context, visitor, ...like(2, '👍', false));
  const [again] = await joinConversations(context, [{ caller: visitor, conversationId, afterSeq: 2 }]);
  expect(again).toMatchObject({ reactions: [{ seq: 2, reactionNo: 2, reactions: [] }] });
});

it('reactions and quotes are exported', async () => {
  const { conversationId, visitor, answer, writes } = await talk();
  await writes('Thanks', answer.id);
  await reactAsVisitor(context, visitor, ...like(2));
  let text = '';
  for await (const part of conversationsDocument(context, overseer)) text += part;
  const exported = (
    JSON.parse(text) as { conversations: { id: string; messages: Record<string, unknown>[] }[] }
  ).conversations.find(({ id }) => id === conversationId)?.messages;
  expect(exported?.[1]?.['reactions']).toMatchObject([{ emoji: '👍', senderType: 'customer' }]);
  expect(exported?.[2]?.['replyTo']).toMatchObject({ id: answer.id });
});

it('after a merge of their conversation a customer reacts and quotes where it goes on, sees nothing earlier, and leaves nothing when erased', async () => {
  const email = `${randomUUID()}@example.com`;
  const target = await talk();
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email });
  const [from, into] = await Promise.all([visitorId, target.visitor.visitorId].map((id) => contactOf(context.db, id)));
  const { mergeId } = await mergeContacts(context, ada, into ?? '', { mergedId: from ?? '' });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = async (content: string, replyTo?: string) =>
    (await postMessage(context, visitor, 'newest', { content, replyTo, clientMessageId: randomUUID() })).message;
  const first = await writes('Me again');
  await mergeConversations(context, ada, first.conversationId, target.conversationId);
  await writes('Hello?');
  // A quote of something that this customer has never seen isn't shown to them.
  await target.answers('See above', target.question.id);
  const answer = await target.answers('Here I am');
  const seen = await readVisitorMessages(context, visitor, { limit: 10 });
  expect(seen.map(({ content, replyTo }) => [content, replyTo])).toEqual([
    ['Me again', undefined],
    ['Hello?', undefined],
    ['See above', undefined],
    ['Here I am', undefined],
  ]);
  expect(await codeOf(writes('What?', target.question.id))).toBe('invalid');
  expect((await writes('There!', answer.id)).replyTo).toMatchObject({ seq: 4, content: 'Here I am' });
  const reacted = await reactAsVisitor(context, visitor, ...like(4));
  expect(reacted).toMatchObject({ seq: 4, conversationId: first.conversationId });
  expect((await findMessage(context.db, target.conversationId, answer.seq))?.reactions).toHaveLength(1);

  await reactToMessage(
    context,
    ada,
    { conversationId: target.conversationId, seq: answer.seq },
    { emoji: '🎉', isOn: true },
  );
  await unmergeContacts(context, ada, mergeId);
  await eraseVisitorData(context.db, email);
  const left = await findMessage(context.db, target.conversationId, answer.seq);
  expect(left?.reactions?.map(({ emoji }) => emoji)).toEqual(['🎉']);
  expect(left?.reactionNo).toBe(3);
});
