import type { Conversation } from '@parley/contracts/entities';
import { describe, expect, test } from 'vitest';
import { markDelivered, markRead } from '../src/conversations/cursors.ts';
import { deleteAllConversations, deleteConversation } from '../src/conversations/delete.ts';
import { exportConversations } from '../src/conversations/export.ts';
import { primaryOnly } from '../src/read-replica.ts';
import { type ListPosition, listConversations } from '../src/conversations/list.ts';
import { createConversation, findOrCreateConversation } from '../src/conversations/find-or-create.ts';
import { conversationState, findConversation, readConversation } from '../src/conversations/read.ts';
import { countUnread } from '../src/conversations/unread.ts';
import { markReadBy } from '../src/reads/mark.ts';
import { claimOutboxEvents } from '../src/outbox/claim.ts';
import { deleteOutboxEvents } from '../src/outbox/delete.ts';
import { listRepresentatives } from '../src/users/representatives.ts';
import { readStats } from '../src/stats/stats.ts';
import { uuidv7 } from '../src/uuid.ts';
import {
  aConversation,
  adaAndBen,
  aDatabase,
  anEmptyDatabase,
  aRepresentative,
  aVisitor,
  close,
  does,
  fromCustomer,
  fromRepresentative,
  stored,
  takeOver,
} from './support/rows.ts';

const db = await aDatabase();
const [ada, ben] = await adaAndBen(db);

describe('opening', () => {
  test('two first messages at once open one conversation', async () => {
    const visitorId = await aVisitor(db);
    const opened = await Promise.all(
      Array.from({ length: 8 }, () =>
        db.transaction().execute((transaction) =>
          findOrCreateConversation(transaction, visitorId, {
            websiteId: null,
            customerEmail: null,
            customerName: null,
            status: 'active',
            isAiAssisted: true,
          }),
        ),
      ),
    );
    expect(new Set(opened.map((each) => each?.id)).size).toBe(1);
    expect(opened.filter((each) => each?.created)).toHaveLength(1);
  });
});

describe('assignment', () => {
  test('only one wins when two users take over at once, and the other is told who', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await aConversation(db);
      const outcomes = await Promise.all([takeOver(db, id, ada), takeOver(db, id, ben)]);
      const winner = outcomes.findIndex((each) => each.outcome === 'done');
      const winnerIs = winner === 0 ? { id: ada, name: 'Ada Byron' } : { id: ben, name: 'Ben Cole' };
      expect(outcomes[1 - winner]).toMatchObject({ outcome: 'taken', by: winnerIs.name });
      expect(await findConversation(db, id)).toMatchObject({
        assignedRepresentativeId: winnerIs.id,
        representative: winnerIs.name,
        isAiAssisted: false,
      });
    }
  });

  test('taking over makes an AI answer under way worthless, and is said in the outbox', async () => {
    const id = await aConversation(db);
    const taken = await takeOver(db, id, ada);
    expect(taken).toMatchObject({ outcome: 'done', aiEpoch: 1 });
    const event = {
      type: 'conversation.changed',
      conversationId: id,
      change: 'taken_over',
      actorId: ada,
      reason: null,
      activityNo: 1,
    };
    expect(taken).toMatchObject({ event: { event } });
    const rows = await db.selectFrom('outbox').select('payload').where('conversationId', '=', id).execute();
    expect(rows).toEqual([{ payload: event }]);
  });

  test('only one wins when two users assign what they both saw unassigned', async () => {
    const id = await aConversation(db);
    const outcomes = await Promise.all(
      [ada, ben].map((representativeId) =>
        does(db, id, { type: 'assign', representativeId }, { by: ada, seen: { assignedRepresentativeId: null } }),
      ),
    );
    expect(outcomes.map((each) => each.outcome).toSorted()).toEqual(['done', 'taken']);
  });

  test('a closed or unknown conversation is nobody’s to take', async () => {
    const id = await aConversation(db);
    await close(db, id);
    expect(await takeOver(db, id, ada)).toMatchObject({ outcome: 'closed' });
    expect(await does(db, uuidv7(), { type: 'assign', representativeId: ben }, { by: ada })).toEqual({
      outcome: 'not_found',
    });
  });
});

describe('states of a conversation', () => {
  test('a conversation can be closed, reopened, handed off and returned to the assistant', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    const handedOff = await does(db, id, { type: 'hand_off' }, { reason: 'wants a person' });
    expect(handedOff).toMatchObject({ conversation: { status: 'waiting', isAiAssisted: false } });
    expect(handedOff).not.toMatchObject({ conversation: { waitingSince: null } });
    expect(await does(db, id, { type: 'hand_off' })).toMatchObject({ outcome: 'unchanged' });
    const returnedToAssistant = await does(db, id, { type: 'return_to_assistant' }, { by: ada });
    expect(returnedToAssistant).toMatchObject({
      conversation: { status: 'active', isAiAssisted: true, waitingSince: null },
    });
    expect(await close(db, id)).toMatchObject({ conversation: { status: 'closed' } });
    expect(await close(db, id)).toMatchObject({ outcome: 'closed' });
    const reopened = await does(db, id, { type: 'reopen' }, { by: ada });
    expect(reopened).toMatchObject({ conversation: { status: 'active' }, aiEpoch: 4 });
  });

  test('closing for idleness loses against a message', async () => {
    const id = await aConversation(db);
    const since = new Date();
    await fromCustomer(db, id);
    const closesIfIdle = (idleSince: Date) => does(db, id, { type: 'close' }, { idleSince });
    expect(await closesIfIdle(since)).toMatchObject({ outcome: 'unchanged' });
    expect(await closesIfIdle(new Date(Date.now() + 1000))).toMatchObject({ outcome: 'done' });
  });

  test('an address left later is shown', async () => {
    const id = await aConversation(db, { customerName: 'Jane' });
    const identified = await does(db, id, { type: 'identify', email: 'jane@example.com' });
    expect(identified).toMatchObject({ conversation: { customerEmail: 'jane@example.com', customerName: 'Jane' } });
    // Said again with every page that is opened: no change, and no event for it.
    const again = await does(db, id, { type: 'identify', email: 'jane@example.com', name: 'Jane' });
    expect(again).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('read cursors', () => {
  test('they move forward only, never past the last message, and count the unread', async () => {
    const id = await aConversation(db);
    for (let index = 0; index < 3; index++) await fromCustomer(db, id);
    await fromRepresentative(db, id, ada);
    for (let index = 0; index < 2; index++) await fromCustomer(db, id);
    expect((await findConversation(db, id))?.unreadCount).toBe(2);
    expect(await markRead(db, id, 'staff', 5)).toMatchObject({ staffReadSeq: 5, unreadCount: 1 });
    expect(await markRead(db, id, 'staff', 2)).toBeUndefined();
    expect(await markRead(db, id, 'staff', 99)).toMatchObject({
      staffReadSeq: 6,
      staffDeliveredSeq: 6,
      unreadCount: 0,
    });
    expect(await markDelivered(db, id, 'customer', 4)).toMatchObject({ customerDeliveredSeq: 4, customerReadSeq: 0 });
    expect(await markRead(db, id, 'customer', 4)).toMatchObject({ customerDeliveredSeq: 4, customerReadSeq: 4 });
    expect(await markDelivered(db, id, 'customer', 3)).toBeUndefined();
    expect(await markRead(db, uuidv7(), 'staff', 1)).toBeUndefined();
  });

  test('reading while the customer writes never loses an unread message', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    await Promise.all([
      ...Array.from({ length: 20 }, () => fromCustomer(db, id)),
      ...Array.from({ length: 20 }, (_, index) => markRead(db, id, 'staff', index + 1)),
    ]);
    const state = await conversationState(db, id);
    expect(state!.customerMessageCount - state!.customerMessagesRead).toBe(state!.lastSeq - state!.staffReadSeq);
  });
});

describe('lists', () => {
  test('pages have no holes and no repeats while conversations move to the front', async () => {
    const own = await anEmptyDatabase();
    const ids: string[] = [];
    for (let index = 0; index < 60; index++) {
      const id = await aConversation(own);
      // Several in the same millisecond: the id decides.
      const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 4));
      await own.updateTable('conversations').set({ lastActivityAt: createdAt }).where('id', '=', id).execute();
      ids.push(id);
    }
    const seen: string[] = [];
    let after: ListPosition | null | undefined;
    for (let page = 0; after !== null; page++) {
      const { conversations, next } = await listConversations(own, { limit: 7, after: after ?? undefined });
      seen.push(...conversations.map((conversation) => conversation.id));
      after = next;
      // A customer writes in a read conversation, and another opens a new one.
      await fromCustomer(own, seen[0]!);
      if (page < 5) await fromCustomer(own, await aConversation(own));
    }
    expect(seen).toHaveLength(60);
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  test('they are filtered', async () => {
    const own = await anEmptyDatabase();
    const me = await aRepresentative(own);
    const [mine, waiting, closed] = [
      await aConversation(own),
      await aConversation(own, { status: 'waiting', isAiAssisted: false }),
      await aConversation(own),
    ];
    await aConversation(own, { hidden: true });
    await takeOver(own, mine, me);
    await close(own, closed);
    const ids = async (filter: Partial<Parameters<typeof listConversations>[1]>) =>
      (await listConversations(own, { limit: 10, ...filter })).conversations.map((each) => each.id).toSorted();
    expect(await ids({})).toEqual([mine, waiting, closed].toSorted());
    expect(await ids({ assigned: me })).toEqual([mine]);
    expect(await ids({ assigned: 'none' })).toEqual([waiting, closed].toSorted());
    expect(await ids({ status: 'waiting' })).toEqual([waiting]);
    expect(await ids({ status: 'closed', assigned: 'none' })).toEqual([closed]);
  });

  test('a representative is listed with the three newest of all open conversations', async () => {
    const own = await anEmptyDatabase();
    const [me, other] = [await aRepresentative(own, 'Zoe Zimmer'), await aRepresentative(own, 'Abe Adler')];
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const id = await aConversation(own);
      await takeOver(own, id, me);
      await fromCustomer(own, id);
      ids.push(id);
    }
    await close(own, ids[4]!);
    const [abe, zoe] = await listRepresentatives(own);
    expect(abe).toMatchObject({ id: other, activeConversationCount: 0, activeConversations: [] });
    expect(zoe).toMatchObject({ id: me, name: 'Zoe Zimmer', activeConversationCount: 4 });
    expect(zoe?.activeConversations.map((each) => each.conversation.id)).toEqual([ids[3], ids[2], ids[1]]);
    expect(zoe?.activeConversations[0]?.conversation.representative).toBe('Zoe Zimmer');
  });
});

test('the unread count of a user covers unread conversations that are theirs or unassigned, without the assistant’s', async () => {
  const own = await anEmptyDatabase();
  const [me, other] = await adaAndBen(own);
  const waiting = { status: 'waiting', isAiAssisted: false } as const;
  const counts = async () => [await countUnread(own, me), await countUnread(own, other)];
  const nobodys = await aConversation(own, waiting);
  const mine = await aConversation(own, waiting);
  const assisted = await aConversation(own);
  const closed = await aConversation(own, waiting);
  await takeOver(own, mine, me);
  for (const id of [nobodys, mine, assisted, closed]) await fromCustomer(own, id);
  await close(own, closed);
  expect(await counts()).toEqual([2, 1]);
  await markRead(own, nobodys, 'staff', 1);
  await markReadBy(own, nobodys, me, 1);
  expect(await counts()).toEqual([1, 1]);
  await markReadBy(own, nobodys, other, 1);
  expect(await counts()).toEqual([1, 0]);
  await fromCustomer(own, nobodys);
  expect(await counts()).toEqual([2, 1]);
});

describe('deleting a conversation', () => {
  test('one conversation is deleted with its messages, its undelivered events, and its part of the totals', async () => {
    const before = await readStats(db);
    const id = await aConversation(db);
    for (let index = 0; index < 3; index++) await fromCustomer(db, id);
    const deletion = await deleteConversation(db, id);
    expect(deletion).toMatchObject({ conversations: 1, messages: 3 });
    expect(deletion.events.map(({ event }) => event)).toEqual([{ type: 'conversation.deleted', conversationId: id }]);
    expect(await readStats(db)).toEqual(before);
    const left = await db.selectFrom('outbox').select(['id', 'type']).where('conversationId', '=', id).execute();
    expect(left).toEqual([{ id: deletion.events[0]?.id, type: 'conversation.deleted' }]);
    expect(await deleteConversation(db, id)).toEqual({ events: [], conversations: 0, messages: 0 });
  });

  test('all of them, in batches, with exact counts', async () => {
    const own = await anEmptyDatabase();
    for (let index = 0; index < 25; index++) {
      const id = await aConversation(own);
      for (let message = 0; message <= index % 3; message++) stored(await fromCustomer(own, id));
    }
    const expected = await readStats(own);
    let [conversations, messages] = [0, 0];
    for await (const batch of deleteAllConversations(own, 10)) {
      expect(batch.events).toHaveLength(batch.conversations);
      conversations += batch.conversations;
      messages += batch.messages;
    }
    expect({ conversations, messages }).toEqual({ conversations: 25, messages: expected.totalMessages });
    expect(await readStats(own)).toMatchObject({
      totalConversations: 0,
      totalMessages: 0,
      activeConversations: 0,
    });
  });
});

test('the export holds every conversation once with all its messages in order, long ones in pieces', async () => {
  const own = await anEmptyDatabase();
  const long = await aConversation(own);
  await own
    .insertInto('messages')
    .columns(['conversationId', 'seq', 'senderType', 'content', 'customerMessageCount'])
    .expression((eb) =>
      eb
        .selectFrom((series) =>
          series.fn<{ seq: number }>('generate_series', [series.lit(1), series.lit(2500)]).as('seq'),
        )
        .select((s) => [
          s.val(long).$castTo<string>().as('conversationId'),
          s.ref('seq').$castTo<number>().as('seq'),
          s.val<'customer'>('customer').as('senderType'),
          s.val('Hello').as('content'),
          s.ref('seq').$castTo<number>().as('count'),
        ]),
    )
    .execute();
  await own.updateTable('conversations').set({ lastSeq: 2500 }).where('id', '=', long).execute();
  for (let index = 0; index < 450; index++) {
    const id = await createConversation(own, {
      websiteId: null,
      websiteDomain: null,
      visitorId: null,
      customerEmail: null,
      customerName: null,
      status: 'active',
      isAiAssisted: true,
    });
    if (index % 3) await fromCustomer(own, id);
  }
  const closed = await aConversation(own);
  await close(own, closed);
  const strange = await aConversation(own);
  await fromCustomer(own, strange, '“quotes” \\ " \n\u2028\u0001 😀 }]');

  const pieces: string[] = [];
  for await (const piece of exportConversations(primaryOnly(own))) pieces.push(piece);
  const exported = JSON.parse(pieces.join('')) as Conversation[];
  expect(exported).toHaveLength(453);
  const entity = await readConversation(own, strange);
  // An export names what the installation calls by id, and has a hand-off in its parts.
  const { lastMessage: _last, tagIds: _tagIds, handOffReason: _text, ...expected } = entity!;
  const beside = {
    activities: [],
    reads: [],
    followers: [],
    tags: [],
    attributes: {},
    contactAttributes: null,
    contactNotes: [],
    mergedInto: null,
    mergedIds: [],
    team: null,
    handOff: null,
    summaries: [],
    translations: [],
    subject: null,
    mailboxId: null,
    participants: [],
    relatedIds: [],
    continues: null,
    companyId: null,
    company: null,
    cameFrom: null,
    slaPolicyId: null,
    dueAt: null,
    dueKind: null,
    dueSoonAt: null,
    breachedAt: null,
    ratedAt: null,
  };
  expect(exported.find(({ id }) => id === strange)).toEqual({ ...expected, ...beside });
  const withActivities = exported.find(({ id }) => id === closed);
  expect(withActivities).toMatchObject({
    activities: [{ activityNo: 1, kind: 'closed', after: { status: 'closed' } }],
  });
  const messagesOf = new Map(exported.map(({ id, messages }) => [id, messages]));
  expect(messagesOf.get(long)?.map(({ seq }) => seq)).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
  expect([...messagesOf.values()].flat()).toHaveLength(2500 + 300 + 1);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
});

test('the outbox gives each event to one sweeper, the oldest first, and none that is younger than told', async () => {
  const own = await anEmptyDatabase();
  const id = await aConversation(own);
  const events = [];
  for (let index = 0; index < 20; index++) events.push(stored(await fromCustomer(own, id)).event);
  expect(await claimOutboxEvents(own, { olderThanSeconds: 60, limit: 100 })).toEqual([]);
  const [first, second] = await own.transaction().execute(async (one) => {
    const claimed = await claimOutboxEvents(one, { olderThanSeconds: 0, limit: 12 });
    return [claimed, await claimOutboxEvents(own, { olderThanSeconds: 0, limit: 100 })];
  });
  expect(first).toEqual(events.slice(0, 12));
  expect(second).toEqual(events.slice(12));
  await deleteOutboxEvents(
    own,
    events.map((event) => event.id),
  );
  expect(await claimOutboxEvents(own, { olderThanSeconds: 0, limit: 100 })).toEqual([]);
});
