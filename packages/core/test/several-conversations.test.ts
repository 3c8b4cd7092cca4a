/** A visitor has several conversations: each is its own, and only theirs. */
import { randomUUID } from 'node:crypto';
import { visitorStartsPerHour } from '@parley/contracts/visitors/limits';
import { conversationState } from '@parley/db/conversations/read';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postMessage } from '../src/messages/post.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { listVisitorConversations, readVisitorConversation } from '../src/visitors/conversations.ts';
import { readVisitorMessages } from '../src/visitors/messages.ts';
import { requestPerson } from '../src/visitors/request-person.ts';

let context: TestContext;
let websiteId: string;
beforeAll(async () => {
  context = await createTestContext();
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop', identitySecret: '' });
  websiteId = website?.id ?? '';
});
afterAll(() => context.close());

const visitor = async () => {
  const { id } = await insertVisitor(context.db, { websiteId });
  return { kind: 'visitor', visitorId: id, websiteId } as const;
};
type Visitor = Awaited<ReturnType<typeof visitor>>;
const write = async (
  caller: Visitor,
  content: string,
  own: { conversationId?: string; clientConversationId?: string } = {},
  clientMessageId: string = randomUUID(),
) => (await postMessage(context, caller, { own }, { content, clientMessageId })).message;
const closedAgo = (id: string, hours: number) =>
  sql`update conversations set status = 'closed', closed_at = now() - ${`${hours} hours`}::interval
    where id = ${id}`.execute(context.db);
const newAfter = (value: 'never' | '1d') =>
  sql`update settings set conversation_config = ${JSON.stringify({ newAfter: value })}::jsonb`
    .execute(context.db)
    .then(() => context.settings.forget());

it('a visitor starts another conversation, and messages go where they are meant to', async () => {
  const caller = await visitor();
  const first = await write(caller, 'About my order');
  const clientConversationId = randomUUID();
  const second = await write(caller, 'About my invoice', { clientConversationId });
  expect(second.conversationId).not.toBe(first.conversationId);
  expect(second.seq).toBe(1);
  const third = await write(caller, 'Still there?', { clientConversationId });
  expect([third.conversationId, third.seq]).toEqual([second.conversationId, 2]);
  const fourth = await write(caller, 'The order again', { conversationId: first.conversationId });
  expect([fourth.conversationId, fourth.seq]).toEqual([first.conversationId, 2]);
  expect((await write(caller, 'Newest')).conversationId).toBe(second.conversationId);
});

it('a message that starts a conversation and is sent twice opens one conversation with one message', async () => {
  const caller = await visitor();
  await write(caller, 'First');
  const [own, id] = [{ clientConversationId: randomUUID() }, randomUUID()];
  const both = await Promise.all([write(caller, 'Second', own, id), write(caller, 'Second', own, id)]);
  expect(both[0]?.id).toBe(both[1]?.id);
  expect(await listVisitorConversations(context, caller)).toHaveLength(2);
});

it('messages of more new conversations than a visitor may start in an hour go to their newest', async () => {
  const caller = await visitor();
  const started = [];
  for (let count = 0; count <= visitorStartsPerHour; count += 1)
    started.push((await write(caller, 'Hello', { clientConversationId: randomUUID() })).conversationId);
  expect(started.at(-1)).toBe(started.at(-2));
  expect(await listVisitorConversations(context, caller)).toHaveLength(visitorStartsPerHour);
});

it('a visitor reads and writes in no conversation of another visitor', async () => {
  const [caller, other] = [await visitor(), await visitor()];
  const { conversationId } = await write(other, 'Secret');
  await write(caller, 'Mine');
  const refused = { code: 'not_found' };
  await expect(write(caller, 'Hello', { conversationId })).rejects.toMatchObject(refused);
  await expect(readVisitorConversation(context, caller, conversationId)).rejects.toMatchObject(refused);
  await expect(readVisitorMessages(context, caller, { conversationId, limit: 5 })).rejects.toMatchObject(refused);
  await expect(requestPerson(context, caller, conversationId)).rejects.toMatchObject(refused);
  expect((await listVisitorConversations(context, caller, { q: 'Secret' })).length).toBe(0);
});

it('the list has the newest message first, with what is unread, and finds words in earlier messages', async () => {
  const caller = await visitor();
  const staff = await createColleague(context, 'Ada Byron', 'admin');
  const { conversationId: order } = await write(caller, 'Where is the 100% cotton shirt?');
  const { conversationId: invoice } = await write(caller, 'Invoice', { clientConversationId: randomUUID() });
  await postMessage(
    context,
    staff,
    { conversationId: order },
    { content: 'On its way', clientMessageId: randomUUID() },
  );
  const listed = await listVisitorConversations(context, caller);
  expect(listed.map(({ id, unreadCount }) => [id, unreadCount])).toEqual([
    [order, 1],
    [invoice, 0],
  ]);
  expect(listed[0]).toMatchObject({ lastMessage: { content: 'On its way', senderType: 'representative' } });
  expect(await readVisitorConversation(context, caller, invoice)).toMatchObject({ unreadElsewhere: 1 });
  const found = await listVisitorConversations(context, caller, { q: '100% COTTON' });
  expect(found.map(({ id, lastMessage }) => [id, lastMessage?.content])).toEqual([
    [order, 'Where is the 100% cotton shirt?'],
  ]);
  expect(await listVisitorConversations(context, caller, { q: '100_cotton' })).toEqual([]);
});

it('a message to a closed conversation reopens it, or starts one that continues it after the time that is set', async () => {
  const caller = await visitor();
  const { conversationId } = await write(caller, 'Hello');
  await closedAgo(conversationId, 48);
  expect((await write(caller, 'Again')).conversationId).toBe(conversationId);
  await newAfter('1d');
  await closedAgo(conversationId, 2);
  expect((await write(caller, 'Soon')).conversationId).toBe(conversationId);
  await closedAgo(conversationId, 48);
  const clientMessageId = randomUUID();
  const later = await write(caller, 'Much later', { conversationId }, clientMessageId);
  expect(later.conversationId).not.toBe(conversationId);
  expect(await conversationState(context.db, later.conversationId)).toMatchObject({ continues: conversationId });
  expect(await conversationState(context.db, conversationId)).toMatchObject({ status: 'closed' });
  // Sent again by a client that saw no answer, and another one that still shows the closed conversation.
  expect((await write(caller, 'Much later', { conversationId }, clientMessageId)).id).toBe(later.id);
  expect((await write(caller, 'And more', { conversationId })).conversationId).toBe(later.conversationId);
  await newAfter('never');
});

it('an answer by mail to a conversation closed long ago starts one that continues it', async () => {
  const caller = await visitor();
  const { conversationId } = await write(caller, 'Hello');
  await newAfter('1d');
  await closedAgo(conversationId, 48);
  const sender = { kind: 'visitor', visitorId: caller.visitorId } as const;
  const draft = { content: 'By mail', clientMessageId: randomUUID(), via: 'email' } as const;
  const { message } = await postMessage(context, sender, { conversationId }, draft);
  expect(await conversationState(context.db, message.conversationId)).toMatchObject({ continues: conversationId });
  // Erased since: nobody could own another one.
  const erased = { kind: 'visitor', visitorId: null } as const;
  const { message: reopening } = await postMessage(
    context,
    erased,
    { conversationId },
    { ...draft, clientMessageId: randomUUID() },
  );
  expect(reopening.conversationId).toBe(conversationId);
  await newAfter('never');
});
