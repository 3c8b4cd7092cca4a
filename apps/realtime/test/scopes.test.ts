/** Sockets of users with a partial view: nothing else leaves, and moved conversations go and come at once. */
import { updateContact } from '@parley/core/contacts/contacts';
import { addContactNote } from '@parley/core/contacts/notes';
import { updateConversation } from '@parley/core/conversations/update';
import { addNote } from '@parley/core/conversations/notes';
import { publishDelivery } from '@parley/core/deliveries/publish-delivery';
import { updateRole } from '@parley/core/users/roles';
import { insertRole } from '@parley/db/roles/roles';
import { insertTeam } from '@parley/db/roles/teams';
import { updateAccess } from '@parley/db/users/users';
import { permissions } from '@parley/contracts/permissions/permissions';
import type { Scope } from '@parley/contracts/permissions/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGateway, type SignedInRepresentative, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
let admin: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  admin = await installation.representative('Ada', 'admin');
});
afterAll(() => installation.close());

const caller = ({ user, sessionId }: SignedInRepresentative) => ({ kind: 'staff', user, sessionId }) as const;

async function scoped(scope: Scope, allowed: readonly (typeof permissions)[number][] = permissions) {
  const { db } = installation.context;
  const role = await insertRole(db, { name: crypto.randomUUID(), permissions: allowed, scope, max: 99 });
  if (typeof role === 'string') throw new Error(role);
  const { user } = await installation.representative(`Of ${scope}`);
  await updateAccess(db, user.id, { roleId: role.id });
  return { representative: await installation.signIn({ ...user, roleId: role.id }), role };
}

const give = (conversationId: string, to: string | null) =>
  updateConversation(installation.context, caller(admin), conversationId, { assignedRepresentativeId: to });

it('a user limited to their own and unassigned ones receives nothing of a colleague’s, whatever happens there', async () => {
  const { representative } = await scoped('mine');
  const [socket, whole] = await Promise.all([
    installation.staffSocket(gateway, representative),
    installation.staffSocket(gateway, admin),
  ]);
  const visitor = await installation.visitor();
  const { conversationId } = await installation.writeAsVisitor(visitor, 'Hello');
  await socket.next('conversation_created', ({ conversation }) => conversation.id === conversationId);
  await socket.join(conversationId);
  await give(conversationId, admin.user.id);
  await socket.next('conversation_left', (frame) => frame.conversationId === conversationId);
  const heard = socket.frames.length;

  await installation.writeAsVisitor(visitor, 'A secret zebrafinch');
  await addNote(installation.context, caller(admin), conversationId, {
    content: 'zebrafinch',
    mentions: [representative.user.id],
  });
  socket.send({ type: 'join_conversation', conversationId });
  socket.send({ type: 'send_message', conversationId, content: 'Hi', clientMessageId: crypto.randomUUID() });
  socket.send({ type: 'watch_viewers', conversationIds: [conversationId] });
  const refused = await socket.next('error', ({ code }) => code === 'not_found');
  expect(refused.conversationId).toBe(conversationId);
  // Everything before this has been received by now, if at all.
  await whole.next('mentioned');
  const next = (await installation.writeAsVisitor(await installation.visitor(), 'For everybody')).conversationId;
  await socket.next('conversation_created', ({ conversation }) => conversation.id === next);
  const since = socket.frames.slice(heard).filter(({ type }) => type !== 'error');
  expect(JSON.stringify(since)).not.toContain(conversationId);
  expect(JSON.stringify(since)).not.toContain('zebrafinch');

  await give(conversationId, representative.user.id);
  await socket.next('conversation_updated', ({ conversation }) => conversation.id === conversationId);
  expect((await socket.join(conversationId)).messages.map(({ content }) => content)).toContain('A secret zebrafinch');
});

it('a user limited to their teams receives what their team is given, at once, and loses what is taken from it', async () => {
  const { db } = installation.context;
  const { representative } = await scoped('teams');
  const memberIds = [representative.user.id];
  const team = await db
    .transaction()
    .execute((transaction) => insertTeam(transaction, { name: 'Shop', max: 9, memberIds }));
  if (typeof team === 'string') throw new Error(team);
  const socket = await installation.staffSocket(gateway, representative);
  const visitor = await installation.visitor();
  const { conversationId } = await installation.writeAsVisitor(visitor, 'Hello');
  const toTeam = (teamId: string | null) =>
    updateConversation(installation.context, caller(admin), conversationId, { teamId });
  await toTeam(team.id);
  const heard = await socket.next('conversation_updated', ({ conversation }) => conversation.id === conversationId);
  expect(heard.conversation.teamId).toBe(team.id);
  await socket.join(conversationId);
  await installation.writeAsVisitor(visitor, 'Anybody there?');
  await socket.next('new_message', ({ message }) => message.content === 'Anybody there?');
  await toTeam(null);
  await socket.next('conversation_left', (frame) => frame.conversationId === conversationId);
  const before = socket.frames.length;
  await installation.writeAsVisitor(visitor, 'A secret zebrafinch');
  socket.send({ type: 'join_conversation', conversationId });
  await socket.next('error', ({ code }) => code === 'not_found');
  expect(JSON.stringify(socket.frames.slice(before))).not.toContain('zebrafinch');
});

it('a user with a partial view is told at once of the contacts in it, and of no other', async () => {
  const { context } = installation;
  const { representative } = await scoped('mine');
  const [socket, whole] = await Promise.all([
    installation.staffSocket(gateway, representative),
    installation.staffSocket(gateway, admin),
  ]);
  const contactOf = async (to: string) => {
    const visitor = await installation.visitor();
    const { conversationId } = await installation.writeAsVisitor(visitor, 'Hello');
    await give(conversationId, to);
    const { contactId } = await context.db
      .selectFrom('identities')
      .select('contactId')
      .where('visitorId', '=', visitor.visitorId)
      .executeTakeFirstOrThrow();
    return { contactId, conversationId };
  };
  const [theirs, foreign] = [await contactOf(representative.user.id), await contactOf(admin.user.id)];
  await updateContact(context, caller(admin), foreign.contactId, { name: 'Zebra Finch' });
  await updateContact(context, caller(admin), theirs.contactId, { name: 'Vera' });
  await socket.next('contact_updated', ({ contactId }) => contactId === theirs.contactId);
  await addContactNote(context, caller(admin), theirs.contactId, { content: 'Likes tea' });
  await expect.poll(() => socket.all('contact_updated').length).toBe(2);
  expect(socket.all('contact_updated').map(({ contactId }) => contactId)).toEqual([theirs.contactId, theirs.contactId]);
  // A reader of everything is told once.
  await whole.next('contact_updated', ({ contactId }) => contactId === theirs.contactId);
  expect(whole.all('contact_updated').filter(({ contactId }) => contactId === foreign.contactId)).toHaveLength(1);
  // A conversation that has left is not mentioned any more.
  await give(theirs.conversationId, admin.user.id);
  await socket.next('conversation_left');
  await updateContact(context, caller(admin), theirs.contactId, { name: 'Wanda' });
  await whole.next('conversation_updated', ({ conversation }) => conversation.customerName === 'Wanda');
  expect(socket.all('contact_updated')).toHaveLength(2);
});

it('a delivery is sent to users who see its conversation or the log, and to nobody else', async () => {
  const { context } = installation;
  const { representative } = await scoped('mine');
  const manager = await scoped('everything', ['deliveries.manage']);
  const [socket, log] = await Promise.all([
    installation.staffSocket(gateway, representative),
    installation.staffSocket(gateway, manager.representative),
  ]);
  const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'Hello');
  await give(conversationId, admin.user.id);
  await publishDelivery(context, { channel: 'telegram', conversationId });
  await publishDelivery(context, { channel: 'webhook' });
  await log.next('delivery_updated', ({ channel }) => channel === 'webhook');
  await give(conversationId, representative.user.id);
  await publishDelivery(context, { channel: 'email', conversationId });
  await socket.next('delivery_updated', ({ channel }) => channel === 'email');
  expect(socket.all('delivery_updated').map(({ channel }) => channel)).toEqual(['email']);
  expect(log.all('delivery_updated').map(({ channel }) => channel)).toContain('telegram');
});

it('a role that is changed holds for open sockets at once', async () => {
  const { representative, role } = await scoped('everything', ['conversations.read', 'conversations.reply']);
  const socket = await installation.staffSocket(gateway, representative);
  const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'Hello');
  await give(conversationId, admin.user.id);
  await socket.join(conversationId);
  await updateRole(installation.context, caller(admin), role.id, { scope: 'mine' });
  const received = await socket.next('rights_updated');
  expect(received.rights).toMatchObject({ scope: 'mine' });
  await socket.next('conversation_left', (frame) => frame.conversationId === conversationId);
});

it('a user without access to conversations receives what concerns the team, and none of them', async () => {
  const { representative } = await scoped('everything', ['settings.read']);
  const socket = await installation.staffSocket(gateway, representative);
  const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'Hello');
  socket.send({ type: 'join_conversation', conversationId });
  await socket.next('error', ({ code }) => code === 'not_found');
  expect(JSON.stringify(socket.frames.filter(({ type }) => type !== 'error'))).not.toContain(conversationId);
});

it('a user who may read and note does not write to customers, nor seem to', async () => {
  const { representative } = await scoped('everything', ['conversations.read', 'conversations.note']);
  const [socket, whole] = await Promise.all([
    installation.staffSocket(gateway, representative),
    installation.staffSocket(gateway, admin),
  ]);
  const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'Hello');
  await socket.join(conversationId);
  await whole.join(conversationId);
  socket.send({ type: 'typing', conversationId, isTyping: true });
  socket.send({ type: 'send_message', conversationId, content: 'Hi', clientMessageId: crypto.randomUUID() });
  await socket.next('error', ({ code }) => code === 'forbidden');
  expect(whole.all('typing')).toEqual([]);
});
