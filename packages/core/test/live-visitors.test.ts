/** Live visitors: what is recorded of an open page, who sees it, and the conversation that the team begins. */
import { randomUUID } from 'node:crypto';
import { insertWebsite, updateWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { countVisits, endVisit, forgetVisits, readVisit, recordVisit, renewVisits } from '../src/websites/visits.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { listLiveVisitors, startWithLiveVisitor } from '../src/visitors/live.ts';
import { updateWebsite as changeWebsite } from '../src/websites/websites.ts';

let context: TestContext;
let ada: StaffCaller;
let websiteId: string;

beforeAll(async () => {
  context = await createTestContext();
  ada = await createColleague(context, 'Ada Byron', 'admin');
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
});
afterAll(() => context.close());
beforeEach(async () => {
  await forgetVisits(context, websiteId);
  await updateWebsite(context.db, websiteId, { liveVisitors: 'pages' });
});

const visit = (id: string = randomUUID(), visitorId?: string) => ({ id, websiteId, visitorId });
const page = (path: string, referrer?: string) => ({
  url: `https://shop.example.com${path}`,
  title: path,
  ...(referrer !== undefined && { referrer }),
});

it('a visit has its pages in their order, and where it came from', async () => {
  const here = visit();
  await recordVisit(context, here, 'pages', page('/?utm_campaign=spring', 'https://search.example/?q=grinder'));
  await recordVisit(context, here, 'pages', page('/grinders', 'https://shop.example.com/'));
  await recordVisit(context, here, 'pages', page('/grinders'));
  const { visitors, websites } = await listLiveVisitors(context, ada, {});
  expect(websites).toEqual([{ websiteId, count: 1 }]);
  expect(visitors).toMatchObject([
    {
      id: here.id,
      referrer: 'https://search.example/?q=grinder',
      campaign: 'spring',
      name: null,
      pages: [{ title: '/?utm_campaign=spring' }, { title: '/grinders' }],
    },
  ]);
});

it('a website that only counts stores no address, whatever its pages report', async () => {
  await updateWebsite(context.db, websiteId, { liveVisitors: 'count' });
  const here = visit();
  await recordVisit(context, here, 'count', page('/secret'));
  expect(await readVisit(context, here)).toBeUndefined();
  expect(await listLiveVisitors(context, ada, {})).toEqual({ websites: [{ websiteId, count: 1 }], visitors: [] });
});

it('a website without live visitors is not listed', async () => {
  await updateWebsite(context.db, websiteId, { liveVisitors: 'off' });
  expect(await listLiveVisitors(context, ada, {})).toEqual({ websites: [], visitors: [] });
});

it('switching a website to less forgets what it had reported', async () => {
  const here = visit();
  await recordVisit(context, here, 'pages', page('/'));
  await changeWebsite(context, ada, websiteId, { liveVisitors: 'count' });
  expect(await readVisit(context, here)).toBeUndefined();
  expect(await countVisits(context, websiteId)).toBe(0);
  await renewVisits(context, [here]);
  expect(await countVisits(context, websiteId)).toBe(0);
});

it('everything about a visit expires', async () => {
  const here = visit();
  await recordVisit(context, here, 'pages', page('/'));
  await endVisit(context, here);
  const keys = await context.redis.keys(`${context.prefix}:visit:${websiteId}:*`);
  expect(keys).toHaveLength(1);
  for (const key of keys) expect(await context.redis.ttl(key)).toBeGreaterThan(0);
  await context.redis.zadd(`${context.prefix}:visits:${websiteId}`, Date.now() - 1, here.id);
  expect(await countVisits(context, websiteId)).toBe(0);
});

it('the first message to a visitor opens a conversation that their page continues, once for each message', async () => {
  const here = visit();
  await recordVisit(context, here, 'pages', page('/grinders'));
  const message = { websiteId, content: 'Can I help you choose?', clientMessageId: randomUUID() };
  const { conversationId } = await startWithLiveVisitor(context, ada, here.id, message);
  expect(await startWithLiveVisitor(context, ada, here.id, message)).toEqual({ conversationId });
  const { visitors } = await listLiveVisitors(context, ada, {});
  expect(visitors).toMatchObject([{ id: here.id, conversationId }]);
});

it('of two who write to a new visitor at the same moment one is refused', async () => {
  const here = visit();
  await recordVisit(context, here, 'pages', page('/'));
  const start = () =>
    startWithLiveVisitor(context, ada, here.id, { websiteId, content: 'Hello', clientMessageId: randomUUID() });
  const outcomes = await Promise.allSettled([start(), start()]);
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.length).toBeLessThanOrEqual(1);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'conflict' });
  const started = await context.db
    .selectFrom('conversations')
    .select('visitorId')
    .where('websiteId', '=', websiteId)
    .execute();
  const { visitorId } = (await readVisit(context, here)) ?? {};
  expect(started.filter((each) => each.visitorId === visitorId).length).toBeGreaterThan(0);
});

it('nobody can write to a visit that is over, or to one of another website', async () => {
  const other = (await insertWebsite(context.db, { domain: 'other.example.com', name: 'Other' }))?.id ?? '';
  await updateWebsite(context.db, other, { liveVisitors: 'pages' });
  const here = visit();
  await recordVisit(context, here, 'pages', page('/'));
  const draft = { content: 'Hello', clientMessageId: randomUUID() };
  for (const [id, of] of [
    [randomUUID(), websiteId],
    [here.id, other],
  ] as const)
    await expect(startWithLiveVisitor(context, ada, id, { ...draft, websiteId: of })).rejects.toMatchObject({
      code: 'not_found',
    });
});

it('a user of other teams sees neither the website nor its visitors', async () => {
  await recordVisit(context, visit(), 'pages', page('/'));
  const outside: StaffCaller = {
    ...ada,
    rights: {
      roleId: randomUUID(),
      builtIn: null,
      roleName: 'Night shift',
      permissions: ['visitors.read', 'conversations.reply'],
      scope: 'teams',
      teamIds: [],
      websiteIds: [],
      teammateIds: [],
    },
  };
  expect(await listLiveVisitors(context, outside, {})).toEqual({ websites: [], visitors: [] });
});
