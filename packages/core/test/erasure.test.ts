import { randomUUID } from 'node:crypto';
import { insertUser } from '@parley/db/people/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { closeRedis, connectRedis } from '@parley/service/redis';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askSuggestions } from '../src/ai/ask-suggestions.ts';
import { handOff } from '../src/conversations/hand-off.ts';
import { eraseVisitor } from '../src/data/privacy.ts';
import { queuePrefix } from '../src/queues.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';
import { postVisitorMessage } from '../src/visitors/post.ts';

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
  const { message } = await postVisitorMessage(context, { kind: 'visitor', visitorId, websiteId }, draft);
  return message.conversationId;
}

/** Everything Redis holds for this installation, as text. */
async function inRedis(): Promise<string> {
  const texts: string[] = [];
  for (const key of await context.redis.keys(`*${context.prefix}*`)) {
    const type = await context.redis.type(key);
    if (type === 'hash') texts.push(JSON.stringify(await context.redis.hgetall(key)));
    if (type === 'string') texts.push((await context.redis.get(key)) ?? '');
    if (type === 'stream') texts.push(JSON.stringify(await context.redis.xrange(key, '-', '+')));
  }
  return texts.join('\n');
}

describe('erasing a customer', () => {
  it('leaves none of their words in a queue: not of a hand-off, not of what was suggested', async () => {
    const email = 'ada@example.com';
    const conversationId = await customer(email);
    await handOff(context, conversationId, { reason: 'Asked: My secret is marzipan', cause: { by: 'assistant' } });

    const connection = connectRedis(context.env['REDIS_URL'] ?? '', { role: 'bullmq', onError: () => undefined });
    const worker = new Worker(
      'ai-suggestions',
      async () => ({ suggestions: ['Is your secret marzipan?'], sources: [null] }),
      { connection, prefix: queuePrefix(context.prefix) },
    );
    await askSuggestions(context, conversationId);
    await worker.close();
    await closeRedis(connection);

    const admin = await insertUser(context.db, {
      name: 'Admin',
      email: 'admin@example.com',
      username: 'admin',
      passwordHash: 'x',
      role: 'admin',
    });
    await eraseVisitor(context, { kind: 'staff', user: admin, sessionId: 'none' }, email);
    expect(await inRedis()).not.toMatch(/marzipan|ada@example/);
  });

  it('leaves none of their words in mails that were left aside, and nobody else’s mail is touched', async () => {
    await customer('eve@example.com');
    const keep = async (status: 'ignored' | 'posted', raw: string) =>
      context.db
        .insertInto('inboundMails')
        .values({
          messageIdHash: randomUUID(),
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
    expect(await eraseVisitor(context, caller, 'eve@example.com')).toMatchObject({ conversations: 1, mails: 1 });
    const left = await context.db.selectFrom('inboundMails').select('raw').execute();
    expect(left.map(({ raw }) => raw.toString()).join()).not.toContain('marzipan');
    expect(left).toHaveLength(2);
  });
});
