/** Files that the team keeps with something else than a message: with what waits, with canned replies, in notes. */
import { randomUUID } from 'node:crypto';
import type { StaffCaller } from '@parley/core/callers';
import { exportReplies, importReplies } from '@parley/core/canned-replies/exchange/exchange';
import { addReply, removeReply, takeReplyFiles, updateReplyOf } from '@parley/core/canned-replies/replies';
import { sendMessage } from '@parley/core/messages/send';
import { addNote, removeNote } from '@parley/core/conversations/notes';
import { cancelScheduled, listScheduledOf, scheduleMessage, sendDue } from '@parley/core/messages/scheduled';
import { linkFiles } from '@parley/core/files/links';
import { removeDoomedFiles } from '@parley/core/files/sweep';
import { cancelUpload } from '@parley/core/files/uploads';
import { deleteConversation } from '@parley/db/conversations/delete';
import { findFile } from '@parley/db/files/uploads';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, startInstallation, type Talk } from './installation.ts';
import { colleague, decided, fileOf, keptBytes } from './upload-installation.ts';
import { overseer } from '@parley/core/testing';

let installation: Installation;
let rita: StaffCaller;
beforeAll(async () => {
  installation = await startInstallation();
  rita = await colleague(installation);
});
afterAll(() => installation?.close());

/** A file of Rita's that is ready. */
async function ready(name: string, bytes = Buffer.from(`${name} ${randomUUID()}`)): Promise<string> {
  const id = await fileOf(installation, rita, { name, bytes });
  expect((await decided(installation, id)).state).toBe('ready');
  return id;
}
/** Ages all files by a day. */
async function aDayPasses(): Promise<void> {
  await sql`update files set updated_at = now() - interval '25 hours' where updated_at > '-infinity'`.execute(
    installation.context.db,
  );
  await removeDoomedFiles(installation.context);
}
const isThere = async (id: string): Promise<boolean> => (await findFile(installation.context.db, id)) !== undefined;
const brought = async (talk: Talk) => (await talk.messages()).at(-1)?.attachments?.map(({ id, alt }) => [id, alt]);
const due = (talk: Talk) =>
  sql`update scheduled_messages set due_at = now() where conversation_id = ${talk.conversationId}`.execute(
    installation.context.db,
  );

describe('a message that waits', () => {
  const later = () => new Date(Date.now() + 3600_000).toISOString();

  test('it keeps its files for as long as it waits, and brings them once when its time comes', async () => {
    const talk = await installation.opens('Hello');
    const [one, two] = [await ready('1.txt'), await ready('2.txt')];
    const draft = {
      attachments: [{ id: two, alt: 'Second' }, { id: one }],
      clientMessageId: randomUUID(),
      sendAt: later(),
    };
    const { scheduled } = await scheduleMessage(installation.context, rita, talk.conversationId, draft);
    expect(scheduled.attachments?.map(({ id, alt }) => [id, alt])).toEqual([
      [two, 'Second'],
      [one, null],
    ]);
    expect((await scheduleMessage(installation.context, rita, talk.conversationId, draft)).isNew).toBe(false);
    // Neither taken back beside it, nor swept.
    await expect(cancelUpload(installation.context, rita, one)).rejects.toMatchObject({ code: 'not_found' });
    await aDayPasses();
    await due(talk);
    await sendDue(installation.context);
    // The worker's own round may have been quicker to take it, and be about to send it.
    await expect
      .poll(() => brought(talk))
      .toEqual([
        [two, 'Second'],
        [one, null],
      ]);
    await sendDue(installation.context);
    expect(await talk.messages()).toHaveLength(2);
    await expect.poll(() => listScheduledOf(installation.context, overseer, talk.conversationId)).toEqual([]);
  });

  test('it brings no file of another sender, and none that waits already', async () => {
    const talk = await installation.opens('Hello');
    const id = await ready('mine.txt');
    const schedule = (caller: StaffCaller) =>
      scheduleMessage(installation.context, caller, talk.conversationId, {
        attachments: [{ id }],
        clientMessageId: randomUUID(),
        sendAt: later(),
      });
    await expect(schedule(await colleague(installation, 'Eve'))).rejects.toMatchObject({ code: 'invalid' });
    await schedule(rita);
    await expect(schedule(rita)).rejects.toMatchObject({ code: 'invalid' });
    expect(await listScheduledOf(installation.context, overseer, talk.conversationId)).toHaveLength(1);
  });

  test('a cancelled one leaves its files for another, for a day', async () => {
    const talk = await installation.opens('Hello');
    const id = await ready('back.txt');
    const draft = { attachments: [{ id }], clientMessageId: randomUUID(), delaySeconds: 30 };
    const { scheduled } = await scheduleMessage(installation.context, rita, talk.conversationId, draft);
    expect((await cancelScheduled(installation.context, rita, scheduled.id)).attachments).toHaveLength(1);
    await removeDoomedFiles(installation.context);
    expect(await isThere(id)).toBe(true);
    await aDayPasses();
    expect(await isThere(id)).toBe(false);
  });

  test('one with a refused file stops with the reason, instead of going without it', async () => {
    const talk = await installation.opens('Hello');
    const id = await fileOf(installation, rita, { name: 'x.png', bytes: Buffer.from('<script>') });
    await decided(installation, id);
    const draft = { content: 'See', attachments: [{ id }], clientMessageId: randomUUID(), sendAt: later() };
    await scheduleMessage(installation.context, rita, talk.conversationId, draft);
    await due(talk);
    await sendDue(installation.context);
    await expect
      .poll(() => listScheduledOf(installation.context, overseer, talk.conversationId))
      .toMatchObject([{ state: 'stopped', reason: 'A file of this message can’t be sent.' }]);
    expect(await talk.messages()).toHaveLength(1);
  });
});

describe('a canned reply', () => {
  const shortcut = () => `r${randomUUID().slice(0, 8)}`;

  test('it brings its files with each use, as copies that go their own way', async () => {
    const talk = await installation.opens('How do I get there?');
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const id = await ready('map.png', picture);
    const reply = await addReply(installation.context, rita, {
      isShared: false,
      name: 'The way',
      shortcut: shortcut(),
      text: '',
      attachments: [{ id, alt: 'A map' }],
    });
    expect(reply.attachments).toMatchObject([{ id, alt: 'A map', state: 'ready' }]);
    await aDayPasses();
    const [copy, another] = [
      (await takeReplyFiles(installation.context, rita, reply.id))[0],
      (await takeReplyFiles(installation.context, rita, reply.id))[0],
    ];
    expect(copy).toMatchObject({ name: 'map.png', state: 'ready', alt: 'A map', width: 40, thumbnails: { small: {} } });
    const attachments = [{ id: copy?.id ?? '', alt: 'A map' }];
    await sendMessage(installation.context, rita, { conversationId: talk.conversationId, attachments });
    expect(await brought(talk)).toEqual([[copy?.id, 'A map']]);
    // Changes of the reply or of another copy leave it alone.
    await removeReply(installation.context, rita, reply.id);
    await aDayPasses();
    expect(await Promise.all([id, another?.id ?? ''].map(isThere))).toEqual([false, false]);
    expect((await keptBytes(installation, copy?.id ?? '')).length).toBeGreaterThan(0);
  });

  test('it gives its files only to users who can use it, and takes none of another user’s', async () => {
    const eve = await colleague(installation, 'Eve');
    const id = await ready('secret.txt');
    const request = { isShared: false, name: 'Own', shortcut: shortcut(), text: 'Hi' };
    await expect(addReply(installation.context, eve, { ...request, attachments: [{ id }] })).rejects.toMatchObject({
      code: 'invalid',
    });
    const reply = await addReply(installation.context, rita, { ...request, attachments: [{ id }] });
    await expect(takeReplyFiles(installation.context, eve, reply.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('changes its files with its other fields, all or nothing', async () => {
    const [one, two] = [await ready('1.txt'), await ready('2.txt')];
    const request = { isShared: false, name: 'Both', shortcut: shortcut(), text: 'Hi' };
    const { id } = await addReply(installation.context, rita, { ...request, attachments: [{ id: one }] });
    const files = ({ attachments = [] }: { attachments?: { id: string }[] }) => attachments.map((each) => each.id);
    expect(files(await updateReplyOf(installation.context, rita, id, { name: 'Other' }))).toEqual([one]);
    const changed = { name: 'Broken', attachments: [{ id: one }, { id: randomUUID() }] };
    await expect(updateReplyOf(installation.context, rita, id, changed)).rejects.toMatchObject({ code: 'invalid' });
    const both = await updateReplyOf(installation.context, rita, id, { attachments: [{ id: two }, { id: one }] });
    expect([both.name, files(both)]).toEqual(['Other', [two, one]]);
    expect(files(await updateReplyOf(installation.context, rita, id, { attachments: [] }))).toEqual([]);
  });

  test('one in a CSV has its files named, and the importer is told that they are missing', async () => {
    const eve = await colleague(installation, 'Eve');
    const id = await fileOf(installation, eve, { name: 'terms.txt', bytes: Buffer.from('terms') });
    const request = { isShared: false, name: 'Terms', shortcut: shortcut(), text: 'Here' };
    await addReply(installation.context, eve, { ...request, attachments: [{ id }] });
    const csv = await exportReplies(installation.context, eve);
    expect(csv.split('\r\n')[0]).toMatch(/,files$/);
    const report = await importReplies(installation.context, await colleague(installation, 'Ida'), {
      format: 'csv',
      content: csv,
      isShared: false,
    });
    expect(report).toMatchObject({
      added: 1,
      changed: [{ shortcut: request.shortcut, what: 'A CSV has no files. Attach them to the reply: terms.txt' }],
    });
  });
});

describe('a note', () => {
  test('it brings files for the team, of which the customer learns nothing by any way', async () => {
    const canary = `canary${randomUUID().slice(0, 8)}`;
    const talk = await installation.opens('Hello', { email: 'note@example.com' });
    const frames = await installation.frames(`conversation:${talk.conversationId}`);
    const id = await ready(`${canary}.txt`);
    const { activity } = await addNote(installation.context, rita, talk.conversationId, {
      attachments: [{ id, alt: canary }],
    });
    expect(activity).toMatchObject({ body: '', note: { attachments: [{ id, name: `${canary}.txt`, alt: canary }] } });
    expect(await linkFiles(installation.context, rita, [id])).toHaveLength(1);
    // The customer knows the id, and asks everywhere.
    expect(await linkFiles(installation.context, talk.caller, [id])).toEqual([]);
    expect(JSON.stringify(await talk.messages())).not.toContain(canary);
    // Activities are told to the team alone.
    expect(JSON.stringify(frames.filter(({ type }) => type !== 'activity'))).not.toContain(canary);
    // And a message cannot bring it along.
    const sending = sendMessage(installation.context, rita, {
      conversationId: talk.conversationId,
      attachments: [{ id }],
    });
    await expect(sending).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a removed note shows its files to nobody; they are deleted with the conversation', async () => {
    const talk = await installation.opens('Hello');
    const id = await ready('gone.txt');
    const { activity } = await addNote(installation.context, rita, talk.conversationId, {
      content: 'See',
      attachments: [{ id }],
    });
    await aDayPasses();
    expect(await linkFiles(installation.context, rita, [id])).toHaveLength(1);
    await removeNote(installation.context, rita, talk.conversationId, activity.activityNo);
    expect(await linkFiles(installation.context, rita, [id])).toEqual([]);
    await deleteConversation(installation.context.db, talk.conversationId);
    await removeDoomedFiles(installation.context);
    expect(await isThere(id)).toBe(false);
  });

  test('written twice under one id brings its files once; with files of others nothing is written', async () => {
    const talk = await installation.opens('Hello');
    const [id, other] = [await ready('once.txt'), await ready('other.txt')];
    const note = { content: 'Once', attachments: [{ id }], clientNoteId: randomUUID() };
    const { activity } = await addNote(installation.context, rita, talk.conversationId, note);
    const again = await addNote(installation.context, rita, talk.conversationId, note);
    expect([again.duplicate, again.activity.activityNo]).toEqual([true, activity.activityNo]);
    const eve = await colleague(installation, 'Eve');
    const theirs = addNote(installation.context, eve, talk.conversationId, {
      content: 'x',
      attachments: [{ id: other }],
    });
    await expect(theirs).rejects.toMatchObject({ code: 'invalid' });
    expect((await addNote(installation.context, rita, talk.conversationId, { content: 'y' })).activity.activityNo).toBe(
      activity.activityNo + 1,
    );
  });
});
