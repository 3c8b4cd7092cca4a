/** Personal state in shared conversations is live on every device of its user and on no other. */
import { randomUUID } from 'node:crypto';
import { unreadCountFor } from '@parley/contracts/conversations/reads';
import { saveDraft, removeDraft } from '@parley/core/conversations/drafts';
import { setFollowing } from '@parley/core/conversations/followers';
import { addNote } from '@parley/core/conversations/notes';
import { markUnreadByCaller } from '@parley/core/conversations/reads';
import { chooseTranslated } from '@parley/core/conversations/translated';
import { updateConversation } from '@parley/core/conversations/update';
import { hasFocus } from '@parley/core/presence/focus';
import { notifyUsers } from '@parley/core/testing';
import { findConversation } from '@parley/db/conversations/read';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RunningGateway,
  type SignedInRepresentative,
  TestInstallation,
  type TestSocket,
  waitFor,
} from './support/installation.ts';

let installation: TestInstallation;
let here: RunningGateway;
let there: RunningGateway;
let ada: SignedInRepresentative;
let ben: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  [here, there] = [await installation.gateway(), await installation.gateway()];
  [ada, ben] = [await installation.representative('Ada'), await installation.representative('Ben')];
});
afterAll(() => installation.close());

const caller = ({ user }: SignedInRepresentative) => ({ kind: 'staff', user, sessionId: 'none' }) as const;

/** A visitor's conversation; Ada on both nodes, Ben on one. */
async function desk() {
  const visitor = await installation.visitor();
  const customer = await installation.visitorSocket(here, visitor);
  const [desktop, phone, bens] = await Promise.all([
    installation.staffSocket(here, ada),
    installation.staffSocket(there, ada),
    installation.staffSocket(there, ben),
  ]);
  const { conversationId } = await customer.writes(undefined, 'Hello?');
  await customer.join(conversationId);
  return { conversationId, customer, desktop, phone, bens };
}

/** Returns whether the conversation is unread, by its newest update. */
const unreadOn = (socket: TestSocket, { user }: SignedInRepresentative, conversationId: string) =>
  [...socket.all('conversation_created'), ...socket.all('conversation_updated')]
    .filter(({ conversation }) => conversation.id === conversationId)
    .map(({ conversation, unread }) => unread && unreadCountFor(unread, conversation, user))
    .at(-1);

/** Everything published before has been heard. */
async function settle(...sockets: TestSocket[]): Promise<void> {
  for (const socket of sockets) {
    socket.send({ type: 'ping' });
    await socket.next('pong');
  }
}

test('the read position and marks of a user are theirs on every device, and a colleague’s stays unread', async () => {
  const { conversationId, customer, desktop, phone, bens } = await desk();
  await desktop.join(conversationId);
  desktop.send({ type: 'read', conversationId, seq: 1 });
  await waitFor(() => unreadOn(phone, ada, conversationId) === 0 || undefined, 'Ada to have read it');
  await waitFor(() => unreadOn(bens, ben, conversationId) === 1 || undefined, 'Ben to have it unread');
  expect(await phone.join(conversationId)).toMatchObject({ readSeq: 1, staffReadSeq: 1 });
  expect(await bens.join(conversationId)).toMatchObject({ readSeq: 0, staffReadSeq: 1 });
  bens.send({ type: 'read', conversationId, seq: 1 });
  await waitFor(() => unreadOn(bens, ben, conversationId) === 0 || undefined, 'Ben to have read it');
  await markUnreadByCaller(installation.context, caller(ada), conversationId);
  await waitFor(() => unreadOn(phone, ada, conversationId) === 1 || undefined, 'Ada to have marked it');
  await waitFor(() => unreadOn(bens, ben, conversationId) === 0 || undefined, 'Ben to be left alone');
  await settle(customer);
  expect(customer.frames.map(({ type }) => type)).not.toContain('conversation_updated');
});

test('sorting a conversation leaves to each what they have not read', async () => {
  const { conversationId, desktop, phone, bens } = await desk();
  await desktop.join(conversationId);
  desktop.send({ type: 'read', conversationId, seq: 1 });
  await waitFor(() => unreadOn(phone, ada, conversationId) === 0 || undefined, 'Ada to have read it');
  await updateConversation(installation.context, caller(ada), conversationId, { priority: 'high' });
  for (const socket of [phone, bens])
    await socket.next('conversation_updated', ({ conversation }) => conversation.priority === 'high');
  expect(unreadOn(phone, ada, conversationId)).toBe(0);
  expect(unreadOn(bens, ben, conversationId)).toBe(1);
});

test('a draft is on the writer’s other device, and nowhere else, until it is sent', async () => {
  const { conversationId, customer, desktop, phone, bens } = await desk();
  const draft = { id: randomUUID(), content: 'Certainly', revision: 0 };
  const saved = await saveDraft(installation.context, caller(ada), conversationId, 'reply', draft);
  expect((await phone.next('draft')).draft).toEqual(saved);
  phone.send({ type: 'send_message', conversationId, content: 'Certainly', clientMessageId: draft.id });
  await customer.next('new_message', ({ message }) => message.content === 'Certainly');
  await desktop.next('draft', (frame) => frame.draft === null);
  const other = { ...draft, id: randomUUID() };
  const { revision } = await saveDraft(installation.context, caller(ada), conversationId, 'note', other);
  await removeDraft(installation.context, caller(ada), conversationId, 'note', revision);
  await desktop.next('draft', (frame) => frame.kind === 'note' && frame.draft === null);
  await settle(bens, customer);
  expect([...bens.frames, ...customer.frames].filter(({ type }) => type === 'draft')).toEqual([]);
});

test('a notification goes to every device of its user and to nobody else, and reading it on one tells the others', async () => {
  const { conversationId, customer, desktop, phone, bens } = await desk();
  const { context } = installation;
  await updateConversation(context, caller(ada), conversationId, {
    assignedRepresentativeId: ben.user.id,
    note: { content: 'A regular' },
  });
  await notifyUsers(context);
  const { notification, unread } = await bens.next(
    'notifications_changed',
    (frame) => frame.notification?.kind === 'assigned',
  );
  expect(notification).toMatchObject({
    kind: 'assigned',
    conversationId,
    actor: { id: ada.user.id, name: 'Ada' },
    excerpt: 'A regular',
  });
  await bens.join(conversationId);
  bens.send({ type: 'read', conversationId, seq: 1 });
  await bens.next('notifications_changed', (frame) => frame.notification === null && frame.unread === unread - 1);
  // Taking something oneself is no news to oneself.
  await updateConversation(context, caller(ada), conversationId, { assignedRepresentativeId: ada.user.id });
  await notifyUsers(context);
  await settle(desktop, phone, customer);
  const others = [...desktop.frames, ...phone.frames, ...customer.frames];
  expect(
    others.filter((frame) => frame.type === 'notifications_changed' && frame.notification?.kind === 'assigned'),
  ).toEqual([]);
});

test('a page with the focus is known until it loses it or closes', async () => {
  const { desktop, phone } = await desk();
  const { context } = installation;
  const isFocused = (wanted: boolean) =>
    waitFor(async () => (await hasFocus(context, ada.user.id)) === wanted || undefined, `the focus to be ${wanted}`);
  desktop.send({ type: 'focus', isFocused: true });
  await isFocused(true);
  phone.send({ type: 'focus', isFocused: true });
  desktop.send({ type: 'focus', isFocused: false });
  await settle(desktop, phone);
  await isFocused(true);
  phone.ws.terminate();
  await isFocused(false);
});

test('a note with an assignment that is refused is not written', async () => {
  const { conversationId } = await desk();
  await updateConversation(installation.context, caller(ada), conversationId, { status: 'closed' });
  const change = { assignedRepresentativeId: ben.user.id, note: { content: 'Yours' } };
  const refused = updateConversation(installation.context, caller(ada), conversationId, change);
  await expect(refused).rejects.toMatchObject({ code: 'conversation_closed' });
  const { rows } = await installation.context.database.db
    .selectFrom('activities')
    .select('kind')
    .where('conversationId', '=', conversationId)
    .execute()
    .then((found) => ({ rows: found }));
  expect(rows).toEqual([{ kind: 'closed' }]);
});

test('the first reply takes over: colleagues hear it as an activity, the visitor who answers', async () => {
  const { conversationId, customer, desktop, bens } = await desk();
  await Promise.all([desktop.join(conversationId), bens.join(conversationId)]);
  await desktop.writes(conversationId, 'Yes?');
  const { activity } = await bens.next('activity');
  expect(activity).toMatchObject({ kind: 'taken_over', afterSeq: 1, cause: { userId: ada.user.id, messageSeq: 2 } });
  await customer.next('conversation_state', (frame) => frame.conversation.representative?.name === 'Ada');
  expect(await findConversation(installation.context.db, conversationId)).toMatchObject({ representative: 'Ada' });
});

test('followers are notified of a note, but not its author, and once where they are mentioned in it', async () => {
  const { conversationId, customer, phone, bens } = await desk();
  const { context } = installation;
  await setFollowing(context, caller(ben), conversationId, true);
  expect(await bens.next('following')).toMatchObject({ conversationId, isFollowing: true });
  await addNote(context, caller(ada), conversationId, { content: 'Ask the warehouse' });
  await notifyUsers(context);
  await bens.next('notifications_changed', ({ notification }) => notification?.excerpt === 'Ask the warehouse');
  await addNote(context, caller(ada), conversationId, { content: 'Ben?', mentions: [ben.user.id] });
  await notifyUsers(context);
  const { notification } = await bens.next('notifications_changed', (frame) => frame.notification?.excerpt === 'Ben?');
  expect(notification).toMatchObject({ kind: 'mention' });
  await settle(phone, customer);
  expect(phone.all('following')).toEqual([]);
  expect(customer.all('notifications_changed')).toEqual([]);
});

test('a user who sees a row is told who has it open, now and when it changes; nobody else is', async () => {
  const { conversationId, customer, desktop, phone, bens } = await desk();
  await bens.join(conversationId);
  await bens.next('presence', ({ viewers }) => viewers.length === 1);
  desktop.send({ type: 'watch_viewers', conversationIds: [conversationId] });
  customer.send({ type: 'watch_viewers', conversationIds: [conversationId] });
  const viewing = { userId: ben.user.id, name: 'Ben', isDrafting: false };
  await desktop.next('viewers', ({ viewers }) => viewers.length === 1);
  bens.send({ type: 'typing', conversationId, isTyping: true });
  const { viewers } = await desktop.next('viewers', (frame) => frame.viewers.some(({ isDrafting }) => isDrafting));
  expect(viewers).toEqual([{ ...viewing, isDrafting: true }]);
  bens.send({ type: 'leave_conversation', conversationId });
  await desktop.next('viewers', (frame) => frame.viewers.length === 0);
  desktop.send({ type: 'watch_viewers', conversationIds: [] });
  await settle(desktop);
  const received = desktop.all('viewers').length;
  await bens.join(conversationId);
  await bens.next('presence');
  await settle(desktop, phone, customer);
  expect(desktop.all('viewers')).toHaveLength(received);
  expect([...phone.frames, ...customer.frames].filter(({ type }) => type === 'viewers')).toEqual([]);
});

test('a user who reads a translation gets it on their other devices, once, and nobody else does', async () => {
  const { conversationId, phone, bens, customer } = await desk();
  await chooseTranslated(installation.context, caller(ada), conversationId, true);
  await chooseTranslated(installation.context, caller(ada), conversationId, true);
  expect(await phone.next('translation_chosen')).toMatchObject({ conversationId, isOn: true });
  await settle(phone, bens, customer);
  expect(phone.all('translation_chosen')).toHaveLength(1);
  expect([...bens.all('translation_chosen'), ...customer.all('translation_chosen')]).toEqual([]);
});
