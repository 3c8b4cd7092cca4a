import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, type PackedBroadcast, unpackBroadcast } from '@parley/contracts/live';
import { insertChannelSession } from '@parley/db/channels/sessions';
import { contactOf, joinVisitors } from '@parley/db/visitors/contacts';
import { insertVisitor, upsertVerifiedVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { addCompany, listCompanies, updateCompany } from '../src/contacts/companies.ts';
import { getContact, listContactConversations, listContacts, updateContact } from '../src/contacts/contacts.ts';
import {
  addContactNote,
  contactNoteVersions,
  editContactNote,
  listContactNotes,
  removeContactNote,
} from '../src/contacts/notes.ts';
import { mergeContacts, unmergeContacts } from '../src/contacts/merge.ts';
import { addAttribute } from '../src/conversations/attributes.ts';
import { joinConversations } from '../src/conversations/join.ts';
import { getConversation } from '../src/conversations/read.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { eraseVisitor, visitorDocument } from '../src/data/privacy.ts';
import {
  createColleague,
  createTestContext,
  type TestContext,
  withExternalServices,
  overseer,
} from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
});
afterAll(() => context.close());

/** Writes as a visitor with this browser and page. */
async function writes(who: { email?: string; name?: string; userAgent?: string } = {}) {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, ...who });
  return posts(visitorId);
}

async function posts(visitorId: string) {
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, visitor, 'newest', {
    content: 'Hello',
    clientMessageId: randomUUID(),
  });
  const contactId = (await contactOf(context.db, visitorId)) ?? '';
  return { visitor, visitorId, contactId, conversationId: message.conversationId };
}

const found = async (q: string) =>
  (await listContacts(context, overseer, { q, limit: 50 })).contacts.map(({ id }) => id);

async function documentOf(pieces: AsyncIterable<string>): Promise<string> {
  let document = '';
  for await (const piece of pieces) document += piece;
  return document;
}

describe('the list of contacts', () => {
  it('has everybody who has written, the newest first and each once, however it is paged', async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.unshift((await writes()).contactId);
    // A visitor who opened the chat, but neither wrote nor was identified, belongs to no contact yet.
    await insertVisitor(context.db, { websiteId, email: null });
    const listed: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listContacts(context, overseer, { limit: 3, cursor });
      listed.push(...page.contacts.map(({ id }) => id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(listed.slice(0, 7)).toEqual(made);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('finds people by the beginnings of their name’s and address’s words, and by a channel’s number', async () => {
    const jane = await writes({ email: 'jane.doe@acme-works.example', name: 'Jané Dørfler' });
    const telegram = await context.db
      .transaction()
      .execute((transaction) =>
        insertChannelSession(
          transaction,
          { channel: 'telegram', address: '4815162342', handle: null },
          { websiteId, name: 'Hugo' },
        ),
      );
    for (const q of ['jan', 'Jané', 'dørf jané', 'jane.doe@acme', 'acme-works', 'JANE.DOE@ACME-WORKS.EXAMPLE']) {
      expect([q, await found(q)]).toEqual([q, [jane.contactId]]);
    }
    expect(await found('4815')).toEqual([await contactOf(context.db, telegram.visitorId)]);
    expect(await found('jane hugo')).toEqual([]);
    for (const q of ["'); drop table contacts; --", '&|!:*', '\\', '%']) expect([q, await found(q)]).toEqual([q, []]);
  });
});

describe('the page of a contact', () => {
  it('shows what they are known by, what of it is proven and by whom, and all of their conversations', async () => {
    const email = 'grace@example.com';
    const vouched = { websiteId, identityKey: email, email, emailVerified: true, name: 'Grace' };
    const { id: phone } = await upsertVerifiedVisitor(context.db, { ...vouched, userAgent: 'A phone' });
    const first = await posts(phone);
    const { id: laptop } = await insertVisitor(context.db, { websiteId, email: null, userAgent: 'A laptop' });
    await joinVisitors(context.db, laptop, phone);
    const second = await posts(laptop);
    const other = await writes({ email });

    const contact = await getContact(context, overseer, first.contactId);
    expect(contact).toMatchObject({ name: 'Grace', email, emailVerified: true, conversationCount: 2, blockedAt: null });
    expect(
      contact.identities.map(({ kind, value, website, verifiedAt, userAgent }) => [
        kind,
        value ?? userAgent,
        website,
        verifiedAt !== null,
      ]),
    ).toEqual([
      ['email', email, 'shop.example.com', true],
      ['email', email, null, false],
      ['widget_session', 'A phone', 'shop.example.com', false],
      ['widget_session', 'A laptop', 'shop.example.com', false],
    ]);
    expect(contact.proposed.map(({ id }) => id)).toEqual([other.contactId]);
    const page = await listContactConversations(context, ada, first.contactId, { limit: 1 });
    expect(page.conversations.map(({ id }) => id)).toEqual([second.conversationId]);
    const rest = await listContactConversations(context, ada, first.contactId, { limit: 1, cursor: page.next ?? '' });
    expect(rest).toMatchObject({ conversations: [{ id: first.conversationId }], next: null });
    await expect(getContact(context, overseer, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names them on all of their conversations and sets what is known of them, or does neither', async () => {
    await addAttribute(context, ada, { key: 'seats', subject: 'contact', type: 'number', name: 'Seats' });
    const { contactId, conversationId } = await writes();
    await expect(
      updateContact(context, ben, contactId, { name: 'Zoe', attributes: [{ key: 'seats', value: 'many' }] }),
    ).rejects.toMatchObject({ code: 'invalid', errors: [{ path: 'seats' }] });
    expect(await getConversation(context, overseer, conversationId)).toMatchObject({ customerName: null });
    const contact = await updateContact(context, ben, contactId, {
      name: ' Zoe ',
      attributes: [{ key: 'seats', value: 4 }],
    });
    expect(contact).toMatchObject({ name: 'Zoe', attributes: [{ key: 'seats', value: 4, source: 'representative' }] });
    expect(await getConversation(context, overseer, conversationId)).toMatchObject({ customerName: 'Zoe' });
  });
});

it('lists contacts and companies by their attributes, and refuses a filter of other fields', async () => {
  const [mine, theirs] = [`tier_${randomUUID().slice(0, 8)}`, `branch_${randomUUID().slice(0, 8)}`];
  await addAttribute(context, ada, { key: mine, subject: 'contact', type: 'text', name: 'Tier' });
  await addAttribute(context, ada, { key: theirs, subject: 'company', type: 'number', name: 'Branches' });
  const [gold, silver] = [await writes(), await writes()];
  await updateContact(context, ada, gold.contactId, { attributes: [{ key: mine, value: 'gold' }] });
  await updateContact(context, ada, silver.contactId, { attributes: [{ key: mine, value: 'silver' }] });
  const company = await addCompany(context, ada, { name: `Chain ${mine}` });
  await updateCompany(context, ada, company.id, { attributes: [{ key: theirs, value: 7 }] });
  await updateContact(context, ada, silver.contactId, { companyId: company.id });
  const matching = async (filter: unknown) => {
    const page = await listContacts(context, ada, { filter: JSON.stringify(filter), limit: 50 });
    return page.contacts.map(({ id }) => id);
  };
  const isGold = { field: `contact.${mine}`, op: 'is', value: 'gold' };
  const hasMany = { field: `company.${theirs}`, op: 'greater_than', value: 5 };
  expect(await matching(isGold)).toEqual([gold.contactId]);
  expect(await matching({ all: [{ field: `contact.${mine}`, op: 'known', value: true }, { not: isGold }] })).toEqual([
    silver.contactId,
  ]);
  expect(await matching(hasMany)).toEqual([silver.contactId]);
  expect(await matching({ any: [isGold, hasMany] })).toEqual([silver.contactId, gold.contactId]);
  const companiesWhere = async (filter: unknown) => {
    const page = await listCompanies(context, ada, { filter: JSON.stringify(filter), limit: 50 });
    return page.companies.map(({ id }) => id);
  };
  expect(await companiesWhere(hasMany)).toEqual([company.id]);
  expect(
    await companiesWhere({ all: [hasMany, { field: `company.${theirs}`, op: 'greater_than', value: 7 }] }),
  ).toEqual([]);
  await expect(companiesWhere(isGold)).rejects.toMatchObject({ code: 'invalid' });
  await expect(matching({ field: 'status', op: 'is', value: 'closed' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(listContacts(context, ada, { filter: '{', limit: 50 })).rejects.toMatchObject({ code: 'invalid' });
});

it('merging two people, and taking that back, is in the audit log', async () => {
  const [kept, other] = [await writes(), await writes()];
  const { mergeId } = await mergeContacts(context, ada, kept.contactId, { mergedId: other.contactId });
  await unmergeContacts(context, ben, mergeId);
  expect(await readAuditLog(context, { action: 'contact', limit: 2 })).toMatchObject([
    { action: 'contact.unmerged', actorName: 'Ben Cole', details: { mergeId } },
    { action: 'contact.merged', actorName: 'Ada Byron', details: { mergeId, mergedId: other.contactId } },
  ]);
});

describe('a note about a person', () => {
  it('is written once, changed and removed by its author alone, and what it said is kept', async () => {
    const { contactId } = await writes();
    const draft = { content: ' Pays late ', clientNoteId: randomUUID() };
    const sent = await Promise.all(Array.from({ length: 6 }, () => addContactNote(context, ada, contactId, draft)));
    expect(sent.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    const { id } = sent[0]?.note ?? { id: '' };
    await expect(addContactNote(context, ben, contactId, draft)).rejects.toMatchObject({ code: 'conflict' });
    await expect(addContactNote(context, ben, contactId, { content: ' ' })).rejects.toMatchObject({ code: 'invalid' });
    for (const attempt of [
      () => editContactNote(context, ben, contactId, id, { content: 'Mine' }),
      () => removeContactNote(context, ben, contactId, id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    }
    const edited = await editContactNote(context, ada, contactId, id, { content: 'Pays early' });
    expect(edited).toMatchObject({
      body: 'Pays early',
      authorName: 'Ada Byron',
      editedAt: expect.any(String) as string,
    });
    await removeContactNote(context, ada, contactId, id);
    await expect(editContactNote(context, ada, contactId, id, { content: 'Again' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await listContactNotes(context, overseer, contactId)).toMatchObject([{ id, body: null }]);
    const versions = await contactNoteVersions(context, overseer, contactId, id);
    expect(versions.map(({ body }) => body)).toEqual(['Pays late', 'Pays early', null]);
    for (const attempt of [
      () => listContactNotes(context, overseer, randomUUID()),
      () => addContactNote(context, ada, randomUUID(), { content: 'Lost' }),
      () => contactNoteVersions(context, overseer, randomUUID(), id),
      () => editContactNote(context, ada, contactId, randomUUID(), { content: 'Lost' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('goes with the person when two sessions turn out to be one', async () => {
    const anonymous = await writes();
    await addContactNote(context, ada, anonymous.contactId, { content: 'Likes blue' });
    const known = { websiteId, identityKey: 'blue@example.com', email: 'blue@example.com', emailVerified: true };
    const { id } = await upsertVerifiedVisitor(context.db, known);
    await joinVisitors(context.db, anonymous.visitorId, id);
    const contactId = (await contactOf(context.db, id)) ?? '';
    expect(await listContactNotes(context, overseer, contactId)).toMatchObject([{ body: 'Likes blue' }]);
  });

  it('is told to the team, is in its export, and never reaches the customer’s side; erased with the person', async () => {
    const canary = `canary-${randomUUID()}`;
    const { visitor, contactId, conversationId } = await writes({ email: 'canary@example.com' });
    const heard: PackedBroadcast[] = [];
    for (const channel of [liveChannels.inbox, liveChannels.conversation(conversationId)]) {
      await context.publisher.subscribe(channel, (packed) => {
        const broadcast = unpackBroadcast(packed);
        if (broadcast) heard.push(broadcast);
      });
    }
    const { note } = await addContactNote(context, ada, contactId, { content: `First ${canary}` });
    await editContactNote(context, ada, contactId, note.id, { content: `Then ${canary}` });
    await posts(visitor.visitorId);
    const published = () =>
      heard.flatMap(({ audience, scope, text }) => {
        const frame = JSON.parse(text) as ServerFrame;
        return frame.type === 'contact_updated' ? [[audience, frame.contactId, scope ? 'part' : 'whole']] : [];
      });
    await expect.poll(published).toEqual([
      ['staff', contactId, 'whole'],
      ['staff', contactId, 'part'],
      ['staff', contactId, 'whole'],
      ['staff', contactId, 'part'],
    ]);
    expect(heard.map(({ text }) => text).join('\n')).not.toContain(canary);
    const [joined] = await joinConversations(context, [{ caller: visitor, conversationId, afterSeq: 0 }]);
    expect(JSON.stringify(joined)).not.toContain(canary);
    const jobs = await context.queues.queue('events').getJobs();
    expect(JSON.stringify(jobs.map(({ data }) => data))).not.toContain(canary);
    // The team's own notes on a contact are not part of the export, but are erased too.
    expect(await documentOf(visitorDocument(withExternalServices(context), ada, 'canary@example.com'))).not.toContain(
      canary,
    );
    expect(await documentOf(conversationsDocument(context, overseer))).toContain(`Then ${canary}`);
    await eraseVisitor(withExternalServices(context), ada, 'canary@example.com');
    const versions = await context.db.selectFrom('contactNoteVersions').select('body').execute();
    expect(versions.map(({ body }) => body).join('\n')).not.toContain(canary);
    await expect(getContact(context, overseer, contactId)).rejects.toMatchObject({ code: 'not_found' });
  });
});
