import type { ServerFrameOf } from '@parley/contracts/frames';
import { copyFromSource } from '@parley/core/sync/copy';
import { triggerSync } from '@parley/core/sync/trigger';
import type { StaffCaller } from '@parley/core/callers';
import { conversationState, findConversation } from '@parley/db/conversations/read';
import { findMessageEmail } from '@parley/db/mail/message-emails';
import { insertMessage } from '@parley/db/messages/insert';
import { messagesAfter } from '@parley/db/messages/read';
import { findUser } from '@parley/db/users/users';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, type Talk } from './installation.ts';

let production: Installation;
let installation: Installation;
let caller: StaffCaller;
const talks: Talk[] = [];

beforeAll(async () => {
  production = await startInstallation({ worker: false });
  await production.representative('Paul');
  for (let count = 0; count < 12; count += 1) {
    const talk = await production.opens(`Question ${count}`, { email: `c${count}@example.com` });
    await production.answers(talk, `Answer ${count}`);
    talks.push(talk);
  }
  installation = await startInstallation({ env: { SYNC_SOURCE_DATABASE_URL: production.context.database.url } });
  // Changes the domain, since the same shop would be the same site.
  await installation.context.db.updateTable('websites').set({ domain: 'local.example.com' }).execute();
  caller = await callerOf(installation);
});
afterAll(async () => {
  await Promise.all([installation?.close(), production?.close()]);
});

/** Returns a user who may start a copy. */
async function callerOf(of: Installation): Promise<StaffCaller> {
  const user = await findUser(of.context.db, (await of.representative('Local')).userId);
  if (!user) throw new Error('no user');
  return { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'x' };
}

const source = () => production.context.database.url;

test('a copy without configuration fails with the missing settings', async () => {
  await expect(triggerSync(installation.context, caller, undefined)).rejects.toThrow('SYNC_SOURCE_DATABASE_URL');
});

test('everything is copied and counted for the waiting admin, with progress on the screens', async () => {
  const frames = await installation.frames('inbox');
  const copied = await triggerSync(installation.context, caller, source());
  expect(copied).toEqual({ users: 13, websites: 1, conversations: 12, messages: 24, files: 0 });
  const progress = frames.filter((frame): frame is ServerFrameOf<'progress'> => frame.type === 'progress');
  expect(progress.at(-1)).toMatchObject({ task: 'sync', done: progress.at(-1)?.total });
  for (const talk of talks) {
    expect(await messagesAfter(installation.context.db, talk.conversationId, 0, 10)).toEqual(await talk.messages());
  }
  const [first] = talks;
  expect(await findConversation(installation.context.db, first?.conversationId ?? '')).toEqual(
    await findConversation(production.context.db, first?.conversationId ?? ''),
  );
  // Unseen answers are mailed by production, not from here as well.
  expect(await conversationState(installation.context.db, first?.conversationId ?? '')).toMatchObject({
    emailedUntilSeq: 2,
  });
});

test('a second copy changes nothing; a newer local row is kept, a newer one of the source is taken', async () => {
  const [first, second] = talks;
  if (!first || !second) throw new Error('no talks');
  await installation.context.db
    .updateTable('conversations')
    .set({ customerName: 'Local', updatedAt: new Date(Date.now() + 60_000) })
    .where('id', '=', first.conversationId)
    .execute();
  await second.writes('One more');
  const copied = await copyFromSource(installation.context, source());
  expect(copied).toMatchObject({ users: 0, websites: 0, messages: 1 });
  expect((await findConversation(installation.context.db, first.conversationId))?.customerName).toBe('Local');
  expect((await findConversation(installation.context.db, second.conversationId))?.lastSeq).toBe(3);
  expect(await messagesAfter(installation.context.db, second.conversationId, 0, 10)).toEqual(await second.messages());
});

test('the emails that messages arrived by are copied with them', async () => {
  const [, , third] = talks;
  if (!third) throw new Error('no talk');
  const { db } = production.context;
  const stored = { text: 'Yes.\n> Really?', html: '<p>Yes.</p>', foldedFrom: 1, foldedUntil: 2 };
  const email = { ...stored, hasRemotePictures: true, trackingPixels: 3, isCut: false };
  const { conversationId } = third;
  const sender = { senderType: 'customer', senderId: third.caller.visitorId, senderName: null } as const;
  await insertMessage(db, { conversationId, content: 'Yes.', ...sender, via: 'email', email });
  await copyFromSource(installation.context, source());
  expect(await messagesAfter(installation.context.db, conversationId, 0, 10)).toEqual(await third.messages());
  expect(await findMessageEmail(installation.context.db, conversationId, 3)).toEqual(
    await findMessageEmail(db, conversationId, 3),
  );
  expect(await findMessageEmail(db, conversationId, 3)).toMatchObject(email);
});

test('stopped in the middle, it goes on where it was', async () => {
  const other = await startInstallation({ worker: false });
  // Behind people, websites and visitors, before the conversations.
  const { signal } = new AbortController();
  let batches = 0;
  vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
    if ((batches += 1) > 3) throw new Error('stop');
  });
  await expect(copyFromSource(other.context, source(), signal)).rejects.toThrow('stop');
  // The counts include what was copied before the stop; the next copy starts counting at zero.
  expect(await copyFromSource(other.context, source())).toEqual({
    users: 13,
    websites: 0,
    conversations: 12,
    messages: 26,
    files: 0,
  });
  expect(await copyFromSource(other.context, source())).toMatchObject({ users: 0, conversations: 0, messages: 0 });
  const { count } = await other.context.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(26);
  await other.close();
});

test('a copy from an invalid address fails in words without host or password', async () => {
  const error = await copyFromSource(installation.context, 'postgres://user:secret@127.0.0.1:1/none').catch(
    (cause: unknown) => cause,
  );
  expect(String(error)).toBe('Problem: The source database could not be reached or refused the login.');
  const empty = new URL(source());
  empty.pathname = '/postgres';
  await expect(copyFromSource(installation.context, empty.href)).rejects.toThrow('not a database of this version');
});

test('the admin who waits for a copy that fails gets a text for people, without internals', async () => {
  const broken = await startInstallation({
    env: { SYNC_SOURCE_DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' },
  });
  await expect(triggerSync(broken.context, await callerOf(broken), source())).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The source database could not be reached or refused the login.',
  });
  await broken.close();

  const torn = await startInstallation({ env: { SYNC_SOURCE_DATABASE_URL: source() } });
  const requester = await callerOf(torn);
  await torn.context.db.schema.dropTable('syncState').execute();
  await expect(triggerSync(torn.context, requester, source())).rejects.toMatchObject({
    message: 'Something went wrong. It has been noted.',
  });
  await torn.close();
});
