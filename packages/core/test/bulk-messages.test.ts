/** Bulk messages: which contacts get one and which don't, once each, until it is stopped. */
import { randomUUID } from 'node:crypto';
import { insertChannelSession } from '@parley/db/channels/sessions';
import { beginSending } from '@parley/db/bulk/messages';
import { noteBounce } from '@parley/db/mail/bounces';
import { unsubscribe } from '@parley/db/mail/unsubscribes';
import { messagesAfter } from '@parley/db/messages/read';
import { updateAccess } from '@parley/db/users/users';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BulkRequest,
  getBulkMessage,
  listBulkMessages,
  listBulkRecipients,
  previewBulkMessage,
  sendBulkMessage,
  stopBulkMessage,
} from '../src/bulk/messages/manage.ts';
import { giveUpBulk, sendBulk } from '../src/bulk/messages/send.ts';
import type { StaffCaller } from '../src/callers.ts';
import { blockContact } from '../src/contacts/block.ts';
import { markSpam } from '../src/contacts/spam.ts';
import { addTag } from '../src/conversations/tags.ts';
import { getConversation } from '../src/conversations/read.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import type { ExternalContext } from '../src/external/services.ts';
import { requeueTasks } from '../src/maintenance/forgotten.ts';
import { postMessage } from '../src/messages/post.ts';
import {
  createColleague,
  createTestContext,
  overseer,
  type TestContext,
  withExternalServices,
} from '../src/testing.ts';

let context: TestContext & ExternalContext;
let websiteId: string;
let ada: StaffCaller;
beforeAll(async () => {
  const made = await createTestContext();
  context = withExternalServices({ ...made, env: { ...made.env, SMTP_URL: 'smtp://127.0.0.1:1' } });
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'The Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron', 'admin');
  await sql`update settings set email_config = '{"enabled":true,"useInternalEmail":true}'`.execute(context.db);
  context.settings.forget();
});
afterAll(() => context.close());

/** A contact with an address, who has written nothing. */
async function contact(name: string | null = 'Grace Hopper', email = `${randomUUID()}@example.com`): Promise<string> {
  const { id } = await insertVisitor(context.db, { websiteId, name, email });
  return (await contactOf(context.db, id)) ?? '';
}

/** A contact with a browser that has written before. */
async function writer(name = 'Joan Clarke') {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, name });
  const caller = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, caller, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
  return { id: (await contactOf(context.db, visitorId)) ?? '', caller, conversationId: message.conversationId };
}

const send = async (given: Partial<BulkRequest>, caller = ada) =>
  (
    await sendBulkMessage(context, caller, {
      content: 'Hello {{customer.firstName | "there"}}',
      clientBulkMessageId: randomUUID(),
      ...given,
    })
  ).bulkMessage;

/** Sends it like the worker. */
async function sent(given: Partial<BulkRequest>, caller = ada) {
  const { id } = await send(given, caller);
  expect(await sendBulk(context, id)).toBeUndefined();
  const recipients = await listBulkRecipients(context, caller, id);
  return { bulkMessage: await getBulkMessage(context, caller, id), recipients };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

it('each contact gets the text with their own values, in a conversation of their own', async () => {
  const grace = await contact('Grace Hopper');
  const nameless = await contact(null);
  const joan = await writer();
  const content = 'Hello {{customer.firstName | "there"}}, {{representative.firstName}} of {{website.name}} here.';
  const subject = 'News for {{customer.name | "you"}}';
  const { bulkMessage, recipients } = await sent({
    contactIds: [grace, nameless, joan.id],
    content,
    subject,
  });
  expect(bulkMessage).toMatchObject({ status: 'done', total: 3, sent: 3, failed: 0, leftOut: 0, replied: 0 });
  expect(recipients.map(({ state, channel }) => [state, channel])).toEqual([
    ['sent', 'email'],
    ['sent', 'email'],
    ['sent', 'widget'],
  ]);
  const texts = await Promise.all(
    recipients.map(async ({ conversationId }) => {
      const conversation = await getConversation(context, overseer, conversationId ?? '');
      const [message] = await messagesAfter(context.db, conversation.id, 0, 5);
      return [conversation.subject, message?.content, conversation.assignedRepresentativeId];
    }),
  );
  expect(texts).toEqual([
    ['News for Grace Hopper', 'Hello Grace, Ada of The Shop here.', ada.user.id],
    ['News for you', 'Hello there, Ada of The Shop here.', ada.user.id],
    [undefined, 'Hello Joan, Ada of The Shop here.', ada.user.id],
  ]);
});

it('formatting stays, and a name is never read as formatting or as a variable', async () => {
  const id = await contact('**Bold** {{representative.email}}');
  const { recipients } = await sent({ contactIds: [id], markdown: '**Dear** {{customer.name}}' });
  const [message] = await messagesAfter(context.db, recipients[0]?.conversationId ?? '', 0, 1);
  expect(message?.content).toBe('Dear **Bold** {{representative.email}}');
  expect(message?.markdown).toMatch(/^\*\*Dear\*\* \\\*/);
});

it('the preview has the text of each contact and the reason of each who is left out, and sends nothing', async () => {
  const grace = await contact('Grace Hopper', 'grace@example.com');
  const unsubscribed = await contact('Una', 'una@example.com');
  await unsubscribe(context.db, 'una@example.com');
  const bounced = await contact('Bo', 'bo@example.com');
  await noteBounce(context.db, { address: 'bo@example.com', reason: 'unknown_address', detail: '', isStopped: false });
  const blocked = await contact('Bill');
  await blockContact(context, ada, blocked);
  const spammer = await writer('Sam');
  await markSpam(context, ada, spammer.conversationId, {});
  const nobody = randomUUID();
  const nameless = await contact(null);
  const unreachable = await writer('Ursula');
  const count = async () => (await context.db.selectFrom('conversations').select('id').execute()).length;
  const before = await count();
  const preview = await previewBulkMessage(context, ada, {
    contactIds: [grace, unsubscribed, bounced, blocked, spammer.id, nobody, nameless, unreachable.id],
    content: 'Hello {{customer.name}}',
    channel: 'email',
  });
  expect(preview.recipients).toMatchObject([
    { contactId: grace, email: 'grace@example.com', channel: 'email', content: 'Hello Grace Hopper' },
  ]);
  const reasons = new Map(preview.leftOut.map(({ contactId, localized }) => [contactId, localized.code]));
  expect(Object.fromEntries(reasons)).toEqual({
    [unsubscribed]: 'wants_no_mail',
    [bounced]: 'receiver_bounced',
    [blocked]: 'receiver_blocked',
    [spammer.id]: 'receiver_spam',
    [nobody]: 'no_such_contact',
    [nameless]: 'receiver_value_missing',
    [unreachable.id]: 'not_reachable',
  });
  expect(await count()).toBe(before);
});

it('who is left out is stored with the reason, and an address that two contacts have is written to once', async () => {
  const email = `${randomUUID()}@example.com`;
  const first = await contact('One', email);
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, name: 'Two', email });
  const second = (await contactOf(context.db, visitorId)) ?? '';
  const blocked = await contact('Bill');
  await blockContact(context, ada, blocked);
  const { bulkMessage, recipients } = await sent({ contactIds: [...new Set([first, second, blocked])] });
  const codes = recipients.map(({ state, localized }) => [state, localized?.code]);
  expect(codes.filter(([state]) => state === 'sent')).toHaveLength(1);
  expect(codes).toContainEqual(['left_out', 'receiver_blocked']);
  expect(bulkMessage.total).toBe(bulkMessage.sent + bulkMessage.leftOut);
});

it('everybody that a search finds is written to, by the channel that reaches them', async () => {
  const word = `Q${randomUUID().slice(0, 8)}`;
  const byMail = await contact(`${word} Mail`);
  const address = String(Math.floor(Math.random() * 1e9));
  const { visitorId } = await context.db
    .transaction()
    .execute((db) => insertChannelSession(db, { channel: 'telegram', address, handle: null }, { websiteId: null }));
  await sql`update visitors set name = ${`${word} Telegram`} where id = ${visitorId}`.execute(context.db);
  const { recipients } = await sent({ search: { q: word } });
  expect(Object.fromEntries(recipients.map(({ contactId, channel }) => [contactId, channel]))).toEqual({
    [byMail]: 'email',
    [(await contactOf(context.db, visitorId)) ?? '']: 'telegram',
  });
});

it('sending it again under the same id sends nothing, also at the same moment, and by two workers', async () => {
  const ids = [await contact(), await contact(), await contact()];
  const clientBulkMessageId = randomUUID();
  const both = await Promise.all([
    send({ contactIds: ids, clientBulkMessageId }),
    send({ contactIds: ids, clientBulkMessageId }),
  ]);
  const [{ id }] = both;
  expect(new Set(both.map((each) => each.id)).size).toBe(1);
  await Promise.all([sendBulk(context, id), sendBulk(context, id)]);
  await sendBulk(context, id);
  const recipients = await listBulkRecipients(context, ada, id);
  expect(recipients.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversations where visitor_id in (
      select visitor_id from identities where contact_id = any(${ids}::uuid[]))
  `.execute(context.db);
  expect(rows[0]?.count).toBe(3);
});

it('nothing is sent within the delay, in which it is undone as a whole', async () => {
  const { id, sendAt } = await send({ contactIds: [await contact()], delaySeconds: 30 });
  expect((await sendBulk(context, id))?.toISOString()).toBe(sendAt);
  expect(await stopBulkMessage(context, ada, id)).toMatchObject({ status: 'stopped', sent: 0 });
  expect(await stopBulkMessage(context, ada, id)).toMatchObject({ status: 'stopped' });
  await sql`update bulk_messages set send_at = now() where id = ${id}`.execute(context.db);
  await sendBulk(context, id);
  expect(await listBulkRecipients(context, ada, id)).toMatchObject([{ state: 'stopped', conversationId: null }]);
});

it('stopping it halfway keeps what was sent, and stopping one that has ended is refused', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => contact()));
  const { id } = await send({ contactIds: ids });
  const stop = new AbortController();
  const once = { ...context, publisher: { publish: async () => stop.abort() } } as unknown as typeof context;
  await sendBulk(once, id, stop.signal);
  const stopped = await stopBulkMessage(context, ada, id);
  expect(stopped.sent).toBeGreaterThan(0);
  expect(stopped.sent).toBeLessThan(30);
  await sendBulk(context, id);
  expect(await getBulkMessage(context, ada, id)).toMatchObject({ status: 'stopped', sent: stopped.sent });
  const { bulkMessage } = await sent({ contactIds: [await contact()] });
  expect(await codeOf(stopBulkMessage(context, ada, bulkMessage.id))).toBe('conflict');
});

it('one contact who can’t be written to stops no other, and who unsubscribes during the delay gets nothing', async () => {
  const email = `${randomUUID()}@example.com`;
  const erased = await contact();
  const ids = [await contact(), await contact('Late', email), erased, await contact()];
  const { id } = await send({ contactIds: ids });
  await unsubscribe(context.db, email);
  await sql`delete from contacts where id = ${erased}`.execute(context.db);
  await sendBulk(context, id);
  const recipients = await listBulkRecipients(context, ada, id);
  expect(recipients.map(({ state, localized }) => [state, localized?.code ?? null])).toEqual([
    ['sent', null],
    ['failed', 'wants_no_mail'],
    ['failed', 'no_such_contact'],
    ['sent', null],
  ]);
});

it('the rights of its author count when it is sent', async () => {
  const ben = await createColleague(context, 'Ben Cole', 'admin');
  const { id } = await send({ contactIds: [await contact()] }, ben);
  await updateAccess(context.db, ben.user.id, { isActive: false });
  await sendBulk(context, id);
  expect(await listBulkRecipients(context, ada, id)).toMatchObject([{ state: 'failed', conversationId: null }]);
});

it('its conversations have the chosen assignee and tags, and closed ones come back with a reply', async () => {
  const ben = await createColleague(context, 'Ben Tagged');
  const { tag } = await addTag(context, ada, { name: `outage ${randomUUID().slice(0, 8)}` });
  const joan = await writer();
  const { bulkMessage, recipients } = await sent({
    contactIds: [joan.id],
    assignedRepresentativeId: ben.user.id,
    tagIds: [tag.id],
    closes: true,
  });
  const conversationId = recipients[0]?.conversationId ?? '';
  expect(await getConversation(context, overseer, conversationId)).toMatchObject({
    status: 'closed',
    assignedRepresentativeId: ben.user.id,
    tagIds: [tag.id],
  });
  await postMessage(context, joan.caller, 'newest', { content: 'Thanks', clientMessageId: randomUUID() });
  expect(await getConversation(context, overseer, conversationId)).toMatchObject({ status: 'waiting' });
  expect(await getBulkMessage(context, ada, bulkMessage.id)).toMatchObject({ sent: 1, replied: 1 });
  expect(await listBulkRecipients(context, ada, bulkMessage.id)).toMatchObject([{ hasReplied: true }]);
});

it('a text with a fault or a blank, no receivers, two kinds of receivers and too many send nothing', async () => {
  const contactIds = [await contact()];
  const count = async () => (await context.db.selectFrom('bulkMessages').select('id').execute()).length;
  const before = await count();
  expect(await codeOf(send({ contactIds, content: ' ' }))).toBe('invalid');
  expect(await codeOf(send({ contactIds, content: 'Hello {{customer.shoe}}' }))).toBe('invalid');
  expect(await codeOf(send({ contactIds, content: 'Hello {{?order number}}' }))).toBe('blank_left');
  expect(await codeOf(send({ contactIds, content: 'See {{page.url}}' }))).toBe('blank_left');
  expect(await codeOf(send({}))).toBe('invalid');
  expect(await codeOf(send({ contactIds, search: { q: '' } }))).toBe('invalid');
  expect(await codeOf(send({ contactIds, tagIds: [randomUUID()] }))).toBe('invalid');
  expect(await codeOf(send({ contactIds, mailboxId: randomUUID() }))).toBe('not_found');
  expect(await codeOf(send({ contactIds: [randomUUID()] }))).toBe('conflict');
  const word = `M${randomUUID().slice(0, 8)}`;
  await Promise.all(Array.from({ length: 201 }, (_, n) => contact(`${word} ${n}`)));
  expect(await codeOf(send({ search: { q: word } }))).toBe('invalid');
  expect(await count()).toBe(before);
});

it('representatives may not send one, and a scope of one’s own reaches no contact of others', async () => {
  const ben = await createColleague(context, 'Ben Mine');
  const id = await contact();
  expect(await codeOf(send({ contactIds: [id] }, ben))).toBe('forbidden');
  const permissions = ['messages.send_bulk', 'conversations.reply', 'contacts.read'] as const;
  const rights = { roleId: randomUUID(), builtIn: null, roleName: 'x', teamIds: [], websiteIds: [], teammateIds: [] };
  const limited = { ...ben, rights: { ...rights, scope: 'mine', permissions } } as unknown as StaffCaller;
  const joan = await writer();
  await sql`update conversations set assigned_representative_id = ${ada.user.id} where id = ${joan.conversationId}`.execute(
    context.db,
  );
  const preview = await previewBulkMessage(context, limited, { contactIds: [id, joan.id], content: 'Hello' });
  expect(preview.recipients).toEqual([]);
  expect(preview.leftOut).toMatchObject([
    { contactId: id, name: null, email: null, localized: { code: 'no_such_contact' } },
    { contactId: joan.id, name: null, email: null, localized: { code: 'no_such_contact' } },
  ]);
});

it('only its author and admins see a bulk message and stop it', async () => {
  const ben = await createColleague(context, 'Ben Lead', 'admin');
  const lead = { ...ben, rights: { ...ben.rights, permissions: ['messages.send_bulk'] } } as unknown as StaffCaller;
  const { id } = await send({ contactIds: [await contact()], delaySeconds: 30 });
  expect(await codeOf(getBulkMessage(context, lead, id))).toBe('not_found');
  expect(await codeOf(stopBulkMessage(context, lead, id))).toBe('not_found');
  expect((await listBulkMessages(context, lead, { limit: 100 })).bulkMessages).toEqual([]);
  const [newest] = (await listBulkMessages(context, ben, { limit: 1 })).bulkMessages;
  expect(newest?.id).toBe(id);
  expect(await stopBulkMessage(context, ben, id)).toMatchObject({ status: 'stopped' });
});

it('sending and stopping are in the audit log, without names or text', async () => {
  const { id } = await send({ contactIds: [await contact('Secret Name')], delaySeconds: 30 });
  await stopBulkMessage(context, ada, id);
  const entries = await readAuditLog(context, { limit: 2 });
  expect(entries.map(({ action }) => action)).toEqual(['bulk_message.stopped', 'bulk_message.sent']);
  expect(JSON.stringify(entries)).not.toContain('Secret');
});

it('a message that lost its job is sent anyway, and one that is given up fails for each contact that is left', async () => {
  const { id } = await send({ contactIds: [await contact()] });
  await context.queues.queue('bulk-messages').obliterate({ force: true });
  expect(await requeueTasks['requeue-bulk-messages'].run(context)).toBeGreaterThan(0);
  await beginSending(context.db, id);
  await giveUpBulk(context, id);
  expect(await getBulkMessage(context, ada, id)).toMatchObject({ status: 'failed', failed: 1 });
});
