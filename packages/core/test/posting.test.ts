import { randomUUID } from 'node:crypto';
import { unpackBroadcast } from '@parley/contracts/live';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertMessage } from '@parley/db/messages/insert';
import { insertWebsite } from '@parley/db/websites/websites';
import { messagesAfter } from '@parley/db/messages/read';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWebhook, deleteWebhook } from '../src/integrations/webhook/webhooks.ts';
import { transition } from '../src/conversations/transition.ts';
import { ConversationMoved, postMessage } from '../src/messages/post.ts';
import { sweepOutbox } from '../src/events/sweep.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
let websiteId: string;

beforeAll(async () => {
  context = await createTestContext();
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  if (!website) throw new Error('no website');
  websiteId = website.id;
});
afterAll(() => context.close());

async function visitor() {
  const { id } = await insertVisitor(context.db, { websiteId });
  return { kind: 'visitor', visitorId: id, websiteId } as const;
}

const representative = (name: string) => createColleague(context, `${name} ${randomUUID().slice(0, 8)}`);

/** The frames published to a conversation from now on. */
async function framesOf(conversationId: string): Promise<unknown[]> {
  const frames: unknown[] = [];
  await context.publisher.subscribe(`conversation:${conversationId}`, (text) => {
    frames.push(JSON.parse(unpackBroadcast(text)?.text ?? 'null'));
  });
  return frames;
}

/** Listens to every message as an outside client, until it is stopped. */
async function followMessages(): Promise<() => Promise<void>> {
  const admin = await createColleague(context, `Admin ${randomUUID().slice(0, 8)}`, 'admin');
  const { id } = await addWebhook(context, admin, { url: 'https://hooks.example.com/', events: ['message.posted'] });
  return () => deleteWebhook(context, admin, id);
}

/** Ages what lies in the outbox past the sweep's grace time. */
const ageOutbox = () =>
  context.db
    .updateTable('outbox')
    .set({ createdAt: new Date(Date.now() - 60_000) })
    .execute();

describe('posting a message', () => {
  it('opens one conversation when two tabs send their first message at the same moment', async () => {
    const caller = await visitor();
    const posted = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        postMessage(context, caller, 'newest', { content: `hello ${index}`, clientMessageId: randomUUID() }),
      ),
    );
    expect(new Set(posted.map(({ message }) => message.conversationId)).size).toBe(1);
    expect(posted.map(({ message }) => message.seq).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('stores a message once when the same first message is sent again and again at the same moment', async () => {
    const caller = await visitor();
    const draft = { content: 'hello', clientMessageId: randomUUID() };
    const posted = await Promise.all(Array.from({ length: 8 }, () => postMessage(context, caller, 'newest', draft)));
    expect(new Set(posted.map(({ message }) => message.id)).size).toBe(1);
    expect(posted.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });

  it('is a job of the worker only where something can follow from it, from the moment at which it can', async () => {
    const caller = await visitor();
    const write = () => postMessage(context, caller, 'newest', { content: 'hello', clientMessageId: randomUUID() });
    const { conversationId } = (await write()).message;
    const ada = await representative('Ada');
    const answer = () => postMessage(context, ada, { conversationId }, { content: 'Hello' });
    const published = async () => {
      const jobs = await context.queues.queue('events').getJobs(['waiting']);
      const events = jobs.map(({ data }) => data.event);
      return events.filter((event) => event.type === 'message.posted' && event.conversationId === conversationId)
        .length;
    };
    // A message that opens a conversation is announced to the team; a representative who replies is its assignee from
    // then on.
    await answer();
    expect(await published()).toBe(1);
    await write();
    await answer();
    expect(await published()).toBe(1);
    const remove = await followMessages();
    await write();
    await answer();
    expect(await published()).toBe(3);
    await remove();
    await write();
    expect(await published()).toBe(3);
    await transition(context, conversationId, [{ type: 'return_to_assistant' }], { cause: { by: 'assistant' } });
    await write();
    expect(await published()).toBe(4);
  });

  it('is acknowledged after its frame was published and its job queued, and soon its outbox row is gone', async () => {
    const remove = await followMessages();
    const caller = await visitor();
    const first = await postMessage(context, caller, 'newest', { content: 'one', clientMessageId: randomUUID() });
    const { conversationId } = first.message;
    const frames = await framesOf(conversationId);
    const { message } = await postMessage(context, caller, 'newest', { content: 'two', clientMessageId: randomUUID() });
    await expect
      .poll(() => frames)
      .toContainEqual({
        type: 'new_message',
        conversationId,
        message,
      });
    const jobs = await context.queues.queue('events').getJobs(['waiting']);
    expect(jobs.filter((job) => job.data.event.conversationId === conversationId)).toHaveLength(2);
    const left = () =>
      context.db.selectFrom('outbox').select('id').where('conversationId', '=', conversationId).execute();
    await expect.poll(left).toEqual([]);
    await remove();
  });

  it('is announced and queued exactly once by the sweep when its sender died between commit and publish', async () => {
    const caller = await visitor();
    const opened = await postMessage(context, caller, 'newest', { content: 'one', clientMessageId: randomUUID() });
    const { conversationId } = opened.message;
    const left = await insertMessage(context.db, {
      conversationId,
      content: 'two',
      senderType: 'customer',
      senderId: caller.visitorId,
      senderName: null,
      via: 'widget',
    });
    if (left.outcome !== 'stored') throw new Error('not stored');

    const frames = await framesOf(conversationId);
    await context.outboxCleaner.settle();
    await ageOutbox();
    const swept = await Promise.all([sweepOutbox(context), sweepOutbox(context), sweepOutbox(context)]);
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(1);
    await expect.poll(() => frames).toEqual([{ type: 'new_message', conversationId, message: left.message }]);
    const jobs = await context.queues.queue('events').getJobs(['waiting', 'active', 'completed']);
    expect(jobs.filter((job) => job.id === left.event.id)).toHaveLength(1);
    expect(await sweepOutbox(context)).toBe(0);
  });

  it('is held back when another representative answered since the writer looked, and shows what came between', async () => {
    const caller = await visitor();
    const { message } = await postMessage(context, caller, 'newest', {
      content: 'help',
      clientMessageId: randomUUID(),
    });
    const { conversationId } = message;
    const [ada, ben] = await Promise.all([representative('Ada'), representative('Ben')]);
    await postMessage(context, ada, { conversationId }, { content: 'I am on it', basedOnSeq: 1 });
    const late = postMessage(context, ben, { conversationId }, { content: 'Me too', basedOnSeq: 1 });
    await expect(late).rejects.toThrow(ConversationMoved);
    await expect(late).rejects.toMatchObject({ code: 'conversation_moved', messages: [{ content: 'I am on it' }] });
    expect(await messagesAfter(context.db, conversationId, 0, 10)).toHaveLength(2);
    // The writer's own newer message holds nothing back.
    await postMessage(context, ada, { conversationId }, { content: 'Done', basedOnSeq: 1 });
  });

  it('posting by the assistant is refused once a person has answered', async () => {
    const caller = await visitor();
    const { message } = await postMessage(context, caller, 'newest', {
      content: 'help',
      clientMessageId: randomUUID(),
    });
    const { conversationId } = message;
    await postMessage(context, await representative('Ada'), { conversationId }, { content: 'Hi' });
    const late = postMessage(context, { kind: 'assistant', epoch: 0 }, { conversationId }, { content: 'Beep' });
    await expect(late).rejects.toMatchObject({ code: 'already_taken' });
  });

  it.each(['', '   \n\t ', 'x'.repeat(10_001), 'a\0b'])(
    'refuses a content that is no message and stores nothing',
    async (content) => {
      const caller = await visitor();
      await expect(
        postMessage(context, caller, 'newest', { content, clientMessageId: randomUUID() }),
      ).rejects.toMatchObject({ code: 'invalid' });
      const rows = await context.db
        .selectFrom('conversations')
        .select('id')
        .where('visitorId', '=', caller.visitorId)
        .execute();
      expect(rows).toEqual([]);
    },
  );
});
