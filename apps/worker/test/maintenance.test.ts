import { randomUUID } from 'node:crypto';
import { maintenanceTaskNames, queueNames } from '@parley/contracts/jobs';
import { readActivities } from '@parley/core/conversations/activities';
import { countPastRetention } from '@parley/core/data/retention';
import { applyRetention, closeIdle, remindOfUnanswered } from '@parley/core/maintenance/conversations';
import { requeueTasks } from '@parley/core/maintenance/forgotten';
import { sweepOutbox } from '@parley/core/events/sweep';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import { insertImage } from '@parley/db/images/images';
import { keepNodeAlive } from '@parley/core/presence/nodes';
import { markVisitors } from '@parley/core/presence/visitors';
import { recordAiRun } from '@parley/db/ai/runs';
import { readTokenStates } from '@parley/db/visitors/tokens';
import { unsubscribe, unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { insertVisitor, updateVisitor } from '@parley/db/visitors/visitors';
import { deleteUnusedImages } from '@parley/db/maintenance/images';
import { conversationState } from '@parley/db/conversations/read';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '../src/jobs.ts';
import { keepSchedules } from '../src/schedule.ts';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';
import { overseer } from '@parley/core/testing';

let installation: Installation;
let slack: Endpoint;

beforeAll(async () => {
  slack = await startEndpoint();
  installation = await startInstallation();
  await installation.set('slackConfig', { enabled: true, webhookUrl: slack.url, channel: '' });
});
afterAll(async () => {
  await installation?.close();
  await slack?.close();
});

const status = async (talk: Talk) => (await conversationState(installation.context.db, talk.conversationId))?.status;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
const noticesOf = (talk: Talk, title: string) =>
  slack.requests.filter(
    (request) =>
      request.body.includes(talk.conversationId) && (JSON.parse(request.body) as { title: string }).title === title,
  ).length;

test('every queue has one job, and nothing else', () => {
  expect(jobs.map((job) => job.name).toSorted()).toEqual([...queueNames].toSorted());
});

test('several workers announce one schedule for each task, and end those of unknown tasks', async () => {
  const queue = installation.context.queues.queue('maintenance');
  await queue.upsertJobScheduler('task-of-another-version', { every: 60_000 });
  const stops = [keepSchedules(installation.context), keepSchedules(installation.context)];
  const schedules = await until(
    async () =>
      (await queue.getJobSchedulers()).length === maintenanceTaskNames.length ? queue.getJobSchedulers() : null,
    'the schedules',
  );
  for (const stop of stops) stop();
  const names = schedules.map((schedule) => schedule.key);
  expect(new Set(names).size).toBe(names.length);
  expect(names.toSorted()).toEqual([...maintenanceTaskNames].toSorted());
});

test('conversations without a message for seven days are closed with the reason as a key, others not', async () => {
  const [idle, fresh] = await Promise.all([installation.opens('Hello'), installation.opens('Hello')]);
  await installation.context.db
    .updateTable('conversations')
    .set({ lastActivityAt: daysAgo(7.1) })
    .where('id', '=', idle.conversationId)
    .execute();
  await installation.context.db
    .updateTable('conversations')
    .set({ lastActivityAt: daysAgo(6.9) })
    .where('id', '=', fresh.conversationId)
    .execute();
  expect(await closeIdle(installation.context)).toBe(1);
  expect([await status(idle), await status(fresh)]).toEqual(['closed', 'waiting']);
  const activities = await readActivities(installation.context, overseer, idle.conversationId, { limit: 10 });
  expect(activities.find(({ kind }) => kind === 'closed')).toMatchObject({
    kind: 'closed',
    after: { reason: { code: 'idle', values: { days: 7 } } },
    body: 'No messages for 7 days',
  });
  await idle.writes('I am back');
  expect(await status(idle)).toBe('waiting');
});

test('closed conversations past the chosen retention are deleted; never means never', async () => {
  const [old, young, open] = await Promise.all([
    installation.opens('Hello'),
    installation.opens('Hello'),
    installation.opens('Hello'),
  ]);
  for (const [talk, days] of [
    [old, 31],
    [young, 29],
  ] as const) {
    await installation.context.db
      .updateTable('conversations')
      .set({ status: 'closed', closedAt: daysAgo(days) })
      .where('id', '=', talk.conversationId)
      .execute();
  }
  expect(await applyRetention(installation.context)).toBe(0);
  const counts = (['30d', '90d', 'never'] as const).map((retention) =>
    countPastRetention(installation.context, overseer, retention),
  );
  expect(await Promise.all(counts)).toEqual([1, 0, 0]);
  await installation.set('dataConfig', { retention: '30d' });
  expect(await applyRetention(installation.context)).toBe(1);
  expect(await countPastRetention(installation.context, overseer, '30d')).toBe(0);
  expect([await status(old), await status(young), await status(open)]).toEqual([undefined, 'closed', 'waiting']);
  await installation.set('dataConfig', { retention: 'never' });
});

test('visitors nothing is left of go, and what was asked of the assistant and the outside', async () => {
  const { db } = installation.context;
  const writer = await installation.opens('Hello');
  const { visitorId } = (await conversationState(db, writer.conversationId))!;
  const unseen = (days: number, email: string | null = null) =>
    insertVisitor(db, { websiteId: null, email, lastSeenAt: daysAgo(days) });
  const passedBy = await unseen(2);
  const lately = await unseen(0);
  const named = await unseen(31, 'jane@example.com');
  const unwilling = await unseen(31, 'no@example.com');
  const online = await unseen(2);
  await unsubscribe(db, 'no@example.com');
  await updateVisitor(db, visitorId!, { lastSeenAt: daysAgo(400) });
  await markVisitors(installation.context, 'node', [{ visitorId: online.id, isHere: true }]);
  await keepNodeAlive(installation.context, 'node');
  const run = { kind: 'reply', model: 'm', promptVersion: '1', latencyMs: 1, outcome: 'answered' } as const;
  const [oldRun, youngRun] = [
    await recordAiRun(db, { ...run, createdAt: daysAgo(366) }),
    await recordAiRun(db, { ...run, createdAt: daysAgo(31) }),
  ];
  const delivery = await ensureDelivery(db, {
    channel: 'slack',
    eventId: randomUUID(),
    target: 'x',
    summary: 'x',
    conversationId: null,
    payload: {},
  });
  await db
    .updateTable('deliveries')
    .set({ createdAt: daysAgo(366) })
    .where('id', '=', delivery.id)
    .execute();

  const people = [visitorId!, passedBy.id, lately.id, named.id, unwilling.id, online.id];
  const left = async () => new Set((await readTokenStates(db, people)).keys());
  const runs = async () => (await db.selectFrom('aiRuns').select('id').execute()).map(({ id }) => id);
  await applyRetention(installation.context);
  expect(await left()).toEqual(new Set([visitorId, lately.id, named.id, unwilling.id, online.id]));
  expect(await runs()).not.toContain(oldRun);
  expect(await runs()).toContain(youngRun);
  expect(await db.selectFrom('deliveries').select('id').where('id', '=', delivery.id).execute()).toEqual([]);

  await installation.set('dataConfig', { retention: '30d' });
  await applyRetention(installation.context);
  expect(await left()).toEqual(new Set([visitorId, lately.id, online.id]));
  // The wish to get no mail belongs to the address and stays.
  expect(await unsubscribedAt(db, 'no@example.com')).not.toBeNull();
  expect(await runs()).not.toContain(youngRun);
  await installation.set('dataConfig', { retention: 'never' });
});

test('a customer unanswered for five minutes is announced once, and again only for another wait', async () => {
  const talk = await installation.opens('Hello?');
  const waits = (minutes: number) =>
    installation.context.db
      .updateTable('conversations')
      .set({ unansweredSince: new Date(Date.now() - minutes * 60_000) })
      .where('id', '=', talk.conversationId)
      .execute();
  await waits(4);
  await remindOfUnanswered(installation.context);
  await waits(6);
  await Promise.all([remindOfUnanswered(installation.context), remindOfUnanswered(installation.context)]);
  await until(() => noticesOf(talk, 'Unanswered for 5 minutes') > 0, 'the reminder');
  await remindOfUnanswered(installation.context);
  await installation.answers(talk, 'Here I am');
  await talk.writes('Thanks, and?');
  await installation.context.db
    .updateTable('deliveries')
    .set({ createdAt: daysAgo(1) })
    .where('conversationId', '=', talk.conversationId)
    .execute();
  await waits(7);
  await remindOfUnanswered(installation.context);
  await until(() => noticesOf(talk, 'Unanswered for 5 minutes') === 2, 'the second reminder');
  expect(noticesOf(talk, 'New conversation')).toBe(1);
});

test('a customer whom the assistant has left without an answer gets a person', async () => {
  const talk = await installation.opens('Hello?');
  const set = { status: 'active', isAiAssisted: true, unansweredSince: new Date(Date.now() - 6 * 60_000) } as const;
  await installation.context.db.updateTable('conversations').set(set).where('id', '=', talk.conversationId).execute();
  await remindOfUnanswered(installation.context);
  expect(await talk.state()).toMatchObject({
    status: 'waiting',
    isAiAssisted: false,
    handOffReason: 'The assistant didn’t answer for 5 minutes.',
  });
  await until(
    async () => (await talk.messages()).some((message) => message.senderType === 'ai'),
    'the notice to the customer',
  );
});

test('the metrics say what waits, and for how long', async () => {
  const text = await installation.metrics.registry.metrics();
  for (const name of [
    'queue_jobs{queue="webhooks",state="delayed"',
    'queue_oldest_waiting_seconds{queue="events"',
    'outbox_events{',
    'outbox_oldest_seconds{',
    'jobs_total{queue="events",outcome="done"',
    'deliveries_total{channel="slack",status="delivered"',
    'database_pool_connections{state="idle"',
  ]) {
    expect(text).toContain(`parley_${name}`);
  }
});

test('pictures that nothing shows are removed after a day', async () => {
  const keep = async (hash: string, days: number) => {
    await insertImage(installation.context.db, { hash, mime: 'image/png', bytes: Buffer.from('x'), createdBy: null });
    await installation.context.db
      .updateTable('images')
      .set({ createdAt: daysAgo(days) })
      .where('hash', '=', hash)
      .execute();
  };
  for (const [hash, days] of [
    ['aaaa', 2],
    ['bbbb', 2],
    ['cccc', 2],
    ['dddd', 0],
  ] as const)
    await keep(hash, days);
  const { userId } = await installation.representative();
  await installation.context.db
    .updateTable('users')
    .set({ profileImageUrl: '/api/images/aaaa.png' })
    .where('id', '=', userId)
    .execute();
  await installation.set('widgetConfig', { avatarUrl: '/api/images/bbbb.png' });
  expect(await deleteUnusedImages(installation.context.db)).toBe(1);
  const left = await installation.context.db.selectFrom('images').select('hash').orderBy('hash').execute();
  expect(left.map(({ hash }) => hash)).toEqual(['aaaa', 'bbbb', 'dddd']);
});

test('events left in the outbox by a killed process are dispatched, and jobs forgotten by a lost queue are added again', async () => {
  const talk = await installation.opens('Hello');
  await until(() => noticesOf(talk, 'New conversation') === 1, 'the first notice');
  const id = randomUUID();
  const event = {
    type: 'message.posted',
    conversationId: talk.conversationId,
    seq: 1,
    senderType: 'customer',
    opened: true,
  } as const;
  await installation.context.db
    .insertInto('outbox')
    .values({
      id,
      type: event.type,
      conversationId: talk.conversationId,
      payload: JSON.stringify(event),
      createdAt: daysAgo(1),
    })
    .execute();
  await Promise.all([sweepOutbox(installation.context), sweepOutbox(installation.context)]);
  await until(() => noticesOf(talk, 'New conversation') === 2, 'the swept event’s notice');
  const delivery = await ensureDelivery(installation.context.db, {
    channel: 'slack',
    eventId: randomUUID(),
    target: 'x',
    summary: 'Forgotten',
    conversationId: talk.conversationId,
    payload: { kind: 'notice', title: 'Forgotten', customer: 'a', website: 'b', text: 'c', url: talk.conversationId },
  });
  await installation.context.db
    .updateTable('deliveries')
    .set({ updatedAt: daysAgo(1) })
    .where('id', '=', delivery.id)
    .execute();
  expect(await requeueTasks['requeue-deliveries'].run(installation.context)).toBeGreaterThanOrEqual(1);
  await until(() => noticesOf(talk, 'Forgotten') === 1, 'the forgotten notice');
});
