import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { randomUUID } from 'node:crypto';
import { activitiesAfter } from '@parley/db/activities/read';
import { conversationState } from '@parley/db/conversations/read';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import { recordInboundResult, storeInboundMail } from '@parley/db/mail/inbound';
import { rememberMail } from '@parley/db/mail/threads';
import { unsubscribe, unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { insertMessage } from '@parley/db/messages/insert';
import { messagesAfter } from '@parley/db/messages/read';
import { eraseVisitorData, findVisitorData } from '@parley/db/privacy/visitor-data';
import { insertUser } from '@parley/db/users/users';
import { contactOf, joinVisitors } from '@parley/db/visitors/contacts';
import { insertVisitor, upsertVerifiedVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { closeRedis, connectRedis } from '@parley/service/redis';
import { type Job, Worker } from 'bullmq';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askSuggestions, keepSuggestions } from '../src/ai/ask-suggestions.ts';
import { mergeContacts, unmergeContacts } from '../src/contacts/merge.ts';
import { handOff } from '../src/conversations/hand-off.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { eraseVisitor, visitorDocument } from '../src/data/privacy.ts';
import { rememberFruitless } from '../src/help/todos.ts';
import { queuePrefix } from '../src/queues.ts';
import { createTestContext, type TestContext, withExternalServices, overseer } from '../src/testing.ts';
import { addView, updateView } from '../src/views/views.ts';
import { updateByVisitor } from '../src/visitors/identify.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;

beforeAll(async () => {
  context = await createTestContext();
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  websiteId = website?.id ?? '';
});
afterAll(() => context.close());

async function customer(email: string): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email });
  const draft = { content: 'My secret is marzipan', clientMessageId: randomUUID() };
  const { message } = await postMessage(context, { kind: 'visitor', visitorId }, 'newest', draft);
  return message.conversationId;
}

/** Everything Redis holds for this installation, as text. */
async function inRedis(): Promise<string> {
  const texts: string[] = [];
  for (const key of await context.redis.keys(`*${context.prefix}*`)) {
    const type = await context.redis.type(key);
    texts.push(key);
    if (type === 'hash') texts.push(JSON.stringify(await context.redis.hgetall(key)));
    if (type === 'string') texts.push((await context.redis.get(key)) ?? '');
    if (type === 'stream') texts.push(JSON.stringify(await context.redis.xrange(key, '-', '+')));
    if (type === 'list') texts.push(JSON.stringify(await context.redis.lrange(key, 0, -1)));
    if (type === 'set') texts.push(JSON.stringify(await context.redis.smembers(key)));
    if (type === 'zset') texts.push(JSON.stringify(await context.redis.zrange(key, '0', '-1')));
  }
  return texts.join('\n');
}

describe('erasing a customer', () => {
  it('removes a person from the emails of other customers, with what they answered there', async () => {
    const conversationId = await customer('host@example.com');
    const state = await conversationState(context.db, conversationId);
    const guest = { address: 'guest@example.com', name: 'Gus', kind: 'cc' as const };
    const other = { address: 'other@example.com', name: null, kind: 'cc' as const };
    await updateConversation(context, overseer, conversationId, { participants: [guest, other] });
    const { stored } = await postMessage(
      context,
      { kind: 'visitor', visitorId: state?.visitorId ?? '', name: 'Gus (…@example.com)' },
      { conversationId },
      { content: 'My own secret is nougat', via: 'email', clientMessageId: randomUUID() },
    );
    const mailId = await storeInboundMail(context.db, {
      identityHash: randomUUID(),
      source: 'imap',
      envelopeFrom: guest.address,
      envelopeTo: [],
      senderName: 'Gus',
      senderAddress: guest.address,
      subject: null,
      raw: Buffer.from('From: guest@example.com'),
    });
    await recordInboundResult(context.db, mailId ?? '', { status: 'posted', conversationId, messageSeq: stored.seq });
    const { participations } = await findVisitorData(context.db, guest.address);
    expect(participations).toEqual([{ conversationId, ...guest }]);

    await eraseVisitorData(context.db, guest.address);
    const after = await conversationState(context.db, conversationId);
    expect(after?.participants).toEqual([other]);
    const messages = await messagesAfter(context.db, conversationId, 0, 10);
    expect(messages.map(({ content, removedAt }) => [content, removedAt !== undefined])).toEqual([
      ['My secret is marzipan', false],
      ['', true],
    ]);
    const activities = await activitiesAfter(context.db, conversationId, 0, 10);
    expect(JSON.stringify(activities)).not.toContain(guest.address);
    expect(JSON.stringify(activities)).toContain(other.address);
  });

  it('leaves none of their words in a queue: not of a hand-off, not of what was suggested; and everybody else’s', async () => {
    const email = 'ada@example.com';
    const conversationId = await customer(email);
    const other = await customer('grace@example.com');
    await handOff(context, conversationId, {
      summary: onlyReason('Asked: My secret is marzipan'),
      cause: { by: 'assistant' },
    });

    const connection = connectRedis(context.env['REDIS_URL'] ?? '', { role: 'bullmq', onError: () => undefined });
    const worker = new Worker(
      'ai-suggestions',
      async ({ data }: Job<{ conversationId: string }>) => {
        const text = data.conversationId === other ? 'Nougat it is.' : 'Is your secret marzipan?';
        await keepSuggestions(context, data.conversationId, { suggestions: [text], sources: [null] });
      },
      { connection, prefix: queuePrefix(context.prefix) },
    );
    expect(await askSuggestions(context, overseer, conversationId)).toMatchObject({
      suggestions: ['Is your secret marzipan?'],
    });
    expect(await askSuggestions(context, overseer, other)).toMatchObject({ suggestions: ['Nougat it is.'] });
    await worker.close();
    await closeRedis(connection);

    const admin = await insertUser(context.db, {
      name: 'Admin',
      email: 'admin@example.com',
      username: 'admin',
      passwordHash: 'x',
      role: 'admin',
    });
    await eraseVisitor(withExternalServices(context), { kind: 'staff', user: admin, sessionId: 'none' }, email);
    expect(await inRedis()).not.toMatch(/marzipan|ada@example/);
    expect(await inRedis()).toContain('Nougat it is.');
  });

  it('leaves none of their words in mails that were left aside, and nobody else’s mail is touched', async () => {
    await customer('eve@example.com');
    const keep = async (status: 'ignored' | 'posted', raw: string) =>
      context.db
        .insertInto('inboundMails')
        .values({
          identityHash: randomUUID(),
          source: 'imap',
          status,
          reason: 'bounce',
          envelopeTo: [],
          raw: Buffer.from(raw),
        })
        .execute();
    await keep('ignored', 'From: mailer-daemon@mx.example\r\n\r\nTo: Eve@example.com\r\nMy secret is marzipan');
    await keep('ignored', 'From: bob@example.com\r\n\r\nAway until Monday');
    await keep('posted', 'From: bob@example.com\r\n\r\nPlease write to eve@example.com as well');
    const admin = await insertUser(context.db, {
      name: 'Admin',
      email: 'second@example.com',
      username: 'second',
      passwordHash: 'x',
      role: 'admin',
    });
    const caller = { kind: 'staff', user: admin, sessionId: 'none' } as const;
    expect(await eraseVisitor(withExternalServices(context), caller, 'eve@example.com')).toMatchObject({
      conversations: 1,
      mails: 1,
    });
    const left = await context.db.selectFrom('inboundMails').select('raw').execute();
    expect(left.map(({ raw }) => raw.toString()).join()).not.toContain('marzipan');
    expect(left).toHaveLength(2);
  });

  it.each(['first', 'second'] as const)(
    'erasing by the %s of two addresses they gave leaves no row with either: no message, mail, delivery, wish or history',
    async (which) => {
      const token = randomUUID();
      const addresses = { first: `first-${token}@example.com`, second: `second-${token}@example.com` };
      const conversationId = await customer(addresses.first);
      const { db } = context;
      const deliver = (channel: 'email' | 'slack' | 'webhook', target: string, payload: object) =>
        ensureDelivery(db, {
          channel,
          eventId: randomUUID(),
          target,
          summary: 'x',
          conversationId,
          payload: { ...payload },
        });
      const words = { customer: addresses.first, text: 'My secret is marzipan' };
      await deliver('email', 'team@shop.example', { kind: 'notice', ...words });
      await deliver('slack', '#support', { kind: 'notice', ...words });
      await deliver('webhook', randomUUID(), { body: { data: { conversation: { customerEmail: addresses.first } } } });
      await deliver('email', addresses.first.toUpperCase(), { kind: 'digest', fromSeq: 1, toSeq: 1 });
      for (const address of [addresses.first, addresses.second]) {
        await unsubscribe(db, address);
        await rememberMail(db, { messageId: randomUUID(), conversationId, seq: 1, direction: 'out', address });
        await db
          .insertInto('inboundMails')
          .values({
            identityHash: randomUUID(),
            source: 'smtp',
            status: 'ignored',
            reason: 'no_conversation',
            envelopeFrom: address,
            raw: Buffer.from(`From: ${address}`),
          })
          .execute();
      }
      const visitorId = (await conversationState(db, conversationId))?.visitorId ?? '';
      await updateByVisitor(context, { kind: 'visitor', visitorId, websiteId }, { email: addresses.second });
      const admin = await insertUser(db, {
        name: 'Admin',
        email: `${token}@shop.example`,
        username: token,
        passwordHash: 'x',
        role: 'admin',
      });
      const caller = { kind: 'staff', user: admin, sessionId: 'none' } as const;
      const receipt = await eraseVisitor(withExternalServices(context), caller, addresses[which].toUpperCase());
      expect(receipt).toMatchObject({ visitors: 1, conversations: 1, mails: 2 });
      expect(await rowsWith(`${addresses.first}|${addresses.second}`)).toEqual([]);
      expect(await inRedis()).not.toContain(token);
    },
  );

  it('leaves none of the emails that their messages arrived by, also of those written while merged into another’s', async () => {
    const { db } = context;
    const token = `marzipan-${randomUUID()}`;
    const [email, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const [theirs, anothers] = [await customer(email), await customer(other)];
    const visitorId = (await conversationState(db, theirs))?.visitorId ?? '';
    const byMail = async (conversationId: string, text: string) => {
      const stored = {
        text,
        html: `<p>${text}</p>`,
        foldedFrom: 0,
        foldedUntil: 1,
        hasRemotePictures: false,
        trackingPixels: 0,
        isCut: false,
      };
      const sender = { senderType: 'customer', senderId: visitorId, senderName: null } as const;
      const inserted = await insertMessage(db, {
        conversationId,
        content: 'Hi',
        ...sender,
        via: 'email',
        email: stored,
      });
      expect(inserted).toMatchObject({ outcome: 'stored', message: { email: { hasQuotedText: true, hasHtml: true } } });
    };
    await byMail(theirs, token);
    await byMail(anothers, token);
    await sql`update conversations set merged_into = ${anothers}::uuid where id = ${theirs}::uuid`.execute(db);
    await sql`insert into activities (conversation_id, activity_no, after_seq, kind, cause, before, after)
      values (${theirs}::uuid, 50, 1, 'merged', '{"by":"customer"}', '{}', jsonb_build_object('mergedInto', ${anothers}::text))`.execute(
      db,
    );
    const admin = await insertUser(db, {
      name: 'Admin',
      email: `${randomUUID()}@shop.example`,
      username: randomUUID(),
      passwordHash: 'x',
      role: 'admin',
    });
    const caller = { kind: 'staff', user: admin, sessionId: 'none' } as const;
    const pieces: string[] = [];
    for await (const piece of visitorDocument(withExternalServices(context), caller, email)) pieces.push(piece);
    expect(JSON.parse(pieces.join('')).conversations[0].messages.at(-1).email).toEqual({
      text: token,
      html: `<p>${token}</p>`,
    });
    await eraseVisitor(withExternalServices(context), caller, email);
    expect(await rowsWith(token)).toEqual([]);
    const [left] = (await messagesAfter(db, anothers, 1, 1)) ?? [];
    expect(left).toMatchObject({ content: '', removedAt: expect.any(String) });
    expect(left?.email).toBeUndefined();
  });

  it('takes along what the same person wrote in another browser before the website vouched for them', async () => {
    const { db } = context;
    const [email, typed] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const vouched = { websiteId, identityKey: email, email, emailVerified: true };
    const { id } = await upsertVerifiedVisitor(db, vouched);
    await postMessage(context, { kind: 'visitor', visitorId: id }, 'newest', {
      content: 'Signed in',
      clientMessageId: randomUUID(),
    });
    const visitorId = (await conversationState(db, await customer(typed)))?.visitorId ?? '';
    await joinVisitors(db, visitorId, id);
    expect(await eraseVisitorData(db, email)).toMatchObject({ conversations: 2 });
    expect(await rowsWith(`${email}|${typed}`)).toEqual([]);
  });

  it('leaves nothing of who they are in any table or key: views, searches, merges and their undo, the audit log', async () => {
    const { db } = context;
    const token = randomUUID().slice(0, 8);
    const [email, name] = [`erased-${token}@example.com`, `Erasmus Q${token}`];
    const admin = await insertUser(db, {
      name: 'Admin',
      email: `admin-${token}@shop.example`,
      username: `admin-${token}`,
      passwordHash: 'x',
      role: 'admin',
    });
    const caller = { kind: 'staff', user: admin, sessionId: 'none' } as const;
    const contactWith = async (address: string, attribute: string) => {
      const visitorId = (await conversationState(db, await customer(address)))?.visitorId ?? '';
      const id = (await contactOf(db, visitorId)) ?? '';
      const value = { value: attribute, source: 'page', setBy: null, setAt: new Date().toISOString() };
      await sql`update contacts set attributes = ${JSON.stringify({ [`key_${randomUUID()}`]: value })}::jsonb
        where id = ${id}`.execute(db);
      return { id, visitorId };
    };
    const erased = await contactWith(email, `plan-${token}`);
    await updateByVisitor(context, { kind: 'visitor', visitorId: erased.visitorId, websiteId }, { name });
    const [one, other] = [
      await contactWith(`b-${randomUUID()}@x.example`, 'b'),
      await contactWith(`c-${randomUUID()}@x.example`, 'c'),
    ];
    // The contact is merged into another, which is merged further; then both are separated, and the later merge
    // remembers both.
    const first = await mergeContacts(context, caller, one.id, { mergedId: erased.id });
    const later = await mergeContacts(context, caller, other.id, { mergedId: one.id });
    await unmergeContacts(context, caller, first.mergeId);

    const views = [
      { name: `All of ${email}`, filter: { field: 'customer', op: 'contains', value: email.toUpperCase() } },
      { name: 'By name', filter: { all: [{ not: { field: 'customer', op: 'contains', value: name } }] } },
      { name: 'Of others', filter: { field: 'customer', op: 'contains', value: 'Erasmus' } },
    ] as const;
    for (const view of views) {
      const filter = JSON.parse(JSON.stringify(view.filter));
      const draft = { name: view.name, filter, sort: 'activity', scope: 'all' } as const;
      const { id } = await addView(context, caller, draft);
      await updateView(context, caller, id, { name: view.name, filter });
    }
    await rememberFruitless(context, `where is ${email}`, 'en');
    await eraseVisitor(withExternalServices(context), caller, email);
    expect(await rowsWith(`erased-${token}|Q${token}|plan-${token}`)).toEqual([]);
    expect(await inRedis()).not.toMatch(new RegExp(`erased-${token}|Q${token}|plan-${token}`, 'i'));
    await unmergeContacts(context, caller, later.mergeId);
    expect(await rowsWith(`plan-${token}`)).toEqual([]);
    const left = await db.selectFrom('views').select(['name', 'filter']).orderBy('place').execute();
    expect(left).toEqual([
      { name: '[erased]', filter: { field: 'customer', op: 'contains', value: '[erased]' } },
      { name: 'By name', filter: { all: [{ not: { field: 'customer', op: 'contains', value: '[erased]' } }] } },
      { name: 'Of others', filter: views[2].filter },
    ]);
  });

  it('erasing keeps the wish of another customer with an address that the erased one had typed in', async () => {
    const { db } = context;
    await customer('owner@example.com');
    await unsubscribe(db, 'owner@example.com');
    const conversationId = await customer('owner@example.com');
    const visitorId = (await conversationState(db, conversationId))?.visitorId ?? '';
    await updateByVisitor(context, { kind: 'visitor', visitorId, websiteId }, { email: 'prank@example.com' });
    await eraseVisitorData(db, 'prank@example.com');
    expect(await unsubscribedAt(db, 'owner@example.com')).not.toBeNull();
    expect(await findVisitorData(db, 'owner@example.com')).toMatchObject({
      visitors: [{ email: 'owner@example.com' }],
    });
  });
});

/** The tables with a row that matches, whatever its columns. Raw mails count as text. */
async function rowsWith(pattern: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(context.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const row = sql`lower(found::text || coalesce(convert_from(decode(substr(to_jsonb(found)->>'raw', 3), 'hex'), 'utf8'), ''))`;
    const { rows } = await sql<{ hits: number }>`
      select count(*)::int as hits from ${sql.table(name)} as found where ${row} ~ lower(${pattern})
    `.execute(context.db);
    if ((rows[0]?.hits ?? 0) > 0) found.push(name);
  }
  return found;
}
