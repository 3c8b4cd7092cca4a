import { describe, expect, test } from 'vitest';
import { conversationState, findConversation, readConversation } from '../src/conversations/read.ts';
import { newestMessages } from '../src/messages/read.ts';
import { readStats } from '../src/stats/stats.ts';
import { uuidv7 } from '../src/uuid.ts';
import {
  aConversation,
  adaAndBen,
  aDatabase,
  anEmptyDatabase,
  close,
  does,
  fromAi,
  fromCustomer,
  fromRepresentative,
  stored,
} from './support/rows.ts';

const db = await aDatabase();
const [ada, ben] = await adaAndBen(db);

describe('order', () => {
  test('50 parallel senders get seq 1 to 50 without gap or repeat, and times in the same order', async () => {
    const id = await aConversation(db);
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? fromCustomer(db, id, `message ${index}`) : fromRepresentative(db, id, ada),
      ),
    );
    const seqs = sent.map((each) => stored(each).message.seq).toSorted((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const times = (await newestMessages(db, id, 50)).map((message) => message.createdAt);
    expect(times).toEqual(times.toSorted());
    const events = await db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('conversationId', '=', id)
      .where('type', '=', 'message.posted')
      .orderBy('id')
      .execute();
    expect(events.map(({ payload }) => 'seq' in payload && payload.seq)).toEqual(seqs);
  });

  test('a refused or failed message leaves no gap', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    expect((await fromAi(db, id, { onlyIfAiEpoch: 99 })).outcome).toBe('refused');
    await expect(fromCustomer(db, id, '\u0000')).rejects.toThrow('invalid byte sequence');
    expect(stored(await fromCustomer(db, id)).message.seq).toBe(2);
  });
});

describe('a repeated message', () => {
  test('a message sent twice with one clientMessageId is stored once', async () => {
    const id = await aConversation(db);
    const clientMessageId = uuidv7();
    const first = stored(await fromCustomer(db, id, 'Hello', { clientMessageId }));
    const again = await fromCustomer(db, id, 'Hello', { clientMessageId });
    expect(again).toEqual({ outcome: 'duplicate', message: first.message });
    const conversation = await readConversation(db, id);
    expect(conversation).toMatchObject({ lastSeq: 1, unreadCount: 1, messages: [first.message] });
  });

  test('sent twenty times at the same moment it is stored once, and everybody gets it', async () => {
    const id = await aConversation(db);
    const clientMessageId = uuidv7();
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => fromCustomer(db, id, 'Hello', { clientMessageId })),
    );
    expect(sent.filter((each) => each.outcome === 'stored')).toHaveLength(1);
    expect(sent.filter((each) => each.outcome === 'duplicate')).toHaveLength(19);
    expect(new Set(sent.map((each) => each.outcome !== 'refused' && each.message.id)).size).toBe(1);
    expect(await conversationState(db, id)).toMatchObject({ lastSeq: 1, customerMessageCount: 1 });
    const events = await db.selectFrom('outbox').select('id').where('conversationId', '=', id).execute();
    expect(events).toHaveLength(1);
  });

  test('the same clientMessageId of each side is a message of each, stored once', async () => {
    const id = await aConversation(db);
    const clientMessageId = uuidv7();
    const send = () =>
      Promise.all([
        fromCustomer(db, id, 'Hello', { clientMessageId }),
        fromRepresentative(db, id, ada, { clientMessageId }),
        fromAi(db, id, { clientMessageId }),
      ]);
    const first = await send();
    expect(new Set(first.map((each) => stored(each).message.seq))).toEqual(new Set([1, 2, 3]));
    const again = await send();
    expect(again).toEqual(first.map((each) => ({ outcome: 'duplicate', message: stored(each).message })));
  });

  test('the same clientMessageId in two conversations is two messages', async () => {
    const clientMessageId = uuidv7();
    for (const id of [await aConversation(db), await aConversation(db)])
      stored(await fromCustomer(db, id, 'Hi', { clientMessageId }));
  });
});

describe('guards', () => {
  test("no assistant's reply is stored after a person has stepped in", async () => {
    const id = await aConversation(db);
    const { aiEpoch } = stored(await fromCustomer(db, id));
    await fromRepresentative(db, id, ada);
    expect(await fromAi(db, id, { onlyIfAiEpoch: aiEpoch })).toEqual({
      outcome: 'refused',
      reason: 'ai_epoch',
      newer: [],
    });
  });

  test('only one counts when a reply and a hand-off race each other, in whatever order they come', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await aConversation(db);
      const { aiEpoch } = stored(await fromCustomer(db, id));
      const [reply, handedOff] = await Promise.all([
        fromAi(db, id, { onlyIfAiEpoch: aiEpoch }),
        does(db, id, { type: 'hand_off' }, { reason: 'asked for a person' }),
      ]);
      expect(handedOff).toBeDefined();
      const state = await conversationState(db, id);
      expect(state?.status).toBe('waiting');
      expect(state?.lastSeq).toBe(reply.outcome === 'stored' ? 2 : 1);
    }
  });

  test('a reply is refused when a newer message came while it was made', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    const second = stored(await fromCustomer(db, id, 'And one more thing'));
    const refused = await fromAi(db, id, { onlyIfLastSeq: 1 });
    expect(refused).toEqual({ outcome: 'refused', reason: 'moved', newer: [second.message] });
    stored(await fromAi(db, id, { onlyIfLastSeq: 2 }));
  });

  test('a reply based on an older state than a colleague’s reply is held, with what came in between', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    const other = stored(await fromRepresentative(db, id, ben));
    const more = stored(await fromCustomer(db, id, 'Thanks'));
    const held = await fromRepresentative(db, id, ada, { basedOnSeq: 1 });
    expect(held).toEqual({ outcome: 'refused', reason: 'moved', newer: [other.message, more.message] });
    stored(await fromRepresentative(db, id, ada, { basedOnSeq: 3 }));
  });

  test('the writer’s own replies and the customer’s messages hold nothing back', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    stored(await fromRepresentative(db, id, ada, { basedOnSeq: 1 }));
    stored(await fromRepresentative(db, id, ada, { basedOnSeq: 1 }));
    await fromCustomer(db, id);
    stored(await fromRepresentative(db, id, ada, { basedOnSeq: 1 }));
  });

  test('a colleague’s reply before the writer’s own last one is still noticed', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    stored(await fromRepresentative(db, id, ben));
    stored(await fromRepresentative(db, id, ada));
    expect((await fromRepresentative(db, id, ada, { basedOnSeq: 1 })).outcome).toBe('refused');
    stored(await fromRepresentative(db, id, ada, { basedOnSeq: 2 }));
  });

  test('only one is stored when two replies based on the same message are sent at once', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await aConversation(db);
      await fromCustomer(db, id);
      const sent = await Promise.all([ada, ben].map((who) => fromRepresentative(db, id, who, { basedOnSeq: 1 })));
      expect(sent.map((each) => each.outcome).toSorted()).toEqual(['refused', 'stored']);
    }
  });

  test('a message to a conversation that is not there is refused', async () => {
    expect(await fromCustomer(db, uuidv7())).toEqual({ outcome: 'refused', reason: 'not_found', newer: [] });
  });
});

describe('effects of a message', () => {
  test('the list shows the last message, cut to 300 characters, and the customer unread', async () => {
    const id = await aConversation(db, { customerEmail: 'jane@example.com' });
    const { message } = stored(await fromCustomer(db, id, 'x'.repeat(1000), { clientMessageId: uuidv7() }));
    expect(message.content).toHaveLength(1000);
    expect(await findConversation(db, id)).toMatchObject({
      lastSeq: 1,
      unreadCount: 1,
      updatedAt: message.createdAt,
      lastMessage: { ...message, content: 'x'.repeat(300) },
    });
  });

  test('an answer ends the waiting, and a customer needing a person begins it', async () => {
    const id = await aConversation(db, { isAiAssisted: false, status: 'waiting' });
    const { message } = stored(await fromCustomer(db, id));
    expect((await findConversation(db, id))?.waitingSince).not.toBeNull();
    const answered = stored(await fromRepresentative(db, id, ada));
    expect(answered.conversation).toMatchObject({
      status: 'active',
      waitingSince: null,
      unreadCount: 0,
      staffReadSeq: 2,
    });
    const again = stored(await fromCustomer(db, id, 'Still there?'));
    expect(again.conversation).toMatchObject({
      status: 'active',
      waitingSince: again.message.createdAt,
      unreadCount: 1,
    });
    expect(message.seq).toBe(1);
  });

  test("a customer's message opens a closed conversation again, as told", async () => {
    for (const [reopenAs, status] of [
      ['assisted', 'active'],
      ['waiting', 'waiting'],
    ] as const) {
      const id = await aConversation(db, { isAiAssisted: true });
      await fromCustomer(db, id);
      await close(db, id);
      const { conversation } = stored(await fromCustomer(db, id, 'One more question', { reopenAs }));
      expect(conversation.status).toBe(status);
      expect((await conversationState(db, id))?.closedAt).toBeNull();
    }
  });

  test('nobody but the customer opens a closed conversation again; what was stored before it closed still is', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    const clientMessageId = uuidv7();
    await fromRepresentative(db, id, ada, { clientMessageId });
    await close(db, id);
    const refused = { outcome: 'refused', reason: 'closed', newer: [] };
    expect([await fromRepresentative(db, id, ada), await fromAi(db, id)]).toEqual([refused, refused]);
    expect(await fromRepresentative(db, id, ada, { clientMessageId })).toMatchObject({ outcome: 'duplicate' });
    expect(await findConversation(db, id)).toMatchObject({ status: 'closed', lastSeq: 2 });
  });

  test('a hand-off notice of the assistant answers nothing', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    await does(db, id, { type: 'hand_off' }, { reason: 'asked for a person' });
    const { conversation } = stored(await fromAi(db, id, { isAnswer: false }));
    expect(conversation).toMatchObject({ status: 'waiting', lastSeq: 2 });
    expect(conversation.waitingSince).not.toBeNull();
    expect(await conversationState(db, id)).toMatchObject({ unansweredCount: 1 });
  });

  test('the event names the message, and the first one shows that it opened the conversation', async () => {
    const id = await aConversation(db);
    const [first, second] = [stored(await fromCustomer(db, id)), stored(await fromAi(db, id))];
    expect(first.event.event).toEqual({
      type: 'message.posted',
      conversationId: id,
      seq: 1,
      senderType: 'customer',
      opened: true,
    });
    expect(second.event.event).toEqual({
      type: 'message.posted',
      conversationId: id,
      seq: 2,
      senderType: 'ai',
      opened: false,
    });
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('conversationId', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([first, second].map(({ event }) => ({ id: event.id, payload: event.event })));
  });

  test('answers are measured from each customer message to the first answer', async () => {
    const own = await anEmptyDatabase();
    const id = await aConversation(own);
    const start = Date.now() - 3_600_000;
    const at = (seconds: number) => ({ createdAt: new Date(start + seconds * 1000) });
    expect(await readStats(own)).toMatchObject({ aiResponseRate: null, averageResponseSeconds: null });
    await fromCustomer(own, id, 'one', at(0));
    await fromCustomer(own, id, 'two', at(10));
    await fromAi(own, id, at(30));
    await fromAi(own, id, at(40));
    await fromCustomer(own, id, 'three', at(100));
    await fromRepresentative(own, id, ada, at(140));
    expect(
      await own
        .selectFrom('answers')
        .select(['seq', 'senderType', 'customerMessages', 'waitedSeconds'])
        .orderBy('seq')
        .execute(),
    ).toEqual([
      { seq: 3, senderType: 'ai', customerMessages: 2, waitedSeconds: 50 },
      { seq: 6, senderType: 'representative', customerMessages: 1, waitedSeconds: 40 },
    ]);
    const stats = await readStats(own);
    expect(stats.aiResponseRate).toBeCloseTo(2 / 3);
    expect(stats.averageResponseSeconds).toBeCloseTo(30);
    expect(stats).toMatchObject({ activeConversations: 1, totalConversations: 1, totalMessages: 6 });
  });

  test('a hidden conversation leaves no trace in lists and statistics', async () => {
    const before = await readStats(db);
    const id = await aConversation(db, { hidden: true });
    await fromCustomer(db, id);
    stored(await fromRepresentative(db, id, ada));
    expect(await readStats(db)).toEqual(before);
  });
});
