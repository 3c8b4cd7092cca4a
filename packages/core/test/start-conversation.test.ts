/** The team writes first: the conversation, its way to the contact, and who may start it. */
import { randomUUID } from 'node:crypto';
import { insertChannelSession, setReachable } from '@parley/db/channels/sessions';
import { conversationState } from '@parley/db/conversations/read';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { blockContact } from '../src/contacts/block.ts';
import { listStartWays, type Start, startConversation } from '../src/contacts/start-conversation.ts';
import type { ExternalContext } from '../src/external/services.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { reactTo } from '../src/integrations/react.ts';
import { addTeam } from '../src/users/teams.ts';
import { addMailbox } from '../src/mail/mailboxes.ts';
import { postMessage } from '../src/messages/post.ts';
import { createColleague, createTestContext, type TestContext, withExternalServices } from '../src/testing.ts';
import { currentConversation } from '../src/visitors/conversations.ts';

let context: TestContext & ExternalContext;
let websiteId: string;
let ada: StaffCaller;
beforeAll(async () => {
  const made = await createTestContext();
  context = withExternalServices({ ...made, env: { ...made.env, SMTP_URL: 'smtp://127.0.0.1:1' } });
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop', identitySecret: '' });
  websiteId = website?.id ?? '';
  ada = await createColleague(context, 'Ada Byron', 'admin');
  await sql`update settings set email_config = '{"enabled":true,"useInternalEmail":true}'`.execute(context.db);
  context.settings.forget();
});
afterAll(() => context.close());

const start = (given: Partial<Start>, caller = ada) =>
  startConversation(context, caller, { content: 'Your order has arrived', clientMessageId: randomUUID(), ...given });
/** A contact with a browser that has written before. */
async function customer() {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, name: 'Grace' });
  const caller = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, caller, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
  const contactId = (await contactOf(context.db, visitorId)) ?? '';
  return { visitorId, contactId, caller, conversationId: message.conversationId };
}

it('a conversation that is started in the widget is the visitor’s newest, unread, and not the assistant’s', async () => {
  const { contactId, visitorId } = await customer();
  const { conversation, message } = await start({ contactId });
  expect(message).toMatchObject({ seq: 1, senderType: 'representative', content: 'Your order has arrived' });
  expect(conversation).toMatchObject({
    status: 'active',
    channel: 'widget',
    isAiAssisted: false,
    assignedRepresentativeId: ada.user.id,
    startedBy: ada.user.id,
    websiteId,
    visitorId,
  });
  expect(await currentConversation(context, visitorId)).toMatchObject({
    id: conversation.id,
    customerReadSeq: 0,
    lastSeq: 1,
  });
});

it('the activity log says who started a conversation, before its first message', async () => {
  const { contactId } = await customer();
  const { conversation } = await start({ contactId });
  const [activity] = await readActivities(context, ada, conversation.id, { limit: 10 });
  expect(activity).toMatchObject({ kind: 'started', afterSeq: 0, actorName: 'Ada Byron' });
  expect(conversation.lastActivityNo).toBe(1);
});

it('a conversation is started for a colleague, a team and a mailbox, and its mail is planned at once', async () => {
  const ben = await createColleague(context, 'Ben Cole');
  const teamId = (await addTeam(context, ada, { name: `Sales ${randomUUID()}`, memberIds: [ben.user.id] })).id;
  const mailbox = await addMailbox(context, ada, {
    name: 'Sales',
    address: 'sales@shop.example.com',
    websiteId,
    receiving: { kind: 'forward' },
    sending: { kind: 'installation' },
  });
  const { conversation } = await start({
    email: 'buyer@example.com',
    mailboxId: mailbox.id,
    assignedRepresentativeId: ben.user.id,
    teamId,
  });
  expect(conversation).toMatchObject({
    channel: 'email',
    mailboxId: mailbox.id,
    websiteId,
    assignedRepresentativeId: ben.user.id,
    teamId,
  });
  const tasks = await context.queues.queue('maintenance').getJobs();
  expect(tasks.some((job) => job.data.task === 'plan-digests')).toBe(true);
  await expect(start({ email: 'b@example.com', mailboxId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
  await expect(start({ email: 'b@example.com', assignedRepresentativeId: randomUUID() })).rejects.toMatchObject({
    code: 'invalid',
  });
});

it('starting it again with the same id starts nothing, also at the same moment', async () => {
  const { contactId } = await customer();
  const clientMessageId = randomUUID();
  const both = await Promise.all([start({ contactId, clientMessageId }), start({ contactId, clientMessageId })]);
  expect(new Set(both.map(({ conversation }) => conversation.id)).size).toBe(1);
  expect(both.filter(({ duplicate }) => duplicate)).toHaveLength(1);
});

it('a new address gets one contact, however often a conversation is started with it', async () => {
  const email = 'new@example.com';
  const first = await start({ email, name: 'Newcomer', subject: 'Your order' });
  const second = await start({ email: 'New@Example.com' });
  expect(second.conversation.visitorId).toBe(first.conversation.visitorId);
  expect(first.conversation).toMatchObject({
    channel: 'email',
    subject: 'Your order',
    customerEmail: email,
    customerName: 'Newcomer',
  });
});

it('a contact who wrote by Telegram is reached there while they take messages', async () => {
  const address = String(Math.floor(Math.random() * 1e9));
  const { visitorId } = await context.db
    .transaction()
    .execute((db) => insertChannelSession(db, { channel: 'telegram', address, handle: null }, { websiteId: null }));
  const contactId = (await contactOf(context.db, visitorId)) ?? '';
  expect(await listStartWays(context, ada, contactId)).toEqual([{ channel: 'telegram', websiteId: null, email: null }]);
  expect((await start({ contactId })).conversation).toMatchObject({ channel: 'telegram', visitorId });
  await setReachable(context.db, { channel: 'telegram', address }, false);
  expect(await listStartWays(context, ada, contactId)).toEqual([]);
  await expect(start({ contactId })).rejects.toMatchObject({ code: 'conflict' });
});

it('a conversation is closed with its first message where that is asked for, and the customer reopens it', async () => {
  const { contactId, caller } = await customer();
  const { conversation } = await start({ contactId, closes: true });
  expect(conversation).toMatchObject({ status: 'closed', lastSeq: 1 });
  await postMessage(context, caller, 'newest', { content: 'Thanks', clientMessageId: randomUUID() });
  expect(await conversationState(context.db, conversation.id)).toMatchObject({ status: 'waiting' });
});

it('a message that can’t be sent, a blocked contact, two receivers and none start nothing', async () => {
  const { contactId } = await customer();
  const count = async () => (await context.db.selectFrom('conversations').select('id').execute()).length;
  const before = await count();
  const codeOf = (given: Partial<Start>) =>
    start(given).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  expect(await codeOf({ contactId, content: ' ' })).toBe('invalid');
  expect(await codeOf({ email: 'blank@example.com', content: ' ' })).toBe('invalid');
  expect(await codeOf({})).toBe('invalid');
  expect(await codeOf({ contactId, email: 'a@example.com' })).toBe('invalid');
  expect(await codeOf({ contactId: randomUUID() })).toBe('not_found');
  expect(await codeOf({ externalId: '4711' })).toBe('not_found');
  expect(await codeOf({ contactId, websiteId: randomUUID() })).toBe('not_found');
  await blockContact(context, ada, contactId);
  expect(await codeOf({ contactId })).toBe('conflict');
  expect(await count()).toBe(before);
});

it('a user with the scope of their own conversations reaches their own contacts alone', async () => {
  const mine = await customer();
  const rights = { scope: 'mine', permissions: ['conversations.reply', 'conversations.read'] } as const;
  const ben = await createColleague(context, 'Ben Mine');
  const limited = {
    ...ben,
    rights: {
      roleId: randomUUID(),
      builtIn: null,
      roleName: 'x',
      teamIds: [],
      websiteIds: [],
      teammateIds: [],
      ...rights,
    },
  } as unknown as StaffCaller;
  await sql`update conversations set assigned_representative_id = ${ada.user.id} where id = ${mine.conversationId}`.execute(
    context.db,
  );
  await expect(start({ contactId: mine.contactId }, limited)).rejects.toMatchObject({ code: 'not_found' });
  const { conversation } = await start({ email: 'bens@example.com' }, limited);
  expect(conversation.assignedRepresentativeId).toBe(ben.user.id);
});

it('the team is not told of a conversation that a colleague started', async () => {
  const { contactId } = await customer();
  await sql`update settings set email_config = email_config || '{"notificationEmails":["team@example.com"]}'`.execute(
    context.db,
  );
  context.settings.forget();
  const { conversation } = await start({ contactId });
  const event = { type: 'message.posted', conversationId: conversation.id, seq: 1, opened: true } as const;
  await reactTo(context, { id: randomUUID(), event: { ...event, senderType: 'representative' } });
  const deliveries = context.db.selectFrom('deliveries').select('target').where('conversationId', '=', conversation.id);
  expect(await deliveries.execute()).toEqual([]);
});
