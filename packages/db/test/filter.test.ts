/** `npm test` compares 100,000 pairs of a filter and a conversation, `npm run test:storm` 1,000,000. */
import type { Filter } from '@parley/contracts/filter/filter';
import { parseFilter } from '@parley/contracts/filter/filter-parse';
import { attributeField, builtInFields, type FilterKnowledge } from '@parley/contracts/filter/filter-fields';
import { matches } from '@parley/contracts/filter/filter-matches';
import { deliveryStates } from '@parley/contracts/channels/mail-states';
import { priorities } from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { countConversations, mergeCounts } from '../src/conversations/counts.ts';
import { deleteConversation } from '../src/conversations/delete.ts';
import { filterSql } from '../src/conversations/filter.ts';
import { listByField, listConversations, listEarliest } from '../src/conversations/list.ts';
import { setFollowing } from '../src/followers/followers.ts';
import { markReadBy, markUnreadBy } from '../src/reads/mark.ts';
import type { Database } from '../src/database.ts';
import { uuidv7 } from '../src/uuid.ts';
import { insertWebsite } from '../src/websites/websites.ts';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import {
  attributeFields,
  attributes,
  type Chance,
  chance,
  type Known,
  someAttributeValue,
  someFilter,
  someInstant,
} from './support/random-filters.ts';
import { aDatabase, adaAndBen, close, does, fromCustomer, takeOver } from './support/rows.ts';

const rows = 200;
const pairs = Number(process.env.FILTER_PAIRS ?? 100_000);
const seed = Date.now() % 1_000_000;

const db: Database = await aDatabase();
let known: Known;
let meaning: FilterKnowledge;
let conversations: Conversation[];
let visitors: string[];

/** Values of some of the attributes of a conversation or a contact. */
const someAttributes = (random: Chance, of: 'conversation' | 'contact' | 'company'): StoredAttributes =>
  Object.fromEntries(
    attributes
      .filter(({ subject }) => subject === of && random.happens(0.6))
      .map(({ key, type }) => [
        key,
        {
          value: someAttributeValue(random, type),
          source: 'page' as const,
          setBy: null,
          setAt: '2026-11-22T12:00:00.000Z',
        },
      ]),
  );

async function insertRandom(random: Chance): Promise<void> {
  const nullOr = <T>(make: () => T): T | null => (random.happens(0.3) ? null : make());
  const read = random.below(3);
  await db
    .insertInto('conversations')
    .values({
      websiteId: nullOr(() => random.pick(known.websites)),
      websiteDomain: null,
      visitorId: nullOr(() => random.pick(visitors)),
      attributes: JSON.stringify(someAttributes(random, 'conversation')),
      customerEmail: nullOr(() => random.pick(['jane@example.com', ''])),
      customerName: nullOr(() => random.pick(['Jane', 'Éxa Müller-Groß'])),
      status: random.pick(['active', 'waiting', 'closed'] as const),
      assignedRepresentativeId: nullOr(() => random.pick(known.users)),
      teamId: nullOr(() => random.pick(known.teams)),
      isAiAssisted: random.happens(0.5),
      channel: random.pick(['widget', 'telegram'] as const),
      customerMessageCount: read + random.below(2),
      customerMessagesRead: read,
      lastActivityAt: someInstant(random, known.now),
      createdAt: someInstant(random, known.now),
      waitingSince: nullOr(() => someInstant(random, known.now)),
      snoozedUntil: nullOr(() => someInstant(random, known.now)),
      priority: random.pick(priorities),
      mailState: random.pick(deliveryStates),
      participants: JSON.stringify(
        random.happens(0.5)
          ? []
          : [
              { address: 'jane@example.com', name: random.pick(['Jane', null]), kind: 'cc' },
              { address: 'exa@shop.example', name: 'Éxa Müller', kind: 'bcc' },
            ].slice(random.below(2)),
      ),
      tagIds: sql<string[]>`${known.tags.filter(() => random.happens(0.4))}::uuid[]`,
    })
    .execute();
}

const describeContact = (random: Chance, id: string) =>
  db
    .updateTable('contacts')
    .set({
      attributes: JSON.stringify(someAttributes(random, 'contact')),
      companyId: random.happens(0.6) ? random.pick(known.companies) : null,
    })
    .where('id', '=', id)
    .execute();

const describeCompanies = async (random: Chance): Promise<void> => {
  for (const id of known.companies)
    await db
      .updateTable('companies')
      .set({ attributes: JSON.stringify(someAttributes(random, 'company')) })
      .where('id', '=', id)
      .execute();
};

async function all(): Promise<Conversation[]> {
  return (await listConversations(db, { readerId: meaning.me, limit: 10_000 })).conversations;
}

beforeAll(async () => {
  const users = await adaAndBen(db);
  const websites = await Promise.all(
    ['shop.example.com', 'docs.example.com'].map(
      async (domain) => (await insertWebsite(db, { domain, name: domain }))?.id ?? '',
    ),
  );
  const now = Date.parse('2026-11-22T12:00:00.000Z');
  const teams = await db
    .insertInto('teams')
    .values([{ name: 'Shop' }, { name: 'Office' }])
    .returning('id')
    .execute();
  const tags = [uuidv7(), uuidv7(), uuidv7()];
  const companies = await db
    .insertInto('companies')
    .values([{ name: 'Acme' }, { name: 'Umbrella' }])
    .returning('id')
    .execute();
  known = { companies: companies.map(({ id }) => id), users, websites, tags, teams: teams.map(({ id }) => id), now };
  const random = chance(seed);
  await db
    .insertInto('attributes')
    .values(attributes.map((each) => ({ ...each, name: each.key })))
    .execute();
  visitors = (
    await db
      .insertInto('visitors')
      .values(
        Array.from({ length: 20 }, () => ({
          id: uuidv7(),
          country: random.pick(['DE', 'FR', null]),
          pageReferrer: random.pick(['https://www.google.com/search?q=x', 'http://google.com:8080', 'news', null]),
          campaign: JSON.stringify(
            random.pick([
              null,
              { name: 'spring', source: 'news', medium: null },
              { name: null, source: null, medium: 'email' },
            ]),
          ),
        })),
      )
      .returning('id')
      .execute()
  ).map(({ id }) => id);
  const contacts = await db.selectFrom('contacts').select('id').execute();
  for (const { id } of contacts) await describeContact(random, id);
  await describeCompanies(random);
  for (let index = 0; index < rows; index++) await insertRandom(random);
  const ids = await db.selectFrom('conversations').select('id').execute();
  const followed = new Set<string>();
  for (const { id } of ids) {
    for (const each of users) {
      if (random.happens(0.5)) continue;
      const isFollowing = random.happens(0.7);
      await setFollowing(db, id, each, true);
      if (!isFollowing) await setFollowing(db, id, each, false);
      else if (each === users[0]) followed.add(id);
    }
  }
  meaning = { me: users[0], now, follows: (id) => followed.has(id) };
  conversations = await all();
});

test(`the filter as SQL and as a predicate agree about ${pairs} pairs of filter and conversation`, async () => {
  const random = chance(seed + 1);
  let taken = 0;
  for (let compared = 0; compared < pairs; compared += rows) {
    const filter = someFilter(random, known);
    // Filters made here are valid.
    expect(parseFilter(filter, attributes)).toEqual({ filter });
    expect(parseFilter(filter)).toEqual({ filter });
    const found = await sql<{ id: string }>`
      select id from conversations where ${filterSql(filter, meaning)}
    `.execute(db);
    const bySql = found.rows.map(({ id }) => id).toSorted();
    const byPredicate = conversations.filter((each) => matches(filter, each, meaning)).map(({ id }) => id);
    taken += bySql.length;
    expect(bySql, `seed ${seed}: ${JSON.stringify(filter)}`).toEqual(byPredicate.toSorted());
  }
  // Not the agreement of those who say nothing.
  expect(taken / pairs).toBeGreaterThan(0.1);
  expect(taken / pairs).toBeLessThan(0.9);
}, 600_000);

test('counts are those of the predicate, through any change, before and after they were added up', async () => {
  const random = chance(seed + 2);
  const waiting: Filter = { field: 'status', op: 'is', value: 'waiting' };
  const nearlyAll: Filter[] = [
    { field: 'snoozed', op: 'is', value: false },
    { field: 'following', op: 'is', value: false },
    { field: 'tag', op: 'known', value: false },
    { not: { field: 'tag', op: 'has_any', value: known.tags.slice(0, 2) } },
  ];
  const filters = [
    ...nearlyAll,
    ...nearlyAll.map((part): Filter => ({ all: [waiting, part] })),
    { all: nearlyAll },
    ...ofWhatIsKept(random),
    ...Array.from({ length: 60 }, (_, index) =>
      someFilter(
        random,
        known,
        index % 2
          ? [...builtInFields, ...attributeFields]
          : ['status', 'assignee', 'website', 'channel', 'customerEmail'],
      ),
    ),
  ];
  const agree = async () => {
    const present = await all();
    const expected = filters.map((filter) => present.filter((each) => matches(filter, each, meaning)).length);
    expect(await countConversations(db, filters, meaning), `seed ${seed}`).toEqual(expected);
  };
  const contactIds = (await db.selectFrom('contacts').select('id').execute()).map(({ id }) => id);
  const join = (one: string, other: string) =>
    sql`
    select join_contacts(one.id, other.id) from contacts one, contacts other where one.id = ${one} and other.id = ${other}
  `.execute(db);
  await agree();
  for (let step = 0; step < 150; step++) {
    const { id } = random.pick(conversations);
    const representativeId = random.pick(known.users);
    const change = random.below(13);
    if (change === 0) await takeOver(db, id, representativeId);
    else if (change === 1) await close(db, id);
    else if (change === 2) await does(db, id, { type: 'reopen' });
    else if (change === 3) await fromCustomer(db, id);
    else if (change === 4) await does(db, id, { type: 'identify', email: 'new@example.com' });
    else if (change === 5 && step % 5 === 0) await deleteConversation(db, id);
    else if (change === 6)
      await does(db, id, {
        type: 'snooze',
        until: new Date(Date.now() + 60_000),
        wakesOnReply: true,
        userId: representativeId,
      });
    else if (change === 7) await does(db, id, { type: 'set', field: 'priority', value: random.pick(priorities) });
    else if (change === 8) await (random.happens(0.5) ? markUnreadBy : markReadBy)(db, id, meaning.me, 5);
    else if (change === 9) await does(db, id, { type: 'describe', attributes: someAttributes(random, 'conversation') });
    else if (change === 10) await describeContact(random, random.pick(contactIds));
    else if (change === 11 && step % 5 === 0) await join(random.pick(contactIds), random.pick(contactIds));
    else await does(db, id, { type: 'assign', representativeId: random.happens(0.5) ? null : representativeId });
    if (step % 50 === 0) await agree();
  }
  await agree();
  await db
    .insertInto('conversationCounts')
    .values(Array.from({ length: 600 }, (_, index) => ({ ...sort, n: index % 2 ? 1 : -1 })))
    .execute();
  expect(await mergeCounts(db)).toBeGreaterThan(600);
  const { rows: left } = await sql<{ left: number }>`select count(*) as left from conversation_counts`.execute(db);
  expect(left[0]?.left).toBeLessThan(200);
  await agree();
});

/** Makes filters that count by priority, by the day of the beginning, by unread, and by one of two conditions. */
function ofWhatIsKept(random: Chance): Filter[] {
  const urgent: Filter = { field: 'priority', op: 'is', value: 'urgent' };
  const unread: Filter = { field: 'unread', op: 'is', value: true };
  const tagged: Filter = { field: 'tag', op: 'has', value: random.pick(known.tags) };
  const mine: Filter = { field: 'assignee', op: 'is', value: 'me' };
  const begun = (['before', 'after'] as const).flatMap((op): Filter[] =>
    conversations.slice(0, 5).map(({ createdAt }) => ({ field: 'createdAt', op, value: createdAt })),
  );
  return [
    urgent,
    { all: [mine, { field: 'priority', op: 'in', value: ['normal', 'low'] }] },
    { all: [{ not: urgent }, { field: 'status', op: 'is', value: 'closed' }] },
    { any: [{ any: [mine, urgent] }, { field: 'team', op: 'in', value: known.teams.slice(1) }] },
    unread,
    { field: 'unread', op: 'is', value: false },
    { all: [mine, unread] },
    { any: [tagged, urgent] },
    { all: [mine, { any: [unread, tagged] }] },
    { any: [{ field: 'following', op: 'is', value: true }, mine] },
    { field: 'createdAt', op: 'older_than', value: 'P1D' },
    { field: 'createdAt', op: 'newer_than', value: 'P1D' },
    ...begun,
  ];
}

const sort = {
  status: 'active',
  isAiAssisted: true,
  assignedRepresentativeId: null,
  websiteId: null,
  channel: 'widget',
  hasEmail: false,
  hasName: false,
} as const;

test('texts that contain a word are found alike whether few or thousands do', async () => {
  const field = (subject: 'conversation' | 'contact') => {
    const found = attributes.find((each) => each.subject === subject && each.type === 'text');
    if (!found) throw new Error('no text');
    return { key: found.key, filter: { field: attributeField(found), op: 'contains', value: 'rep' } as const };
  };
  const listed = async (subject: 'conversation' | 'contact') => {
    const where = filterSql(field(subject).filter, meaning);
    const { conversations: page } = await listConversations(db, { where, limit: 500 });
    return page.map(({ id }) => id).toSorted();
  };
  for (const subject of ['conversation', 'contact'] as const) {
    const { key } = field(subject);
    const subjects =
      subject === 'conversation'
        ? sql`select id from conversations where not hidden order by id limit 5`
        : sql`select distinct contact_id from identities where visitor_id is not null limit 5`;
    await sql`insert into attribute_values (subject_id, key, text_value) select id, ${key}, 'Two repairs'
      from (${subjects}) as described(id) on conflict (subject_id, key) do update set text_value = 'Two repairs'`.execute(
      db,
    );
    const few = await listed(subject);
    expect(few.length).toBeGreaterThan(0);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('attributeValues')
      .columns(['subjectId', 'key', 'textValue'])
      .expression(sql`select uuidv7(), ${key}, 'Another repair' from generate_series(1, 5100)`)
      .executeTakeFirstOrThrow();
    expect(numInsertedOrUpdatedRows).toBe(5100n);
    expect(await listed(subject)).toEqual(few);
    await db.deleteFrom('attributeValues').where('textValue', '=', 'Another repair').execute();
  }
});

test('the longest waiting come first, then the others by last activity, page by page without a gap', async () => {
  const where = filterSql({ field: 'status', op: 'in', value: ['active', 'waiting'] }, meaning);
  const present = (await all()).filter(({ status }) => status !== 'closed');
  const expected = [
    ...present
      .filter(({ waitingSince }) => waitingSince !== null)
      .toSorted((one, other) => compare(one.waitingSince, other.waitingSince) || compare(one.id, other.id)),
    ...present
      .filter(({ waitingSince }) => waitingSince === null)
      .toSorted((one, other) => compare(other.updatedAt, one.updatedAt) || compare(other.id, one.id)),
  ].map(({ id }) => id);
  for (const limit of [7, 500]) {
    const listed: string[] = [];
    for (let page = await listEarliest(db, 'waiting', { where, limit }); ; ) {
      listed.push(...page.conversations.map(({ id }) => id));
      if (!page.next) break;
      page = await listEarliest(db, 'waiting', { where, limit, after: page.next });
    }
    expect(listed).toEqual(expected);
  }
});

test('the most urgent come first, among each other by last activity, page by page without a gap', async () => {
  const where = filterSql({ field: 'status', op: 'in', value: ['active', 'waiting'] }, meaning);
  const present = (await all()).filter(({ status }) => status !== 'closed');
  const expected = present
    .toSorted(
      (one, other) =>
        priorities.indexOf(other.priority) - priorities.indexOf(one.priority) ||
        compare(other.updatedAt, one.updatedAt) ||
        compare(other.id, one.id),
    )
    .map(({ id }) => id);
  for (const limit of [7, 500]) {
    const listed: string[] = [];
    for (let page = await listByField(db, 'priority', { where, limit }); ; ) {
      listed.push(...page.conversations.map(({ id }) => id));
      if (!page.next) break;
      page = await listByField(db, 'priority', { where, limit, after: page.next });
    }
    expect(listed).toEqual(expected);
  }
});

const compare = (one: string | null, other: string | null): number =>
  (one ?? '') < (other ?? '') ? -1 : one === other ? 0 : 1;
