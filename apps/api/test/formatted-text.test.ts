/** Formatted text from the team: stored beside its plain form, which everything else reads. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let ben: TestUser;
beforeAll(async () => {
  api = await startApi();
  ben = await api.signIn('admin', 'Ben');
});
afterAll(() => api.close());

const markdown = 'It comes in **two** sizes:\n\n- small\n- [large](https://shop.example/large)';
const content = 'It comes in two sizes:\n\n- small\n- large (https://shop.example/large)';
const send = async (conversationId: string, body: object) =>
  api.call('POST', '/api/messages', { as: ben, body: { conversationId, clientMessageId: randomUUID(), ...body } });

it('a message has its plain form, and its formatting beside it', async () => {
  const { id } = await api.conversation();
  expect((await send(id, { markdown })).json()).toMatchObject({ content, markdown });
  // Whatever else the caller says it reads as.
  expect((await send(id, { markdown, content: 'Something else' })).json()).toMatchObject({ content, markdown });
  const [first, second] = (await api.call('GET', `/api/conversations/${id}/messages`, { as: ben })).json().slice(-2);
  expect([first, second]).toMatchObject([
    { content, markdown },
    { content, markdown },
  ]);
  const listed = (await api.call('GET', '/api/conversations', { as: ben })).json();
  expect(JSON.stringify(listed)).not.toContain('**');
});

it('plain text is stored as it was typed, whatever it looks like', async () => {
  const { id } = await api.conversation();
  const typed = '2 * 3 * 4, **bold**, snake_case_names, [a](https://a.example), - one';
  const plain = (await send(id, { content: typed })).json();
  expect(plain.content).toBe(typed);
  expect(plain).not.toHaveProperty('markdown');
  const without = (await send(id, { markdown: '2 \\* 3, see https://a.example/b' })).json();
  expect(without.content).toBe('2 * 3, see https://a.example/b');
  expect(without).not.toHaveProperty('markdown');
});

it('the same id with another formatting is another message', async () => {
  const { id } = await api.conversation();
  const clientMessageId = randomUUID();
  expect((await send(id, { markdown: '**Yes**', clientMessageId })).statusCode).toBe(201);
  expect((await send(id, { markdown: '**Yes**', clientMessageId })).statusCode).toBe(200);
  expect((await send(id, { content: 'Yes', clientMessageId })).statusCode).toBe(409);
});

it('an edit changes the formatting, and without any takes it away', async () => {
  const { id } = await api.conversation();
  const { seq } = (await send(id, { markdown })).json();
  const edit = async (body: object) =>
    (await api.call('PATCH', `/api/conversations/${id}/messages/${seq}`, { as: ben, body })).json();
  expect(await edit({ content: 'x', markdown: '*One* size' })).toMatchObject({
    content: 'One size',
    markdown: '*One* size',
  });
  expect(await edit({ content: 'One size' })).not.toHaveProperty('markdown');
});

it('a visitor’s message has none', async () => {
  const visitor = await api.visitor();
  const body = { content: 'x', markdown: '**x**', clientMessageId: randomUUID() };
  expect((await api.call('POST', '/api/visitor/messages', { as: visitor, body })).statusCode).toBe(422);
  const starred = { content: '**x**', clientMessageId: randomUUID() };
  const stored = (await api.call('POST', '/api/visitor/messages', { as: visitor, body: starred })).json();
  expect(stored.content).toBe('**x**');
  expect(stored).not.toHaveProperty('markdown');
});

it('a note, a message for later and a draft have formatting too', async () => {
  const { id } = await api.conversation();
  const note = await api.call('POST', `/api/conversations/${id}/notes`, { as: ben, body: { markdown } });
  expect(note.json()).toMatchObject({ body: content, note: { markdown } });
  const { activityNo } = note.json();
  const edited = await api.call('PATCH', `/api/conversations/${id}/notes/${activityNo}`, {
    as: ben,
    body: { content: 'Plain' },
  });
  expect(edited.json().body).toBe('Plain');
  expect(edited.json().note).not.toHaveProperty('markdown');

  const later = { markdown, clientMessageId: randomUUID(), sendAt: new Date(Date.now() + 3_600_000).toISOString() };
  const waiting = (await api.call('POST', `/api/conversations/${id}/scheduled`, { as: ben, body: later })).json();
  expect(waiting).toMatchObject({ content, markdown });
  const sent = await api.call('POST', `/api/scheduled/${waiting.id}/send`, { as: ben });
  expect(sent.json()).toMatchObject({ content, markdown });

  const draft = { id: randomUUID(), content: '**Hal', isMarkdown: true, revision: 0 };
  const path = `/api/conversations/${id}/drafts/reply`;
  expect((await api.call('PATCH', path, { as: ben, body: draft })).json()).toMatchObject({ isMarkdown: true });
});

it('an empty or too long text is refused, with or without its marks', async () => {
  const { id } = await api.conversation();
  for (const given of ['> ', `**${'x'.repeat(10_001)}**`, '**x** '.repeat(5_000)]) {
    expect((await send(id, { markdown: given })).statusCode).toBe(422);
  }
  expect((await send(id, { markdown: `**${'x'.repeat(10_000)}**` })).statusCode).toBe(201);
});

it('the export has both forms', async () => {
  const { id } = await api.conversation();
  await send(id, { markdown: '**exported** words' });
  const { body } = await api.call('GET', '/api/export/conversations', { as: ben });
  expect(body).toContain('"markdown":"**exported** words"');
  expect(body).toContain('"content":"exported words"');
});
