import { randomUUID } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import { scheduledMax } from '@parley/contracts/messages/limits';
import { eraseVisitorData } from '@parley/db/privacy/visitor-data';
import { claimDue } from '@parley/db/scheduled/due';
import { updateAccess } from '@parley/db/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { listDrafts, saveDraft } from '../src/conversations/drafts.ts';
import { readMessages } from '../src/conversations/read.ts';
import {
  cancelScheduled,
  changeScheduled,
  listScheduled,
  listScheduledOf,
  scheduleMessage,
  sendDue,
  sendScheduled,
} from '../src/messages/scheduled.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { postMessage } from '../src/messages/post.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
let admin: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben, admin] = await Promise.all([
    createColleague(context, 'Ada Byron'),
    createColleague(context, 'Ben Cole'),
    createColleague(context, 'Ann Admin', 'admin'),
  ]);
});
afterAll(() => context.close());

async function opens(email: string | null = null) {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = (content: string) =>
    postMessage(context, visitor, 'newest', { content, clientMessageId: randomUUID() });
  const { message } = await writes('Hello');
  return { id: message.conversationId, writes };
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
const contents = async (id: string) =>
  (await readMessages(context, overseer, id, { limit: 50 })).map(({ content }) => content);
const held = (content: string, more: object = {}) => ({
  content,
  clientMessageId: randomUUID(),
  delaySeconds: 0,
  ...more,
});
const later = (content: string, more: object = {}) => ({
  content,
  clientMessageId: randomUUID(),
  sendAt: inHours(5),
  ...more,
});
/** Makes a scheduled message due. */
const nowIsTheTime = (id: string) =>
  context.db
    .updateTable('scheduledMessages')
    .set({ dueAt: sql<Date>`now() - interval '1 second'` })
    .where('conversationId', '=', id)
    .execute();
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );

describe('a scheduled message', () => {
  it('is in no thread before its time, and then is, once, under its own id, however many send it', async () => {
    const { id } = await opens();
    const draft = later('Has it come?');
    const { scheduled, isNew } = await scheduleMessage(context, ada, id, draft);
    expect([isNew, scheduled.state, scheduled.authorName]).toEqual([true, 'waiting', 'Ada Byron']);
    expect((await scheduleMessage(context, ada, id, draft)).isNew).toBe(false);
    await sendDue(context);
    expect(await contents(id)).toEqual(['Hello']);
    expect(await listScheduledOf(context, overseer, id)).toMatchObject([
      { content: 'Has it come?', sendAt: draft.sendAt },
    ]);

    await nowIsTheTime(id);
    await Promise.all([sendDue(context), sendDue(context), sendDue(context)]);
    expect(await contents(id)).toEqual(['Hello', 'Has it come?']);
    const [, sent] = await readMessages(context, overseer, id, { limit: 5 });
    expect(sent).toMatchObject({ clientMessageId: draft.clientMessageId, senderId: ada.user.id });
    expect(await listScheduledOf(context, overseer, id)).toEqual([]);
    expect(await codeOf(scheduleMessage(context, ada, id, draft))).toBe('conflict');
  });

  it('is sent by another when who took it up is gone, and once when it had been stored already', async () => {
    const { id } = await opens();
    const [one, two] = [held('One'), held('Two')];
    await scheduleMessage(context, ada, id, one);
    await claimDue(context.db, 10);
    await scheduleMessage(context, ada, id, two);
    const { content, clientMessageId } = one;
    await postMessage(context, ada, { conversationId: id }, { content, clientMessageId });
    await sendDue(context);
    // Messages behind one that is being sent wait for it.
    expect(await contents(id)).toEqual(['Hello', 'One']);
    await sql`update scheduled_messages set claimed_at = now() - interval '1 minute' where state = 'sending'`.execute(
      context.db,
    );
    await sendDue(context);
    expect(await contents(id)).toEqual(['Hello', 'One', 'Two']);
  });

  it('messages of one author go in the order of their times', async () => {
    const { id } = await opens();
    for (let n = 0; n < 8; n += 1) await scheduleMessage(context, ada, id, held(String(n)));
    await Promise.all([sendDue(context), sendDue(context)]);
    expect(await contents(id)).toEqual(['Hello', '0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it('is the draft no more that it was', async () => {
    const { id } = await opens();
    const draft = later('Soon');
    await saveDraft(context, ada, id, 'reply', { id: draft.clientMessageId, content: 'Soon', revision: 0 });
    await scheduleMessage(context, ada, id, draft);
    expect(await listDrafts(context, ada, { conversationId: id, limit: 5 })).toEqual([]);
    const late = saveDraft(context, ada, id, 'reply', { id: draft.clientMessageId, content: 'Soo', revision: 0 });
    expect(await codeOf(late)).toBe('conflict');
  });

  it('runs its macro when it is sent, and not before', async () => {
    const { id } = await opens();
    await scheduleMessage(context, ada, id, later('Bye', { macro: { actions: [{ type: 'close' }] } }));
    const status = async () =>
      (await context.db.selectFrom('conversations').select('status').where('id', '=', id).executeTakeFirstOrThrow())
        .status;
    expect(await status()).toBe('waiting');
    await nowIsTheTime(id);
    await sendDue(context);
    expect([await status(), await contents(id)]).toEqual(['closed', ['Hello', 'Bye']]);
  });

  it.each([
    ['past', -1, 'invalid'],
    ['more than a year away', 24 * 367, 'invalid'],
  ])('is refused with a time that is %s', async (_, hours, code) => {
    const { id } = await opens();
    expect(await codeOf(scheduleMessage(context, ada, id, later('No', { sendAt: inHours(hours) })))).toBe(code);
    expect(await listScheduledOf(context, overseer, id)).toEqual([]);
  });

  it('is one of so many at most', async () => {
    const { id } = await opens();
    const cora = await createColleague(context, 'Cora Dahl');
    await sql`insert into scheduled_messages (conversation_id, author_id, client_message_id, content, due_at)
      select ${id}, ${cora.user.id}, gen_random_uuid(), 'Full', now() + interval '1 day'
      from generate_series(1, ${scheduledMax}::integer)`.execute(context.db);
    expect(await codeOf(scheduleMessage(context, cora, id, later('One more')))).toBe('conflict');
  });
});

describe('a scheduled message before its time', () => {
  it('its author changes what it says and when; of two devices one wins', async () => {
    const { id } = await opens();
    const { scheduled } = await scheduleMessage(context, ada, id, later('Frist'));
    const sendAt = inHours(7);
    const change = (content: string, caller = ada) =>
      changeScheduled(context, caller, scheduled.id, { content, sendAt, revision: scheduled.revision });
    expect(await codeOf(change('Mine', ben))).toBe('forbidden');
    const outcomes = await Promise.all([codeOf(change('First')), codeOf(change('Furst'))]);
    expect(outcomes.toSorted()).toEqual(['conflict', 'fine']);
    expect(await listScheduledOf(context, overseer, id)).toMatchObject([{ sendAt, revision: 2 }]);
  });

  it('is sent at once by its author, even after newer messages', async () => {
    const { id, writes } = await opens();
    const { scheduled } = await scheduleMessage(context, ada, id, later('Now', { basedOnSeq: 1, onlyIfQuiet: true }));
    await writes('Are you there?');
    const message = await sendScheduled(context, ada, scheduled.id);
    expect(message).toMatchObject({ seq: 3, content: 'Now' });
    expect(await codeOf(sendScheduled(context, ada, scheduled.id))).toBe('not_found');
    expect(await codeOf(cancelScheduled(context, ada, scheduled.id))).toBe('not_found');
  });

  it('is taken back by its author, the assignee and admins, not by others; then it never goes', async () => {
    const { id } = await opens();
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) {
      ids.push((await scheduleMessage(context, ada, id, later(text))).scheduled.id);
    }
    expect(await codeOf(cancelScheduled(context, ben, ids[0]!))).toBe('forbidden');
    await updateConversation(context, ben, id, { assignedRepresentativeId: ben.user.id });
    expect((await cancelScheduled(context, ben, ids[0]!)).content).toBe('One');
    expect((await cancelScheduled(context, admin, ids[1]!)).content).toBe('Two');
    expect((await cancelScheduled(context, ada, ids[2]!)).content).toBe('Three');
    await nowIsTheTime(id);
    await sendDue(context);
    expect(await contents(id)).toEqual(['Hello']);
  });

  it('either it is taken back or it is sent, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await opens();
      const { scheduled } = await scheduleMessage(context, ada, id, held('Race'));
      const [taken] = await Promise.all([codeOf(cancelScheduled(context, ada, scheduled.id)), sendDue(context)]);
      await sendDue(context);
      expect(await contents(id)).toEqual(taken === 'fine' ? ['Hello'] : ['Hello', 'Race']);
    }
  });
});

describe('a scheduled message at its time', () => {
  const stopped = async (id: string) =>
    (await listScheduledOf(context, overseer, id)).map(({ state, code, content }) => [state, code, content]);

  it('is stopped in a closed conversation, and goes when it is reopened and its author confirms it', async () => {
    const { id } = await opens();
    const { scheduled } = await scheduleMessage(context, ada, id, later('How is it?'));
    await updateConversation(context, ben, id, { status: 'closed' });
    expect(await codeOf(scheduleMessage(context, ada, id, later('Again')))).toBe('conversation_closed');
    await nowIsTheTime(id);
    await sendDue(context);
    expect(await stopped(id)).toEqual([['stopped', 'conversation_closed', 'How is it?']]);
    expect((await listScheduled(context, ada, true)).map(({ conversationId }) => conversationId)).toContain(id);
    await updateConversation(context, ben, id, { status: 'active' });
    await sendDue(context);
    expect(await contents(id)).toEqual(['Hello']);
    await sendScheduled(context, ada, scheduled.id);
    expect(await contents(id)).toEqual(['Hello', 'How is it?']);
  });

  it('is held back when a colleague has answered since, and goes when it has a time of its own', async () => {
    const { id } = await opens();
    await scheduleMessage(context, ada, id, held('Mine', { basedOnSeq: 1, delaySeconds: 30 }));
    await postMessage(context, ben, { conversationId: id }, { content: 'Theirs' });
    await nowIsTheTime(id);
    await sendDue(context);
    expect(await stopped(id)).toEqual([['stopped', 'conversation_moved', 'Mine']]);
    await scheduleMessage(context, ada, id, later('Whatever happens', { basedOnSeq: 1 }));
    await context.db
      .updateTable('scheduledMessages')
      .set({ dueAt: sql<Date>`now() - interval '1 second'` })
      .where('content', '=', 'Whatever happens')
      .execute();
    await sendDue(context);
    expect(await contents(id)).toEqual(['Hello', 'Theirs', 'Whatever happens']);
  });

  it('meant for a quiet customer, when they have written; with another time it waits again', async () => {
    const { id, writes } = await opens();
    const draft = later('Still interested?', { basedOnSeq: 1, onlyIfQuiet: true });
    const { scheduled } = await scheduleMessage(context, ada, id, draft);
    await writes('I am');
    await nowIsTheTime(id);
    await sendDue(context);
    expect(await stopped(id)).toEqual([['stopped', 'conversation_moved', 'Still interested?']]);
    const revision = (await listScheduledOf(context, overseer, id))[0]?.revision ?? 0;
    const again = await changeScheduled(context, ada, scheduled.id, { sendAt: inHours(1), revision });
    expect([again.state, again.code, again.reason]).toEqual(['waiting', null, null]);
    await nowIsTheTime(id);
    await sendDue(context);
    expect((await contents(id)).at(-1)).toBe('Still interested?');
  });

  it('is stopped when its author’s account is deactivated', async () => {
    const { id } = await opens();
    const dora = await createColleague(context, 'Dora Elm');
    await scheduleMessage(context, dora, id, later('Goodbye'));
    await updateAccess(context.db, dora.user.id, { isActive: false });
    await nowIsTheTime(id);
    await sendDue(context);
    expect(await stopped(id)).toEqual([['stopped', 'forbidden', 'Goodbye']]);
  });
});

it('erasing a customer takes along what waits to be sent to them', async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await opens(email);
  await scheduleMessage(context, ada, id, later('Dear Jane'));
  await eraseVisitorData(context.db, email);
  const left = await context.db.selectFrom('scheduledMessages').where('conversationId', '=', id).execute();
  expect(left).toEqual([]);
  await sendDue(context);
});
