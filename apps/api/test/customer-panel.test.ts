/** Files and pages of a customer, beside their conversation: docs/product.md#conversations. */
import { randomUUID } from 'node:crypto';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
});
afterAll(() => api.close());

/** Attaches a file to a message, as the upload does. */
async function attach(conversationId: string, seq: number, name: string): Promise<void> {
  await sql`insert into files (user_id, conversation_id, seq, state, name, size, type, kind)
    values (${admin.user.id}, ${conversationId}, ${seq}, 'ready', ${name}, 1, 'text/plain', 'document')
  `.execute(api.context.db);
}

it('the files of a customer are those of all their conversations that the caller sees, the newest first', async () => {
  const { id } = await api.conversation('First');
  await api.call('POST', '/api/messages', {
    as: admin,
    body: { conversationId: id, content: 'An answer', clientMessageId: randomUUID() },
  });
  const other = await api.conversation('Of another user');
  const { rows } = await sql<{ id: string }>`
    insert into conversations (visitor_id, status, is_ai_assisted, last_activity_at)
    select visitor_id, 'active', false, now() from conversations where id = ${id} returning id`.execute(api.context.db);
  const second = rows[0]?.id ?? '';
  await sql`insert into messages (id, conversation_id, seq, sender_type, content, customer_message_count)
    values (${randomUUID()}, ${second}, 1, 'customer', 'Second', 1)`.execute(api.context.db);
  await attach(id, 1, 'first.txt');
  await attach(id, 2, 'answer.txt');
  await attach(second, 1, 'second.txt');
  await attach(other.id, 1, 'foreign.txt');
  const files = async (as: TestUser) => {
    const answer = await api.call('GET', `/api/conversations/${id}/files`, { as });
    expect(answer.statusCode).toBe(200);
    return answer
      .json()
      .map((file: { attachment: { name: string }; isFromCustomer: boolean }) => [
        file.attachment.name,
        file.isFromCustomer,
      ]);
  };
  expect(await files(admin)).toEqual([
    ['second.txt', true],
    ['answer.txt', false],
    ['first.txt', true],
  ]);
  const scoped = await api.signInAs({ permissions: builtInPermissions.representative, scope: 'mine' });
  await sql`update conversations set assigned_representative_id = ${admin.user.id} where id = ${id}`.execute(
    api.context.db,
  );
  expect((await api.call('GET', `/api/conversations/${id}/files`, { as: scoped })).statusCode).toBe(404);
  const ofSecond = await api.call('GET', `/api/conversations/${second}/files`, { as: scoped });
  expect(ofSecond.json()).toHaveLength(1);
});

it('the last twenty pages of a visitor are kept, the same page in a row once, and exported and erased with them', async () => {
  const { id, visitor } = await api.conversation('Hello');
  const origin = 'https://shop.example.com';
  for (const page of ['/a', '/a', '/b', ...Array.from({ length: 20 }, (_, index) => `/p${index}`)]) {
    const answer = await api.call('PATCH', '/api/visitor', {
      as: visitor,
      body: { email: 'pages@example.com', page: { url: origin + page, title: `Title of ${page}` } },
    });
    expect(answer.statusCode).toBeLessThan(300);
  }
  const { pages } = (await api.call('GET', `/api/conversations/${id}/visitor`, { as: admin })).json();
  expect(pages).toHaveLength(20);
  expect(pages[0]).toMatchObject({ url: `${origin}/p19`, title: 'Title of /p19' });
  expect(pages.at(-1)).toMatchObject({ url: `${origin}/p0` });
  const body = { email: 'pages@example.com' };
  const exported = (await api.call('POST', '/api/privacy/export', { as: admin, body })).json();
  expect(exported.visitors[0].pages).toEqual(pages);
  await api.call('POST', '/api/privacy/erase', { as: admin, body });
  const { rows } = await sql`select from visitors where pages::text like '%/p19%'`.execute(api.context.db);
  expect(rows).toEqual([]);
});
