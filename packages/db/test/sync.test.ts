import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { findConversation, readConversation } from '../src/conversations/read.ts';
import { readStats } from '../src/stats/stats.ts';
import { copyNextBatch, countSource, syncedTables } from '../src/sync/copy.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { listWebsites, insertWebsite } from '../src/websites/websites.ts';
import {
  aConversation,
  aRepresentative,
  aVisitor,
  close,
  fromCustomer,
  fromRepresentative,
  stored,
  takeOver,
} from './made.ts';

let source: TestDatabase;
let target: TestDatabase;
let ada: string;
let conversations: string[];

beforeAll(async () => {
  source = await createTestDatabase();
  const { db } = source;
  ada = await aRepresentative(db, 'Ada Byron');
  const website = await insertWebsite(db, {
    domain: 'shop.example.com',
    name: 'Shop',
    identitySecret: 'encrypted elsewhere',
  });
  conversations = [];
  for (let index = 0; index < 7; index++) {
    const visitorId = await aVisitor(db, `visitor${index}@example.com`);
    const id = await aConversation(db, {
      visitorId,
      websiteId: website!.id,
      customerEmail: `visitor${index}@example.com`,
    });
    await fromCustomer(db, id, 'Hello');
    await fromRepresentative(db, id, ada);
    conversations.push(id);
  }
  await takeOver(db, conversations[0]!, ada);
});
afterAll(() => source?.drop());
beforeEach(async () => {
  target = await createTestDatabase();
});
afterEach(() => target?.drop());

async function copyAll(batchSize = 3) {
  const copied = { rows: 0, messages: 0 };
  for (const table of syncedTables) {
    for (let finished = false; !finished; ) {
      const batch = await copyNextBatch(source.db, target.db, 'production', table, batchSize);
      copied.rows += batch.rows;
      copied.messages += batch.messages;
      finished = batch.finished;
    }
  }
  return copied;
}

describe('a copy of another installation', () => {
  test('holds its users, websites, visitors, conversations and messages, with right totals', async () => {
    expect(await countSource(source.db)).toEqual({
      users: 1,
      websites: 1,
      visitors: 7,
      conversations: 7,
      messages: 14,
    });
    expect(await copyAll()).toEqual({ rows: 16, messages: 14 });
    for (const id of conversations) {
      expect(await readConversation(target.db, id)).toEqual(await readConversation(source.db, id));
    }
    const { totalConversations, totalMessages } = await readStats(target.db);
    expect({ totalConversations, totalMessages }).toEqual({ totalConversations: 7, totalMessages: 14 });
    const secrets = await target.db.selectFrom('websites').select('identitySecret').execute();
    expect(secrets).toEqual([{ identitySecret: null }]);
  });

  test('repeated, copies nothing that is not newer', async () => {
    await copyAll();
    expect(await copyAll()).toEqual({ rows: 0, messages: 0 });
    await fromCustomer(source.db, conversations[3]!, 'One more');
    expect(await copyAll()).toEqual({ rows: 1, messages: 1 });
    expect(await readConversation(target.db, conversations[3]!)).toEqual(
      await readConversation(source.db, conversations[3]!),
    );
    expect((await readStats(target.db)).totalMessages).toBe((await readStats(source.db)).totalMessages);
  });

  test('keeps a local row that is newer', async () => {
    await copyAll();
    await fromCustomer(target.db, conversations[5]!, 'Only here');
    await close(target.db, conversations[5]!);
    expect((await copyAll()).rows).toBe(0);
    expect(await findConversation(target.db, conversations[5]!)).toMatchObject({ status: 'closed', lastSeq: 3 });
  });

  test('keeps a conversation that went on here, whatever the source did with it afterwards', async () => {
    const [, , , , , , id = ''] = conversations;
    await copyAll();
    await fromCustomer(target.db, id, 'Only here');
    await close(source.db, id);
    await copyAll();
    expect(await findConversation(target.db, id)).toMatchObject({ status: 'active', lastSeq: 3 });
    await fromCustomer(target.db, id, 'And on');
    expect(await findConversation(target.db, id)).toMatchObject({ lastSeq: 4 });
  });

  test('leaves what is written at the source while it is read for the next time', async () => {
    const [id = ''] = conversations;
    // Committed after the conversation was read and before its messages are.
    const before = sql`select * from messages where conversation_id = ${id} and seq = 2`;
    await sql`
      insert into messages (conversation_id, seq, sender_type, content, via, customer_message_count)
      select conversation_id, 3, 'customer', 'While you read', 'widget', 2 from (${before}) as newest
    `.execute(source.db);
    try {
      await copyAll();
      expect((await readConversation(target.db, id))?.messages).toHaveLength(2);
      expect(stored(await fromCustomer(target.db, id, 'Only here')).message.seq).toBe(3);
      expect((await readStats(target.db)).totalMessages).toBe((await countSource(source.db)).messages);
    } finally {
      await sql`delete from messages where conversation_id = ${id} and seq = 3`.execute(source.db);
    }
  });

  test('stopped in the middle, goes on where it was', async () => {
    await copyNextBatch(source.db, target.db, 'production', 'users', 3);
    await copyNextBatch(source.db, target.db, 'production', 'visitors', 3);
    const next = await copyNextBatch(source.db, target.db, 'production', 'visitors', 3);
    expect(next).toMatchObject({ rows: 3, finished: false });
    expect((await target.db.selectFrom('visitors').select('id').execute()).length).toBe(6);
    expect(await copyNextBatch(source.db, target.db, 'production', 'visitors', 3)).toMatchObject({
      rows: 1,
      finished: true,
    });
  });

  test('meets a website and a person that are here under other ids', async () => {
    const here = await insertWebsite(target.db, { domain: 'shop.example.com', name: 'Mine' });
    const { email } = await source.db.selectFrom('users').select('email').executeTakeFirstOrThrow();
    await target.db
      .insertInto('users')
      .values({ name: 'Local Ada', email: email.toUpperCase(), username: 'local', passwordHash: '-', role: 'admin' })
      .execute();
    await copyAll();
    expect(await listWebsites(target.db)).toEqual([here]);
    const copied = await findConversation(target.db, conversations[0]!);
    expect(copied).toMatchObject({ website: 'shop.example.com', lastSeq: 2, assignedRepresentativeId: null });
  });
});
