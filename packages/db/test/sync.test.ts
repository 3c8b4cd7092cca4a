import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import type { Database } from '../src/database.ts';
import { activitiesAfter } from '../src/activities/read.ts';
import { insertAttribute, listAttributes, readAttributes } from '../src/attributes/attributes.ts';
import { deleteConversation } from '../src/conversations/delete.ts';
import { findConversation, readConversation } from '../src/conversations/read.ts';
import { listCannedReplies } from '../src/canned-replies/read.ts';
import { insertReply } from '../src/canned-replies/write.ts';
import { undoActivity } from '../src/conversations/undo.ts';
import { setTranslated } from '../src/ai/translated.ts';
import { markReadBy, markUnreadBy } from '../src/reads/mark.ts';
import { readUnreadByUser } from '../src/reads/unread.ts';
import { insertView, listViews } from '../src/views/views.ts';
import { findImage, insertImage } from '../src/images/images.ts';
import { messagesAfter } from '../src/messages/read.ts';
import { changeNote, insertNote } from '../src/notes/write.ts';
import { claimOutboxEvents } from '../src/outbox/claim.ts';
import { updateUser } from '../src/users/users.ts';
import { readStats } from '../src/stats/stats.ts';
import { copyNextBatch, countSource } from '../src/sync/copy.ts';
import { syncedTables } from '../src/sync/rows.ts';
import { insertTag, listTags } from '../src/tags/tags.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { dueDigests } from '../src/maintenance/digests.ts';
import { unansweredConversations } from '../src/maintenance/idle.ts';
import { uuidv7 } from '../src/uuid.ts';
import { listWebsites, insertWebsite } from '../src/websites/websites.ts';
import {
  aConversation,
  aRepresentative,
  aVisitor,
  close,
  does,
  fromCustomer,
  fromRepresentative,
  stored,
  takeOver,
} from './support/rows.ts';

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
  test('it holds its users, websites, visitors, conversations and messages, with right totals', async () => {
    expect(await countSource(source.db)).toEqual({
      users: 1,
      websites: 1,
      views: 0,
      cannedReplies: 0,
      visitors: 7,
      conversations: 7,
      messages: 14,
      files: 0,
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

  test('it knows by which channel a visitor comes, so that they can be answered from here', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into channel_sessions (channel, address, visitor_id, handle)
      select 'telegram', '4711', id, '@jane' from visitors where email = 'visitor3@example.com'
      returning visitor_id as id
    `.execute(source.db);
    const visitorId = rows[0]?.id;
    await copyAll();
    await copyAll();
    const here = await sql`select address, visitor_id, handle from channel_sessions`.execute(target.db);
    expect(here.rows).toEqual([{ address: '4711', visitorId, handle: '@jane' }]);
    const identities = await sql`
      select theirs.value from identities as mine join identities as theirs on theirs.contact_id = mine.contact_id
      where mine.visitor_id = ${visitorId} and theirs.kind = 'telegram'
    `.execute(target.db);
    expect(identities.rows).toEqual([{ value: '4711' }]);
    await sql`delete from channel_sessions`.execute(source.db);
  });

  test('it makes a contact of every visitor, known by what it is known by over there', async () => {
    await copyAll();
    const known = async ({ db }: TestDatabase) =>
      (
        await sql<{ visitorId: string; values: string[] }>`
          select sessions.visitor_id, array_agg(addresses.value order by addresses.value) as values
          from identities as sessions join identities as addresses using (contact_id)
          where sessions.visitor_id is not null and addresses.value is not null group by 1 order by 1
        `.execute(db)
      ).rows;
    expect(await known(source)).toHaveLength(7);
    expect(await known(target)).toEqual(await known(source));
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

  test('it keeps a local row that is newer', async () => {
    await copyAll();
    await fromCustomer(target.db, conversations[5]!, 'Only here');
    await close(target.db, conversations[5]!);
    expect((await copyAll()).rows).toBe(0);
    expect(await findConversation(target.db, conversations[5]!)).toMatchObject({ status: 'closed', lastSeq: 3 });
  });

  test('it keeps a conversation that went on here, whatever the source did with it afterwards', async () => {
    const [, , , , , , id = ''] = conversations;
    await copyAll();
    await fromCustomer(target.db, id, 'Only here');
    await close(source.db, id);
    await copyAll();
    expect(await findConversation(target.db, id)).toMatchObject({ status: 'active', lastSeq: 3 });
    await fromCustomer(target.db, id, 'And on');
    expect(await findConversation(target.db, id)).toMatchObject({ lastSeq: 4 });
  });

  test('it leaves what is written at the source while it is read for the next time', async () => {
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

  test('it has its tags, priority and snooze; a tag that has its name here already stands for it', async () => {
    const tag = (db: TestDatabase['db'], name: string) =>
      db.insertInto('tags').values({ name, colour: 'gray', createdBy: null }).returning('id').executeTakeFirstOrThrow();
    const [vip, late] = [await tag(source.db, 'VIP'), await tag(source.db, 'Late')];
    const vipOfHere = await tag(target.db, 'vip');
    const until = new Date(Date.now() + 3600_000);
    await does(source.db, conversations[1]!, { type: 'tag', add: [late.id, vip.id] });
    await does(source.db, conversations[1]!, { type: 'set', field: 'priority', value: 'high' });
    await does(source.db, conversations[1]!, { type: 'snooze', until, wakesOnReply: false, userId: ada });
    await copyAll();
    expect(await findConversation(target.db, conversations[1]!)).toMatchObject({
      tagIds: [late.id, vipOfHere.id],
      priority: 'high',
      snoozedUntil: until.toISOString(),
      wakesOnReply: false,
    });
    expect((await listTags(target.db)).map(({ name }) => name)).toEqual(['Late', 'vip']);
  });

  test('it knows what is known of its contacts and conversations over there', async () => {
    const attribute = (value: string) => ({
      value,
      source: 'representative',
      setBy: null,
      setAt: new Date().toISOString(),
    });
    await insertAttribute(source.db, { subject: 'contact', key: 'plan', name: 'Plan', type: 'text', choices: [] });
    const contact = { plan: attribute('pro') };
    await source.db
      .updateTable('contacts')
      .set({ attributes: JSON.stringify(contact) })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('identities')
          .innerJoin('conversations', 'conversations.visitorId', 'identities.visitorId')
          .select('identities.contactId')
          .where('conversations.id', '=', conversations[2]!),
      )
      .execute();
    await does(source.db, conversations[2]!, {
      type: 'describe',
      attributes: { order: { ...attribute('A-1'), source: 'page' } },
    });
    await copyAll();
    expect(await readAttributes(target.db, conversations[2]!)).toMatchObject({
      contact,
      conversation: { order: { value: 'A-1', source: 'page' } },
    });
    expect((await listAttributes(target.db)).map(({ key }) => key)).toEqual(['plan']);
  });

  test('it has what was noted beside its conversations, as it says now and once; nobody is told of it', async () => {
    const id = conversations[3]!;
    const draft = (body: string | null) => ({
      conversationId: id,
      authorId: ada,
      body,
      mentions: [],
      mentionsOnline: true,
    });
    const notes = async (body: string, clientNoteId: string | null = uuidv7()) => {
      const written = await insertNote(source.db, draft(body), clientNoteId);
      return written.outcome === 'refused' ? 0 : written.activityNo;
    };
    const [first, gone] = [await notes('Frist', null), await notes('Not to stay')];
    await notes('Has called twice');
    await changeNote(source.db, first, draft('First'));
    await changeNote(source.db, gone, draft(null));
    await copyAll();
    const noted = async () =>
      (await activitiesAfter(target.db, id, 0, 50)).map(({ activityNo, kind, body, actorName }) => [
        activityNo,
        kind,
        body,
        actorName,
      ]);
    const before = [
      [1, 'taken_over', null, 'Ada Byron'],
      [2, 'noted', 'First', 'Ada Byron'],
      [3, 'noted', null, 'Ada Byron'],
      [4, 'noted', 'Has called twice', 'Ada Byron'],
      [5, 'note_edited', 'First', 'Ada Byron'],
      [6, 'note_removed', null, 'Ada Byron'],
    ];
    expect(await noted()).toEqual(before);
    const lastSeq = (await findConversation(source.db, id))?.lastSeq;
    expect((await activitiesAfter(target.db, id, 0, 50)).map(({ afterSeq }) => afterSeq)).toEqual(
      before.map((_, index) => (index === 0 ? 1 : lastSeq)),
    );

    // Changes made here during the copy keep their numbers.
    await does(target.db, id, { type: 'set', field: 'priority', value: 'high' });
    await notes('No answer yet');
    await copyAll();
    await copyAll();
    expect(await noted()).toEqual([
      ...before,
      [7, 'prioritised', null, null],
      [8, 'noted', 'No answer yet', 'Ada Byron'],
    ]);
    expect(await findConversation(target.db, id)).toMatchObject({ lastActivityNo: 8 });
    expect(await target.db.selectFrom('mentions').selectAll().execute()).toEqual([]);
    expect(
      (await claimOutboxEvents(target.db, { olderThanSeconds: 0, limit: 10 })).map(({ event }) => event.type),
    ).toEqual(['conversation.changed']);
  });

  test('it tells what the team did there, once and in its order, and undoes none of it here', async () => {
    const id = conversations[6]!;
    const did = await does(source.db, id, { type: 'set', field: 'priority', value: 'urgent' });
    const activityNo = did.outcome === 'done' ? did.activity.activityNo : 0;
    const by = { cause: { by: 'representative', userId: ada } } as const;
    expect((await undoActivity(source.db, id, activityNo, by)).outcome).toBe('done');
    await does(source.db, id, { type: 'set', field: 'priority', value: 'low' });
    await copyAll();
    await copyAll();
    const activitiesOf = async ({ db }: TestDatabase) =>
      (await activitiesAfter(db, id, activityNo - 1, 50)).map(({ isCopied: _isCopied, ...activity }) => activity);
    expect((await activitiesOf(target)).map(({ kind }) => kind)).toEqual(['prioritised', 'undone', 'prioritised']);
    expect(await activitiesOf(target)).toEqual(await activitiesOf(source));
    const last = (await activitiesAfter(target.db, id, 0, 50)).at(-1);
    expect(last).toMatchObject({ isCopied: true });
    expect(await undoActivity(target.db, id, last!.activityNo, by)).toEqual({ outcome: 'not_undoable', why: 'never' });
    // Actions from here are undone here, whatever is copied afterwards.
    const reopened = await does(target.db, id, { type: 'reopen' });
    await does(source.db, id, { type: 'set', field: 'priority', value: 'high' });
    await copyAll();
    expect(
      (await undoActivity(target.db, id, reopened.outcome === 'done' ? reopened.activity.activityNo : 0, by)).outcome,
    ).toBe('done');
  });

  test('it knows what each of its team has read, has marked unread, follows, and reads translated', async () => {
    const [read, marked] = [conversations[1]!, conversations[2]!];
    await markReadBy(source.db, read, ada, 2);
    await markUnreadBy(source.db, marked, ada);
    await sql`insert into followers (conversation_id, user_id, is_following, source)
      values (${read}, ${ada}, true, 'choice'), (${marked}, ${ada}, false, 'choice')`.execute(source.db);
    await setTranslated(source.db, read, ada, true);
    await setTranslated(source.db, marked, ada, false);
    await copyAll();
    const known = async ({ db }: TestDatabase) => ({
      reads: await db.selectFrom('reads').selectAll().orderBy('conversationId').execute(),
      followers: await db.selectFrom('followers').selectAll().orderBy('conversationId').execute(),
      translated: await db.selectFrom('translatedConversations').selectAll().orderBy('conversationId').execute(),
      unread: await Promise.all([read, marked].map((id) => readUnreadByUser(db, id))),
    });
    expect(await known(target)).toEqual(await known(source));
    // The later read position from here counts.
    await markReadBy(target.db, marked, ada, 2);
    await sql`update followers set is_following = true where conversation_id = ${marked}`.execute(target.db);
    await setTranslated(target.db, marked, ada, true);
    const here = await known(target);
    await copyAll();
    expect(await known(target)).toEqual(here);
  });

  test('it has its views and canned replies under their IDs, with the tags of the target, once and with their owners', async () => {
    const tagOf = async (db: Database) => {
      const added = await insertTag(db, { name: 'Refund', colour: 'gray', createdBy: ada, max: 9 });
      return added.outcome === 'full' ? '' : added.tag.id;
    };
    const tagThere = await tagOf(source.db);
    const view = (fields: object) => ({
      filter: { field: 'tag' as const, op: 'has' as const, value: tagThere },
      sort: 'waiting' as const,
      ownerId: ada,
      scope: 'me' as const,
      teamId: null,
      name: 'Mine',
      ...fields,
    });
    const { id: teamId } = await source.db
      .insertInto('teams')
      .values({ name: 'Night' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const mine = await insertView(source.db, view({}));
    const ofTeam = await insertView(source.db, view({ name: 'Team', scope: 'team', teamId }));
    const reply = (ownerId: string | null, shortcut: string) =>
      insertReply(
        source.db,
        {
          ownerId,
          teamId: null,
          shortcut,
          name: shortcut,
          text: 'Hello',
          variants: [],
          websiteIds: [],
          actions: [{ type: 'tag', add: [tagThere] }],
        },
        ada,
      );
    await reply(null, 'shared');
    await reply(ada, 'mine');
    // A tag and a shortcut of the source exist here already.
    await copyNextBatch(source.db, target.db, 'production', 'users');
    const { id: tagHere } = await target.db
      .insertInto('tags')
      .values({ name: 'refund', colour: 'red', createdBy: ada })
      .returning('id')
      .executeTakeFirstOrThrow();
    await copyAll(1);
    await copyAll(1);
    expect((await listViews(target.db, ada)).map(({ id, scope, filter }) => [id, scope, filter])).toEqual([
      [mine.id, 'me', { field: 'tag', op: 'has', value: tagHere }],
      [ofTeam.id, 'me', { field: 'tag', op: 'has', value: tagHere }],
    ]);
    expect(
      (await listCannedReplies(target.db, ada)).map(({ shortcut, ownerId, actions }) => [shortcut, ownerId, actions]),
    ).toEqual([
      ['mine', ada, [{ type: 'tag', add: [tagHere] }]],
      ['shared', null, [{ type: 'tag', add: [tagHere] }]],
    ]);
    await source.db.deleteFrom('views').execute();
    await source.db.deleteFrom('cannedReplies').execute();
    await source.db.deleteFrom('tags').execute();
    await source.db.deleteFrom('teams').execute();
  });

  test('it meets a website and a person that are here under other ids', async () => {
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

  test('it brings the pictures of the people it brings, also of those who are here without', async () => {
    const people = await Promise.all(['Eve', 'Fay'].map((name) => aRepresentative(source.db, name)));
    try {
      for (const [index, id] of people.entries()) {
        const hash = String(index + 1).repeat(64);
        await insertImage(source.db, { hash, mime: 'image/png', bytes: Buffer.from([index]), createdBy: id });
        await updateUser(source.db, id, { profileImageUrl: `/api/images/${hash}.png` });
      }
      await copyAll();
      expect(await findImage(target.db, '1'.repeat(64))).toEqual({ mime: 'image/png', bytes: Buffer.from([0]) });
      await target.db.deleteFrom('images').execute();
      expect(await copyAll()).toEqual({ rows: 0, messages: 0 });
      expect(await findImage(target.db, '2'.repeat(64))).toEqual({ mime: 'image/png', bytes: Buffer.from([1]) });
    } finally {
      await source.db.deleteFrom('images').execute();
      await source.db.deleteFrom('users').where('id', 'in', people).execute();
    }
  });

  test('it calls nobody: a customer waiting at the source does not wait here, until they write here', async () => {
    const id = await aConversation(source.db, { visitorId: await aVisitor(source.db, 'w@example.com') });
    try {
      await fromCustomer(source.db, id, 'Is anybody there?');
      await copyAll();
      const soon = new Date(Date.now() + 3_600_000);
      expect((await unansweredConversations(source.db, soon, 50)).map((row) => row.id)).toContain(id);
      expect(await unansweredConversations(target.db, soon, 50)).toEqual([]);
      await fromCustomer(source.db, id, 'Hello?');
      await copyAll();
      expect(await unansweredConversations(target.db, soon, 50)).toEqual([]);
      expect(await claimOutboxEvents(target.db, { olderThanSeconds: 0, limit: 10 })).toEqual([]);
      await fromCustomer(target.db, id, 'And here?');
      expect((await unansweredConversations(target.db, soon, 50)).map((row) => row.id)).toEqual([id]);
    } finally {
      await deleteConversation(source.db, id);
    }
  });
});

describe('a conversation that went on at both sides', () => {
  let id: string;
  let bob: string;
  beforeEach(async () => {
    id = await aConversation(source.db, {
      visitorId: await aVisitor(source.db),
      customerEmail: 'both@example.com',
    });
    await fromCustomer(source.db, id, 'one');
    await copyAll();
    bob = await aRepresentative(target.db, 'Bob');
  });
  afterEach(() => deleteConversation(source.db, id));

  const contents = async () => {
    const messages = await messagesAfter(target.db, id, 0, 3000);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    const { db } = target;
    const counts = await db
      .selectFrom('messages')
      .select('customerMessageCount')
      .orderBy('seq')
      .where('conversationId', '=', id)
      .execute();
    let customers = 0;
    expect(counts.map((row) => row.customerMessageCount)).toEqual(
      messages.map(({ senderType }) => (senderType === 'customer' ? ++customers : customers)),
    );
    const conversation = await findConversation(db, id);
    expect(conversation).toMatchObject({ lastSeq: messages.length, lastMessage: messages.at(-1) });
    const { totalMessages } = await readStats(db);
    expect(totalMessages).toBe((await db.selectFrom('messages').select('id').execute()).length);
    return messages.map(({ content }) => content);
  };

  test('it keeps the messages of both, each once, however often it is copied and wherever it goes on', async () => {
    await fromRepresentative(target.db, id, bob, { content: 'two, here' });
    await fromCustomer(source.db, id, 'two, there');
    await fromRepresentative(source.db, id, ada, { content: 'three, there' });
    expect((await copyAll()).messages).toBe(2);
    expect(await contents()).toEqual(['one', 'two, here', 'two, there', 'three, there']);
    expect(await copyAll()).toEqual({ rows: 0, messages: 0 });
    await fromCustomer(target.db, id, 'five, here');
    await fromCustomer(source.db, id, 'four, there');
    await copyAll();
    await fromCustomer(source.db, id, 'five, there');
    expect(await copyAll()).toEqual({ rows: 1, messages: 1 });
    const all = ['one', 'two, here', 'two, there', 'three, there', 'five, here', 'four, there', 'five, there'];
    expect(await contents()).toEqual(all);
    expect(stored(await fromCustomer(target.db, id, 'eight')).message.seq).toBe(8);
  });

  test('it keeps its state here, what waits here, and what was told: only the messages come', async () => {
    await fromCustomer(target.db, id, 'Only here');
    const soon = new Date(Date.now() + 3_600_000);
    await fromRepresentative(source.db, id, ada, { content: 'Over there' });
    await close(source.db, id);
    await copyAll();
    expect(await findConversation(target.db, id)).toMatchObject({ status: 'active', lastSeq: 3 });
    expect((await unansweredConversations(target.db, soon, 50)).map((row) => row.id)).toEqual([id]);
    expect(await dueDigests(target.db, { now: soon, afterMinutes: 2, isFirstReady: true, limit: 50 })).toEqual([]);
    // The reply of a user who has not seen the copied messages is held.
    expect(await fromRepresentative(target.db, id, bob, { basedOnSeq: 2 })).toMatchObject({ reason: 'moved' });
  });

  test('it knows a message again that its sender brought to both', async () => {
    const clientMessageId = uuidv7();
    await fromCustomer(target.db, id, 'Sent twice', { clientMessageId });
    await fromCustomer(source.db, id, 'Sent twice', { clientMessageId });
    await fromCustomer(source.db, id, 'Sent once');
    await copyAll();
    expect(await contents()).toEqual(['one', 'Sent twice', 'Sent once']);
    expect(await copyAll()).toEqual({ rows: 0, messages: 0 });
  });

  test('it gets back what an earlier copy lost', async () => {
    await fromRepresentative(target.db, id, bob, { content: 'two, here' });
    await fromCustomer(source.db, id, 'two, there');
    // The state left by a copy that did not remember the source of its messages.
    await target.db.updateTable('messages').set({ copiedSeq: null }).execute();
    await copyAll();
    expect(await contents()).toEqual(['one', 'two, here', 'two, there']);
    expect(await copyAll()).toEqual({ rows: 0, messages: 0 });
  });

  test('a conversation of thousands of messages loses none at the pages’ ends', async () => {
    await sql`
      insert into messages (conversation_id, seq, sender_type, content, via, customer_message_count)
      select ${id}, seq, 'customer', 'message ' || seq, 'widget', seq from generate_series(2, 2300) as seq
    `.execute(source.db);
    await sql`update conversations set last_seq = 2300, updated_at = now() where id = ${id}`.execute(source.db);
    await fromRepresentative(target.db, id, bob, { content: 'here' });
    expect((await copyAll()).messages).toBe(2299);
    expect(new Set(await contents()).size).toBe(2301);
  });
});
