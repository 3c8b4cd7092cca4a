import { exportFileName } from '@parley/core/data/export';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
});
afterAll(() => api.close());

const post = (conversationId: string, content: string) =>
  api.call('POST', '/api/messages', { as: admin, body: { conversationId, content } });

describe('the export', () => {
  it('is valid JSON without any conversation', async () => {
    const answer = await api.call('GET', '/api/export/conversations', { as: admin });
    expect(answer.json().conversations).toEqual([]);
  });

  it('is one valid document with every conversation and all its messages in order, named by date', async () => {
    const { id: long } = await api.conversation('“first”\n\u2028 line');
    for (let index = 0; index < 90; index++) await post(long, `message ${index}`);
    const { id: short } = await api.conversation();
    const answer = await api.call('GET', '/api/export/conversations', { as: admin });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${exportFileName()}"`,
    });
    const { conversations } = answer.json();
    expect(conversations.map(({ id }: { id: string }) => id).toSorted()).toEqual([long, short].toSorted());
    const exported = conversations.find(({ id }: { id: string }) => id === long);
    expect(exported.messages).toHaveLength(91);
    expect(exported.messages[0].content).toBe('“first”\n\u2028 line');
    expect(exported.messages.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 91 }, (_, at) => at + 1),
    );
  });
});

describe('the count of what a retention would delete', () => {
  it('takes in closed, merged and spam conversations past it, and nothing that is younger or open', async () => {
    const { db } = api.context;
    const age = (id: string, days: number, change: object) =>
      db
        .updateTable('conversations')
        .set({ status: 'closed', closedAt: new Date(Date.now() - days * 86_400_000), ...change })
        .where('id', '=', id)
        .execute();
    const [old, young, merged, spam] = await Promise.all([1, 2, 3, 4].map(() => api.conversation()));
    await api.conversation();
    await age(old!.id, 40, {});
    await age(young!.id, 20, {});
    await age(merged!.id, 50, { mergedInto: old!.id });
    await age(spam!.id, 1, { hidden: true, spamAt: new Date(Date.now() - 35 * 86_400_000) });
    const count = (retention: string, as = admin) =>
      api.call('GET', `/api/retention/conversations?retention=${retention}`, { as });
    expect((await count('30d')).json()).toEqual({ conversations: 3 });
    expect((await count('90d')).json()).toEqual({ conversations: 0 });
    expect((await count('never')).json()).toEqual({ conversations: 0 });
    expect((await count('1h')).statusCode).toBe(422);
    const light = await api.signInAs({ permissions: ['conversations.read'] });
    expect((await count('30d', light)).statusCode).toBe(403);
  });
});

describe('privacy', () => {
  it('hands over and erases everything of one email address and nothing of anybody else’s', async () => {
    const mine = await api.conversation('about me');
    await api.call('PATCH', '/api/visitor', { as: mine.visitor, body: { email: 'Me@Example.com' } });
    const other = await api.conversation('about another customer');
    await api.call('PATCH', '/api/visitor', { as: other.visitor, body: { email: 'other@example.com' } });

    const handed = await api.call('POST', '/api/privacy/export', { as: admin, body: { email: 'me@example.com' } });
    expect(handed.json()).toMatchObject({
      visitors: [{ email: 'Me@Example.com' }],
      conversations: [{ id: mine.id, messages: [{ content: 'about me' }] }],
    });
    expect(handed.body).not.toContain('another customer');

    const published: string[] = [];
    await api.context.publisher.subscribe('control', (text) => published.push(text));
    const receipt = await api.call('POST', '/api/privacy/erase', { as: admin, body: { email: 'me@example.com' } });
    expect(receipt.json()).toMatchObject({
      visitors: 1,
      conversations: 1,
      messages: 1,
      mails: 0,
      receiptId: expect.any(String),
    });
    await expect.poll(() => published.join()).toContain('end_visitor');
    expect((await api.call('GET', `/api/conversations/${mine.id}`, { as: admin })).statusCode).toBe(404);
    expect((await api.call('GET', `/api/conversations/${other.id}`, { as: admin })).statusCode).toBe(200);
    // The browser's token ended with the visitor.
    expect((await api.call('GET', '/api/visitor/messages', { as: mine.visitor })).statusCode).toBe(401);
    const again = await api.call('POST', '/api/privacy/erase', { as: admin, body: { email: 'me@example.com' } });
    expect(again.json()).toMatchObject({ visitors: 0, conversations: 0, messages: 0 });
  });
});

describe('the audit log', () => {
  it('names who did what to what, newest first, in pages, for admins, without secrets', async () => {
    const website = (
      await api.call('POST', '/api/websites', { as: admin, body: { domain: 'audited.example.com' } })
    ).json();
    await api.call('POST', '/api/settings', { as: admin, body: { emailConfig: { smtpPassword: 'swordfish' } } });
    await api.call('DELETE', `/api/websites/${website.id}`, { as: admin });
    const log = await api.call('GET', '/api/audit-log?limit=3', { as: admin });
    expect(log.json()).toMatchObject([
      { action: 'website.deleted', subject: `website ${website.id}`, actorName: 'Ada', actorId: admin.user.id },
      { action: 'settings.changed', subject: 'settings emailConfig', details: { fields: ['smtpPassword'] } },
      { action: 'website.added', details: { domain: 'audited.example.com' } },
    ]);
    expect(log.body).not.toContain('swordfish');
    const { address } = await api.context.db
      .selectFrom('auditLog')
      .select('address')
      .where('id', '=', log.json()[0].id)
      .executeTakeFirstOrThrow();
    expect(address).toBe('127.0.0.1');
    const last = log.json().at(-1).id;
    const next = (await api.call('GET', `/api/audit-log?limit=3&before=${last}`, { as: admin })).json();
    expect(next.map(({ id }: { id: string }) => id)).not.toContain(last);
    const representative = await api.signIn('representative');
    expect((await api.call('GET', '/api/audit-log', { as: representative })).statusCode).toBe(403);
  });
});

describe('the statistics of the overview', () => {
  it('statistics of a lead are empty where nothing has happened, and by days and hours of the requested time zone', async () => {
    const fresh = await startApi();
    const testUser = await fresh.signIn('admin');
    const read = async (query = '') => (await fresh.call('GET', `/api/overview${query}`, { as: testUser })).json();
    const empty = await read();
    expect(empty).toMatchObject({ waiting: { count: 0, longest: null }, load: { unassigned: 0 } });
    expect(empty.firstAnswer.anybody).toMatchObject({ count: 0, medianSeconds: null, p90Seconds: null });
    expect(empty.firstAnswer.representative.days).toHaveLength(30);
    expect(empty.byHour).toEqual(Array.from({ length: 24 }, () => 0));

    const { id } = await fresh.conversation();
    await fresh.call('POST', '/api/messages', { as: testUser, body: { conversationId: id, content: 'hi' } });
    // So far apart that they never have one date; the third counts quarters of an hour.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']) {
      const overview = await read(`?timeZone=${timeZone}`);
      const { days, count, medianSeconds } = overview.firstAnswer.anybody;
      const clock = new Intl.DateTimeFormat('en-CA', { timeZone });
      expect(days.at(-1)).toMatchObject({ day: clock.format(new Date()), count: 1 });
      expect(days.slice(0, -1).every((each: { count: number }) => each.count === 0)).toBe(true);
      expect(count).toBe(1);
      expect(medianSeconds).toBeLessThan(60);
      const begun = (await fresh.call('GET', `/api/conversations/${id}`, { as: testUser })).json().createdAt;
      const hour = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
      expect(overview.byHour[Number(hour.format(new Date(begun)))]).toBe(1);
    }
    await fresh.close();
  });

  it('statistics of an unknown time zone are refused with the field', async () => {
    for (const timeZone of ['Mars/Olympus', "UTC';--", '%00']) {
      const answer = await api.call('GET', `/api/overview?timeZone=${encodeURIComponent(timeZone)}`, { as: admin });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'timeZone' }] });
    }
  });

  it('are null until there is a measured answer, then measured', async () => {
    const fresh = await startApi();
    const testUser = await fresh.signIn('admin');
    const stats = async () => (await fresh.call('GET', '/api/stats', { as: testUser })).json();
    expect(await stats()).toMatchObject({ aiResponseRate: null, averageResponseSeconds: null, totalConversations: 0 });
    const { id } = await fresh.conversation();
    expect(await stats()).toMatchObject({
      activeConversations: 1,
      totalConversations: 1,
      totalMessages: 1,
      aiResponseRate: null,
    });
    await fresh.call('POST', '/api/messages', { as: testUser, body: { conversationId: id, content: 'hi' } });
    const measured = await stats();
    expect(measured.aiResponseRate).toBe(0);
    expect(measured.averageResponseSeconds).toBeGreaterThanOrEqual(0);
    expect(measured.averageResponseSeconds).toBeLessThan(60);
    await fresh.close();
  });
});
