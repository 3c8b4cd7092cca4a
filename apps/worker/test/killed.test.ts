import { randomUUID } from 'node:crypto';
import { getRehearsal, startRehearsal } from '@parley/core/ai/rehearsal/rehearsals';
import { scheduleMessage } from '@parley/core/messages/scheduled';
import { getBulkMessage, sendBulkMessage } from '@parley/core/bulk/messages/manage';
import { createColleague } from '@parley/core/testing';
import { contactOf } from '@parley/db/visitors/contacts';
import { planReportMails } from '@parley/core/stats/report-mails';
import { addSavedReport } from '@parley/core/stats/saved-reports';
import { readUser } from '@parley/core/users/users';
import { headerOf, type MailServer, startMailServer } from '@parley/testing/smtp';
import { freePort, startService } from '@parley/e2e/process';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { startRelay } from './relay.ts';
import { startInstallation, until } from './installation.ts';

let installation: InstallationUnderTest;
let smtp: MailServer;

beforeAll(async () => {
  [installation, smtp] = await Promise.all([startInstallationUnderTest(), startMailServer()]);
});
afterAll(async () => {
  await installation?.close();
  await smtp?.close();
});
afterEach(async () => {
  smtp.delayMs = 0;
  await installation.killAll();
});

describe('a worker killed in the middle', () => {
  test('an AI reply is written by another worker, once', async () => {
    await installation.set('aiConfig', { enabled: true });
    installation.model.usually = { text: 'The kettle is on, and the door is open.', pieceMs: 150 };
    const first = await installation.startOne();
    installation.model.requests = [];
    const talk = await installation.opens('Hello');
    await until(() => installation.model.requests.length > 0, 'the model to be asked');
    await first.stop('SIGKILL');
    await installation.startOne();
    await until(async () => (await talk.fromAi()).length > 0, 'the reply');
    await until(
      async () =>
        (await installation.context.queues.queue('ai-replies').getJobCounts('active', 'waiting', 'delayed')).active ===
        0,
      'quiet',
    );
    expect((await talk.fromAi()).map((message) => message.content)).toEqual([
      'The kettle is on, and the door is open.',
    ]);
    expect(installation.model.requests).toHaveLength(2);
  });

  test('mails of a report are sent by another worker, and nobody gets two', async () => {
    await installation.set('emailConfig', {
      enabled: true,
      smtpHost: smtp.host,
      smtpPort: smtp.port,
      smtpAllowPlaintext: true,
      fromEmail: 'support@shop.example',
    });
    const people = await Promise.all(Array.from({ length: 8 }, () => installation.representative()));
    const [owner] = people;
    if (!owner) throw new Error('nobody');
    const { context } = installation;
    const { id } = await addSavedReport(context, owner, {
      name: 'Daily',
      report: 'conversations',
      selection: {
        range: 'yesterday',
        isCompared: true,
        isInWorkingTime: false,
        hasAverages: false,
        filter: null,
        slice: 'channel',
        attribute: null,
        shown: null,
      },
      schedule: {
        every: 'day',
        weekday: 1,
        day: 1,
        hour: 8,
        timeZone: 'UTC',
        recipients: people.map(({ userId }) => userId),
        hasCsv: false,
        isPaused: false,
      },
    });
    const sentTo = ({ email }: { email: string }) => smtp.mails.filter(({ to }) => to.includes(email)).length;
    const statesOf = () =>
      context.db.selectFrom('reportMails').select(['userId', 'state']).where('savedReportId', '=', id).execute();
    smtp.delayMs = 300;
    const first = await installation.startOne();
    await context.db
      .updateTable('savedReports')
      .set({ nextAt: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute();
    await planReportMails(context);
    await until(() => people.some((each) => sentTo(each) > 0), 'the first mail');
    await first.stop('SIGKILL');
    smtp.delayMs = 0;
    await installation.startOne();
    // Two at once were under way at the kill: whether they arrived is unknown, so they aren't sent again.
    const isSent = ({ state }: { state: string }) => state === 'sent';
    await until(async () => (await statesOf()).filter(isSent).length >= people.length - 2, 'the other mails');
    const sent = new Set((await statesOf()).filter(isSent).map(({ userId }) => userId));
    expect(people.filter((person) => sent.has(person.userId) && sentTo(person) !== 1)).toEqual([]);
    expect(people.filter((person) => sentTo(person) > 1)).toEqual([]);
  });

  test('a rehearsal is continued by another worker, and no stored answer is asked for again', async () => {
    const { userId } = await installation.representative();
    const user = await readUser(installation.context, userId);
    const caller = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'none' } as const;
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const talk = await installation.opens(`Hello ${'and again '.repeat(n)}`);
      await installation.answers(talk, 'Hello to you.');
      await talk.close();
    }
    await installation.set('aiConfig', { enabled: true });
    installation.model.usually = { text: 'How can I help you?', firstMs: 150 };
    installation.model.requests = [];
    const first = await installation.startOne();
    const change = { settings: { systemPrompt: 'Be kind.' } };
    const budget = { replies: 1_000, tokens: null, costUsd: null };
    const context = { ...installation.context, external: installation.context.external };
    const { id, questions } = await startRehearsal(context, caller, { change, conversations: 6, budget });
    await until(() => installation.model.requests.length >= 5, 'half of it');
    await first.stop('SIGKILL');
    await installation.startOne();
    await until(async () => (await getRehearsal(context, caller, id)).state === 'done', 'the end');
    const { answered, spent } = await getRehearsal(context, caller, id);
    expect(answered).toBe(questions);
    // Questions under way at the kill are asked again, and stay counted as they might have cost.
    expect(installation.model.requests.length).toBeLessThanOrEqual(2 * questions + 2);
    expect(spent.replies).toBeGreaterThanOrEqual(installation.model.requests.length);
    const rows = await installation.context.db
      .selectFrom('rehearsalRows')
      .select('id')
      .where('rehearsalId', '=', id)
      .execute();
    expect(rows).toHaveLength(questions);
  });

  test('a webhook is repeated under the same ID, and none is missing', async () => {
    installation.receiver.requests = [];
    installation.receiver.usually = { status: 200, delayMs: 2_000 };
    const first = await installation.startOne();
    const talk = await installation.opens('Hello');
    await talk.writes('And again');
    await until(() => installation.announcedSeqs(talk).length > 0, 'the call');
    await first.stop('SIGKILL');
    installation.receiver.usually = { status: 200 };
    await installation.startOne();
    await until(
      async () => installation.announcedSeqs(talk).length === 2 && (await installation.unfinished()) === 0,
      'the rest',
    );
    expect(installation.announcedSeqs(talk)).toEqual([1, 2]);
    const ids = installation.receiver.requests
      .filter((request) => request.body.includes(talk.conversationId))
      .map((request) => request.headers['webhook-id']);
    expect(ids.length).toBeGreaterThan(new Set(ids).size);
  });

  test('scheduled messages are sent once each, in their order', async () => {
    const { userId } = await installation.representative();
    const user = await readUser(installation.context, userId);
    const author = { kind: 'staff', user, sessionId: 'none' } as const;
    const talks = await Promise.all(Array.from({ length: 5 }, () => installation.opens('Hello')));
    const texts = Array.from({ length: 8 }, (_, n) => `Message ${n}`);
    for (const { conversationId } of talks) {
      for (const content of texts) {
        const draft = { content, clientMessageId: randomUUID(), delaySeconds: 0 };
        await scheduleMessage(installation.context, author, conversationId, draft);
      }
    }
    const sent = async () => {
      const all = await Promise.all(talks.map((talk) => talk.messages()));
      return all.map((messages) => messages.slice(1).map(({ content }) => content));
    };
    const first = await installation.startOne();
    await until(async () => (await sent()).flat().length > 2, 'the first of them');
    await first.stop('SIGKILL');
    await Promise.all([installation.startOne(), installation.startOne()]);
    const waiting = () => installation.context.db.selectFrom('scheduledMessages').select('id').execute();
    await until(async () => (await waiting()).length === 0, 'all of them', 90);
    expect(await sent()).toEqual(talks.map(() => texts));
  });

  test('a bulk message reaches each contact once', async () => {
    const { context } = installation;
    const author = await createColleague(context, 'Bulk Author', 'admin');
    const talks = await Promise.all(Array.from({ length: 60 }, () => installation.opens('Hello')));
    const contactIds = await Promise.all(
      talks.map(async ({ caller }) => (await contactOf(context.db, caller.visitorId)) ?? ''),
    );
    const { bulkMessage } = await sendBulkMessage(context, author, {
      contactIds,
      content: 'The outage is over.',
      clientBulkMessageId: randomUUID(),
    });
    const sent = async () => (await getBulkMessage(context, author, bulkMessage.id)).sent;
    for (const reached of [1, 20, 40]) {
      const worker = await installation.startOne();
      await until(async () => (await sent()) >= reached, `${reached} contacts`, 90);
      await worker.stop('SIGKILL');
    }
    await Promise.all([installation.startOne(), installation.startOne()]);
    const isDone = async () => (await getBulkMessage(context, author, bulkMessage.id)).status === 'done';
    await until(isDone, 'all contacts', 90);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from messages join conversations on conversations.id = messages.conversation_id
      where visitor_id = any(${talks.map(({ caller }) => caller.visitorId)}::uuid[])
        and messages.content = 'The outage is over.'
      group by visitor_id
    `.execute(context.db);
    expect(rows.map(({ count }) => count)).toEqual(talks.map(() => 1));
  });

  test('a mail is repeated under the same Message-ID', async () => {
    await installation.set('emailConfig', {
      enabled: true,
      smtpHost: smtp.host,
      smtpPort: smtp.port,
      smtpAllowPlaintext: true,
      fromEmail: 'support@shop.example',
      notificationEmails: ['team@shop.example'],
    });
    smtp.delayMs = 3_000;
    const first = await installation.startOne();
    await installation.opens('Hello');
    const toTeam = () => smtp.mails.filter(({ to }) => to.includes('team@shop.example'));
    await until(() => toTeam().length > 0, 'the mail');
    await first.stop('SIGKILL');
    smtp.delayMs = 0;
    await installation.startOne();
    await until(async () => (await installation.unfinished()) === 0, 'the mail to be done');
    expect(toTeam()).toHaveLength(2);
    expect(new Set(toTeam().map((mail) => headerOf(mail.raw, 'Message-ID'))).size).toBe(1);
    await installation.set('emailConfig', { enabled: false });
  });

  test('a card is made once', async () => {
    await installation.set('trelloConfig', {
      enabled: true,
      apiKey: installation.trello.apiKey,
      token: installation.trello.token,
      boardId: installation.trello.boardId,
    });
    const { usually } = installation.trello.endpoint;
    installation.trello.endpoint.usually = (request) => {
      const behaviour = typeof usually === 'function' ? usually(request) : usually;
      return request.path.includes('/attachments') ? { hang: true } : behaviour;
    };
    const first = await installation.startOne();
    const talk = await installation.opens('Hello');
    await talk.handOff('Refund');
    await until(() => installation.trello.cards.length > 0, 'the card');
    await first.stop('SIGKILL');
    installation.trello.endpoint.usually = usually;
    await installation.startOne();
    await until(async () => (await installation.unfinished()) === 0, 'the card to be done');
    expect(installation.trello.cards).toHaveLength(1);
    await installation.set('trelloConfig', { enabled: false });
  });

  test('a copy from production is continued by another worker, and every row is there once', async () => {
    const production = await startInstallation({ worker: false });
    const source = { SYNC_SOURCE_DATABASE_URL: production.context.database.url };
    // Two batches, and some more.
    const count = 1_200;
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
      `.execute(installation.context.db);
      return rows[0] ?? { conversations: 0, messages: 0 };
    };
    const inSecondBatch = await production.context.db
      .selectFrom('conversations')
      .select('id')
      .where('websiteDomain', '=', 'production.example')
      .orderBy('id')
      .offset(700)
      .limit(1)
      .executeTakeFirstOrThrow();
    // Nobody else gets past this row before it is decided, however fast the worker or slow the machine is.
    const undecided = await installation.context.db.startTransaction().execute();
    try {
      await sql`
        insert into conversations (id, website_domain, status, is_ai_assisted)
        values (${inSecondBatch.id}, 'production.example', 'waiting', false)
      `.execute(undecided);
      const isInTheMiddle = async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(installation.context.db);
        return rows.length > 0 && (await copied()).conversations > 0;
      };
      const first = await installation.startOne(source);
      await installation.context.queues.add('sync', { requestedBy: null });
      await until(isInTheMiddle, 'the second batch');
      await first.stop('SIGKILL');
    } finally {
      await undecided.rollback().execute();
    }
    const { conversations } = await copied();
    expect(conversations).toBeGreaterThan(0);
    expect(conversations).toBeLessThan(count);
    await installation.startOne(source);
    const isOver = async () => (await installation.context.queues.queue('sync').getCompletedCount()) === 1;
    await until(isOver, 'the end', 90);
    expect(await copied()).toEqual({ conversations: count, messages: count });
    await production.close();
  });
});

test('a worker that is asked to stop finishes what it does', async () => {
  await installation.set('aiConfig', { enabled: true });
  installation.model.usually = { text: 'The kettle is on, the door is open, and the light is green.', pieceMs: 150 };
  const worker = await installation.startOne();
  installation.model.requests = [];
  const talk = await installation.opens('Hello');
  await until(() => installation.model.requests.length > 0, 'the model to be asked');
  await worker.stop('SIGTERM');
  expect(worker.process.exitCode).toBe(0);
  expect((await talk.fromAi()).map((message) => message.content)).toEqual([
    'The kettle is on, the door is open, and the light is green.',
  ]);
  expect(installation.model.requests).toHaveLength(1);
});

test('a worker that is asked to stop leaves an answer without end to another', async () => {
  await installation.set('aiConfig', { enabled: true });
  installation.model.usually = { text: 'On and on it goes. '.repeat(500), pieceMs: 100 };
  const worker = await installation.startOne({ SHUTDOWN_SECONDS: '2' });
  installation.model.requests = [];
  const talk = await installation.opens('Hello');
  await until(() => installation.model.requests.length > 0, 'the model to be asked');
  await worker.stop('SIGTERM');
  expect(worker.process.exitCode).toBe(0);
  expect(await talk.fromAi()).toEqual([]);
  installation.model.usually = { text: 'Short this time.' };
  await installation.startOne();
  await until(async () => (await talk.fromAi()).length > 0, 'the answer of the other worker');
  expect((await talk.fromAi()).map((message) => message.content)).toEqual(['Short this time.']);
});

describe('a worker that loses Redis or its database', () => {
  test.each(['REDIS_URL', 'DATABASE_URL'] as const)(
    'it carries on when %s answers again, without a restart',
    async (name) => {
      const address = new URL(installation.env[name] ?? '');
      const relay = await startRelay(address.hostname, Number(address.port));
      address.host = `127.0.0.1:${relay.port}`;
      const worker = await startService('worker', 'apps/worker', await freePort(), {
        ...installation.env,
        [name]: address.href,
      });
      installation.workers.push(worker);
      installation.receiver.requests = [];
      const talk = await installation.opens('Before');
      const received = () =>
        installation.receiver.requests.filter((request) => request.body.includes(talk.conversationId)).length;
      await until(() => received() === 1, 'the first webhook');
      // A kill before the write would repeat the question.
      await until(
        () =>
          installation.context.db
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
      await talk.writes('During the cut');
      expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
      expect(received()).toBe(1);
      relay.mend();
      await until(() => received() === 2, 'the second webhook', 60);
      expect(worker.process.exitCode).toBeNull();
    },
  );
});
