import { randomUUID } from 'node:crypto';
import { editMessage, removeMessage } from '@parley/core/messages/revise';
import { takeOver } from '@parley/core/conversations/take-over';
import { isVisitorOnline } from '@parley/core/presence/visitors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type SignedInRepresentative,
  type RunningGateway,
  TestInstallation,
  type TestSocket,
  waitFor,
} from './support/installation.ts';

let installation: TestInstallation;
let here: RunningGateway;
let there: RunningGateway;
let ada: SignedInRepresentative;
let bob: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  [here, there] = [await installation.gateway(), await installation.gateway()];
  [ada, bob] = [await installation.representative('Ada'), await installation.representative('Bob')];
});
afterAll(() => installation.close());

/** A visitor's conversation with one message, the visitor on one node and a representative on the other, both in it. */
async function talk(
  representative = ada,
): Promise<{ conversationId: string; customer: TestSocket; staff: TestSocket }> {
  const visitor = await installation.visitor();
  const customer = await installation.visitorSocket(here, visitor);
  const { conversationId } = await customer.writes(undefined, 'Hello?');
  const staff = await installation.staffSocket(there, representative);
  await Promise.all([customer.join(conversationId), staff.join(conversationId)]);
  return { conversationId, customer, staff };
}

/** For tests that send much: what one person may send at once is limited, over all of these tests. */
const somebodyElse = (): Promise<SignedInRepresentative> => installation.representative('Carl');

const seqsOf = (socket: TestSocket): number[] => socket.all('new_message').map(({ message }) => message.seq);

describe('a conversation over two nodes', () => {
  test('it carries messages both ways, each acknowledged once stored, in one sequence', async () => {
    const { conversationId, customer, staff } = await talk();
    const answer = await staff.writes(conversationId, '  Good morning!  ');
    expect(answer).toMatchObject({ seq: 2, senderType: 'representative', senderName: 'Ada', content: 'Good morning!' });
    expect((await customer.next('new_message', ({ message }) => message.seq === 2)).message).toEqual(answer);
    const reply = await customer.writes(conversationId, 'Is it in stock?');
    expect((await staff.next('new_message', ({ message }) => message.seq === 3)).message).toEqual(reply);
  });

  test('it tells both sides of a message that was changed or removed, and who was away as well', async () => {
    const { user } = await installation.representative('Ann', 'admin');
    const admin = { kind: 'staff', user, sessionId: 'none' } as const;
    const visitor = await installation.visitor();
    const customer = await installation.visitorSocket(here, visitor);
    const { conversationId } = await customer.writes(undefined, 'How many?');
    const staff = await installation.staffSocket(there, ada);
    await Promise.all([customer.join(conversationId), staff.join(conversationId)]);
    await staff.writes(conversationId, 'Tow of them.');
    await staff.writes(conversationId, 'My password is canary.');
    await waitFor(() => customer.all('new_message').length >= 2 || undefined, 'both messages');
    await editMessage(here.context, admin, { conversationId, seq: 2 }, { content: 'Two of them.' });
    for (const socket of [customer, staff]) {
      const { message } = await socket.next('message_updated');
      expect(message).toMatchObject({ seq: 2, content: 'Two of them.', editNo: 1 });
    }
    customer.ws.close();
    await editMessage(here.context, admin, { conversationId, seq: 2 }, { content: 'Two, in blue.' });
    await removeMessage(here.context, admin, { conversationId, seq: 3 });
    const again = await installation.visitorSocket(there, visitor);
    const resumed = await again.join(conversationId, 3, 1);
    expect(resumed).toMatchObject({
      lastSeq: 3,
      messages: [],
      editNo: 3,
      edited: [
        { seq: 2, content: 'Two, in blue.', editNo: 2 },
        { seq: 3, content: '', editNo: 3 },
      ],
    });
    expect(await again.join(conversationId, 3, 3)).not.toHaveProperty('edited');
  });

  test('it is stored in the order in which one socket sent, without waiting in between', async () => {
    const { conversationId, customer, staff } = await talk(await somebodyElse());
    for (let index = 0; index < 50; index += 1) {
      staff.send({ type: 'send_message', conversationId, content: `line ${index}`, clientMessageId: randomUUID() });
    }
    await waitFor(() => customer.all('new_message').length >= 50 || undefined, 'all messages');
    const seen = customer.all('new_message').map(({ message }) => message);
    expect(seen.map(({ content }) => content)).toEqual(Array.from({ length: 50 }, (_, index) => `line ${index}`));
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
  });

  test('it stores a message once, sent again over either node, and acknowledges it each time', async () => {
    const { conversationId, customer, staff } = await talk();
    const again = await installation.staffSocket(here, ada);
    const frame = { type: 'send_message', conversationId, content: 'once', clientMessageId: randomUUID() } as const;
    staff.send(frame);
    staff.send(frame);
    again.send(frame);
    await waitFor(() => staff.all('message_ack').length === 2 || undefined, 'both acknowledgements');
    const { message } = await again.next('message_ack');
    expect(staff.all('message_ack').map((ack) => ack.message)).toEqual([message, message]);
    await staff.writes(conversationId, 'next');
    await customer.next('new_message', ({ message: { seq } }) => seq === 3);
    expect(seqsOf(customer)).toEqual([2, 3]);
  });

  test('it gives a returning client exactly what it missed, and a new one the newest 50', async () => {
    const { conversationId, staff } = await talk(await somebodyElse());
    for (let index = 2; index <= 60; index += 1) await staff.writes(conversationId, `line ${index}`);
    const back = await installation.staffSocket(here, bob);
    const missed = await back.join(conversationId, 55);
    expect(missed.lastSeq).toBe(60);
    expect(missed.messages.map(({ seq }) => seq)).toEqual([56, 57, 58, 59, 60]);
    const fresh = await back.join(conversationId);
    expect(fresh.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
  });

  test('it leaves no hole between what a joining socket reads and what it hears', async () => {
    const { conversationId, staff } = await talk(await somebodyElse());
    const writing = (async () => {
      for (let index = 0; index < 60; index += 1) await staff.writes(conversationId, `${index}`);
    })();
    const readers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 15));
        const reader = await installation.staffSocket(index % 2 ? here : there, bob);
        const joined = await reader.join(conversationId, 0);
        return { reader, joined };
      }),
    );
    await writing;
    for (const { reader, joined } of readers) {
      await waitFor(() => (seqsOf(reader).at(-1) ?? joined.lastSeq) === 61 || undefined, 'the last message');
      const seen = new Set([...joined.messages.map(({ seq }) => seq), ...seqsOf(reader)]);
      expect([...seen]).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
    }
  });

  test('it shows how far each side has received and read, forward only, kept over joins', async () => {
    const { conversationId, customer, staff } = await talk();
    await staff.writes(conversationId, 'two');
    customer.send({ type: 'delivered', conversationId, seq: 2 });
    expect(await staff.next('delivered')).toMatchObject({ receiver: 'customer', seq: 2 });
    customer.send({ type: 'read', conversationId, seq: 2 });
    expect(await staff.next('read')).toMatchObject({ reader: 'customer', seq: 2 });
    customer.send({ type: 'read', conversationId, seq: 1 });
    await customer.writes(conversationId, 'three');
    staff.send({ type: 'read', conversationId, seq: 99 });
    expect(await customer.next('read', ({ reader }) => reader === 'staff')).toMatchObject({ seq: 3 });
    expect(await staff.join(conversationId)).toMatchObject({
      customerDeliveredSeq: 2,
      customerReadSeq: 2,
      staffDeliveredSeq: 3,
      staffReadSeq: 3,
    });
    expect(staff.all('read').filter(({ reader }) => reader === 'customer')).toHaveLength(1);
  });

  test('it shows typing to the others only, drops too much of it silently', async () => {
    const { conversationId, customer, staff } = await talk();
    const began = performance.now();
    for (let index = 0; index < 30; index += 1) customer.send({ type: 'typing', conversationId, isTyping: true });
    expect(await staff.next('typing')).toMatchObject({ senderType: 'customer', isTyping: true });
    customer.send({ type: 'ping' });
    await customer.next('pong');
    expect(customer.all('typing')).toEqual([]);
    expect(customer.all('error')).toEqual([]);
    await staff.writes(conversationId, 'done');
    await customer.next('new_message');
    // Five at once, and five for each second that this has taken.
    const seconds = (performance.now() - began) / 1000;
    expect(staff.all('typing').length).toBeLessThanOrEqual(6 + 5 * seconds);
  });

  test('it is left when asked: nothing of it is heard any more', async () => {
    const { conversationId, customer, staff } = await talk();
    staff.send({ type: 'leave_conversation', conversationId });
    staff.send({ type: 'typing', conversationId, isTyping: true });
    await customer.writes(conversationId, 'still there?');
    await customer.next('new_message');
    expect(staff.all('new_message')).toEqual([]);
    expect(customer.all('typing')).toEqual([]);
  });
});

describe('an id', () => {
  test('an ID in capitals is the same ID: joining by it reads and writes the conversation', async () => {
    const { conversationId, customer, staff } = await talk();
    const capitals = conversationId.toUpperCase();
    const loud = await installation.staffSocket(here, bob);
    loud.send({ type: 'join_conversation', conversationId: capitals, userId: bob.user.id.toUpperCase() });
    expect((await loud.next('joined')).conversationId).toBe(conversationId);
    const clientMessageId = randomUUID();
    const loudFrame = {
      type: 'send_message',
      content: 'loud',
      clientMessageId: clientMessageId.toUpperCase(),
    } as const;
    loud.send({ ...loudFrame, conversationId: capitals, senderId: bob.user.id.toUpperCase() });
    const { message } = await loud.next('message_ack', (frame) => frame.clientMessageId === clientMessageId);
    expect(message).toMatchObject({ conversationId, clientMessageId, seq: 2 });
    loud.send({ ...loudFrame, clientMessageId, conversationId });
    await waitFor(() => loud.all('message_ack').length === 2 || undefined, 'the second acknowledgement');
    expect(loud.all('message_ack')[1]?.message.id).toBe(message.id);
    loud.send({ type: 'typing', conversationId: capitals, isTyping: true });
    await staff.next('typing', ({ senderId }) => senderId === bob.user.id);
    await customer.writes(conversationId, 'heard?');
    await loud.next('new_message', ({ message: { seq } }) => seq === 3);
    loud.send({ type: 'read', conversationId: capitals, seq: 3 });
    expect(await customer.next('read')).toMatchObject({ conversationId, seq: 3 });
    loud.send({ type: 'leave_conversation', conversationId: capitals });
    await waitFor(
      () =>
        staff
          .all('presence')
          .at(-1)
          ?.viewers.every(({ name }) => name !== 'Bob') || undefined,
      'Bob to have left',
    );
  });
});

describe('a clientMessageId', () => {
  test('one that the other side has used counts as the sender’s own: both messages are stored and acknowledged', async () => {
    const { conversationId, customer, staff } = await talk();
    const frame = { type: 'send_message', conversationId, clientMessageId: randomUUID() } as const;
    staff.send({ ...frame, content: 'from the team' });
    expect((await staff.next('message_ack')).message).toMatchObject({ content: 'from the team', seq: 2 });
    customer.send({ ...frame, content: 'from the customer' });
    const { message } = await customer.next('message_ack', (ack) => ack.clientMessageId === frame.clientMessageId);
    expect(message).toMatchObject({ content: 'from the customer', senderType: 'customer', seq: 3 });
    await staff.next('new_message', (heard) => heard.message.seq === 3);
  });

  test('one that stands for another text, or a colleague’s message, is refused as a conflict and stores nothing', async () => {
    const { conversationId, customer, staff } = await talk();
    const clientMessageId = randomUUID();
    const frame = { type: 'send_message', conversationId, content: 'one', clientMessageId } as const;
    for (const socket of [staff, customer]) {
      socket.frames.length = 0;
      socket.send(frame);
      await socket.next('message_ack');
      socket.send({ ...frame, content: 'two' });
      expect(await socket.next('error')).toMatchObject({ code: 'conflict', clientMessageId });
    }
    const colleague = await installation.staffSocket(here, bob);
    colleague.send(frame);
    expect(await colleague.next('error')).toMatchObject({ code: 'conflict', clientMessageId });
    expect((await colleague.join(conversationId)).lastSeq).toBe(3);
  });
});

describe('rights of each caller', () => {
  test('a visitor neither joins nor writes into another’s conversation, and learns nothing of it', async () => {
    const { conversationId } = await talk();
    const stranger = await installation.visitorSocket(here, await installation.visitor());
    stranger.send({ type: 'join_conversation', conversationId });
    const refused = await stranger.next('error');
    const unknown = randomUUID();
    stranger.send({ type: 'join_conversation', conversationId: unknown });
    expect(refused).toMatchObject({ code: 'not_found', conversationId });
    expect(await stranger.next('error', (frame) => frame.conversationId === unknown)).toMatchObject({
      code: refused.code,
      message: refused.message,
    });
    const clientMessageId = randomUUID();
    stranger.send({ type: 'send_message', conversationId, content: 'let me in', clientMessageId });
    expect(await stranger.next('error', (frame) => frame.clientMessageId === clientMessageId)).toMatchObject({
      code: 'not_found',
    });
    stranger.send({ type: 'read', conversationId, seq: 1 });
    await stranger.next('error', ({ code }) => code === 'forbidden');
    expect(stranger.all('new_message')).toEqual([]);
  });

  test('the frames of the first clients, who say who they are, are understood, and must be true', async () => {
    const { conversationId, staff } = await talk();
    const { id } = ada.user;
    staff.frames.length = 0;
    staff.send({ type: 'join_conversation', conversationId, userId: id });
    await staff.next('joined');
    const claim = { senderType: 'representative', senderId: id } as const;
    staff.send({ type: 'send_message', conversationId, content: 'as specified', ...claim });
    expect(await staff.next('new_message')).toMatchObject({ message: { content: 'as specified', senderId: id } });
    const lies = [
      { senderId: bob.user.id },
      { senderType: 'customer' as const },
      { senderType: 'ai' as const, senderId: id },
    ];
    for (const lie of lies) {
      const clientMessageId = randomUUID();
      staff.send({ type: 'send_message', conversationId, content: 'a lie', clientMessageId, ...lie });
      await staff.next('error', (frame) => frame.clientMessageId === clientMessageId && frame.code === 'forbidden');
    }
    staff.send({ type: 'join_conversation', conversationId, userId: bob.user.id });
    await staff.next('error', (frame) => frame.conversationId === conversationId && frame.code === 'forbidden');
    expect((await staff.join(conversationId)).lastSeq).toBe(2);
  });

  test('empty, too long and wordless messages are refused with the id they were sent under', async () => {
    const { conversationId, staff } = await talk();
    for (const content of ['', '   ', 'x'.repeat(10_001)]) {
      const clientMessageId = randomUUID();
      staff.send({ type: 'send_message', conversationId, content, clientMessageId });
      await staff.next('error', (frame) => frame.clientMessageId === clientMessageId);
    }
    expect((await staff.writes(conversationId, 'x'.repeat(10_000))).seq).toBe(2);
  });
});

describe('two representatives in one conversation', () => {
  test('a reply written before a colleague’s newer one is held back and shown what came in between', async () => {
    const { conversationId, staff } = await talk();
    const other = await installation.staffSocket(here, bob);
    await other.join(conversationId);
    const between = await other.writes(conversationId, 'I have it.');
    const clientMessageId = randomUUID();
    staff.send({ type: 'send_message', conversationId, content: 'Mine!', clientMessageId, basedOnSeq: 1 });
    const held = await staff.next('error', (frame) => frame.clientMessageId === clientMessageId);
    expect(held).toMatchObject({ code: 'conversation_moved', messages: [between] });
    staff.send({ type: 'send_message', conversationId, content: 'Mine!', clientMessageId, basedOnSeq: 2 });
    expect((await staff.next('message_ack', (frame) => frame.clientMessageId === clientMessageId)).message.seq).toBe(3);
  });

  test('only one wins when both take over at once; the other is told who, and every inbox shows it', async () => {
    const { conversationId, staff } = await talk();
    const callers = [ada, bob].map(({ user, sessionId }) => ({ kind: 'staff', user, sessionId }) as const);
    const outcomes = await Promise.allSettled(
      callers.map((caller) => takeOver(installation.context, caller, conversationId, caller.user.id)),
    );
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    const winner = outcomes[0]?.status === 'fulfilled' ? ada.user : bob.user;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(lost).toMatchObject({ reason: { code: 'already_taken', message: expect.stringContaining(winner.name) } });
    await staff.next('conversation_updated', ({ conversation }) => conversation.assignedRepresentativeId === winner.id);
  });

  test('the team sees who has a conversation open and who drafts a reply; the visitor does not', async () => {
    const { conversationId, customer, staff } = await talk();
    const other = await installation.staffSocket(here, bob);
    await other.join(conversationId);
    other.send({ type: 'typing', conversationId, isTyping: true });
    const drafting = { userId: bob.user.id, name: 'Bob', isDrafting: true };
    await staff.next('presence', ({ viewers }) => viewers.some((viewer) => viewer.name === 'Bob' && viewer.isDrafting));
    const { viewers } = staff.all('presence').at(-1)!;
    expect(viewers).toHaveLength(2);
    expect(viewers).toContainEqual(drafting);
    other.send({ type: 'typing', conversationId, isTyping: false });
    await staff.next(
      'presence',
      (frame) => frame.viewers.every(({ isDrafting }) => !isDrafting) && frame.viewers.length === 2,
    );
    staff.frames.length = 0;
    other.ws.close();
    await staff.next('presence', (frame) => frame.viewers.length === 1 && frame.viewers[0]?.name === 'Ada');
    expect(customer.all('presence')).toEqual([]);
  });
});

describe('presence', () => {
  test('it shows staff whether the visitor is on the page, and where, or since when they are away', async () => {
    const visitor = await installation.visitor();
    const customer = await installation.visitorSocket(here, visitor);
    const { conversationId } = await customer.writes(undefined, 'Hello?');
    const staff = await installation.staffSocket(there, ada);
    await Promise.all([customer.join(conversationId), staff.join(conversationId)]);
    await staff.next('presence', (frame) => frame.visitor.isOnline);
    customer.send({ type: 'visit', url: 'https://shop.example.com/cart', title: 'Cart' });
    await staff.next('presence', (frame) => frame.visitor.pageUrl === 'https://shop.example.com/cart');
    customer.send({ type: 'visit', isAway: true });
    const away = await staff.next('presence', (frame) => !frame.visitor.isOnline);
    expect(Date.now() - Date.parse(away.visitor.since ?? '')).toBeLessThan(5_000);
    staff.frames.length = 0;
    customer.send({ type: 'visit', isAway: false });
    await staff.next('presence', (frame) => frame.visitor.isOnline);
    staff.frames.length = 0;
    customer.ws.close();
    await staff.next('presence', (frame) => !frame.visitor.isOnline);
    expect(await isVisitorOnline(installation.context, visitor.visitorId)).toBe(false);
  });

  test('it is of whichever of a visitor’s pages is looked at', async () => {
    const visitor = await installation.visitor();
    const isOnline = (): Promise<boolean> => isVisitorOnline(installation.context, visitor.visitorId);
    const hidden = await installation.visitorSocket(here, visitor);
    await expect.poll(isOnline).toBe(true);
    hidden.send({ type: 'visit', isAway: true });
    await expect.poll(isOnline).toBe(false);
    const shown = await installation.visitorSocket(here, visitor);
    await expect.poll(isOnline).toBe(true);
    shown.ws.close();
    await expect.poll(isOnline).toBe(false);
  });

  test('it ends with the node that held it', async () => {
    const node = await installation.gateway();
    const visitor = await installation.visitor();
    await installation.visitorSocket(node, visitor);
    await waitFor(
      async () => (await isVisitorOnline(installation.context, visitor.visitorId)) || undefined,
      'the visitor',
    );
    await installation.context.redis.del(`${installation.context.prefix}:node:${node.gateway.node}`);
    expect(await isVisitorOnline(installation.context, visitor.visitorId)).toBe(false);
  });
});
