import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listConversations } from '../src/conversations/list.ts';
import { markRead } from '../src/conversations/cursors.ts';
import { countUnread } from '../src/conversations/unread.ts';
import { markReadBy, markUnreadBy } from '../src/reads/mark.ts';
import { readUnreadByUser, readUnreadCount } from '../src/reads/unread.ts';
import { insertNote } from '../src/notes/write.ts';
import { uuidv7 } from '../src/uuid.ts';
import {
  aConversation,
  aDatabase,
  adaAndBen,
  anEmptyDatabase,
  close,
  does,
  fromCustomer,
  fromRepresentative,
} from './support/rows.ts';

const db = await aDatabase();
const [ada, ben] = await adaAndBen(db);
const open = { status: 'waiting', isAiAssisted: false } as const;
const unread = async (id: string) => [await readUnreadCount(db, id, ada), await readUnreadCount(db, id, ben)];

/** Marks as read like core does: the team's cursor, for the customer's "Seen", then the reader's own. */
async function reads(id: string, userId: string, seq: number): Promise<boolean> {
  await markRead(db, id, 'staff', seq);
  return markReadBy(db, id, userId, seq);
}

describe('unread', () => {
  test('it is each person’s own: what a colleague has read stays unread', async () => {
    const id = await aConversation(db, open);
    for (const text of ['one', 'two', 'three']) await fromCustomer(db, id, text);
    expect(await unread(id)).toEqual([3, 3]);
    expect(await reads(id, ada, 2)).toBe(true);
    expect(await unread(id)).toEqual([1, 3]);
    expect(await reads(id, ben, 3)).toBe(true);
    expect(await unread(id)).toEqual([1, 0]);
    expect(await reads(id, ada, 1)).toBe(false);
    expect(await unread(id)).toEqual([1, 0]);
  });

  test('it is over for the one who answers, and for nobody else', async () => {
    const id = await aConversation(db, open);
    await fromCustomer(db, id);
    await fromRepresentative(db, id, ada);
    expect(await unread(id)).toEqual([0, 1]);
    await fromCustomer(db, id);
    expect(await unread(id)).toEqual([1, 2]);
  });

  test('it is what the team has left unread while nobody has read it by themselves', async () => {
    const id = await aConversation(db, open);
    for (const text of ['one', 'two', 'three']) await fromCustomer(db, id, text);
    await sql`update conversations set staff_read_seq = 2, customer_messages_read = 2 where id = ${id}`.execute(db);
    expect(await unread(id)).toEqual([1, 1]);
    await reads(id, ada, 3);
    expect(await unread(id)).toEqual([0, 1]);
    await fromCustomer(db, id);
    expect(await unread(id)).toEqual([1, 2]);
  });

  test('conversations at rest before an account was created are unread only if no user has read them', async () => {
    const own = await anEmptyDatabase();
    const [me, other] = await adaAndBen(own);
    const id = await aConversation(own, open);
    await fromCustomer(own, id, 'Hello', { createdAt: new Date(Date.now() - 60_000) });
    await sql`update conversations set last_activity_at = now() - interval '1 minute' where id = ${id}`.execute(own);
    const listed = async () => (await listConversations(own, { readerId: me, limit: 5 })).conversations[0]?.unreadCount;
    expect([await countUnread(own, me), await listed()]).toEqual([1, 1]);
    await markRead(own, id, 'staff', 1);
    await markReadBy(own, id, other, 1);
    expect([await countUnread(own, me), await listed()]).toEqual([0, 0]);
    await fromCustomer(own, id);
    expect(await countUnread(own, me)).toBe(1);
  });

  test('an unread snoozed conversation is in its row, and calls for nobody before it wakes', async () => {
    const own = await anEmptyDatabase();
    const [me] = await adaAndBen(own);
    const id = await aConversation(own, open);
    await fromCustomer(own, id);
    const listed = async () => (await listConversations(own, { readerId: me, limit: 5 })).conversations[0]?.unreadCount;
    const until = new Date(Date.now() + 3_600_000);
    await does(own, id, { type: 'snooze', until, wakesOnReply: false, userId: me }, { by: me });
    expect([await countUnread(own, me), await listed()]).toEqual([0, 1]);
    await fromCustomer(own, id);
    expect([await countUnread(own, me), await listed()]).toEqual([0, 2]);
    await does(own, id, { type: 'unsnooze' }, { by: me });
    expect(await countUnread(own, me)).toBe(1);
    // A snooze that a reply wakes mentions its owner.
    await does(own, id, { type: 'snooze', until, wakesOnReply: true, userId: me }, { by: me });
    expect(await countUnread(own, me)).toBe(0);
    await fromCustomer(own, id);
    expect(await countUnread(own, me)).toBe(1);
  });

  test('a conversation that a user marks is unread for them alone, until they read it', async () => {
    const id = await aConversation(db, open);
    await fromCustomer(db, id);
    await reads(id, ada, 1);
    await reads(id, ben, 1);
    expect(await markUnreadBy(db, id, ada)).toBe(true);
    expect(await markUnreadBy(db, id, ada)).toBe(false);
    expect(await unread(id)).toEqual([1, 0]);
    expect(await reads(id, ada, 1)).toBe(true);
    expect(await unread(id)).toEqual([0, 0]);
    expect(await markUnreadBy(db, uuidv7(), ada)).toBe(false);
  });

  test('it begins with being given it, or mentioned, until it is read; not with taking it oneself', async () => {
    const id = await aConversation(db, open);
    const assign = (representativeId: string, by: string) => does(db, id, { type: 'assign', representativeId }, { by });
    const given = await assign(ben, ada);
    expect(given).toMatchObject({ unread: { readers: [{ userId: ben, unreadCount: 1 }] } });
    expect(await unread(id)).toEqual([0, 1]);
    await reads(id, ben, 0);
    await assign(ada, ada);
    expect(await unread(id)).toEqual([0, 0]);
    const note = { conversationId: id, authorId: ada, body: 'Ben?', mentions: [ben], mentionsOnline: false };
    await insertNote(db, note, null);
    expect(await unread(id)).toEqual([0, 1]);
    await reads(id, ben, 0);
    expect(await unread(id)).toEqual([0, 0]);
  });

  test('it says the same in lists, in counts, and to everybody at once', async () => {
    const own = await anEmptyDatabase();
    const [me, other] = await adaAndBen(own);
    const ids = await Promise.all([1, 2, 3, 4].map(() => aConversation(own, open)));
    const [none, some, marked, all] = ids as [string, string, string, string];
    for (const id of ids) for (const text of ['one', 'two']) await fromCustomer(own, id, text);
    await markReadBy(own, none, me, 2);
    await markReadBy(own, some, me, 1);
    await markReadBy(own, marked, me, 2);
    await markUnreadBy(own, marked, me);
    const expected = new Map([
      [none, 0],
      [some, 1],
      [marked, 1],
      [all, 2],
    ]);
    const { conversations } = await listConversations(own, { readerId: me, limit: 10 });
    expect(new Map(conversations.map(({ id, unreadCount }) => [id, unreadCount]))).toEqual(expected);
    expect([await countUnread(own, me), await countUnread(own, other)]).toEqual([3, 4]);
    expect(await readUnreadByUser(own, some)).toEqual({ readers: [{ userId: me, unreadCount: 1 }], others: 2 });
  });

  test('a closed conversation is read for everybody once one user has read it, except for users who marked it', async () => {
    const id = await aConversation(db, open);
    await fromCustomer(db, id);
    await close(db, id);
    expect(await unread(id)).toEqual([1, 1]);
    await reads(id, ada, 1);
    expect(await unread(id)).toEqual([0, 0]);
    expect(await readUnreadByUser(db, id)).toMatchObject({ others: 0 });
    await markUnreadBy(db, id, ben);
    expect(await unread(id)).toEqual([0, 1]);
    // A message that reopens it is unread for everyone, together with those before it.
    await fromCustomer(db, id);
    expect(await unread(id)).toEqual([1, 2]);
  });

  test('it moves forward only, however many devices read at once', async () => {
    const id = await aConversation(db, open);
    for (let count = 0; count < 10; count++) await fromCustomer(db, id);
    await Promise.all(Array.from({ length: 10 }, (_, index) => reads(id, ada, index + 1)));
    expect(await unread(id)).toEqual([0, 10]);
  });

  test('it is told of while its reader writes, reads and marks at the same moment, without a deadlock', async () => {
    const id = await aConversation(db, open);
    for (let count = 0; count < 5; count++) await fromCustomer(db, id);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0
          ? fromRepresentative(db, id, ada)
          : index % 3 === 1
            ? reads(id, ada, index)
            : markUnreadBy(db, id, ada),
      ),
    );
    await reads(id, ada, 100);
    expect(await unread(id)).toEqual([0, 5]);
  });
});
