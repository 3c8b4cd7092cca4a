import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('representative', 'Ada');
});
afterAll(() => api.close());

it('a transcript is a file of messages alone, by the clock that is asked for', async () => {
  const { id, visitor } = await api.conversation('Where is <my> order?');
  const canary = `canary-${randomUUID()}`;
  await api.call('POST', `/api/conversations/${id}/notes`, {
    as: ada,
    body: { content: canary, clientNoteId: randomUUID() },
  });
  await api.call('POST', '/api/messages', { as: ada, body: { conversationId: id, content: 'On its way.' } });
  const path = `/api/conversations/${id}/transcript`;
  const text = await api.call('GET', `${path}?timeZone=Asia/Tokyo`, { as: ada });
  expect(text.statusCode).toBe(200);
  expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.headers['content-disposition']).toBe(`attachment; filename="conversation-${id}.txt"`);
  for (const words of ['Where is <my> order?', 'Ada', 'On its way.', 'Asia/Tokyo']) expect(text.body).toContain(words);
  expect(text.body).not.toContain(canary);
  const page = await api.call('GET', `${path}?format=html`, { as: ada });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('Where is &lt;my&gt; order?');
  expect(page.body).not.toContain(canary);
  expect((await api.call('GET', path, { as: visitor })).statusCode).not.toBe(200);
  expect((await api.call('GET', path)).statusCode).toBe(401);
  expect((await api.call('GET', `/api/conversations/${randomUUID()}/transcript`, { as: ada })).statusCode).toBe(404);
});

it('a transcript shows above a reply what it quotes', async () => {
  const { id } = await api.conversation('Is the blue <lamp> in stock?');
  const [asked] = (await api.call('GET', `/api/conversations/${id}`, { as: ada })).json().messages;
  const reply = { conversationId: id, content: 'Yes, three of them.', replyTo: asked.id };
  expect((await api.call('POST', '/api/messages', { as: ada, body: reply })).statusCode).toBe(201);
  const path = `/api/conversations/${id}/transcript`;
  const text = (await api.call('GET', path, { as: ada })).body;
  expect(text).toContain('> Is the blue <lamp> in stock?\nYes, three of them.');
  const page = (await api.call('GET', `${path}?format=html`, { as: ada })).body;
  expect(page).toMatch(/&gt; Is the blue &lt;lamp&gt; in stock\?.*Yes, three of them\./s);
});

it.each([
  ['GET', '?timeZone=Mars/Olympus', undefined, 'timeZone'],
  ['GET', '?format=pdf', undefined, 'format'],
  ['POST', '', { clientRequestId: randomUUID(), to: 'nobody' }, 'to'],
] as const)('%s …/transcript%s with something wrong is refused with its name', async (method, query, body, field) => {
  const { id } = await api.conversation();
  const url = `/api/conversations/${id}/transcript${query}`;
  const refused = await api.call(method, url, { as: ada, ...(body && { body }) });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, field]);
});

it('the form shows that mail is unavailable when none can be sent', async () => {
  const { id } = await api.conversation();
  const body = { clientRequestId: randomUUID(), to: 'jane@example.com' };
  const refused = await api.call('POST', `/api/conversations/${id}/transcript`, { as: ada, body });
  expect(refused.json()).toMatchObject({ status: 422, code: 'not_configured' });
});
