/** Ratings: who is asked, when and how often, and what becomes of the answers. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '@parley/contracts/settings/settings';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { listConversations } from '../src/conversations/list.ts';
import { getConversation } from '../src/conversations/read.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { rightsOf } from '../src/permissions/rights.ts';
import { changeSettings } from '../src/integrations/change-settings.ts';
import { postMessage } from '../src/messages/post.ts';
import { askDueRatings, planRating } from '../src/ratings/ask.ts';
import { ratingUrl } from '../src/ratings/links.ts';
import { listRatings, rateAsVisitor, rateByToken, readRatingPage } from '../src/ratings/rate.ts';
import {
  createColleague,
  createTestContext,
  type TestContext,
  overseer,
  withExternalServices,
} from '../src/testing.ts';
import { readVisitorConversation } from '../src/visitors/conversations.ts';

let context: TestContext;
let external: ReturnType<typeof withExternalServices>;
let websiteId: string;
let admin: StaffCaller;
let ben: StaffCaller;

const usual: Settings['ratingConfig'] = {
  enabled: true,
  filter: { all: [] },
  samplePercent: 100,
  pauseDays: 0,
  delayMinutes: 0,
  questions: {},
};
const set = async (change: Partial<Settings['ratingConfig']>) => {
  await mergeSettings(context.db, 'ratingConfig', { ...usual, ...change });
  context.settings.forget();
};

beforeAll(async () => {
  context = await createTestContext();
  external = withExternalServices(context);
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [admin, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
});
afterAll(() => context.close());
beforeEach(async () => {
  await sql`truncate ratings`.execute(context.db);
  await set({});
});

interface Talk {
  id: string;
  visitor: VisitorCaller;
}

const says = (visitor: VisitorCaller) =>
  postMessage(context, visitor, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
const answers = (id: string, by = ben) =>
  postMessage(context, by, { conversationId: id }, { content: 'Hi', clientMessageId: randomUUID() });

async function opens(change: { email?: string; locale?: string } = {}): Promise<Talk> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null, ...change });
  const visitor: VisitorCaller = { kind: 'visitor', visitorId, websiteId };
  const { message } = await says(visitor);
  return { id: message.conversationId, visitor };
}

/** Closes it, as the worker then plans the question. */
async function closes(id: string): Promise<void> {
  const { activityNo } = await updateConversation(context, admin, id, { status: 'closed' });
  await planRating(context, { conversationId: id, closingNo: activityNo ?? 0 });
}

async function talks(change?: Parameters<typeof opens>[0]): Promise<Talk> {
  const talk = await opens(change);
  await answers(talk.id);
  await closes(talk.id);
  return talk;
}

const askedIn = async ({ id, visitor }: Talk) => (await readVisitorConversation(context, visitor, id)).rating;
const asked = async (talk: Talk): Promise<string> => {
  await askDueRatings(external);
  return (await askedIn(talk))?.id ?? '';
};
const rates = async (talk: Talk, score: 1 | 2 | 3 | 4 | 5, more: object = {}) =>
  rateAsVisitor(context, talk.visitor, { id: await asked(talk), answer: { score, ...more } });
const tokenOf = (ratingId: string): string => new URL(ratingUrl(context, ratingId)).searchParams.get('token') ?? '';
const stored = () => context.db.selectFrom('ratings').selectAll().execute();

describe('a customer is asked for a rating', () => {
  it('once for each close, however often the worker looks and closes are told of', async () => {
    const talk = await talks();
    await planRating(context, { conversationId: talk.id, closingNo: 99 });
    expect(await Promise.all([askDueRatings(external), askDueRatings(external), askDueRatings(external)])).toContain(1);
    expect(await askDueRatings(external)).toBe(0);
    expect(await stored()).toHaveLength(1);
    expect(await askedIn(talk)).toMatchObject({ score: null });
  });

  it('not while ratings are off, and not if they are switched off before the question', async () => {
    await set({ enabled: false });
    await talks();
    expect(await stored()).toEqual([]);
    await set({});
    const talk = await talks();
    await set({ enabled: false });
    expect(await askDueRatings(external)).toBe(0);
    expect(await askedIn(talk)).toBeUndefined();
  });

  it('not before the time that was set has passed', async () => {
    await set({ delayMinutes: 60 });
    await talks();
    expect(await askDueRatings(external)).toBe(0);
    await sql`update ratings set due_at = now()`.execute(context.db);
    expect(await askDueRatings(external)).toBe(1);
  });

  it('not if the conversation was reopened first, but after its next close', async () => {
    await set({ delayMinutes: 1 });
    const talk = await talks();
    await updateConversation(context, admin, talk.id, { status: 'active' });
    await sql`update ratings set due_at = now()`.execute(context.db);
    expect(await askDueRatings(external)).toBe(0);
    await set({});
    await answers(talk.id);
    await says(talk.visitor);
    await answers(talk.id);
    await closes(talk.id);
    expect(await askDueRatings(external)).toBe(1);
  });

  it('not about a conversation that nobody answered', async () => {
    const { id } = await opens();
    await closes(id);
    expect(await stored()).toEqual([]);
  });

  it('only about conversations that meet the filter', async () => {
    await set({ filter: { field: 'priority', op: 'is', value: 'urgent' } });
    const urgent = await opens();
    await answers(urgent.id);
    await updateConversation(context, admin, urgent.id, { priority: 'urgent' });
    await closes(urgent.id);
    const other = await talks();
    expect(await askDueRatings(external)).toBe(1);
    expect([await askedIn(urgent), await askedIn(other)]).toEqual([expect.anything(), undefined]);
  });

  it('not twice within the days of the pause, in whichever of their conversations', async () => {
    await set({ pauseDays: 14 });
    const first = await talks();
    expect(await askDueRatings(external)).toBe(1);
    await says(first.visitor);
    await answers(first.id);
    await closes(first.id);
    expect(await askDueRatings(external)).toBe(0);
    await sql`update ratings set asked_at = asked_at - interval '15 days' where asked_at is not null`.execute(
      context.db,
    );
    await says(first.visitor);
    await answers(first.id);
    await closes(first.id);
    expect(await askDueRatings(external)).toBe(1);
  });

  it('in the question of the settings in their language, if there is one', async () => {
    await set({ questions: { de: 'Alles gut?' } });
    const [german, french] = [await talks({ locale: 'de-AT' }), await talks({ locale: 'fr' })];
    await askDueRatings(external);
    expect(await askedIn(german)).toMatchObject({ question: 'Alles gut?' });
    expect(await askedIn(french)).not.toHaveProperty('question');
  });

  it('by one part of the customers if a sample is set', async () => {
    await set({ samplePercent: 50 });
    for (let each = 0; each < 24; each += 1) await talks();
    const count = await askDueRatings(external);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(24);
  });
});

describe('an answer', () => {
  it('is an activity with its reasons and comment, and makes a low one something to follow up', async () => {
    const talk = await talks();
    await rates(talk, 2, { reasons: ['slow'], comment: ' Two days! ' });
    expect(await getConversation(context, overseer, talk.id)).toMatchObject({ rating: '2', isToFollowUp: true });
    const [activity] = await readActivities(context, overseer, talk.id, { limit: 1 });
    expect(activity).toMatchObject({
      kind: 'rated',
      cause: { by: 'customer' },
      after: { rating: '2', rated: { score: 2, reasons: ['slow'], comment: 'Two days!' } },
    });
    const found = await listConversations(context, overseer, { limit: 10, q: 'rating:1,2 is:to_follow_up' });
    expect(found.conversations.map(({ id }) => id)).toContain(talk.id);
    await updateConversation(context, ben, talk.id, { isToFollowUp: false });
    expect(await getConversation(context, overseer, talk.id)).toMatchObject({ rating: '2', isToFollowUp: false });
  });

  it('can be changed for a day, keeps what is left out, and the same one again changes nothing', async () => {
    const talk = await talks();
    await rates(talk, 2, { reasons: ['slow'], comment: 'Two days!' });
    const id = (await askedIn(talk))?.id ?? '';
    const answer = (change: object) => rateAsVisitor(context, talk.visitor, { id, answer: { score: 4, ...change } });
    await answer({});
    await answer({});
    expect(await stored()).toMatchObject([{ score: 4, reasons: [], comment: 'Two days!' }]);
    expect(await getConversation(context, overseer, talk.id)).toMatchObject({ rating: '4', isToFollowUp: false });
    const kinds = (await readActivities(context, overseer, talk.id, { limit: 50 })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'rated')).toHaveLength(2);
    await sql`update ratings set rated_at = rated_at - interval '25 hours'`.execute(context.db);
    await expect(answer({ comment: 'Late' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await askedIn(talk)).toBeUndefined();
  });

  it('is refused of another visitor, before the question, and after thirty days', async () => {
    const talk = await talks();
    const stranger = await opens();
    const [row] = await stored();
    const answer = (visitor: VisitorCaller) =>
      rateAsVisitor(context, visitor, { id: row?.id ?? '', answer: { score: 5 } });
    await expect(answer(talk.visitor)).rejects.toMatchObject({ code: 'not_found' });
    await askDueRatings(external);
    await expect(answer(stranger.visitor)).rejects.toMatchObject({ code: 'not_found' });
    await sql`update ratings set asked_at = asked_at - interval '31 days'`.execute(context.db);
    await expect(answer(talk.visitor)).rejects.toMatchObject({ code: 'not_found' });
    expect(await stored()).toMatchObject([{ score: null }]);
  });

  it('by a link counts once it is sent, and looking at its page is no answer', async () => {
    const talk = await talks();
    const token = tokenOf(await asked(talk));
    for (let each = 0; each < 5; each += 1) await readRatingPage(context, token);
    expect(await stored()).toMatchObject([{ score: null }]);
    await rateByToken(context, token, { score: 5 });
    expect(await readRatingPage(context, token)).toMatchObject({ score: 5 });
    await expect(rateByToken(context, `${token}x`, { score: 1 })).rejects.toMatchObject({ code: 'not_found' });
    expect(await stored()).toMatchObject([{ score: 5 }]);
  });

  it('is shared among all who answered since the close before', async () => {
    const talk = await opens();
    await answers(talk.id, ben);
    await says(talk.visitor);
    await answers(talk.id, admin);
    await says(talk.visitor);
    await answers(talk.id, admin);
    await closes(talk.id);
    await rates(talk, 5);
    const [rating] = await listRatings(context, overseer, { limit: 10, conversationId: talk.id });
    expect(rating?.shares).toEqual([
      { userId: admin.user.id, name: 'Ada Byron', answers: 2 },
      { userId: ben.user.id, name: 'Ben Cole', answers: 1 },
    ]);
    await says(talk.visitor);
    await answers(talk.id, ben);
    await closes(talk.id);
    await askDueRatings(external);
    const [next] = await listRatings(context, overseer, { limit: 1, conversationId: talk.id });
    expect(next?.shares).toEqual([{ userId: ben.user.id, name: 'Ben Cole', answers: 1 }]);
  });

  it('is listed within the scope of who asks', async () => {
    const talk = await talks();
    await rates(talk, 3);
    const mine = await createColleague(context, 'Cleo Dax');
    const narrow = { ...mine, rights: { ...(await rightsOf(context, mine)), scope: 'mine' as const } };
    expect(await listRatings(context, narrow, { limit: 10 })).toEqual([]);
    expect(await listRatings(context, overseer, { limit: 10 })).toHaveLength(1);
    const without = {
      ...narrow,
      rights: { ...narrow.rights, scope: 'everything' as const, permissions: ['conversations.read' as const] },
    };
    expect(await listRatings(context, without, { limit: 10 })).toEqual([]);
    const bens = { ...without, user: ben.user };
    expect(await listRatings(context, bens, { limit: 10 })).toHaveLength(1);
  });
});

it('a filter of the settings that depends on who asks is refused and changes nothing', async () => {
  const change = (filter: Settings['ratingConfig']['filter']) =>
    changeSettings(external, admin, { ratingConfig: { filter } });
  await expect(change({ field: 'unread', op: 'is', value: true })).rejects.toMatchObject({ code: 'invalid' });
  await expect(change({ field: 'assignee', op: 'is', value: 'me' })).rejects.toMatchObject({ code: 'invalid' });
  expect((await context.settings.read()).ratingConfig.filter).toEqual({ all: [] });
});
