/** Every activity is undone while nobody has built on it; else it is said who did what. */
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { randomUUID } from 'node:crypto';
import type { Activity, InTheWay } from '@parley/contracts/conversations/activities';
import type { Conversation } from '@parley/contracts/entities';
import type { Problem } from '@parley/contracts/problems';
import { deleteConversation } from '@parley/db/conversations/delete';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBatch } from '../src/bulk/run.ts';
import { getBatch, startBatch } from '../src/bulk/start.ts';
import type { StaffCaller } from '../src/callers.ts';
import { runMacro, sendMessage } from '../src/messages/send.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { addAttribute, attributesOf, setAttributes } from '../src/conversations/attributes.ts';
import { handOff } from '../src/conversations/hand-off.ts';
import { addNote } from '../src/conversations/notes.ts';
import { getConversation } from '../src/conversations/read.ts';
import { addTag, deleteTag } from '../src/conversations/tags.ts';
import { takeOver } from '../src/conversations/take-over.ts';
import { transition } from '../src/conversations/transition.ts';
import { undoActivity, undoActivities } from '../src/bulk/undo.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
let vip: string;
let refund: string;
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
  [vip = '', refund = ''] = await Promise.all(
    ['VIP', 'Refund'].map(async (name) => (await addTag(context, ada, { name })).tag.id),
  );
  await addAttribute(context, ada, { subject: 'conversation', key: 'plan', name: 'Plan', type: 'text' });
  await addAttribute(context, ada, { subject: 'conversation', key: 'order', name: 'Order', type: 'text' });
});
afterAll(() => context.close());

async function opens(isAiAssisted = false): Promise<{ id: string; write: (content: string) => Promise<unknown> }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const write = (content: string) =>
    postMessage(context, visitor, 'newest', { content, clientMessageId: randomUUID() });
  const { message } = await write('Hello');
  const id = message.conversationId;
  if (isAiAssisted)
    await sql`update conversations set is_ai_assisted = true, status = 'active' where id = ${id}`.execute(context.db);
  return { id, write };
}

const newest = async (id: string): Promise<Activity> => (await readActivities(context, overseer, id, { limit: 1 }))[0]!;

interface Undone {
  conversation: Conversation;
  activity: Activity;
}
/** The activity of that number, or the newest. */
async function undo(caller: StaffCaller, id: string, activityNo?: number): Promise<Undone> {
  const undone = await undoActivity(context, caller, {
    conversationId: id,
    activityNo: activityNo ?? (await newest(id)).activityNo,
  });
  if (!('activity' in undone)) throw new Error('It was undone as a batch.');
  return undone;
}
const refusedBy = async (caller: StaffCaller, id: string, activityNo?: number): Promise<Problem> =>
  undo(caller, id, activityNo).then(
    () => Promise.reject(new Error('It was undone.')),
    (problem: Problem) => problem,
  );

/** All that an undo has to bring back. */
const stateOf = async (id: string): Promise<unknown> => {
  const { rows } = await sql`
    select status, assigned_representative_id, is_ai_assisted, waiting_since, closed_at, unanswered_count,
      unanswered_since, unanswered_offset_seconds, hand_off_summary, tag_ids, priority, snoozed_until, snoozed_by,
      snooze_wakes_on_reply, attributes
    from conversations where id = ${id}
  `.execute(context.db);
  return rows[0];
};

type Doing = (id: string) => Promise<unknown>;
const change =
  (wanted: Parameters<typeof updateConversation>[3]): Doing =>
  (id) =>
    updateConversation(context, ada, id, wanted);

describe('undoing', () => {
  it.each<[string, Doing, Doing?]>([
    ['taking over', (id) => takeOver(context, ada, id, ada.user.id)],
    ['assigning', (id) => change({ assignedRepresentativeId: ben.user.id })(id)],
    [
      'unassigning',
      change({ assignedRepresentativeId: null }),
      (id) => change({ assignedRepresentativeId: ben.user.id })(id),
    ],
    ['closing', change({ status: 'closed' })],
    ['closing what is snoozed', change({ status: 'closed' }), change({ snoozedUntil: inAnHour, wakesOnReply: false })],
    ['reopening', change({ status: 'active' }), change({ status: 'closed' })],
    ['returning to the assistant', change({ isAiAssisted: true })],
    [
      'returning to the assistant after a hand-off, with its reason,',
      change({ isAiAssisted: true }),
      async (id) => {
        await change({ isAiAssisted: true })(id);
        await handOff(context, id, { summary: onlyReason('They want a refund.'), cause: { by: 'assistant' } });
      },
    ],
    ['asking for a person', change({ status: 'waiting' }), change({ isAiAssisted: true })],
    ['tagging', (id) => change({ addTags: [vip, refund] })(id)],
    ['taking a tag off', (id) => change({ removeTags: [vip] })(id), (id) => change({ addTags: [vip, refund] })(id)],
    ['prioritising', change({ priority: 'urgent' })],
    ['snoozing', change({ snoozedUntil: inAnHour })],
    ['ending a snooze', change({ snoozedUntil: null }), change({ snoozedUntil: inAnHour, wakesOnReply: false })],
    [
      'setting an attribute',
      (id) =>
        setAttributes(context, ada, id, [
          { key: 'plan', value: 'Pro' },
          { key: 'order', value: null },
        ]),
      (id) => setAttributes(context, ben, id, [{ key: 'order', value: '1234' }]),
    ],
    [
      'several of these at once',
      (id) => change({ assignedRepresentativeId: ben.user.id, status: 'closed', addTags: [vip], priority: 'low' })(id),
    ],
    [
      'what a macro without words does',
      (id) =>
        runMacro(context, ada, id, {
          clientMacroId: randomUUID(),
          actions: [{ type: 'assign', to: 'me' }, { type: 'tag', add: [vip] }, { type: 'reopen' }],
        }),
      change({ status: 'closed' }),
    ],
  ])('%s leaves everything as it was, and undoing that as it was after', async (_, activity, before) => {
    const { id } = await opens();
    await before?.(id);
    const was = await stateOf(id);
    await activity(id);
    const made = await newest(id);
    const is = await stateOf(id);
    expect(is).not.toEqual(was);
    const { activity: undone } = await undo(ben, id);
    expect(undone).toMatchObject({
      kind: 'undone',
      undoOf: made.activityNo,
      actorName: 'Ben Cole',
      activityNo: made.activityNo + 1,
    });
    expect(await stateOf(id)).toEqual(was);
    await undo(ada, id, undone.activityNo);
    const again = (await stateOf(id)) as Record<string, unknown>;
    expect(again).toEqual(is);
    // Once more, by the activity itself.
    await undo(ada, id, made.activityNo);
    expect(await stateOf(id)).toEqual(was);
  });

  it('the taking over by a first reply gives it back, though the reply stays', async () => {
    const { id } = await opens(true);
    await sendMessage(context, ada, { conversationId: id, content: 'Certainly' });
    expect(await newest(id)).toMatchObject({ kind: 'taken_over' });
    const { conversation } = await undo(ada, id);
    expect(conversation).toMatchObject({ isAiAssisted: true, assignedRepresentativeId: null, lastSeq: 2 });
  });

  it('twice changes nothing more, and answers who has undone it', async () => {
    const { id } = await opens();
    const { activityNo } = await updateConversation(context, ada, id, { priority: 'high' });
    const [one, other] = await Promise.all([undo(ada, id, activityNo!), undo(ben, id, activityNo!)]);
    expect(one.activity).toEqual(other.activity);
    expect(await newest(id)).toMatchObject({ activityNo: 2, undoOf: 1 });
  });

  it('is not hindered by what others did to something else', async () => {
    const { id } = await opens();
    const { activityNo } = await updateConversation(context, ada, id, { addTags: [vip], priority: 'high' });
    await updateConversation(context, ben, id, { addTags: [refund], assignedRepresentativeId: ben.user.id });
    await setAttributes(context, ben, id, [{ key: 'plan', value: 'Pro' }]);
    await addNote(context, ben, id, { content: 'Look at this' });
    const { conversation } = await undo(ada, id, activityNo!);
    expect(conversation).toMatchObject({ tagIds: [refund], priority: 'normal', representative: 'Ben Cole' });
    const own = await setAttributes(context, ada, id, [{ key: 'order', value: '7' }]);
    expect(own.conversation).toHaveLength(2);
    await undo(ada, id);
    expect((await attributesOf(context, overseer, id)).conversation).toMatchObject([{ key: 'plan', value: 'Pro' }]);
  });

  it.each<[string, Doing, Doing, string]>([
    [
      'the status',
      change({ status: 'closed' }),
      (id) => updateConversation(context, ben, id, { status: 'active' }),
      'reopened it',
    ],
    [
      'the priority',
      change({ priority: 'high' }),
      (id) => updateConversation(context, ben, id, { priority: 'low' }),
      'changed its priority',
    ],
    [
      'a tag',
      (id) => change({ addTags: [vip] })(id),
      (id) => updateConversation(context, ben, id, { removeTags: [vip] }),
      'tagged it',
    ],
    [
      'the snooze',
      change({ snoozedUntil: inAnHour }),
      (id) => updateConversation(context, ben, id, { snoozedUntil: null }),
      'ended its snooze',
    ],
    [
      'who has it',
      (id) => change({ assignedRepresentativeId: ada.user.id })(id),
      (id) => updateConversation(context, ben, id, { assignedRepresentativeId: ben.user.id }),
      'assigned it',
    ],
    [
      'an attribute',
      (id) => setAttributes(context, ada, id, [{ key: 'plan', value: 'Pro' }]),
      (id) => setAttributes(context, ben, id, [{ key: 'plan', value: 'Free' }]),
      'changed its attributes',
    ],
  ])(
    'is refused when a colleague has changed %s since, and shows who, what and when',
    async (_, activity, later, words) => {
      const { id } = await opens();
      await activity(id);
      const { activityNo } = await newest(id);
      await later(id);
      const is = await stateOf(id);
      const built = await newest(id);
      const problem = await refusedBy(ada, id, activityNo);
      expect(problem).toMatchObject({ code: 'conflict', message: `Ben Cole has ${words} since.` });
      expect(problem.inTheWay).toEqual<InTheWay>({ activity: built });
      expect(await stateOf(id)).toEqual(is);
      // The later change is undone first.
      await undo(ben, id, built.activityNo);
      await undo(ada, id, activityNo);
    },
  );

  it('undoing an assignment is refused when another colleague has answered since', async () => {
    const { id } = await opens();
    const { activityNo } = await updateConversation(context, ada, id, { assignedRepresentativeId: ada.user.id });
    await sendMessage(context, ben, { conversationId: id, content: 'Certainly' });
    const problem = await refusedBy(ada, id, activityNo!);
    expect(problem).toMatchObject({ code: 'conflict', message: 'Ben Cole has written since.' });
    expect(problem.inTheWay?.message).toMatchObject({ seq: 2, senderName: 'Ben Cole' });
  });

  it('undoing several activities is one activity, and is refused as a whole when any of them conflicts', async () => {
    const { id } = await opens();
    const before = await stateOf(id);
    await updateConversation(context, ada, id, { priority: 'high' });
    await updateConversation(context, ada, id, { addTags: [vip] });
    const { activityNo } = await updateConversation(context, ada, id, { status: 'closed' });
    const last = activityNo ?? 0;
    const which = { conversationId: id, activityNo: last, others: [last - 1, last - 2] };
    await updateConversation(context, ben, id, { priority: 'low' });
    const changed = await stateOf(id);
    await expect(undoActivities(context, ada, which)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Ben Cole has changed its priority since.',
    });
    expect(await stateOf(id)).toEqual(changed);
    await undo(ben, id);
    const undone = await undoActivities(context, ada, which);
    expect(undone.others).toHaveLength(2);
    expect(await stateOf(id)).toEqual(before);
    const [activity, ...others] = [undone.activity, ...undone.others].map((each) => each.activityNo).toReversed();
    await undoActivities(context, ada, { conversationId: id, activityNo: activity ?? 0, others });
    expect(await getConversation(context, overseer, id)).toMatchObject({
      status: 'closed',
      priority: 'high',
      tagIds: [vip],
    });
    await expect(undoActivities(context, ada, { ...which, others: [999] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('undoing never closes or snoozes a conversation in which the customer has written since', async () => {
    const { id, write } = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    const { activityNo } = await updateConversation(context, ada, id, { status: 'active' });
    await write('Thank you');
    expect(await refusedBy(ada, id, activityNo!)).toMatchObject({ message: 'The customer has written since.' });
    await updateConversation(context, ada, id, { snoozedUntil: inAnHour });
    const { activityNo: woken } = await updateConversation(context, ada, id, { snoozedUntil: null });
    await write('One more thing');
    expect(await refusedBy(ada, id, woken!)).toMatchObject({ message: 'The customer has written since.' });
  });

  it('undoing never leaves a closed conversation snoozed, or the assistant with one that waits for a person', async () => {
    const { id } = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    const { activityNo } = await updateConversation(context, ada, id, { status: 'active' });
    await updateConversation(context, ben, id, { snoozedUntil: inAnHour });
    expect(await refusedBy(ada, id, activityNo!)).toMatchObject({ message: 'Ben Cole has snoozed it since.' });

    const { id: other } = await opens(true);
    const { activityNo: taken } = await takeOver(context, ada, other, ada.user.id);
    await updateConversation(context, ben, other, { status: 'waiting' });
    expect(await refusedBy(ada, other, taken!)).toMatchObject({
      message: 'Ben Cole has handed it off to a person since.',
    });
  });

  it('the customer’s activities, notes, and snoozes that are over cannot be undone', async () => {
    const { id, write } = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    await write('Still there?');
    expect(await newest(id)).toMatchObject({ kind: 'reopened', cause: { by: 'customer' } });
    expect(await refusedBy(ada, id)).toMatchObject({
      code: 'conflict',
      message: 'This can’t be undone.',
    });
    await addNote(context, ada, id, { content: 'Hm' });
    expect(await refusedBy(ada, id)).toMatchObject({ code: 'conflict' });
    await updateConversation(context, ada, id, { snoozedUntil: inAnHour });
    await sql`update conversations set snoozed_until = now() - interval '1 second' where id = ${id}`.execute(
      context.db,
    );
    await transition(context, id, [{ type: 'unsnooze' }], {
      cause: { by: 'rule', rule: 'snooze' },
      isSnoozeOver: true,
    });
    expect(await refusedBy(ada, id)).toMatchObject({ message: 'The time it was snoozed until has passed.' });
  });

  it('brings back nobody who was shut out, and no tag that was removed', async () => {
    const { id } = await opens();
    const cy = await createColleague(context, 'Cy Young');
    const { tag } = await addTag(context, ada, { name: 'Short-lived' });
    await updateConversation(context, ada, id, { assignedRepresentativeId: cy.user.id, addTags: [tag.id, vip] });
    const { activityNo } = await updateConversation(context, ada, id, {
      assignedRepresentativeId: null,
      removeTags: [tag.id, vip],
    });
    await deleteTag(context, ada, tag.id);
    await sql`update users set is_active = false where id = ${cy.user.id}`.execute(context.db);
    const { conversation } = await undo(ada, id, activityNo!);
    expect(conversation).toMatchObject({ assignedRepresentativeId: null, tagIds: [vip] });
  });

  it('undoing in a deleted conversation, or without an activity, is refused as unknown', async () => {
    const { id } = await opens();
    const { activityNo } = await updateConversation(context, ada, id, { priority: 'high' });
    expect(await refusedBy(ada, id, 99)).toMatchObject({ code: 'not_found' });
    await deleteConversation(context.db, id);
    expect(await refusedBy(ada, id, activityNo!)).toMatchObject({ code: 'not_found' });
  });

  it('undoing one of the activities of 300 conversations closed together undoes all of them', async () => {
    const { rows: conversations } = await sql<{ id: string }>`
      insert into conversations (status, is_ai_assisted) select 'active', false from generate_series(1, 300)
      returning id`.execute(context.db);
    const ids = conversations.map(({ id }) => id);
    const work = async ({ id }: { id: string }) => {
      // Killed and begun again by several workers at once.
      await runBatch(context, id, AbortSignal.abort());
      await Promise.all([runBatch(context, id), runBatch(context, id)]);
      return getBatch(context, ada, id);
    };
    const batch = await work(await startBatch(context, ada, { ids, commands: [{ type: 'close' }] }));
    const [first, second] = ids as [string, string];
    const activity = await newest(first);
    expect(activity.batchId).toBe(batch.id);
    // A colleague undoes it here alone.
    await expect(undoActivity(context, ben, { conversationId: second, activityNo: 1 })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Ada Byron changed 300 conversations together'),
    });
    await undoActivity(context, ben, { conversationId: second, activityNo: 1, scope: 'activity' });
    expect(await getConversation(context, overseer, second)).toMatchObject({ status: 'active' });

    const asked = await undoActivity(context, ada, { conversationId: first, activityNo: activity.activityNo });
    if ('activity' in asked) throw new Error('It was undone alone.');
    const undone = await work(asked);
    expect(undone).toMatchObject({ isUndo: true, undoOf: batch.id, changed: 299, unchanged: 1, refused: 0 });
    const { rows } = await sql<{ open: number; activities: number }>`
      select count(*) filter (where status <> 'closed') as open,
        (select count(*) from activities where batch_id = ${undone.id}) as activities
      from conversations where id = any(${ids}::uuid[])`.execute(context.db);
    expect(rows[0]).toEqual({ open: 300, activities: 299 });
    // Its undo is of a batch as well.
    const redo = await undoActivity(context, ada, {
      conversationId: first,
      activityNo: (await newest(first)).activityNo,
    });
    expect(redo).toMatchObject({ isUndo: false, undoOf: undone.id, total: 299 });
  });
});

describe('two conflicting changes at once', () => {
  it.each<[string, (caller: StaffCaller, id: string) => Promise<unknown>, string]>([
    ['closing', (caller, id) => updateConversation(context, caller, id, { status: 'closed' }), 'closed'],
    [
      'assigning',
      (caller, id) =>
        updateConversation(context, caller, id, {
          assignedRepresentativeId: caller.user.id,
          expectedRepresentativeId: null,
        }),
      'assigned',
    ],
    ['taking over', (caller, id) => takeOver(context, caller, id, caller.user.id), 'taken_over'],
    [
      'prioritising',
      (caller, id) =>
        updateConversation(context, caller, id, {
          priority: caller === ada ? 'high' : 'low',
          expectedPriority: 'normal',
        }),
      'prioritised',
    ],
    [
      'snoozing',
      (caller, id) =>
        updateConversation(context, caller, id, {
          snoozedUntil: new Date(Date.now() + (caller === ada ? 7_200_000 : 9_000_000)).toISOString(),
          expectedSnoozedUntil: null,
        }),
      'snoozed',
    ],
  ])('one wins %s, and the other is told the author and the change', async (_, activity, kind) => {
    const { id } = await opens();
    const done = await Promise.allSettled([activity(ada, id), activity(ben, id)]);
    const refused = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as Problem] : []));
    expect(refused).toHaveLength(1);
    const winner = done[0]?.status === 'fulfilled' ? ada : ben;
    expect(refused[0]).toMatchObject({
      status: 409,
      inTheWay: { activity: { kind, actorName: winner.user.name, activityNo: 1 } },
    });
    expect(await readActivities(context, overseer, id, { limit: 10 })).toHaveLength(1);
  });
});
