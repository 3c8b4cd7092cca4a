import { randomUUID } from 'node:crypto';
import { scheduleMessage } from '@parley/core/conversations/scheduled';
import { readUser } from '@parley/core/users/users';
import { requeueForgotten } from '@parley/core/upkeep/deliveries';
import { insertWebhook } from '@parley/db/webhooks/webhooks';
import { type Endpoint, startEndpoint } from '@parley/e2e/outside/http';
import { type ModelServer, startModelServer } from '@parley/e2e/outside/openai';
import { headerOf, type MailServer, startMailServer } from '@parley/e2e/outside/smtp';
import { startTrello, type TrelloServer } from '@parley/e2e/outside/trello';
import { freePort, type Service, startService } from '@parley/e2e/process';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startRelay } from './relay.ts';
import { type Stage, startStage, type Talk, until } from './stage.ts';

let stage: Stage;
let model: ModelServer;
let receiver: Endpoint;
let smtp: MailServer;
let trello: TrelloServer;
let workers: Service[] = [];

beforeAll(async () => {
  [model, receiver, smtp, trello] = await Promise.all([
    startModelServer(),
    startEndpoint(),
    startMailServer(),
    startTrello(),
  ]);
  stage = await startStage({
    worker: false,
    env: { OPENAI_BASE_URL: model.url, TRELLO_API_URL: trello.url, AI_TOKENS_PER_VISITOR_AND_DAY: '0' },
  });
  await insertWebhook(stage.context.db, {
    url: receiver.url,
    events: ['message.posted'],
    secret: stage.context.secrets.encrypt('whsec_c2VjcmV0'),
    createdBy: null,
  });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
  await stage?.close();
  await Promise.all([model, receiver, smtp, trello].map((server) => server?.close()));
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
  workers = [];
  smtp.delayMs = 0;
  receiver.usually = { status: 200 };
  model.usually = { text: 'Hello from the model.' };
  await stage.set('aiConfig', { enabled: false });
});

async function startOne(more: Record<string, string> = {}): Promise<Service> {
  // What a killed worker held is taken up after this.
  const env = { ...stage.env, LOG_LEVEL: 'warn', JOB_LOCK_SECONDS: '2', ...more };
  const worker = await startService('worker', 'apps/worker', await freePort(), env);
  workers.push(worker);
  return worker;
}
/** The seqs told of a conversation by webhook, each id once, in the order of its first arrival. */
function toldSeqs({ conversationId }: Pick<Talk, 'conversationId'>): number[] {
  const firsts = new Map<string | undefined, number>();
  for (const request of receiver.requests) {
    const { data } = JSON.parse(request.body) as { data: { conversationId: string; message: { seq: number } } };
    const id = request.headers['webhook-id'];
    if (data.conversationId === conversationId && !firsts.has(id)) firsts.set(id, data.message.seq);
  }
  return [...firsts.values()];
}
const unfinished = async (): Promise<number> => {
  const { count } = await stage.context.db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['pending', 'failed'])
    .executeTakeFirstOrThrow();
  return count;
};

describe('a worker killed in the middle', () => {
  test('of an AI reply: another writes it, once', async () => {
    await stage.set('aiConfig', { enabled: true });
    model.usually = { text: 'One two three four five six.', pieceMs: 150 };
    const first = await startOne();
    model.requests = [];
    const talk = await stage.opens('Hello');
    await until(() => model.requests.length > 0, 'the model to be asked');
    await first.stop('SIGKILL');
    await startOne();
    await until(async () => (await talk.fromAi()).length > 0, 'the reply');
    await until(
      async () =>
        (await stage.context.queues.queue('ai-replies').getJobCounts('active', 'waiting', 'delayed')).active === 0,
      'quiet',
    );
    expect((await talk.fromAi()).map((message) => message.content)).toEqual(['One two three four five six.']);
    expect(model.requests).toHaveLength(2);
  });

  test('of a webhook: it is repeated under the same id, and none is missing', async () => {
    receiver.requests = [];
    receiver.usually = { status: 200, delayMs: 2_000 };
    const first = await startOne();
    const talk = await stage.opens('Hello');
    await talk.says('And again');
    await until(() => toldSeqs(talk).length > 0, 'the call');
    await first.stop('SIGKILL');
    receiver.usually = { status: 200 };
    await startOne();
    await until(async () => toldSeqs(talk).length === 2 && (await unfinished()) === 0, 'the rest');
    expect(toldSeqs(talk)).toEqual([1, 2]);
    const ids = receiver.requests
      .filter((request) => request.body.includes(talk.conversationId))
      .map((request) => request.headers['webhook-id']);
    expect(ids.length).toBeGreaterThan(new Set(ids).size);
  });

  test('while scheduled messages go out: each goes once, in its order', async () => {
    const { userId } = await stage.representative();
    const user = await readUser(stage.context, userId);
    const author = { kind: 'staff', user, sessionId: 'none' } as const;
    const talks = await Promise.all(Array.from({ length: 5 }, () => stage.opens('Hello')));
    const texts = Array.from({ length: 8 }, (_, n) => `Message ${n}`);
    for (const { conversationId } of talks) {
      for (const content of texts) {
        const draft = { content, clientMessageId: randomUUID(), delaySeconds: 0 };
        await scheduleMessage(stage.context, author, conversationId, draft);
      }
    }
    const sent = async () => {
      const all = await Promise.all(talks.map((talk) => talk.messages()));
      return all.map((messages) => messages.slice(1).map(({ content }) => content));
    };
    const first = await startOne();
    await until(async () => (await sent()).flat().length > 2, 'the first of them');
    await first.stop('SIGKILL');
    await Promise.all([startOne(), startOne()]);
    const waiting = () => stage.context.db.selectFrom('scheduledMessages').select('id').execute();
    await until(async () => (await waiting()).length === 0, 'all of them', 90);
    expect(await sent()).toEqual(talks.map(() => texts));
  });

  test('of a mail: it is repeated under the same Message-ID', async () => {
    await stage.set('emailConfig', {
      enabled: true,
      smtpHost: smtp.host,
      smtpPort: smtp.port,
      smtpAllowPlaintext: true,
      fromEmail: 'support@shop.example',
      notificationEmails: ['team@shop.example'],
    });
    smtp.delayMs = 3_000;
    const first = await startOne();
    await stage.opens('Hello');
    await until(() => smtp.mails.length > 0, 'the mail');
    await first.stop('SIGKILL');
    smtp.delayMs = 0;
    await startOne();
    await until(async () => (await unfinished()) === 0, 'the mail to be done');
    expect(smtp.mails.length).toBe(2);
    expect(new Set(smtp.mails.map((mail) => headerOf(mail.raw, 'Message-ID'))).size).toBe(1);
    await stage.set('emailConfig', { enabled: false });
  });

  test('of making a card: there is one card', async () => {
    await stage.set('trelloConfig', {
      enabled: true,
      apiKey: trello.apiKey,
      token: trello.token,
      boardId: trello.boardId,
    });
    const { usually } = trello.endpoint;
    trello.endpoint.usually = (request) => {
      const told = typeof usually === 'function' ? usually(request) : usually;
      return request.path.includes('/attachments') ? { hang: true } : told;
    };
    const first = await startOne();
    const talk = await stage.opens('Hello');
    await talk.handOff('Refund');
    await until(() => trello.cards.length > 0, 'the card');
    await first.stop('SIGKILL');
    trello.endpoint.usually = usually;
    await startOne();
    await until(async () => (await unfinished()) === 0, 'the card to be done');
    expect(trello.cards).toHaveLength(1);
    await stage.set('trelloConfig', { enabled: false });
  });

  test('of a copy from production: another goes on, and every row is there once', async () => {
    const production = await startStage({ worker: false });
    const source = { SYNC_SOURCE_DATABASE_URL: production.context.database.url };
    const count = 4_000;
    await sql`
      with made as (
        insert into conversations (website_domain, status, is_ai_assisted, last_seq, customer_message_count)
        select 'production.example', 'waiting', false, 1, 1 from generate_series(1, ${count}::int) returning id
      )
      insert into messages (conversation_id, seq, sender_type, content, customer_message_count)
      select id, 1, 'customer', 'Hello', 1 from made
    `.execute(production.context.db);
    const copied = async () => {
      const { rows } = await sql<{ conversations: number; messages: number }>`
        select count(distinct conversations.id) as conversations, count(messages.id) as messages
        from conversations left join messages on messages.conversation_id = conversations.id
        where website_domain = 'production.example'
      `.execute(stage.context.db);
      return rows[0] ?? { conversations: 0, messages: 0 };
    };
    const first = await startOne(source);
    await stage.context.queues.add('sync', { requestedBy: null });
    await until(async () => (await copied()).conversations > 0, 'the first batch');
    await first.stop('SIGKILL');
    expect((await copied()).conversations).toBeLessThan(count);
    await startOne(source);
    await until(async () => (await stage.context.queues.queue('sync').getCompletedCount()) === 1, 'the end');
    expect(await copied()).toEqual({ conversations: count, messages: count });
    await production.close();
  });

  test('again and again while customers write: every reaction happens, once, in order', async () => {
    await stage.set('aiConfig', { enabled: true });
    model.usually = { text: 'Fine.', pieceMs: 20 };
    receiver.requests = [];
    receiver.usually = { status: 200, delayMs: 15 };
    await startOne();
    const talks: Talk[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 3; count += 1) talks.push(await stage.opens(`Hello ${round} ${count}`));
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_500));
      await workers.at(-1)?.stop('SIGKILL');
      await startOne();
    }
    await until(
      async () => {
        const answers = await Promise.all(talks.map(async (talk) => (await talk.fromAi()).length));
        return (
          answers.every((count) => count > 0) &&
          talks.every((talk) => toldSeqs(talk).length >= 2) &&
          (await unfinished()) === 0
        );
      },
      'all reactions',
      120,
    );
    for (const talk of talks) {
      expect((await talk.messages()).map((message) => message.senderType)).toEqual(['customer', 'ai']);
      expect(toldSeqs(talk)).toEqual([1, 2]);
    }
  }, 240_000);
});

/** Redis forgets all of this installation, and so much time goes by that it shows in the rows. */
async function redisForgetsEverything(): Promise<void> {
  const { db, redis, prefix } = stage.context;
  await Promise.all((await redis.keys(`*${prefix}*`)).map((name) => redis.unlink(name)));
  await sql`
    update deliveries set updated_at = updated_at - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour'
    where status in ('pending', 'failed')
  `.execute(db);
  await requeueForgotten(stage.context);
}

test('receivers that fail, workers that are killed, a Redis that forgets everything: each conversation is told in order, and nothing twice but what a kill has cut off', async () => {
  const [failures, arrived] = [new Map<string, number>(), new Map<string, number>()];
  const killedAt: number[] = [];
  const unexplained: string[] = [];
  receiver.requests = [];
  receiver.usually = (request) => {
    const id = String(request.headers['webhook-id']);
    const before = arrived.get(id);
    if (before !== undefined && !killedAt.some((at) => at >= before)) unexplained.push(id);
    const failed = failures.get(id) ?? 0;
    if (failed < 3 && Math.random() < 0.4) {
      failures.set(id, failed + 1);
      return Math.random() < 0.5 ? { status: 500 } : { hangUp: true };
    }
    arrived.set(id, Date.now());
    return { status: 200, delayMs: Math.random() * 50 };
  };
  const talks: Talk[] = [];
  const planned = async (): Promise<boolean> =>
    (await Promise.all(talks.map(async (talk) => (await talk.deliveries('webhook')).length))).every(
      (count) => count === 1 + 2 * rounds,
    );
  let rounds = 0;
  for (const forgets of [false, true, false, true]) {
    const worker = await startOne({ RETRY_WAIT_SCALE: '0.001' });
    if (talks.length === 0) talks.push(...(await Promise.all(['a', 'b', 'c', 'd'].map((name) => stage.opens(name)))));
    rounds += 1;
    await Promise.all(
      talks.map(async (talk) => {
        for (const text of ['and', 'again']) await talk.says(text);
      }),
    );
    // Events that are still in Redis would be lost with it; and of those that a worker has just been handed when it is
    // killed, later ones may be told first (docs/architecture.md, "How a delivery is made").
    await until(planned, 'the reactions to be planned', 120);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
    await worker.stop('SIGKILL');
    killedAt.push(Date.now());
    if (forgets) await redisForgetsEverything();
  }
  await startOne({ RETRY_WAIT_SCALE: '0.001' });
  await until(async () => (await planned()) && (await unfinished()) === 0, 'everything to be told', 180);
  for (const talk of talks) {
    expect(toldSeqs(talk)).toEqual(Array.from({ length: 1 + 2 * rounds }, (_, index) => index + 1));
    expect((await talk.deliveries('webhook')).map(({ status }) => status)).not.toContain('dead');
  }
  expect(unexplained).toEqual([]);
}, 600_000);

test('a worker that is asked to stop finishes what it does', async () => {
  await stage.set('aiConfig', { enabled: true });
  model.usually = { text: 'One two three four five six seven eight.', pieceMs: 150 };
  const worker = await startOne();
  model.requests = [];
  const talk = await stage.opens('Hello');
  await until(() => model.requests.length > 0, 'the model to be asked');
  await worker.stop('SIGTERM');
  expect(worker.process.exitCode).toBe(0);
  expect((await talk.fromAi()).map((message) => message.content)).toEqual(['One two three four five six seven eight.']);
  expect(model.requests).toHaveLength(1);
});

test('a worker that is asked to stop leaves an answer without end to another', async () => {
  await stage.set('aiConfig', { enabled: true });
  model.usually = { text: 'On and on it goes. '.repeat(500), pieceMs: 100 };
  const worker = await startOne({ SHUTDOWN_SECONDS: '2' });
  model.requests = [];
  const talk = await stage.opens('Hello');
  await until(() => model.requests.length > 0, 'the model to be asked');
  await worker.stop('SIGTERM');
  expect(worker.process.exitCode).toBe(0);
  expect(await talk.fromAi()).toEqual([]);
  model.usually = { text: 'Short this time.' };
  await startOne();
  await until(async () => (await talk.fromAi()).length > 0, 'the answer of the other worker');
  expect((await talk.fromAi()).map((message) => message.content)).toEqual(['Short this time.']);
});

describe('a worker whose Redis or database goes away', () => {
  test.each(['REDIS_URL', 'DATABASE_URL'] as const)(
    'carries on when %s answers again, without a restart',
    async (name) => {
      const address = new URL(stage.env[name] ?? '');
      const relay = await startRelay(address.hostname, Number(address.port));
      address.host = `127.0.0.1:${relay.port}`;
      const worker = await startService('worker', 'apps/worker', await freePort(), {
        ...stage.env,
        [name]: address.href,
      });
      workers.push(worker);
      receiver.requests = [];
      const talk = await stage.opens('Before');
      const told = () => receiver.requests.filter((request) => request.body.includes(talk.conversationId)).length;
      await until(() => told() === 1, 'the first webhook');
      // One that is not written down yet would be repeated.
      await until(
        () =>
          stage.context.db
            .selectFrom('deliveries')
            .select('id')
            .where('conversationId', '=', talk.conversationId)
            .where('status', '=', 'delivered')
            .executeTakeFirst(),
        'the first webhook to be written down',
      );
      relay.cut();
      await until(
        async () => (await fetch(`${worker.url}/readyz`)).status === 503,
        'the worker to say that it is not ready',
      );
      await talk.says('Meanwhile');
      expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
      expect(told()).toBe(1);
      relay.mend();
      await until(() => told() === 2, 'the second webhook', 60);
      expect(worker.process.exitCode).toBeNull();
    },
  );
});
