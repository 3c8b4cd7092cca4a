import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { earlierConversations } from '../src/conversations/read.ts';
import type { Database } from '../src/database.ts';
import { eraseVisitorData, findVisitorData } from '../src/privacy/visitor-data.ts';
import { deleteVisitorsWithoutConversation } from '../src/maintenance/outdated.ts';
import { uuidv7 } from '../src/uuid.ts';
import { contactOf, joinVisitors, proposedContacts } from '../src/visitors/contacts.ts';
import { insertVisitor, updateVisitor, upsertVerifiedVisitor } from '../src/visitors/visitors.ts';
import { deleteWebsite, insertWebsite } from '../src/websites/websites.ts';
import { aConversation, aDatabase, aVisitor } from './support/rows.ts';

const db = await aDatabase();

/** The contact of a visitor, which must have one. */
async function contact(visitorId: string, database: Database = db): Promise<string> {
  const id = await contactOf(database, visitorId);
  if (id === undefined) throw new Error(`Visitor ${visitorId} has no contact.`);
  return id;
}

async function aWebsite(domain: string): Promise<string> {
  return (await insertWebsite(db, { domain, name: domain }))!.id;
}

const vouched = (websiteId: string, email: string) => ({
  websiteId,
  identityKey: email,
  email,
  emailVerified: true,
});

const identitiesOf = (contactId: string) =>
  db.selectFrom('identities').selectAll().where('contactId', '=', contactId).orderBy('id').execute();

/** Returns what is stored of a contact, without its sessions. */
async function known(contactId: string) {
  const identities = await identitiesOf(contactId);
  return identities
    .filter(({ value }) => value !== null)
    .map(({ kind, value, websiteId, verifiedAt }) => ({ kind, value, websiteId, isVerified: verifiedAt !== null }));
}

/** A token that is in no other test's data. */
const unique = (name: string): string => `${name}-${uuidv7()}@example.com`;

describe('a contact', () => {
  test('it comes with a visitor’s first session, and is known by every address of it and of its conversations', async () => {
    const [typed, changed, onConversation] = [unique('Typed'), unique('changed'), unique('conversation')];
    const visitorId = await aVisitor(db, typed);
    const contactId = await contact(visitorId);
    await updateVisitor(db, visitorId, { email: changed });
    await updateVisitor(db, visitorId, { email: typed.toUpperCase() });
    await aConversation(db, { visitorId, customerEmail: onConversation });
    expect(await contact(visitorId)).toBe(contactId);
    const own = { kind: 'email', websiteId: null, isVerified: false };
    expect(await known(contactId)).toEqual(
      [typed.toLowerCase(), changed, onConversation].map((value) => ({ ...own, value })),
    );
  });

  test('a contact that a website vouches for is one per website, and typed addresses prove nothing', async () => {
    const [shop, blog] = [await aWebsite('shop.example'), await aWebsite('blog.example')];
    const email = unique('jane');
    const jane = await upsertVerifiedVisitor(db, vouched(shop, email));
    const again = await upsertVerifiedVisitor(db, { ...vouched(shop, email), name: 'Jane' });
    const elsewhere = await upsertVerifiedVisitor(db, vouched(blog, email));
    const thief = await aVisitor(db, email);
    expect(again.id).toBe(jane.id);
    const contacts = [await contact(jane.id), await contact(elsewhere.id), await contact(thief)];
    expect(new Set(contacts).size).toBe(3);
    expect(await known(contacts[0]!)).toContainEqual({
      kind: 'email',
      value: email,
      websiteId: shop,
      isVerified: true,
    });
    expect(await known(contacts[2]!)).toEqual([{ kind: 'email', value: email, websiteId: null, isVerified: false }]);
    expect(await proposedContacts(db, contacts[2]!, 10)).toEqual(contacts.slice(0, 2).toSorted().toReversed());
    expect(await proposedContacts(db, contacts[2]!, 1)).toHaveLength(1);
  });

  test('it is found again by the website’s word when its visitor has gone and another session of it has stayed', async () => {
    const website = await aWebsite('again.example');
    const email = unique('back');
    const first = await upsertVerifiedVisitor(db, vouched(website, email));
    const anonymous = await insertVisitor(db, { websiteId: website });
    const written = await aConversation(db, { visitorId: anonymous.id });
    await aConversation(db, { visitorId: first.id });
    await joinVisitors(db, anonymous.id, first.id);
    const contactId = await contact(first.id);
    await db.deleteFrom('visitors').where('id', '=', first.id).execute();
    const second = await upsertVerifiedVisitor(db, vouched(website, email));
    expect(await contact(second.id)).toBe(contactId);
    expect(await earlierConversations(db, second.id, uuidv7(), 10)).toMatchObject([{ id: written }]);
  });

  test('it loses a website’s word with the website, and keeps the address', async () => {
    const website = await aWebsite('closing.example');
    const email = unique('left');
    const { id } = await upsertVerifiedVisitor(db, vouched(website, email));
    await deleteWebsite(db, website);
    expect(await known(await contact(id))).toEqual([
      { kind: 'email', value: email, websiteId: null, isVerified: false },
    ]);
  });

  test('it is one when five browsers of one verified person come at once', async () => {
    const website = await aWebsite('five.example');
    const email = unique('five');
    const visitors = await Promise.all(
      Array.from({ length: 5 }, () => insertVisitor(db, { websiteId: website, email: unique('other') })),
    );
    const verified = await upsertVerifiedVisitor(db, vouched(website, email));
    await Promise.all(visitors.map(({ id }) => joinVisitors(db, id, verified.id)));
    const contacts = await Promise.all([...visitors, verified].map(({ id }) => contact(id)));
    expect(new Set(contacts).size).toBe(1);
    const { rows } = await sql<{ id: string }>`
      select id from contacts where not exists (select from identities where contact_id = contacts.id)
    `.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('two visitors who turn out to be one', () => {
  test('they are one contact: what was written stays apart where both wrote, and the team finds it all', async () => {
    const website = await aWebsite('two.example');
    const shared = unique('shared');
    const jane = await upsertVerifiedVisitor(db, vouched(website, unique('two')));
    const anonymous = await insertVisitor(db, { websiteId: website, email: shared });
    await updateVisitor(db, jane.id, { email: shared });
    const [hers, theirs] = [
      await aConversation(db, { visitorId: jane.id }),
      await aConversation(db, { visitorId: anonymous.id }),
    ];
    const left = await contact(anonymous.id);
    await joinVisitors(db, anonymous.id, jane.id);
    expect(await contact(anonymous.id)).toBe(await contact(jane.id));
    expect(await earlierConversations(db, jane.id, hers, 10)).toMatchObject([{ id: theirs, visitorId: anonymous.id }]);
    expect(await earlierConversations(db, anonymous.id, theirs, 10)).toMatchObject([{ id: hers, visitorId: jane.id }]);
    // Nothing is left of the other, and what both were known by is there once.
    expect(await db.selectFrom('contacts').selectAll().where('id', '=', left).execute()).toEqual([]);
    const values = (await known(await contact(jane.id))).map(({ value }) => value);
    expect(values.filter((value) => value === shared)).toHaveLength(1);
  });

  test('they get what the one wrote as the other’s where the other has written nothing', async () => {
    const website = await aWebsite('given.example');
    const jane = await upsertVerifiedVisitor(db, vouched(website, unique('given')));
    const anonymous = await insertVisitor(db, { websiteId: website });
    const written = await aConversation(db, { visitorId: anonymous.id });
    await joinVisitors(db, anonymous.id, jane.id);
    expect(await earlierConversations(db, jane.id, uuidv7(), 10)).toMatchObject([{ id: written, visitorId: jane.id }]);
  });
});

describe('a deleted contact', () => {
  test('it disappears with its last session, even when the last two are deleted at the same moment', async () => {
    const [one, other] = [await aVisitor(db, unique('one')), await aVisitor(db, unique('other'))];
    await joinVisitors(db, other, one);
    const contactId = await contact(one);
    await Promise.all([one, other].map((id) => deleteVisitorsWithoutConversation(db, [id])));
    expect(await db.selectFrom('contacts').selectAll().where('id', '=', contactId).execute()).toEqual([]);
    expect(await identitiesOf(contactId)).toEqual([]);
  });

  test('it is erased by any address of any of its sessions; other visitors with a typed one stay', async () => {
    const website = await aWebsite('erased.example');
    const [email, typed, prank] = [unique('verified'), unique('typed'), unique('prank')];
    const jane = await upsertVerifiedVisitor(db, vouched(website, email));
    const anonymous = await insertVisitor(db, { websiteId: website, email: typed });
    const conversations = [
      await aConversation(db, { visitorId: jane.id }),
      await aConversation(db, { visitorId: anonymous.id }),
    ];
    await joinVisitors(db, anonymous.id, jane.id);
    const prankster = await aVisitor(db, email);
    await updateVisitor(db, prankster, { email: prank });

    const found = await findVisitorData(db, typed.toUpperCase());
    expect(found.visitors.map(({ id }) => id).toSorted()).toEqual([jane.id, anonymous.id].toSorted());
    expect(found.identities.map(({ value }) => value)).toEqual(expect.arrayContaining([email, typed]));
    expect(found.conversationIds.toSorted()).toEqual(conversations.toSorted());
    const contactId = await contact(jane.id);
    expect(await eraseVisitorData(db, typed)).toMatchObject({ conversations: 2, visitorIds: expect.any(Array) });
    expect(await identitiesOf(contactId)).toEqual([]);
    expect(await contactOf(db, anonymous.id)).toBeUndefined();
    expect(await contactOf(db, prankster)).toBeDefined();
  });
});
