/**
 * Over 100,000 conversations and 1,000,000 messages no query reads a big table through: `npm run test:storm`. `npm test`
 * promises the same of 30,000 and 300,000, as many as Postgres looks at one by one for its statistics: its plans are the
 * same each time.
 */
import type { Filter } from '@parley/contracts/filter/filter';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pastAnswers } from '../src/articles/past-answers.ts';
import { markDelivered, markRead } from '../src/conversations/cursors.ts';
import { deleteClosedBefore, deleteConversation } from '../src/conversations/delete.ts';
import { exportConversations } from '../src/conversations/export.ts';
import { primaryOnly } from '../src/read-replica.ts';
import { countConversations } from '../src/conversations/counts.ts';
import { listByField, listConversations, type ListFilter, listEarliest } from '../src/conversations/list.ts';
import { currentConversationId } from '../src/conversations/find-or-create.ts';
import { earlierConversations, readConversation } from '../src/conversations/read.ts';
import { filterSql, isOfClosed } from '../src/conversations/filter.ts';
import { customersAskedFor, searchConversations } from '../src/conversations/search.ts';
import { searchNotes } from '../src/notes/search.ts';
import { countUnread } from '../src/conversations/unread.ts';
import { createDatabase, type Database } from '../src/database.ts';
import { readUnreadByUser } from '../src/reads/unread.ts';
import { createGeneratedDatabase } from '../src/generate/database.ts';
import { insertMessage } from '../src/messages/insert.ts';
import { messagesAfter, messagesBefore } from '../src/messages/read.ts';
import { claimOutboxEvents } from '../src/outbox/claim.ts';
import { listRepresentatives } from '../src/users/representatives.ts';
import { findVisitorData } from '../src/privacy/visitor-data.ts';
import {
  countDue,
  readConversationsBegun,
  readFirstAnswers,
  readLoad,
  readWaiting,
  readPeriods,
} from '../src/stats/overview.ts';
import { walkFacts } from '../src/stats/facts.ts';
import { readStats } from '../src/stats/stats.ts';
import type { TestDatabase } from '../src/testing.ts';
import { uuidv7 } from '../src/uuid.ts';
import { dueDigests } from '../src/maintenance/digests.ts';
import { deleteVisitorsWithoutConversation } from '../src/maintenance/outdated.ts';
import { claimStale, takeAlarm, walkOn } from '../src/sla/clocks.ts';
import { idleConversations, unansweredConversations } from '../src/maintenance/idle.ts';
import { contactOf, joinVisitors, proposedContacts } from '../src/visitors/contacts.ts';
import { insertVisitor, upsertVerifiedVisitor } from '../src/visitors/visitors.ts';
import { deleteWebsite } from '../src/websites/websites.ts';
import { close, does, takeOver } from './support/rows.ts';
import { explain, fullScans, rowsTouched } from './support/query-plans.ts';

const conversations = Number(process.env.BIG_CONVERSATIONS ?? 30_000);
const messages = conversations * 10;

let big: TestDatabase;
let conversation: { id: string; visitorId: string; email: string; representativeId: string; lastActivityAt: string };

beforeAll(async () => {
  big = await createGeneratedDatabase({ conversations, messages });
  const row = await big.db
    .selectFrom('conversations')
    .select(['id', 'visitorId', 'customerEmail', 'assignedRepresentativeId', 'lastActivityAt'])
    .where('assignedRepresentativeId', 'is not', null)
    .where('customerEmail', 'is not', null)
    .orderBy('lastActivityAt')
    .offset(conversations * 0.4)
    .limit(1)
    .executeTakeFirstOrThrow();
  conversation = {
    id: row.id,
    visitorId: row.visitorId!,
    email: row.customerEmail!,
    representativeId: row.assignedRepresentativeId!,
    lastActivityAt: row.lastActivityAt.toISOString(),
  };
}, 1_200_000);
afterAll(() => big?.drop());

async function touches(work: (db: Database) => Promise<unknown>): Promise<number> {
  const explained = await explain(big.url, work);
  expect(explained.length).toBeGreaterThan(0);
  expect(fullScans(explained)).toEqual([]);
  return rowsTouched(explained);
}

test('the data is as big as promised', async () => {
  const { rows } = await sql<{ conversations: number; messages: number }>`
    select (select count(*) from conversations) as conversations, (select count(*) from messages) as messages
  `.execute(big.db);
  expect(rows[0]).toEqual({ conversations, messages });
});

describe('a list', () => {
  const filters = {
    all: {},
    active: { status: 'active' },
    waiting: { status: 'waiting' },
    closed: { status: 'closed' },
    unassigned: { assigned: 'none' },
  } as const;
  for (const [name, filter] of Object.entries(filters)) {
    test(name, async () => {
      expect(await touches((db) => listConversations(db, { ...filter, limit: 50 }))).toBeLessThanOrEqual(51);
    });
    test(`${name} is one range scan far down the list`, async () => {
      const after = { lastActivityAt: conversation.lastActivityAt, id: conversation.id };
      expect(await touches((db) => listConversations(db, { ...filter, limit: 50, after }))).toBeLessThanOrEqual(51);
    });
  }
  test('unassigned by status, in the worst case with the other status in between', async () => {
    const closed = { assigned: 'none', status: 'closed', limit: 50 } as const;
    expect(await touches((db) => listConversations(db, closed))).toBeLessThanOrEqual(510);
    const waiting = { assigned: 'none', status: 'waiting', limit: 50 } as const;
    expect(await touches((db) => listConversations(db, waiting))).toBeLessThanOrEqual(510);
  });
  test("a representative's own, by status too", async () => {
    const mine = { assigned: conversation.representativeId, limit: 50 };
    expect(await touches((db) => listConversations(db, mine))).toBeLessThanOrEqual(51);
    expect(await touches((db) => listConversations(db, { ...mine, status: 'closed' }))).toBeLessThanOrEqual(51);
    expect(await touches((db) => listConversations(db, { ...mine, status: 'waiting' }))).toBeLessThanOrEqual(51);
  });
});

describe('a list by any view', () => {
  const meaning = { me: '', now: Date.now() };
  const list = (filter: Filter) => (db: Database) =>
    listConversations(db, { where: filterSql(filter, meaning), limit: 50 });
  const open: Filter = { field: 'status', op: 'in', value: ['active', 'waiting'] };
  let website: Filter;
  let openOnes = 0;
  beforeAll(async () => {
    meaning.me = conversation.representativeId;
    const { id } = await big.db.selectFrom('websites').select('id').limit(1).executeTakeFirstOrThrow();
    website = { field: 'website', op: 'is', value: id };
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from conversations where status <> 'closed'`.execute(big.db);
    openOnes = rows[0]?.open ?? 0;
  });

  const ofMany: Record<string, () => Filter> = {
    'of one website': () => website,
    'of one website, closed': () => ({ all: [website, { field: 'status', op: 'is', value: 'closed' }] }),
    'of a month': () => ({ field: 'updatedAt', op: 'newer_than', value: 'P30D' }),
    'before a day': () => ({ field: 'updatedAt', op: 'before', value: conversation.lastActivityAt }),
    'the caller’s': () => ({ field: 'assignee', op: 'is', value: 'me' }),
    'closed, without an address': () => ({
      all: [
        { field: 'status', op: 'is', value: 'closed' },
        { field: 'customerEmail', op: 'known', value: false },
      ],
    }),
    'by the widget': () => ({ not: { field: 'channel', op: 'in', value: ['telegram'] } }),
  };
  test.each(Object.entries(ofMany))('%s reads hardly more than it shows', async (_, filter) => {
    expect(await touches(list(filter()))).toBeLessThanOrEqual(1_000);
  });

  const byPriority = (db: Database, filter: ListFilter) => listByField(db, 'priority', filter);

  test('a view of old conversations skips newer ones without reading them, in any order', async () => {
    const longAgo: Filter = { field: 'createdAt', op: 'older_than', value: 'P300D' };
    const where = () => filterSql(longAgo, meaning);
    for (const listed of [listConversations, byPriority])
      expect(await touches((db) => listed(db, { where: where(), limit: 50 }))).toBeLessThanOrEqual(1_000);
    expect(await touches((db) => listEarliest(db, 'waiting', { where: where(), limit: 50 }))).toBeLessThanOrEqual(
      1_000 + openOnes,
    );
  });

  const ofFew: Record<string, () => Filter> = {
    open: () => open,
    'open and unread': () => ({ all: [open, { field: 'unread', op: 'is', value: true }] }),
    'open, of one website, of nobody': () => ({
      all: [open, website, { field: 'assignee', op: 'is', value: 'nobody' }],
    }),
    'waiting for an hour': () => ({
      all: [
        { field: 'status', op: 'is', value: 'waiting' },
        { field: 'waitingSince', op: 'older_than', value: 'PT1H' },
      ],
    }),
  };
  test.each(Object.entries(ofFew))('%s reads no more than what is open, in any order', async (_, filter) => {
    expect(await touches(list(filter()))).toBeLessThanOrEqual(openOnes + 51);
    const where = () => filterSql(filter(), meaning);
    expect(await touches((db) => listEarliest(db, 'waiting', { where: where(), limit: 50 }))).toBeLessThanOrEqual(
      2 * openOnes + 102,
    );
  });

  const ofMail: Record<string, Filter> = {
    'by a participant': { field: 'participant', op: 'contains', value: 'bea@accounting.example' },
    'with a mail that came back': { field: 'delivery', op: 'in', value: ['bounced', 'failed'] },
    'with a mail reported as spam': { field: 'delivery', op: 'is', value: 'complained' },
  };
  test.each(Object.entries(ofMail))('a list %s reads only those', async (_, filter) => {
    expect(await touches(list(filter))).toBeLessThanOrEqual(51);
    expect(await touches((db) => countConversations(db, [filter], meaning))).toBeLessThanOrEqual(51);
  });

  test('a view in the order of waiting reads only those that wait, and none that are closed', async () => {
    const waiting = (filter: Filter, limit: number) =>
      touches((db) =>
        listEarliest(db, 'waiting', { where: filterSql(filter, meaning), isClosed: isOfClosed(filter), limit }),
      );
    expect(await waiting(open, 5)).toBeLessThanOrEqual(6);
    expect(await waiting({ field: 'status', op: 'is', value: 'closed' }, 50)).toBeLessThanOrEqual(51 + openOnes);
  });

  test('a view of nearly all is counted by the few that are excluded', async () => {
    const nobodys: Filter = { field: 'assignee', op: 'is', value: 'nobody' };
    const nearlyAll: Filter[] = [
      { all: [nobodys, { field: 'snoozed', op: 'is', value: false }] },
      { field: 'following', op: 'is', value: false },
      { all: [website, { not: { field: 'tag', op: 'has', value: conversation.representativeId } }] },
    ];
    expect(await touches((db) => countConversations(db, nearlyAll, meaning))).toBeLessThanOrEqual(10);
  });

  test('a view by beginning reads only rows near that time', async () => {
    const begun: Filter = { field: 'createdAt', op: 'newer_than', value: 'P7D' };
    expect(await touches((db) => countConversations(db, [begun], meaning))).toBeLessThan(conversations / 5);
    const longAgo: Filter = { field: 'createdAt', op: 'older_than', value: 'P20D' };
    expect(await touches((db) => countConversations(db, [longAgo], meaning))).toBeLessThan(conversations / 5);
  });

  test('a view of a user’s unread reads only candidates, in any order', async () => {
    const { rows } = await sql<{ unread: number }>`
      select count(*) as unread from conversations where customer_message_count > customer_messages_read`.execute(
      big.db,
    );
    const most = 2 * rows[0]!.unread + 102;
    const unread: Filter = { field: 'unread', op: 'is', value: true };
    expect(await touches((db) => countConversations(db, [unread], meaning))).toBeLessThanOrEqual(most);
    const where = filterSql(unread, meaning);
    expect(await touches((db) => listByField(db, 'priority', { where, limit: 50 }))).toBeLessThanOrEqual(most);
  });

  test('it is counted without reading conversations, where nothing changes by itself', async () => {
    const urgent: Filter = { all: [open, { field: 'priority', op: 'is', value: 'urgent' }] };
    const still = [website, open, { all: [] }, ofMany['closed, without an address']?.() ?? open, urgent];
    const counted = await explain(big.url, (db) => countConversations(db, still, meaning));
    expect(rowsTouched(counted)).toBe(0);
    const [ofWebsite = 0, , all] = await countConversations(big.db, still, meaning);
    expect(all).toBe(conversations);
    expect(ofWebsite).toBeGreaterThan(conversations / 100);
  });
});

describe('reading', () => {
  test('one conversation is read with its newest messages', async () => {
    expect(await touches((db) => readConversation(db, conversation.id))).toBeLessThanOrEqual(51);
  });
  test('pages of messages', async () => {
    expect(await touches((db) => messagesAfter(db, conversation.id, 2, 50))).toBeLessThanOrEqual(50);
    expect(await touches((db) => messagesBefore(db, conversation.id, 5, 50))).toBeLessThanOrEqual(50);
  });
  test("a visitor's conversations", async () => {
    expect(await touches((db) => currentConversationId(db, conversation.visitorId))).toBeLessThanOrEqual(1);
    expect(await touches((db) => earlierConversations(db, conversation.visitorId, uuidv7(), 5))).toBeLessThanOrEqual(5);
  });
  test('the team looks at open conversations only', async () => {
    const { rows } = await sql<{
      open: number;
    }>`select count(*) as open from conversations where status <> 'closed'`.execute(big.db);
    expect(await touches(listRepresentatives)).toBeLessThanOrEqual(rows[0]!.open + 25 * 4 + 4);
  });
  test('unread ones are looked for among open conversations only', async () => {
    const { rows } = await sql<{
      open: number;
    }>`select count(*) as open from conversations where status <> 'closed'`.execute(big.db);
    expect(await touches((db) => countUnread(db, conversation.representativeId))).toBeLessThanOrEqual(rows[0]!.open);
  });
  test('the statistics look at open conversations and the answers of 30 days', async () => {
    const { rows } = await sql<{ rows: number }>`
      select (select count(*) from conversations where status <> 'closed')
        + (select count(*) from answers where answered_at > now() - interval '30 days') as rows
    `.execute(big.db);
    expect(await touches(readStats)).toBeLessThanOrEqual(rows[0]!.rows);
  });
  test('a lead’s overview costs as much as there is open, and begun or first answered in 30 days', async () => {
    const days = Array.from({ length: 30 }, (_, index) => new Date(Date.now() - (30 - index) * 86_400_000));
    const [since = new Date()] = days;
    const { rows } = await sql<{ open: number; answered: number; begun: number }>`
      select (select count(*) from conversations where status <> 'closed') as open,
        (select count(*) from first_answers where answered_at >= ${since}) as answered,
        (select count(*) from conversations where created_at >= ${since}) as begun
    `.execute(big.db);
    const { open, answered, begun } = rows[0]!;
    expect(answered).toBeGreaterThan(conversations / 20);
    expect(begun).toBeGreaterThan(conversations / 20);
    expect(await touches(readWaiting)).toBeLessThanOrEqual(open);
    expect(await touches(readLoad)).toBeLessThanOrEqual(open);
    expect(await touches((db) => readFirstAnswers(db, days))).toBeLessThanOrEqual(answered);
    expect(await touches((db) => readConversationsBegun(db, since))).toBeLessThanOrEqual(begun * 1.01);
    expect(await touches((db) => countDue(db, new Date()))).toBeLessThanOrEqual(open);
    const week = { start: days[23] ?? since, previousStart: days[16] ?? since };
    expect(await touches((db) => readPeriods(db, week))).toBeLessThanOrEqual(begun * 3);
  });
  test('the export reads by key', async () => {
    await touches(async (db) => {
      let pieces = 0;
      for await (const piece of exportConversations(primaryOnly(db))) if (piece && ++pieces === 50) break;
    });
  });
  test('everything about a customer is read by email', async () => {
    expect(await touches((db) => findVisitorData(db, conversation.email))).toBeLessThanOrEqual(10);
  });
  test('the contact of a visitor and possible duplicates are read by index', async () => {
    const contactId = (await contactOf(big.db, conversation.visitorId)) ?? '';
    expect(await touches((db) => contactOf(db, conversation.visitorId))).toBeLessThanOrEqual(1);
    expect(await touches((db) => proposedContacts(db, contactId, 100))).toBeLessThanOrEqual(5);
  });
});

describe('searching', () => {
  const searches: Record<string, string> = {
    'an email address': 'grace.garcia',
    'a domain': 'kitchen.example',
    'a common word': 'order',
    'a rare word': 'zugspitze',
    'a number': '#4711',
    'an unfinished word': 'refu',
    'two letters': 'th',
    'a phrase without something': '"espresso machine" -refund',
    'words apart': 'grace refund',
    'another script': '注文した',
    'many words': 'blue lamp Vienna invoice warranty order',
  };
  for (const [name, text] of Object.entries(searches)) {
    test(name, async () => {
      await touches((db) => searchConversations(db, { text, limit: 50 }));
      await touches((db) => searchConversations(db, { text, limit: 50, status: 'waiting' }));
    });
  }
  test('customers by name and address, alone, with words, and in a list', async () => {
    const filter = { field: 'customer', op: 'contains', value: 'grace.garcia' } as const;
    const where = filterSql(filter, { me: conversation.representativeId, now: Date.now() });
    const customers = customersAskedFor(filter);
    await touches((db) => searchConversations(db, { text: '', where, customers, limit: 50 }));
    await touches((db) => searchConversations(db, { text: 'refund', where, customers, limit: 50 }));
    await touches((db) => listConversations(db, { where, limit: 50 }));
  });
  test('notes, whatever they say', async () => {
    await touches((db) => searchNotes(db, { text: 'refund', limit: 10 }));
  });
  test('it makes the words that it looks for once, not for every message it reads', async () => {
    const explained = await explain(big.url, (db) => searchConversations(db, { text: 'grace refund', limit: 50 }));
    expect(rowsTouched(explained)).toBeGreaterThan(300);
    expect(explained.filter(({ query }) => query.includes('translate(')).length).toBeLessThan(30);
  });
  test('it is planned once for a connection, not at every search', async () => {
    const one = createDatabase(big.url, { max: 1 });
    try {
      for (let time = 0; time < 12; time++) await searchConversations(one, { text: 'refund', limit: 50 });
      const { rows } = await sql<{ isPlanned: boolean }>`
        select generic_plans > 0 as is_planned from pg_prepared_statements where statement like '%newest_matches%'
      `.execute(one);
      expect(rows).toEqual([{ isPlanned: true }]);
    } finally {
      await one.destroy();
    }
  });
  test('answers to similar questions are read by index', async () => {
    await touches((db) =>
      pastAnswers(db, 'My lamp arrived broken, can I get a refund?', { exceptConversationId: null, limit: 10 }),
    );
  });
});

describe('a question that was asked before in the same words', () => {
  // The most common words there are; asked and answered before all the others, and in between.
  const question = 'Hello, is the blue lamp still in stock? Where do I find the invoice for my order?';
  const last = conversations * 0.4;
  let planted: string[];
  beforeAll(async () => {
    const { rows } = await sql<{ id: string }>`
      with chosen as (
        select conversations.id, row_number() over (order by conversations.id) as number from conversations
        where exists (select from messages where conversation_id = conversations.id and seq = 1 and sender_type = 'customer')
          and exists (select from messages where conversation_id = conversations.id and seq = 2)
        order by conversations.id limit ${last}
      ), asked as (
        update messages set content = ${question} from chosen
        where conversation_id = chosen.id and seq = 1 and number in (1, ${last}) returning conversation_id
      ), answered as (
        update messages set sender_type = 'representative', content = 'Under orders, in the account.' from chosen
        where conversation_id = chosen.id and seq = 2 and number in (1, ${last})
      )
      select conversation_id as id from asked
    `.execute(big.db);
    planted = rows.map(({ id }) => id);
    await sql`analyze messages`.execute(big.db);
  });

  test(`it is found among ${messages} messages, in no more time than people wait for`, async () => {
    expect(planted).toHaveLength(2);
    for (const asked of [question, question.toUpperCase(), `  ${question.replaceAll(',', ' –')}`]) {
      const began = performance.now();
      const answers = await pastAnswers(big.db, asked, { exceptConversationId: null, limit: 10 });
      const took = performance.now() - began;
      expect(
        answers
          .slice(0, 2)
          .map(({ conversationId }) => conversationId)
          .toSorted(),
      ).toEqual(planted.toSorted());
      expect(answers[0]?.answer).toBe('Under orders, in the account.');
      expect(took).toBeLessThan(2_000);
    }
  });

  test('similar questions are read by their rare words and by the newest messages alone', async () => {
    for (const asked of [
      question,
      'My lamp arrived broken, can I get a refund?',
      'Where is my order?',
      'the and for',
    ]) {
      const touched = await touches((db) => pastAnswers(db, asked, { exceptConversationId: null, limit: 10 }));
      expect(touched).toBeLessThan(60_000);
    }
  });
});

describe('writing', () => {
  test('a message touches its conversation only', async () => {
    await does(big.db, conversation.id, { type: 'reopen' });
    const touched = await touches((db) =>
      insertMessage(db, {
        conversationId: conversation.id,
        content: 'Hello',
        senderType: 'customer',
        senderId: null,
        senderName: null,
        via: 'widget',
        clientMessageId: uuidv7(),
      }),
    );
    // With the button that its text may press.
    expect(touched).toBeLessThanOrEqual(4);
  });
  test('cursors, take-over, assignment, closing, deletion', async () => {
    expect(await touches((db) => markRead(db, conversation.id, 'staff', 5))).toBeLessThanOrEqual(3);
    expect(await touches((db) => markDelivered(db, conversation.id, 'customer', 5))).toBeLessThanOrEqual(2);
    await touches((db) => takeOver(db, conversation.id, conversation.representativeId));
    await touches((db) => does(db, conversation.id, { type: 'assign', representativeId: null }));
    await touches((db) => close(db, conversation.id));
    await touches((db) => deleteConversation(db, conversation.id));
  });
  test('a website goes without every visitor of every other being read', async () => {
    const { id } = await big.db
      .insertInto('websites')
      .values({ domain: 'short-lived.example', name: 'Short-lived' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await touches((db) => deleteWebsite(db, id));
  });
  test('a new visitor comes, is identified, turns out to be known, and is forgotten', async () => {
    const { id: websiteId } = await big.db.selectFrom('websites').select('id').executeTakeFirstOrThrow();
    const { email } = conversation;
    await touches(async (db) => {
      const known = await upsertVerifiedVisitor(db, { websiteId, identityKey: email, email, emailVerified: true });
      const visitor = await insertVisitor(db, { websiteId, email });
      await joinVisitors(db, visitor.id, known.id);
      await deleteVisitorsWithoutConversation(db, [visitor.id, known.id]);
    });
  });
  test('maintenance tasks', async () => {
    const longAgo = new Date(Date.now() - 360 * 86_400_000);
    const now = new Date();
    const { rows } = await sql<{
      open: number;
    }>`select count(*) as open from conversations where status <> 'closed'`.execute(big.db);
    expect(await touches((db) => unansweredConversations(db, now, 100))).toBeLessThanOrEqual(100);
    expect(await touches((db) => idleConversations(db, now, 100))).toBeLessThanOrEqual(rows[0]!.open);
    await touches((db) => deleteClosedBefore(db, longAgo, 10));
    await touches((db) => dueDigests(db, { now, afterMinutes: 2, isFirstReady: true, limit: 100 }));
    await touches((db) => claimOutboxEvents(db, { olderThanSeconds: 0, limit: 100 }));
  });
});

test('the walk that computes facts reads the conversations of its step, and nothing while there is none', async () => {
  const walked = (db: Database) => db.transaction().execute((each) => walkFacts(each, 100));
  const { rows } = await sql<{ id: string }>`select id from conversations order by id offset 200 limit 1`.execute(
    big.db,
  );
  await sql`update fact_walk set walked_to = ${rows[0]!.id}::uuid`.execute(big.db);
  expect(await touches(walked)).toBeLessThanOrEqual(105);
  while ((await walked(big.db)).length > 0);
  expect(await touches(walked)).toBeLessThanOrEqual(5);
});

test('the unread state of a reader costs one more read per row, in lists, searches and counts', async () => {
  const readerId = conversation.representativeId;
  await sql`insert into reads (conversation_id, user_id, seq, customer_messages, activity_no)
    select conversations.id, users.id, last_seq, customer_messages_read, 0
    from conversations cross join (select id from users order by id limit 3) users on conflict do nothing`.execute(
    big.db,
  );
  await sql`analyze reads`.execute(big.db);
  expect(await touches((db) => listConversations(db, { readerId, limit: 50 }))).toBeLessThanOrEqual(2 * 51);
  const open = await sql<{ count: number }>`select count(*) from conversations
    where status <> 'closed' and not hidden`.execute(big.db);
  expect(await touches((db) => countUnread(db, readerId))).toBeLessThanOrEqual(2 * open.rows[0]!.count);
  expect(await touches((db) => readUnreadByUser(db, conversation.id))).toBeLessThanOrEqual(4);
  await touches((db) => searchConversations(db, { text: 'refund', readerId, limit: 50 }));
});

describe('the clocks of SLA policies', () => {
  const policy = sql<boolean>`priority = 'urgent'`;
  beforeAll(async () => {
    await sql`
      insert into sla_clocks (conversation_id, kind, started_at, warn_at, due_at)
      select id, 'next_response', now(), now() + interval '1 day', now() + interval '2 days' from conversations
    `.execute(big.db);
    await sql`update sla_clocks set warn_at = now() - interval '1 minute' where conversation_id in
      (select id from conversations order by id limit 3)`.execute(big.db);
    await sql`update conversations set sla_stale = true where id in
      (select id from conversations where status <> 'closed' order by id desc limit 5)`.execute(big.db);
    await sql`update conversations set due_at = now(), due_soon_at = now(), due_kind = 'next_response' where id in
      (select id from conversations where status <> 'closed' order by id limit 10)`.execute(big.db);
    await sql`analyze conversations, sla_clocks`.execute(big.db);
  }, 600_000);

  test('the sweep reads only what is due and what has changed, however many conversations have a clock', async () => {
    expect(await touches((db) => db.transaction().execute((each) => takeAlarm(each)))).toBeLessThanOrEqual(20);
    expect(
      await touches((db) => db.transaction().execute((each) => claimStale(each, [policy], 50))),
    ).toBeLessThanOrEqual(50);
  });

  test('the walk over open conversations reads only those, and nothing while there is none', async () => {
    const { rows } = await sql<{ open: number }>`select count(*) as open from conversations
      where status <> 'closed'`.execute(big.db);
    await sql`update sla_walk set walked_to = '00000000-0000-0000-0000-000000000000'`.execute(big.db);
    // Each open one, those of the step twice more to be marked.
    expect(await touches((db) => walkOn(db, 100))).toBeLessThanOrEqual(rows[0]!.open + 5 * 100);
    while ((await walkOn(big.db, 1_000)) > 0);
    expect(await touches((db) => walkOn(db, 1_000))).toBeLessThanOrEqual(5);
  });

  test('conversations in the order of their due times, and those due soon, are read by an index', async () => {
    expect(await touches((db) => listEarliest(db, 'due', { limit: 5 }))).toBeLessThanOrEqual(50);
    const dueSoon: Filter = { field: 'dueSoonAt', op: 'older_than', value: 'PT0M' };
    expect(await touches((db) => countConversations(db, [dueSoon], { me: '', now: Date.now() }))).toBeLessThanOrEqual(
      50,
    );
  });
});
