import type { NoticeKind } from '@parley/contracts/notices';
import { describe, expect, test } from 'vitest';
import { recordAiRun, tokensSpentOn } from '../src/ai/runs.ts';
import { conversationState, findConversation } from '../src/conversations/read.ts';
import {
  claimDelivery,
  dueDeliveries,
  ensureDelivery,
  listDeliveries,
  type NewDelivery,
  recordAttempt,
  resetDelivery,
  unfinishedBefore,
} from '../src/deliveries/deliveries.ts';
import { findInboundMail, recordInboundResult, storeInboundMail, unprocessedMailIds } from '../src/mail/inbound.ts';
import { findConversationByMailToken, findMailThread, rememberMail } from '../src/mail/threads.ts';
import { eraseVisitorData, findVisitorData } from '../src/privacy/visitor-data.ts';
import { readStats } from '../src/stats/stats.ts';
import { unansweredConversations } from '../src/maintenance/idle.ts';
import { uuidv7 } from '../src/uuid.ts';
import { deleteWebhook, findWebhook, insertWebhook, listWebhooks, updateWebhook } from '../src/webhooks/webhooks.ts';
import { aConversation, aDatabase, aVisitor, fromCustomer } from './support/rows.ts';

const db = await aDatabase();

const delivery = (but: Partial<NewDelivery> = {}): NewDelivery => ({
  channel: 'slack',
  eventId: uuidv7(),
  target: 'https://hooks.example.com',
  summary: 'New conversation',
  conversationId: null,
  payload: { text: 'Hello' },
  ...but,
});

describe('deliveries', () => {
  test('an event reaches a target as one delivery, however often it is asked for', async () => {
    const once = delivery();
    const made = await Promise.all(Array.from({ length: 5 }, () => ensureDelivery(db, once)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await ensureDelivery(db, { ...once, target: 'elsewhere' })).id).not.toBe(made[0]!.id);
  });

  test('attempts are counted, and what was delivered stays delivered', async () => {
    const { id } = await ensureDelivery(db, delivery());
    expect(await recordAttempt(db, id, { status: 'failed', error: 'no route', responseStatus: 502 })).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: 'no route',
      responseStatus: 502,
    });
    expect(await recordAttempt(db, id, { status: 'delivered', responseStatus: 200 })).toMatchObject({
      status: 'delivered',
      attempts: 2,
      lastError: null,
    });
    expect(await recordAttempt(db, id, { status: 'dead', error: 'late' })).toBeUndefined();
  });

  test('only failed deliveries are made again, and a webhook replayed: a mail or post that arrived never goes twice', async () => {
    const reset = async (channel: NewDelivery['channel'], status: 'delivered' | 'dead') => {
      const { id } = await ensureDelivery(db, delivery({ channel }));
      await recordAttempt(db, id, status === 'dead' ? { status, error: 'no route' } : { status });
      return (await resetDelivery(db, id))?.status;
    };
    expect(await reset('slack', 'delivered')).toBeUndefined();
    expect(await reset('email', 'delivered')).toBeUndefined();
    expect(await reset('webhook', 'delivered')).toBe('pending');
    expect(await reset('email', 'dead')).toBe('pending');
    const { id } = await ensureDelivery(db, delivery());
    expect(await resetDelivery(db, id)).toBeUndefined();
  });

  test('a reminder of a waiting customer is recognised by its conversation, not by its heading', async () => {
    const id = await aConversation(db);
    const now = Date.now();
    await db
      .updateTable('conversations')
      .set({ unansweredSince: new Date(now - 6 * 60_000) })
      .where('id', '=', id)
      .execute();
    const waiting = async () =>
      (await unansweredConversations(db, new Date(now - 5 * 60_000), 50)).some((row) => row.id === id);
    const about = (kind: NoticeKind, summary: string) =>
      ensureDelivery(db, delivery({ conversationId: id, summary, payload: { kind: 'notice', about: kind } }));
    await about('new_conversation', 'Unanswered for 5 minutes');
    expect(await waiting()).toBe(true);
    await about('unanswered', 'Seit 5 Minuten ohne Antwort');
    expect(await waiting()).toBe(false);
  });

  test('an earlier event of the conversation goes first to the same target', async () => {
    const conversationId = await aConversation(db);
    const now = Date.now();
    const at = (moment: number) =>
      ensureDelivery(db, delivery({ conversationId, channel: 'webhook', target: 'w', eventId: uuidv7(moment) }));
    const [second, first] = [await at(now + 1), await at(now)];
    expect((await unfinishedBefore(db, second))?.id).toBe(first.id);
    expect(await unfinishedBefore(db, first)).toBeUndefined();
    await recordAttempt(db, first.id, { status: 'delivered' });
    expect(await unfinishedBefore(db, second)).toBeUndefined();
  });

  test('a job may take up again what it had begun, another only when nobody can have it in hand any more', async () => {
    const { id } = await ensureDelivery(db, delivery());
    expect(await claimDelivery(db, id, 'one')).toMatchObject({ attempts: 0, wasInterrupted: false });
    expect(await claimDelivery(db, id, 'another')).toBeUndefined();
    // BullMQ runs it again because its worker has died.
    expect(await claimDelivery(db, id, 'one')).toMatchObject({ attempts: 0, wasInterrupted: true });
    // Its job was lost as well.
    const past = new Date(Date.now() - 1_000);
    await db.updateTable('deliveries').set({ nextAttemptAt: past }).where('id', '=', id).execute();
    expect(await claimDelivery(db, id, 'another')).toMatchObject({ wasInterrupted: true });
    await recordAttempt(db, id, { status: 'failed', error: 'no', nextAttemptAt: new Date(Date.now() + 60_000) });
    // It isn't due, for any job.
    expect(await claimDelivery(db, id, 'another')).toBeUndefined();
  });

  test('only the first of several that wait for each other is due, so that a long line hides no other', async () => {
    const now = Date.now();
    const [channel, target] = ['webhook', crypto.randomUUID()] as const;
    const lines = await Promise.all([aConversation(db), aConversation(db)]);
    const rows: string[] = [];
    for (const conversationId of lines) {
      for (const moment of [now, now + 1, now + 2]) {
        rows.push(
          (await ensureDelivery(db, delivery({ conversationId, channel, target, eventId: uuidv7(moment) }))).id,
        );
      }
    }
    const due = async (inOrder: NewDelivery['channel'][]) =>
      (await dueDeliveries(db, { olderThan: new Date(now + 60_000), inOrder, limit: 1_000 }))
        .map(({ id }) => id)
        .filter((id) => rows.includes(id));
    expect(await due(['webhook', 'trello'])).toEqual([rows[0], rows[3]]);
    await recordAttempt(db, rows[0]!, { status: 'delivered' });
    expect(await due(['webhook', 'trello'])).toEqual([rows[1], rows[3]]);
    expect(await due(['trello'])).toEqual(rows.slice(1));
  });

  test('the log is filtered, newest first, page by page', async () => {
    const trello = [
      await ensureDelivery(db, delivery({ channel: 'trello' })),
      await ensureDelivery(db, delivery({ channel: 'trello' })),
    ];
    const listed = await listDeliveries(db, { channel: 'trello', limit: 10 });
    expect(listed.map(({ id }) => id)).toEqual(trello.map(({ id }) => id).toReversed());
    expect(await listDeliveries(db, { channel: 'trello', limit: 10, before: trello[1]!.id })).toHaveLength(1);
  });
});

test('a webhook is listed with what it asked for, switched off or on, and goes with its log', async () => {
  const webhook = await insertWebhook(db, {
    url: 'https://a.example',
    events: ['message.posted'],
    secret: 'enc',
    createdBy: null,
  });
  expect(await findWebhook(db, webhook.id)).toEqual({ ...webhook, secret: 'enc', previousSecret: null });
  expect(await listWebhooks(db)).toEqual([webhook]);
  await updateWebhook(db, webhook.id, { isActive: false });
  expect(await listWebhooks(db)).toEqual([{ ...webhook, isActive: false }]);
  await ensureDelivery(db, delivery({ channel: 'webhook', target: webhook.id }));
  expect(await deleteWebhook(db, webhook.id)).toBe(true);
  expect(await listDeliveries(db, { target: webhook.id, limit: 10 })).toEqual([]);
});

test("a visitor's tokens of the last day are added up", async () => {
  const visitorId = await aVisitor(db);
  const run = {
    conversationId: null,
    visitorId,
    kind: 'reply' as const,
    aiEpoch: null,
    messageSeq: null,
    model: 'gpt-4o-mini',
    promptVersion: '1',
    costUsd: 0.001234,
    latencyMs: 800,
    outcome: 'stored',
    error: null,
  };
  expect(await tokensSpentOn(db, visitorId)).toBe(0);
  await recordAiRun(db, { ...run, inputTokens: 100, outputTokens: 20 });
  await recordAiRun(db, { ...run, inputTokens: 1, outputTokens: 2 });
  await recordAiRun(db, { ...run, inputTokens: 9000, createdAt: new Date(Date.now() - 2 * 86_400_000) });
  expect(await tokensSpentOn(db, visitorId)).toBe(123);
});

test('a mail is stored once before it is understood, and found again by its thread', async () => {
  const mail = {
    identityHash: uuidv7(),
    source: 'imap' as const,
    envelopeFrom: 'Jane@example.com',
    envelopeTo: ['help@example.com'],
    senderName: 'Jane',
    senderAddress: 'jane@example.com',
    subject: 'Hi',
    raw: Buffer.from('Subject: Hi'),
  };
  const id = await storeInboundMail(db, mail);
  expect(id).toBeDefined();
  expect(await storeInboundMail(db, mail)).toBeUndefined();
  expect(await unprocessedMailIds(db, 10)).toEqual([id]);
  const conversationId = await aConversation(db);
  await recordInboundResult(db, id!, { status: 'posted', conversationId, messageSeq: 1 });
  expect(await unprocessedMailIds(db, 10)).toEqual([]);
  expect((await findInboundMail(db, id!))?.raw.toString()).toBe('Subject: Hi');
  await rememberMail(db, {
    messageId: '<1@example.com>',
    conversationId,
    seq: 1,
    direction: 'out',
    address: 'jane@example.com',
  });
  expect(await findMailThread(db, ['<0@example.com>', '<1@example.com>'])).toMatchObject({ conversationId, seq: 1 });
  const { mailToken } = (await conversationState(db, conversationId))!;
  expect(mailToken).toMatch(/^[0-9a-f]{16}$/);
  expect(await findConversationByMailToken(db, mailToken)).toMatchObject({ id: conversationId });
});

test('erasing a visitor leaves nothing of theirs, and nothing of others goes', async () => {
  const before = await readStats(db);
  const visitorId = await aVisitor(db, 'Erase@example.com');
  const [own, mailed, other] = [
    await aConversation(db, { visitorId }),
    await aConversation(db, { customerEmail: 'erase@EXAMPLE.com' }),
    await aConversation(db, { customerEmail: 'keep@example.com' }),
  ];
  for (const id of [own, own, mailed, other]) await fromCustomer(db, id, 'a secret');
  await storeInboundMail(db, {
    identityHash: uuidv7(),
    source: 'smtp',
    envelopeFrom: 'ERASE@example.com',
    envelopeTo: [],
    senderName: null,
    senderAddress: null,
    subject: null,
    raw: Buffer.from('secret'),
  });
  await ensureDelivery(db, delivery({ conversationId: own, payload: { text: 'a secret' } }));
  expect(await findVisitorData(db, 'erase@example.com')).toMatchObject({
    visitors: [{ id: visitorId }],
    conversationIds: [own, mailed].toSorted(),
    mails: [{ raw: Buffer.from('secret') }],
  });
  const erased = await eraseVisitorData(db, 'erase@example.com');
  expect(erased).toMatchObject({ visitorIds: [visitorId], conversations: 2, messages: 3, mails: 1 });
  const nothing = {
    visitors: [],
    identities: [],
    conversationIds: [],
    channelSessions: [],
    inboundEvents: [],
    mails: [],
    attributes: [],
    companies: [],
    blockedAt: [],
    noMail: [],
    mailBounces: [],
    participations: [],
    trackedEvents: [],
  };
  expect(await findVisitorData(db, 'erase@example.com')).toEqual(nothing);
  expect(await findConversation(db, other)).toMatchObject({ lastSeq: 1 });
  const outbox = await db.selectFrom('outbox').select('type').where('conversationId', 'in', [own, mailed]).execute();
  expect(outbox).toEqual([{ type: 'conversation.deleted' }, { type: 'conversation.deleted' }]);
  expect(await db.selectFrom('deliveries').select('id').where('conversationId', '=', own).execute()).toEqual([]);
  expect(await readStats(db)).toMatchObject({
    totalConversations: before.totalConversations + 1,
    totalMessages: before.totalMessages + 1,
  });
});
