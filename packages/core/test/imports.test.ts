import { insertWebsite } from '@parley/db/websites/websites';
import { type ChatwootServer, startChatwoot } from '@parley/testing/chatwoot';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import type { ExternalContext } from '../src/external/services.ts';
import {
  appendImportFile,
  readImport,
  readImportReceipt,
  startImport,
  verifyImportReceipt,
} from '../src/imports/imports.ts';
import { createColleague, createTestContext, type TestContext, withExternalServices } from '../src/testing.ts';
import { chatwootData, checksum, countOf, reads, run, undoes, writes } from './imports-support.ts';

let context: TestContext & ExternalContext;
let admin: StaffCaller;
let maya: StaffCaller;
let chatwoot: ChatwootServer;

beforeEach(async () => {
  context = withExternalServices(await createTestContext());
  await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  admin = await createColleague(context, 'Ada Byron', 'admin');
  maya = await createColleague(context, 'Maya Chen');
  chatwoot = await startChatwoot(chatwootData());
});
afterEach(async () => {
  await chatwoot.close();
  await context.close();
});

const request = () => ({ source: 'chatwoot' as const, connection: chatwoot.connection });

/** Uploads a file and has it read. */
async function uploads(name: string, text: string | Uint8Array) {
  const bytes = Buffer.from(text);
  const { id } = await startImport(context, admin, { source: 'file', file: { name, size: bytes.length } });
  await appendImportFile(context, admin, { id, offset: 0 }, bytes);
  return run(context, admin, id);
}

async function rowsOf<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(context.db)).rows;
}

describe('an import from Chatwoot', () => {
  it('counts everything before anything is created, and proposes a mapping', async () => {
    const before = await checksum(context.db);
    const read = await reads(context, admin, request());
    expect(read).toMatchObject({ state: 'ready', account: expect.stringContaining('127.0.0.1') });
    expect(countOf(read, 'conversation')?.found).toBe(2);
    expect(countOf(read, 'message')?.found).toBe(52);
    expect(countOf(read, 'note')?.found).toBe(2);
    expect(read.mapping?.users).toEqual([
      { id: '1', userId: maya.user.id },
      { id: '2', userId: null },
    ]);
    expect(read.mapping?.inboxes[0]?.websiteId).not.toBeNull();
    expect(await checksum(context.db)).toBe(before);
  });

  it('creates conversations as they were, with authors, times, notes, tags and attributes', async () => {
    const done = await writes(context, admin, await reads(context, admin, request()));
    expect(done).toMatchObject({ state: 'done', undoUntil: expect.any(String) });
    const [first, second] = await rowsOf(sql<Record<string, unknown>>`
      select subject, status, channel, website_domain, last_seq, priority, customer_email, customer_name, closed_at,
        waiting_since, assigned_representative_id, attributes -> 'order_id' ->> 'value' as order_id,
        array(select name from tags where tags.id = any(tag_ids) order by name) as tags
      from conversations order by created_at
    `);
    expect(first).toMatchObject({
      status: 'closed',
      channel: 'widget',
      websiteDomain: 'shop.example.com',
      lastSeq: 50,
      priority: 'high',
      customerEmail: 'jane@customer.example',
      assignedRepresentativeId: maya.user.id,
      orderId: 'A-1',
      tags: ['refund', 'vip'],
    });
    expect(second).toMatchObject({ subject: 'Where is my parcel?', status: 'waiting', channel: 'email', lastSeq: 2 });
    const messages = await rowsOf(sql<Record<string, unknown>>`
      select content, sender_name, sender_id, messages.created_at from messages
      join conversations on conversations.id = conversation_id order by conversations.created_at, seq
    `);
    expect(messages[1]).toMatchObject({ content: 'Message 2', senderName: 'Maya Chen', senderId: maya.user.id });
    expect(messages[50]).toMatchObject({ content: '<b>plain</b> & text', senderName: 'Karl' });
    const notes = await rowsOf(sql`select cause, body from activities where kind = 'noted'`);
    expect(notes).toEqual([{ cause: { by: 'import', name: 'Noah Weber' }, body: 'Ask the carrier' }]);
    const [answers] = await rowsOf(sql`select count(*) as answers, sum(waited_seconds) as seconds from answers`);
    expect(answers).toEqual({ answers: 25, seconds: 1500 });
    const [contact] = await rowsOf(sql<Record<string, unknown>>`
      select contacts.attributes, companies.name as company,
        (select body from contact_notes join contact_note_versions on note_id = contact_notes.id where contact_id = contacts.id) as note
      from visitors join identities on visitor_id = visitors.id join contacts on contacts.id = contact_id
      left join companies on companies.id = company_id where email = 'jane@customer.example'
    `);
    expect(contact).toMatchObject({
      attributes: { plan: { value: 'Pro' }, orders: { value: 3 } },
      company: 'Acme',
      note: 'Prefers mornings',
    });
    expect(done.issues).toContainEqual(
      expect.objectContaining({ kind: 'contact', reason: 'value_unfit', examples: ['101'] }),
    );
    const [reply] = await rowsOf(sql<{ text: string }>`select text from canned_replies where shortcut = 'hi'`);
    expect(reply?.text).toBe('Hello {{customer.firstName}}');
    const articles = await rowsOf(sql`select title, is_active, locale from articles order by title`);
    expect(articles).toEqual([
      { title: 'Draft', isActive: false, locale: 'en' },
      { title: 'Returns', isActive: true, locale: 'de' },
    ]);
  });

  it('is silent: no event, delivery, notification, rule, clock or rating follows', async () => {
    await writes(context, admin, await reads(context, admin, request()));
    const [silence] = await rowsOf(sql`
      select (select count(*) from outbox) as events, (select count(*) from deliveries) as deliveries,
        (select count(*) from notifications) as notifications, (select count(*) from sla_clocks) as clocks,
        (select count(*) from ratings) as ratings, (select count(*) from conversations where sla_stale) as stale
    `);
    expect(silence).toEqual({ events: 0, deliveries: 0, notifications: 0, clocks: 0, ratings: 0, stale: 0 });
    for (const queue of ['events', 'rules', 'notifications', 'routing'] as const)
      expect(await context.queues.queue(queue).getJobCounts('waiting', 'delayed')).toMatchObject({
        waiting: 0,
        delayed: 0,
      });
  });

  it('is repeated without doubles, and brings what has been written since', async () => {
    await writes(context, admin, await reads(context, admin, request()));
    const again = await writes(context, admin, await reads(context, admin, request()));
    expect(countOf(again, 'conversation')).toMatchObject({ found: 2, created: 0, matched: 2 });
    expect(countOf(again, 'contact')).toMatchObject({ created: 0, matched: 2 });
    chatwoot.data.conversations[1]?.messages.push({
      id: 2004,
      message_type: 1,
      content: 'It is on its way',
      created_at: 1_700_020_000,
      sender: { id: 1, name: 'Maya Chen', type: 'user' },
    });
    await writes(context, admin, await reads(context, admin, request()));
    const rows = await rowsOf(sql`select status, last_seq from conversations order by created_at`);
    expect(rows).toEqual([
      { status: 'closed', lastSeq: 50 },
      { status: 'active', lastSeq: 3 },
    ]);
  });

  it('is undone as a whole: every row is as before', async () => {
    const before = await checksum(context.db);
    const done = await writes(context, admin, await reads(context, admin, request()));
    expect(await checksum(context.db)).not.toBe(before);
    const undone = await undoes(context, admin, done.id);
    expect(undone.state).toBe('undone');
    expect(await checksum(context.db)).toBe(before);
  });

  it('keeps what was touched since when it is undone, and lists it', async () => {
    const done = await writes(context, admin, await reads(context, admin, request()));
    await sql`update conversations set priority = 'urgent' where status = 'closed'`.execute(context.db);
    const undone = await undoes(context, admin, done.id);
    expect(undone.issues).toContainEqual({ kind: 'conversation', reason: 'touched', count: 1, examples: ['1'] });
    const left = await rowsOf(sql`select customer_email, last_seq from conversations`);
    expect(left).toEqual([{ customerEmail: 'jane@customer.example', lastSeq: 50 }]);
    const contacts = await rowsOf(sql`select email from visitors`);
    expect(contacts).toEqual([{ email: 'jane@customer.example' }]);
  });

  it('has a receipt that proves itself, and no longer once a number is changed', async () => {
    const done = await writes(context, admin, await reads(context, admin, request()));
    const receipt = await readImportReceipt(context, admin, done.id);
    expect(receipt.checksums).toContainEqual({
      kind: 'conversation',
      records: 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await verifyImportReceipt(context, admin, receipt)).toEqual({ isGenuine: true });
    const forged = { ...receipt, counts: receipt.counts.map((count) => ({ ...count, created: count.created + 1 })) };
    expect(await verifyImportReceipt(context, admin, forged)).toEqual({ isGenuine: false });
  });

  it('waits as long as it is asked to, visibly, and then goes on', async () => {
    chatwoot.endpoint.next = [];
    const { id } = await startImport(context, admin, request());
    chatwoot.endpoint.next = [{ status: 429, headers: { 'retry-after': '1' } }];
    const running = run(context, admin, id);
    await expect.poll(async () => (await readImport(context, admin, id)).waitingUntil).not.toBeNull();
    expect(await running).toMatchObject({ state: 'ready', waitingUntil: null });
  });

  it('refuses a connection that the other product refuses, by a sentence without the token', async () => {
    const wrong = { ...chatwoot.connection, token: 'wrong-secret-token' };
    const starting = startImport(context, admin, { source: 'chatwoot', connection: wrong });
    await expect(starting).rejects.toMatchObject({
      code: 'invalid',
      message: expect.not.stringContaining('wrong-secret'),
    });
    await expect(startImport(context, maya, request())).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('stores the token encrypted, and not at all once everything is read', async () => {
    const { id } = await startImport(context, admin, request());
    const stored = async () =>
      (await rowsOf(sql<{ connection: string | null }>`select connection from imports`))[0]?.connection;
    expect(await stored()).not.toContain('token-of-the-test');
    await run(context, admin, id);
    expect(await stored()).toBeNull();
  });
});

describe('an import from a file', () => {
  it('reads contacts of a spreadsheet in an older encoding, with further columns as attributes', async () => {
    const text = 'Name;E-Mail;Company;Lieblingsfarbe\r\n"Müller; Jörg";joerg@customer.example;Blumen Müller;grün\r\n';
    const read = await uploads('contacts.csv', Buffer.from(text, 'latin1'));
    const done = await writes(context, admin, read);
    expect(countOf(done, 'contact')).toMatchObject({ found: 1, created: 1 });
    const [contact] = await rowsOf(sql<Record<string, unknown>>`
      select visitors.name, companies.name as company, contacts.attributes from visitors
      join identities on visitor_id = visitors.id join contacts on contacts.id = contact_id
      join companies on companies.id = company_id
    `);
    expect(contact).toMatchObject({
      name: 'Müller; Jörg',
      company: 'Blumen Müller',
      attributes: { lieblingsfarbe: { value: 'grün' } },
    });
  });

  it('reads messages of a table, row by row', async () => {
    const text = [
      'conversation_id,created_at,sender,sender_name,contact_email,text,status,tags',
      'c1,2024-01-05T10:00:00Z,customer,Jane,jane@customer.example,"Hello, there",closed,"refund, vip"',
      'c1,2024-01-05T10:05:00Z,agent,Maya,,Hi Jane,closed,',
      'c2,2024-01-06T10:00:00Z,customer,Karl,karl@customer.example,Help,open,',
    ].join('\n');
    const done = await writes(context, admin, await uploads('messages.csv', text));
    expect(countOf(done, 'conversation')).toMatchObject({ created: 2 });
    const rows = await rowsOf(sql`select status, last_seq, customer_email from conversations order by created_at`);
    expect(rows).toEqual([
      { status: 'closed', lastSeq: 2, customerEmail: 'jane@customer.example' },
      { status: 'waiting', lastSeq: 1, customerEmail: 'karl@customer.example' },
    ]);
  });

  const conversation = (id: string, html: string) => ({
    type: 'conversation',
    id,
    status: 'open',
    isClosed: false,
    createdAt: '2024-01-05T10:00:00.000Z',
    messages: [{ id: '1', sender: 'customer', html, createdAt: '2024-01-05T10:00:00.000Z' }],
  });

  it('reads a file that ends in the middle up to there, and says so', async () => {
    const whole = [conversation('1', 'One'), conversation('2', 'Two')].map((each) => JSON.stringify(each)).join('\n');
    const read = await uploads('export.ndjson', whole.slice(0, -20));
    expect(countOf(read, 'conversation')?.found).toBe(1);
    expect(read.issues).toContainEqual(expect.objectContaining({ reason: 'cut_off' }));
  });

  it('takes nothing of hostile HTML but its text', async () => {
    const html =
      '<p>Hi <b>you</b></p><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">here</a>';
    await writes(context, admin, await uploads('export.json', JSON.stringify([conversation('1', html)])));
    const [message] = await rowsOf(sql<{ content: string; markdown: string }>`select content, markdown from messages`);
    expect(message?.content).toContain('Hi you');
    expect(`${message?.content} ${message?.markdown}`).not.toMatch(/alert|script|onerror/);
  });

  it('imports a record of each id once, and notes the others', async () => {
    const records = [
      conversation('1', 'One'),
      conversation('1', 'Another'),
      { type: 'conversation', id: '2' },
      { type: 'x' },
    ];
    const done = await writes(context, admin, await uploads('export.json', JSON.stringify(records)));
    expect(countOf(done, 'conversation')).toMatchObject({ created: 1 });
    expect(done.issues).toContainEqual(
      expect.objectContaining({ kind: 'conversation', reason: 'collision', examples: ['1'] }),
    );
    expect(done.issues).toContainEqual(
      expect.objectContaining({ kind: 'conversation', reason: 'unreadable', count: 2 }),
    );
  });

  it('attaches contacts to the one who has proven the address, and takes back only what it added', async () => {
    const website = await insertWebsite(context.db, { domain: 'other.example.com', name: 'Other' });
    await sql`insert into visitors (website_id, email, name, identity_key) values (${website?.id ?? null}, 'jane@customer.example', 'Jane', 'jane@customer.example')`.execute(
      context.db,
    );
    const before = await checksum(context.db);
    const text = 'name,email,plan\nJane,jane@customer.example,Pro\n';
    const done = await writes(context, admin, await uploads('contacts.csv', text));
    const contacts = await rowsOf(sql<{ attributes: unknown }>`select attributes from contacts`);
    expect(contacts).toEqual([{ attributes: { plan: expect.objectContaining({ value: 'Pro' }) } }]);
    await undoes(context, admin, done.id);
    expect(await checksum(context.db)).toBe(before);
  });

  it('fails with a sentence for a table of something else', async () => {
    expect(await uploads('x.csv', 'colour,size\nred,5\n')).toMatchObject({
      state: 'failed',
      reasonLocalized: { code: 'import_file_unknown' },
    });
  });

  it('takes parts in their order alone', async () => {
    const { id } = await startImport(context, admin, { source: 'file', file: { name: 'a.csv', size: 20 } });
    await expect(appendImportFile(context, admin, { id, offset: 5 }, Buffer.from('abc'))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await appendImportFile(context, admin, { id, offset: 0 }, Buffer.from('name,email\n'))).toMatchObject({
      received: 11,
      state: 'uploading',
    });
    expect(await appendImportFile(context, admin, { id, offset: 0 }, Buffer.from('name,email\n'))).toMatchObject({
      received: 11,
    });
  });
});
