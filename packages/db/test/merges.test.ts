import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { mergeContacts, mergesOf, unmergeContacts } from '../src/visitors/merges.ts';
import { contactOf, joinVisitors, setBlocked } from '../src/visitors/contacts.ts';
import { findContact } from '../src/visitors/contact-pages.ts';
import { insertContactNote, listContactNotes } from '../src/visitors/contact-notes.ts';
import { eraseVisitorData } from '../src/privacy/visitor-data.ts';
import { upsertVerifiedVisitor } from '../src/visitors/visitors.ts';
import { insertUser } from '../src/users/users.ts';
import { insertWebsite } from '../src/websites/websites.ts';
import { uuidv7 } from '../src/uuid.ts';
import { aConversation, aDatabase, aVisitor } from './support/rows.ts';

const db = await aDatabase();
const actor = await insertUser(db, {
  name: 'Ada',
  email: 'ada@example.com',
  username: 'ada',
  passwordHash: 'x',
  role: 'admin',
});
const actorId = actor.id;

const merge = (contactId: string, mergedId: string) =>
  db.transaction().execute((transaction) => mergeContacts(transaction, { contactId, mergedId, actorId }));
const unmerge = (id: string) => db.transaction().execute((transaction) => unmergeContacts(transaction, id));

async function aContact(email: string | null = null): Promise<{ visitorId: string; id: string }> {
  const visitorId = await aVisitor(db, email);
  return { visitorId, id: (await contactOf(db, visitorId))! };
}

/** Returns the identifiers of each contact, duplicates included. */
async function partition(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ contactId: string; ids: string[] }>`
    select contact_id, array_agg(id::text order by id) as ids from identities group by contact_id
  `.execute(db);
  return Object.fromEntries(rows.map(({ contactId, ids }) => [contactId, ids]));
}

/** Returns the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('merging contacts', () => {
  test('1,000 contacts, merged and unmerged in any order, end as they began', async () => {
    const random = seeded(20_261_123);
    // Few addresses among many, so that those who are merged often have the same one.
    await sql`
      insert into visitors (email) select 'shared-' || n % 40 || '@example.com' from generate_series(1, 1000) n
    `.execute(db);
    const before = await partition();
    let alive = Object.keys(before);
    const active: string[] = [];
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    for (let step = 0; step < 700; step += 1) {
      if (active.length > 0 && random() < 0.3) {
        const id = pick(active);
        active.splice(active.indexOf(id), 1);
        alive.push((await unmerge(id))!.contactId);
        continue;
      }
      const [one, other] = [pick(alive), pick(alive)];
      const id = await merge(one, other);
      expect(id === undefined).toBe(one === other);
      if (id === undefined) continue;
      active.push(id);
      alive = alive.filter((each) => each !== other);
    }
    expect(new Set(Object.keys(await partition()))).toEqual(new Set(alive));
    while (active.length > 0) {
      const [id] = active.splice(Math.floor(random() * active.length), 1);
      await unmerge(id!);
    }
    expect(await partition()).toEqual(before);
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from merges) + (select count(*) from merge_items)
        + (select count(*) from identities where is_duplicate) as left`.execute(db);
    expect(Number(rows[0]?.left)).toBe(0);
  }, 600_000);

  test('the remaining contact wins where both have a value; the other gets theirs again after the undo', async () => {
    const [one, other] = [await aContact('one@example.com'), await aContact('other@example.com')];
    const attribute = (value: string) =>
      ({ value, source: 'page', setBy: null, setAt: '2026-11-21T09:30:00.000Z' }) as const;
    const attributes = (id: string, values: object) =>
      db
        .updateTable('contacts')
        .set({ attributes: JSON.stringify(values) })
        .where('id', '=', id)
        .execute();
    await attributes(one.id, { plan: attribute('pro') });
    await attributes(other.id, { plan: attribute('free'), city: attribute('Graz') });
    await insertContactNote(db, { contactId: other.id, authorId: actorId, body: 'Late payer', clientNoteId: null });
    await aConversation(db, { visitorId: other.visitorId });
    await setBlocked(db, other.id, actorId);
    const id = (await merge(one.id, other.id))!;
    expect(await findContact(db, one.id)).toMatchObject({
      attributes: { plan: attribute('pro'), city: attribute('Graz') },
      conversationCount: 1,
      merges: [{ id, actorName: 'Ada', knownBy: ['other@example.com'] }],
      blockedBy: 'Ada',
    });
    expect(await findContact(db, other.id)).toBeUndefined();
    expect(await listContactNotes(db, one.id)).toHaveLength(1);
    await insertContactNote(db, { contactId: one.id, authorId: actorId, body: 'Since', clientNoteId: null });
    expect(await unmerge(id)).toEqual({ contactId: other.id, fromIds: [one.id] });
    expect(await findContact(db, one.id)).toMatchObject({
      attributes: { plan: attribute('pro') },
      conversationCount: 0,
      merges: [],
      blockedAt: null,
    });
    expect(await findContact(db, other.id)).toMatchObject({
      attributes: { plan: attribute('free'), city: attribute('Graz') },
      conversationCount: 1,
      blockedBy: 'Ada',
    });
    expect((await listContactNotes(db, other.id)).map(({ body }) => body)).toEqual(['Late payer']);
    expect((await listContactNotes(db, one.id)).map(({ body }) => body)).toEqual(['Since']);
    expect(await unmerge(id)).toBeUndefined();
  });

  test('a merged contact is joined and vouched for as every other, and undone after that', async () => {
    const websiteId = (await insertWebsite(db, { domain: 'shop.example', name: 'Shop' }))!.id;
    const email = `${uuidv7()}@example.com`;
    const jane = await upsertVerifiedVisitor(db, { websiteId, identityKey: email, email, emailVerified: true });
    const janeId = (await contactOf(db, jane.id))!;
    const [laptop, other] = [await aContact(email), await aContact(email)];
    const id = (await merge(laptop.id, other.id))!;
    await joinVisitors(db, laptop.visitorId, jane.id);
    expect(await contactOf(db, other.visitorId)).toBe(janeId);
    expect(await mergesOf(db, janeId)).toMatchObject([{ id }]);
    await unmerge(id);
    expect(await contactOf(db, other.visitorId)).toBe(other.id);
    expect(await contactOf(db, laptop.visitorId)).toBe(janeId);
  });

  test('erasing a person takes along what their merges keep', async () => {
    const [one, other] = [await aContact('gone-1@example.com'), await aContact('gone-2@example.com')];
    await merge(one.id, other.id);
    await eraseVisitorData(db, 'gone-2@example.com');
    expect(await findContact(db, one.id)).toBeUndefined();
    const left = await db.selectFrom('merges').select('id').where('mergedId', '=', other.id).execute();
    expect(left).toEqual([]);
  });
});
