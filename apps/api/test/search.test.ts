/** Search by REST: filters as words, what is refused, and what is never a fault of the server's. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;

beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('admin', 'Ada');
});
afterAll(() => api.close());

const search = (q: string, more = '') =>
  api.call('GET', `/api/conversations?q=${encodeURIComponent(q)}${more}`, { as: ada });
const ids = async (q: string) => (await search(q)).json().map(({ id }: { id: string }) => id);

it('filters are words of a search, in one statement with the rest of it', async () => {
  const [one, two] = [await api.conversation('A refund for the lamp'), await api.conversation('A refund for the sofa')];
  const tag = await api.call('POST', '/api/tags', { as: ada, body: { name: 'Big customer', colour: 'red' } });
  await api.call('PATCH', `/api/conversations/${one.id}`, { as: ada, body: { addTags: [tag.json().id] } });
  await api.call('PATCH', `/api/conversations/${two.id}`, { as: ada, body: { status: 'closed' } });
  expect(await ids('refund tag:"big customer"')).toEqual([one.id]);
  expect(await ids('refund -tag:big')).toEqual([two.id]);
  expect(await ids('status:closed refund')).toEqual([two.id]);
  expect(await ids('refund assignee:ada')).toEqual([]);
  expect(await ids('refund assignee:nobody status:waiting,active')).toEqual([one.id]);
  expect(await ids('refund before:yesterday')).toEqual([]);
  expect((await ids('refund after:yesterday')).toSorted()).toEqual([one.id, two.id].toSorted());
  // Without a word to look for it is a list like any other.
  expect(await ids('tag:big')).toEqual([one.id]);
});

it('the filter from: finds conversations by their writers, by last activity, page by page', async () => {
  const made: string[] = [];
  for (const content of ['First', 'Second', 'Third']) {
    const { id } = await api.conversation(content);
    await api.context.db
      .updateTable('conversations')
      .set({ customerEmail: 'mia@quick.example' })
      .where('id', '=', id)
      .execute();
    made.unshift(id);
  }
  expect(await ids('from:mia')).toEqual(made);
  expect(await ids('from:@quick.example second')).toEqual([made[1]]);
  expect(await ids('-from:mia second')).toEqual([]);
  const first = await search('from:mia', '&limit=2');
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
  expect((await api.call('GET', next, { as: ada })).json().map(({ id }: { id: string }) => id)).toEqual([made[2]]);
});

it.each([
  ['tag:nowhere', 'q.tag', 'tag: There is no “nowhere”.'],
  ['lamp status:lost', 'q.status', 'status: There is no “lost”. There are active, waiting, closed.'],
  ['after:whenever', 'q.after', 'after: “whenever” isn’t a date. Use 2026-11-21, 2026-11, today or 7d.'],
  ['is:', 'q.is', 'is: Add a value.'],
])('%s is refused, named by its word', async (q, path, message) => {
  const answer = await search(q);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual([
    { path, message: expect.stringContaining(message), localized: expect.anything() },
  ]);
});

it('a word before a colon that is no filter is looked for as text', async () => {
  const { id } = await api.conversation('Look at order:4711 please');
  expect(await ids('order:4711')).toEqual([id]);
});

it.each([
  ['a thousand words', 'refund the order '.repeat(350), 422],
  ['two hundred letters', 'x'.repeat(200), 200],
  ['one letter', 'a', 200],
  ['only exclusions', '-refund -the', 200],
  ['only a filter turned round', '-status:closed', 200],
  ['Thai', 'สินค้ายังไม่มาถึง', 200],
  ['NULs', '\0re\0fund\0 from:\0', 422],
  ['a filter full of NULs', 'from:a\0b', 422],
  ['quotes that never end', 'tag:"', 422],
  ['half of a character', '"\u202e\u0001 lamp', 200],
])('a search for %s by 50 people at once gets an answer or a clear refusal', async (_name, q, status) => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => search(q)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([status]));
});

it('notes are found by what they say now, shown with the passage, within the filters of the search', async () => {
  const { id } = await api.conversation('Where is my parcel?');
  const note = async (content: string) =>
    (await api.call('POST', `/api/conversations/${id}/notes`, { as: ada, body: { content } })).json();
  const [first, second] = [await note('Carrier lost it, Réfund promised'), await note('Refund sent by Ben')];
  const notes = async (q: string) =>
    (await api.call('GET', `/api/notes?q=${encodeURIComponent(q)}`, { as: ada })).json();
  const found = await notes('refu');
  expect(found).toMatchObject([
    { conversationId: id, activityNo: second.activityNo, afterSeq: 1, actorName: 'Ada' },
    { activityNo: first.activityNo },
  ]);
  const { text, ranges } = found[1].match;
  expect(ranges.map(([start, end]: [number, number]) => text.slice(start, end))).toEqual(['Réfund']);
  expect(await notes('refund -ben')).toMatchObject([{ activityNo: first.activityNo }]);
  expect(await notes('refund is:snoozed')).toEqual([]);
  expect(await notes('status:waiting')).toEqual([]);
  // Nothing of them is in what messages and customers are found by.
  expect(await ids('carrier')).toEqual([]);

  await api.call('PATCH', `/api/conversations/${id}/notes/${first.activityNo}`, {
    as: ada,
    body: { content: 'All well' },
  });
  expect(await notes('carrier')).toEqual([]);
  expect(await notes('well')).toMatchObject([{ activityNo: first.activityNo, match: { text: 'All well' } }]);
  await api.call('DELETE', `/api/conversations/${id}/notes/${second.activityNo}`, { as: ada });
  expect(await notes('refund')).toEqual([]);
  await api.call('DELETE', `/api/conversations/${id}`, { as: ada });
  expect(await notes('well')).toEqual([]);
  const { rows } = await sql`select from note_search`.execute(api.context.db);
  expect(rows).toEqual([]);
});

it('nobody but the team finds notes', async () => {
  const visitor = await api.visitor();
  expect((await api.call('GET', '/api/notes?q=refund', { as: visitor })).statusCode).toBe(401);
  expect((await api.call('GET', '/api/notes?q=refund')).statusCode).toBe(401);
});
