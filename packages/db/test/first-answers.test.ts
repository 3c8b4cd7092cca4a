/** First answers, and the statistics made of them: docs/product.md#home. */
import { expect, test } from 'vitest';
import type { Database } from '../src/database.ts';
import { readConversationsBegun, readFirstAnswers, readLoad, readWaiting } from '../src/stats/overview.ts';
import {
  aConversation,
  adaAndBen,
  aDatabase,
  anEmptyDatabase,
  does,
  fromAi,
  fromCustomer,
  fromRepresentative,
} from './support/rows.ts';

const db = await aDatabase();
const [ada, ben] = await adaAndBen(db);
const start = Date.now() - 3_600_000;
const at = (seconds: number) => ({ createdAt: new Date(start + seconds * 1000) });

const measured = (own: Database, id: string) =>
  own
    .selectFrom('firstAnswers')
    .select(['answeredBy', 'seconds'])
    .where('conversationId', '=', id)
    .orderBy('answeredBy')
    .execute();

test('a first answer is measured once, from the first of the messages that it answers', async () => {
  const id = await aConversation(db);
  await fromCustomer(db, id, 'one', at(0));
  await fromCustomer(db, id, 'two', at(10));
  await fromRepresentative(db, id, ada, at(30));
  await fromCustomer(db, id, 'three', at(100));
  await fromRepresentative(db, id, ben, at(900));
  expect(await measured(db, id)).toEqual([
    { answeredBy: 'anybody', seconds: 30 },
    { answeredBy: 'representative', seconds: 30 },
  ]);
});

test('the first answer of a person after the assistant is measured from the message that it left unanswered', async () => {
  const id = await aConversation(db);
  await fromCustomer(db, id, 'one', at(0));
  await fromAi(db, id, at(5));
  await fromCustomer(db, id, 'a person, please', at(60));
  await does(db, id, { type: 'hand_off' }, { reason: 'asked for a person' });
  await fromAi(db, id, { isAnswer: false, ...at(61) });
  await fromRepresentative(db, id, ada, at(180));
  expect(await measured(db, id)).toEqual([
    { answeredBy: 'anybody', seconds: 5 },
    { answeredBy: 'representative', seconds: 120 },
  ]);
});

test('a reply to an answered conversation has no waiting time, and a hidden conversation is not measured', async () => {
  const quiet = await aConversation(db);
  await fromCustomer(db, quiet, 'one', at(0));
  await fromAi(db, quiet, at(5));
  await fromRepresentative(db, quiet, ada, at(50));
  expect(await measured(db, quiet)).toEqual([{ answeredBy: 'anybody', seconds: 5 }]);
  const hidden = await aConversation(db, { hidden: true });
  await fromCustomer(db, hidden, 'one', at(0));
  await fromRepresentative(db, hidden, ada, at(50));
  expect(await measured(db, hidden)).toEqual([]);
});

test('median and 90th percentile are of all days together and of each, and days without an answer are left out', async () => {
  const own = await anEmptyDatabase();
  const [me] = await adaAndBen(own);
  const dayMs = 86_400_000;
  const starts = [-2, -1, 0].map((days) => new Date(start + days * dayMs));
  for (const [days, waits] of [
    [-2, [1000]],
    [0, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]],
  ] as const) {
    for (const seconds of waits) {
      const id = await aConversation(own);
      await fromCustomer(own, id, 'Hello', { createdAt: new Date(start + days * dayMs + 1000) });
      await fromRepresentative(own, id, me, { createdAt: new Date(start + days * dayMs + 1000 + seconds * 1000) });
    }
  }
  const statistics = (await readFirstAnswers(own, starts)).filter(({ answeredBy }) => answeredBy === 'anybody');
  const of = (position: number | null) => statistics.find(({ day }) => day === position);
  expect(statistics).toHaveLength(3);
  expect(of(1)).toMatchObject({ count: 1, quantiles: [1000, 1000] });
  expect(of(3)).toMatchObject({ count: 10, quantiles: [55, 91] });
  expect(of(null)).toMatchObject({ count: 11, quantiles: [60, 100] });
});

test('the overview counts who waits, when conversations began, and conversations per user', async () => {
  const own = await anEmptyDatabase();
  expect(await readWaiting(own)).toEqual({ count: 0, longest: null });
  expect(await readLoad(own)).toEqual({ unassigned: 0, representatives: [] });
  const [me, colleague] = await adaAndBen(own);
  const first = await aConversation(own, { status: 'waiting', isAiAssisted: false });
  await aConversation(own, { status: 'waiting', isAiAssisted: false });
  await aConversation(own, { status: 'waiting', hidden: true });
  const mine = await aConversation(own);
  await does(own, mine, { type: 'assign', representativeId: me });
  const closed = await aConversation(own);
  await does(own, closed, { type: 'assign', representativeId: me });
  await does(own, closed, { type: 'close' });
  expect(await readWaiting(own)).toMatchObject({ count: 2, longest: { conversationId: first } });
  const { unassigned, representatives } = await readLoad(own);
  expect(unassigned).toBe(2);
  expect(representatives.map(({ id, openConversations }) => [id, openConversations])).toEqual([
    [me, 1],
    [colleague, 0],
  ]);
  const begun = await readConversationsBegun(own, new Date(Date.now() - 3_600_000));
  expect(begun.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  expect(await readConversationsBegun(own, new Date(Date.now() + 3_600_000))).toEqual([]);
});
