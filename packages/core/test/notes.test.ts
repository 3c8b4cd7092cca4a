import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { addNote, editNote, listMentions, noteVersions, readMentions, removeNote } from '../src/conversations/notes.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { sweepOutbox } from '../src/events/sweep.ts';
import { appear, createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';
import { addTeam } from '../src/users/teams.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
let cleo: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben, cleo] = await Promise.all([colleague('Ada Byron'), colleague('Ben Cole'), colleague('Cleo Dorn')]);
});
afterAll(() => context.close());

const colleague = (name: string) => createColleague(context, name);

async function opens(): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, visitor, 'newest', {
    content: 'Hello',
    clientMessageId: randomUUID(),
  });
  return message.conversationId;
}

/** The frames that the team hears from now on, of the inbox and of one conversation. */
async function frames(conversationId: string): Promise<ServerFrame[]> {
  const heard: ServerFrame[] = [];
  for (const channel of [liveChannels.inbox, liveChannels.conversation(conversationId)]) {
    await context.publisher.subscribe(channel, (packed) => {
      const broadcast = unpackBroadcast(packed);
      if (broadcast?.audience === 'staff') heard.push(JSON.parse(broadcast.text) as ServerFrame);
    });
  }
  return heard;
}

const activities = (id: string) => readActivities(context, overseer, id, { limit: 100 });

describe('a note', () => {
  it('is in the order of what happened, beside a closed conversation too', async () => {
    const id = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    const { activity } = await addNote(context, ada, id, { content: ' Ask the warehouse. ' });
    expect(activity).toMatchObject({
      activityNo: 2,
      afterSeq: 1,
      kind: 'noted',
      actorName: 'Ada Byron',
      body: 'Ask the warehouse.',
    });
    expect((await activities(id)).map(({ kind }) => kind)).toEqual(['closed', 'noted']);
  });

  it('is written once, however often it is sent, and by many at once without a gap', async () => {
    const id = await opens();
    const note = { content: 'Once', clientNoteId: randomUUID() };
    const sent = await Promise.all(Array.from({ length: 8 }, () => addNote(context, ada, id, note)));
    expect(sent.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => addNote(context, index % 2 ? ada : ben, id, { content: `${index}` })),
    );
    expect((await activities(id)).map(({ activityNo }) => activityNo)).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    );
    await expect(addNote(context, ben, id, { ...note, content: 'Another' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('is changed and removed by its author alone, and what it said is kept', async () => {
    const id = await opens();
    const { activity } = await addNote(context, ada, id, { content: 'Frist' });
    await expect(editNote(context, ben, id, activity.activityNo, { content: 'Mine' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(removeNote(context, ben, id, activity.activityNo)).rejects.toMatchObject({ code: 'forbidden' });
    const edited = await editNote(context, ada, id, activity.activityNo, { content: 'First' });
    expect(edited).toMatchObject({
      activityNo: activity.activityNo,
      body: 'First',
      note: { editedAt: expect.any(String) as string },
    });
    await removeNote(context, ada, id, activity.activityNo);
    await expect(editNote(context, ada, id, activity.activityNo, { content: 'Again' })).rejects.toMatchObject({
      code: 'not_found',
    });
    // The activity shows that there was a note, without its text.
    expect((await activities(id)).map(({ kind, body, note }) => [kind, body, note?.activityNo])).toEqual([
      ['noted', null, 1],
      ['note_edited', null, 1],
      ['note_removed', null, 1],
    ]);
    expect((await noteVersions(context, overseer, id, activity.activityNo)).map(({ body }) => body)).toEqual([
      'Frist',
      'First',
      null,
    ]);
  });

  it.each([
    ['no words', '   '],
    ['a NUL', 'a\0b'],
  ])('a note with %s is refused and leaves no trace', async (_, content) => {
    const id = await opens();
    await expect(addNote(context, ada, id, { content })).rejects.toMatchObject({ code: 'invalid' });
    expect(await activities(id)).toEqual([]);
  });

  it('a note in an unknown conversation, and a change of another activity, are not found', async () => {
    await expect(addNote(context, ada, randomUUID(), { content: 'Lost' })).rejects.toMatchObject({ code: 'not_found' });
    const id = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    await expect(editNote(context, ada, id, 1, { content: 'No' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(noteVersions(context, overseer, id, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a note is sent live, and sent again when it changes', async () => {
    const id = await opens();
    const heard = await frames(id);
    const { activity } = await addNote(context, ada, id, { content: 'One' });
    await editNote(context, ada, id, activity.activityNo, { content: 'Two' });
    const published = () =>
      heard.flatMap((frame) =>
        frame.type === 'activity' ? [[frame.activity.kind, frame.activity.activityNo, frame.activity.body]] : [],
      );
    await expect.poll(published).toHaveLength(3);
    expect(published()).toEqual([
      ['noted', 1, 'One'],
      ['note_edited', 2, 'Two'],
      ['noted', 1, 'Two'],
    ]);
  });

  it('a note with a writing process that died before sending it is sent by the sweep, and makes no job', async () => {
    const id = await opens();
    const heard = await frames(id);
    const publish = vi.spyOn(context.publisher, 'publish').mockRejectedValue(new Error('gone'));
    await addNote(context, ada, id, { content: 'Left behind', mentions: [ben.user.id] });
    publish.mockRestore();
    await context.db
      .updateTable('outbox')
      .set({ createdAt: new Date(Date.now() - 60_000) })
      .execute();
    await sweepOutbox(context);
    // The sweep may also announce the conversation, which has a queued event.
    const published = () => heard.map(({ type }) => type).filter((type) => type === 'activity' || type === 'mentioned');
    await expect.poll(() => published().toSorted()).toEqual(['activity', 'mentioned']);
    const jobs = await context.queues.queue('events').getJobs();
    expect(jobs.map(({ data }) => data.event.type)).not.toContain('conversation.noted');
  });
});

describe('a mention', () => {
  it('is told once to each who is mentioned, and to nobody of their own note', async () => {
    const id = await opens();
    const heard = await frames(id);
    const everybody = [ada.user.id, ben.user.id, randomUUID()];
    const { activity } = await addNote(context, ada, id, { content: '@Ben Cole look', mentions: everybody });
    expect(activity.note?.mentions).toEqual([ben.user.id]);
    await editNote(context, ada, id, activity.activityNo, {
      content: '@Ben Cole @Cleo Dorn look',
      mentions: [...everybody, cleo.user.id],
    });
    const published = () => heard.flatMap((frame) => (frame.type === 'mentioned' ? [frame.userIds] : []));
    await expect.poll(published).toHaveLength(2);
    expect(published()).toEqual([[ben.user.id], [cleo.user.id]]);
    expect(await listMentions(context, ada, { limit: 10 })).toEqual([]);
  });

  it('a mention of an online user reaches them and nobody else', async () => {
    await context.db
      .updateTable('users')
      .set({ status: 'online' })
      .where('id', 'in', [ada.user.id, cleo.user.id])
      .execute();
    await context.db.updateTable('users').set({ status: 'offline' }).where('id', '=', ben.user.id).execute();
    await appear(context, ada.user.id, ben.user.id, cleo.user.id);
    const { activity } = await addNote(context, ada, await opens(), { content: '@here', mentionsOnline: true });
    expect(activity.note?.mentions).toEqual([cleo.user.id]);
  });

  it('a mention of a team reaches its members except the author', async () => {
    const memberIds = [ada.user.id, cleo.user.id];
    const { id } = await addTeam(context, overseer, { name: 'Shop', memberIds });
    const { activity } = await addNote(context, ada, await opens(), { content: '@Shop', mentionsTeams: [id] });
    expect(activity.note?.mentions).toEqual([cleo.user.id]);
  });

  it('is unread until it is read, on every device, and goes with its note', async () => {
    const dora = await colleague('Dora Evans');
    const [first, second] = [await opens(), await opens()];
    await addNote(context, ada, first, { content: 'One', mentions: [dora.user.id] });
    const { activity } = await addNote(context, ben, second, { content: 'Two', mentions: [dora.user.id] });
    const unread = async () => (await listMentions(context, dora, { unread: true, limit: 10 })).map(({ body }) => body);
    expect(await unread()).toEqual(['Two', 'One']);
    const heard = await frames(first);
    await readMentions(context, dora, first);
    await readMentions(context, dora, first);
    expect(await unread()).toEqual(['Two']);
    await expect.poll(() => heard).toEqual([{ type: 'mentions_read', userId: dora.user.id }]);
    await removeNote(context, ben, second, activity.activityNo);
    expect((await listMentions(context, dora, { limit: 10 })).map(({ body }) => body)).toEqual(['One']);
  });
});
