import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, statuses, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
});
afterAll(() => api.close());

const newKey = () => ({ 'idempotency-key': randomUUID() });
const addTag = (name: string, headers: Record<string, string>, as: { headers: Record<string, string> } = admin) =>
  api.call('POST', '/api/tags', { as, headers, body: { name } });
const tagsNamed = async (name: string): Promise<number> =>
  (await api.call('GET', '/api/tags', { as: admin })).json().filter((tag: { name: string }) => tag.name === name)
    .length;
const calls = () => api.context.db.selectFrom('idempotentCalls').selectAll();

describe('a write under an Idempotency-Key', () => {
  it('is done once: the same call is answered by the same status and body', async () => {
    const headers = newKey();
    const first = await addTag('once', headers);
    const again = await addTag('once', headers);
    expect(first.statusCode).toBe(201);
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect([first.headers, again.headers].map((each) => each['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(await tagsNamed('once')).toBe(1);
    const { id } = first.json();
    const removing = newKey();
    const remove = () => api.call('DELETE', `/api/tags/${id}`, { as: admin, headers: removing });
    expect([await remove(), await remove()].map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [204, ''],
      [204, ''],
    ]);
  });

  it('a write that was refused is refused again in the same words', async () => {
    const addWebsite = (headers: Record<string, string>) =>
      api.call('POST', '/api/websites', { as: admin, headers, body: { domain: 'taken.example.com', name: 'Taken' } });
    await addWebsite(newKey());
    const headers = newKey();
    const first = await addWebsite(headers);
    const again = await addWebsite(headers);
    expect(first.statusCode).toBe(409);
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(again.headers['content-type']).toMatch('application/problem+json');
  });

  it('a write with an invalid body can be corrected under the same key', async () => {
    const headers = newKey();
    expect((await api.call('POST', '/api/tags', { as: admin, headers, body: { nonsense: 1 } })).statusCode).toBe(422);
    expect((await addTag('put right', headers)).statusCode).toBe(201);
  });

  it('is another call with another body, path or method, and refused', async () => {
    const headers = newKey();
    await addTag('one', headers);
    const others = [
      await addTag('two', headers),
      await api.call('POST', '/api/tags?again=1', { as: admin, headers, body: { name: 'one' } }),
      await api.call('DELETE', `/api/tags/${randomUUID()}`, { as: admin, headers }),
    ];
    for (const answer of others)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'idempotency_key_reused']);
    expect(await tagsNamed('two')).toBe(0);
  });

  it('belongs to its caller: another one with the same key makes a call of their own', async () => {
    const headers = newKey();
    const [mine, theirs] = [await addTag('mine', headers), await addTag('theirs', headers, await api.signIn('admin'))];
    const made = await api.call('POST', '/api/profile/api-keys', {
      as: admin,
      body: { name: 'Script', permissions: ['read', 'write', 'tags.add'] },
    });
    const key = { headers: { authorization: `Bearer ${made.json().key}` } };
    const byKey = [await addTag('by key', headers, key), await addTag('by key', headers, key)];
    expect([mine, theirs, ...byKey].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(await tagsNamed('by key')).toBe(1);
  });

  it('is done once however many make it at the same time; the others are told that it is being done', async () => {
    const headers = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => addTag('at once', headers)));
    expect(await tagsNamed('at once')).toBe(1);
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(made.map(({ body }) => body)).size).toBe(1);
    const waiting = answers.filter(({ statusCode }) => statusCode !== 201);
    for (const answer of waiting) {
      expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
        409,
        'call_in_progress',
        '1',
      ]);
    }
  });

  it('a write that was cut off is never made again: a repetition is told that the outcome is unknown', async () => {
    const headers = newKey();
    await addTag('cut off', headers);
    // A process that ended during the call leaves this.
    const cutOff = { status: null, answer: null, begunAt: new Date(Date.now() - 6 * 60_000) };
    await api.context.db.updateTable('idempotentCalls').set(cutOff).where('status', '=', 201).execute();
    const answer = await addTag('cut off', headers);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'call_outcome_unknown']);
    expect(await tagsNamed('cut off')).toBe(1);
  });

  it('is forgotten after a day', async () => {
    const headers = newKey();
    await addTag('of yesterday', headers);
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    await api.context.db.updateTable('idempotentCalls').set({ begunAt: yesterday }).execute();
    const answer = await addTag('of today', headers);
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it('keeps no answer and no key in the clear, and after an erasure no answer at all', async () => {
    const headers = newKey();
    const made = await api.call('POST', '/api/profile/api-keys', {
      as: admin,
      headers,
      body: { name: 'Kept', permissions: ['read'] },
    });
    const rows = JSON.stringify(await calls().execute());
    for (const secret of [made.json().key, headers['idempotency-key'], 'Kept']) expect(rows).not.toContain(secret);
    await api.call('POST', '/api/privacy/erase', { as: admin, body: { email: 'nobody@example.com' } });
    expect((await calls().where('answer', 'is not', null).execute()).length).toBe(0);
    const again = await api.call('POST', '/api/profile/api-keys', {
      as: admin,
      headers,
      body: { name: 'Kept', permissions: ['read'] },
    });
    expect(again.statusCode).toBe(409);
  });

  it.each(['', 'x'.repeat(256), 'über'])('“%s” is no key', async (key) => {
    const answer = await addTag('never', { 'idempotency-key': key });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  });

  it('a key in the quotes of the draft is the same as one without', async () => {
    const key = randomUUID();
    const answers = [
      await addTag('quoted', { 'idempotency-key': `"${key}"` }),
      await addTag('quoted', { 'idempotency-key': key }),
    ];
    expect(statuses(answers)).toEqual([201, 201]);
    expect(await tagsNamed('quoted')).toBe(1);
  });
});

it('a write without an Idempotency-Key, and a read with one, leave nothing behind', async () => {
  const before = (await calls().execute()).length;
  await api.call('POST', '/api/tags', { as: admin, body: { name: randomUUID().slice(0, 8) } });
  await api.call('GET', '/api/tags', { as: admin, headers: newKey() });
  expect((await calls().execute()).length).toBe(before);
});
