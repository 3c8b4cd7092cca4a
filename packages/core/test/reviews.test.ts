/** Reviews: samples that are drawn once, marks by a scorecard, and who may read what. */
import { randomUUID } from 'node:crypto';
import { builtInRoleIds, permissions, type Permission } from '@parley/contracts/permissions/permissions';
import type { Criterion, ReviewDraft, ScorecardDraft } from '@parley/contracts/reviews/reviews';
import { deleteConversation } from '@parley/db/conversations/delete';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { getConversation } from '../src/conversations/read.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { addRule } from '../src/integrations/rules/manage.ts';
import { runRules } from '../src/integrations/rules/run.ts';
import { postMessage } from '../src/messages/post.ts';
import { answerReview, listReviews, saveReview, settleReview, startReview } from '../src/reviews/reviews.ts';
import { sampleReviews } from '../src/reviews/sample.ts';
import { addScorecard, deleteScorecard, listScorecards, updateScorecard } from '../src/reviews/scorecards.ts';
import { updateFacts } from '../src/stats/facts.ts';
import { listReported, readReport } from '../src/stats/reports.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
let cleo: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben, cleo] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
    createColleague(context, 'Cleo Diaz'),
  ]);
});
afterAll(() => context.close());
afterEach(async () => {
  await context.db.deleteFrom('reviews').execute();
  await context.db.deleteFrom('scorecards').execute();
  await sql`delete from conversations`.execute(context.db);
});

const greets: Criterion = {
  id: randomUUID(),
  name: 'Greets the customer',
  description: '',
  scale: 'pass',
  weight: 1,
  isCritical: false,
};
const solves: Criterion = { ...greets, id: randomUUID(), name: 'Solves the problem', scale: 'points', weight: 3 };
const draft = (change: Partial<ScorecardDraft> = {}): ScorecardDraft => ({
  name: `Support ${randomUUID().slice(0, 8)}`,
  criteria: [greets, solves],
  filter: { all: [] },
  sample: 'none',
  sampleSize: 1,
  coversAssistant: false,
  isEstimated: false,
  estimatesPerDay: 10,
  ...change,
});

/** Opens a conversation, answers it and closes it some days ago. */
async function closedBy(answerer: StaffCaller, daysAgo = 0): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor: VisitorCaller = { kind: 'visitor', visitorId, websiteId };
  const { message } = await postMessage(context, visitor, 'newest', {
    content: 'Hello',
    clientMessageId: randomUUID(),
  });
  const id = message.conversationId;
  await postMessage(context, answerer, { conversationId: id }, { content: 'Hi', clientMessageId: randomUUID() });
  await updateConversation(context, answerer, id, { status: 'closed' });
  await updateFacts(context);
  await sql`update closing_facts set closed_at = closed_at - make_interval(days => ${daysAgo}::int) where conversation_id = ${id}`.execute(
    context.db,
  );
  return id;
}

const marked = (greeting: number | null, solution: number | null): ReviewDraft => ({
  marks: [
    { criterionId: greets.id, value: greeting, comment: '' },
    { criterionId: solves.id, value: solution, comment: 'Clear steps.' },
  ],
  notes: [{ seq: 2, text: 'A warm greeting.' }],
  comment: 'Well done.',
});

async function finished(conversationId: string, given = marked(1, 5), reviewer = ada, person = ben) {
  const [scorecard] = await listScorecards(context, ada);
  const { id } = await startReview(context, reviewer, {
    conversationId,
    scorecardId: scorecard?.id ?? '',
    personId: person.user.id,
  });
  await saveReview(context, reviewer, id, given);
  return settleReview(context, reviewer, id, 'finished');
}

const withPermissions = (caller: StaffCaller, given: Permission[], scope: 'everything' | 'mine' = 'everything') => ({
  ...caller,
  rights: {
    roleId: builtInRoleIds.light,
    builtIn: null,
    roleName: 'Reviewer',
    permissions: given,
    scope,
    teamIds: [],
    websiteIds: [],
    teammateIds: [],
  },
});
const reviewer = () => withPermissions(cleo, ['conversations.read', 'reviews.write']);
const page = { limit: 50 };

it('a finished review has the average of its marks by weight, and reopening it takes the score away', async () => {
  await addScorecard(context, ada, draft());
  const conversationId = await closedBy(ben);
  const review = await finished(conversationId, marked(1, 3));
  expect(review).toMatchObject({ status: 'finished', score: (1 + 3 * 0.5) / 4, reviewer: { name: 'Ada Byron' } });
  expect(await settleReview(context, ada, review.id, 'open')).toMatchObject({ score: null, finishedAt: null });
});

it('a low score triggers rules once, and the log that colleagues read has nothing of it', async () => {
  await addScorecard(context, ada, draft());
  await addRule(
    context,
    { ...ada, provenAt: Date.now() },
    {
      name: 'Look at it',
      isOn: true,
      stops: false,
      triggers: ['review_low'],
      time: null,
      filter: { all: [] },
      hours: null,
      words: [],
      languages: [],
      actions: [{ type: 'priority', priority: 'high' }],
    },
  );
  const queued = () => context.queues.queue('rules').getJobs(['waiting', 'delayed']);
  await finished(await closedBy(ben), marked(1, 4));
  expect(await queued()).toEqual([]);
  const conversationId = await closedBy(ben);
  const review = await finished(conversationId, marked(0, 1));
  await settleReview(context, ada, review.id, 'finished');
  const jobs = await queued();
  expect(jobs.map(({ data }) => data.triggers)).toEqual([['review_low']]);
  const before = await readActivities(context, ada, conversationId, page);
  for (const { data } of jobs) expect(await runRules(context, data)).toBe(1);
  expect(await getConversation(context, ada, conversationId)).toMatchObject({ priority: 'high' });
  const added = (await readActivities(context, ada, conversationId, page)).slice(before.length);
  expect(added.map(({ kind }) => kind)).toEqual(['prioritised']);
  for (const job of jobs) await job.remove();
});

it('a failed critical criterion makes the score 0, and a criterion that does not apply counts nothing', async () => {
  await addScorecard(context, ada, draft({ criteria: [{ ...greets, isCritical: true }, solves] }));
  expect(await finished(await closedBy(ben), marked(0, 5))).toMatchObject({ score: 0, isCriticalFailed: true });
  expect(await finished(await closedBy(ben), marked(null, 5))).toMatchObject({ score: 1, isCriticalFailed: false });
});

it('a review is not finished without a mark for every criterion', async () => {
  await addScorecard(context, ada, draft());
  const conversationId = await closedBy(ben);
  await expect(finished(conversationId, { ...marked(1, 5), marks: [] })).rejects.toMatchObject({ code: 'conflict' });
  await expect(finished(conversationId, marked(null, null))).rejects.toMatchObject({ code: 'conflict' });
  const [open] = await listReviews(context, ada, { ...page, status: 'open' });
  expect(open?.review.score).toBeNull();
});

it('a mark that the criterion does not have, and a comment at a missing message, change nothing', async () => {
  await addScorecard(context, ada, draft());
  const conversationId = await closedBy(ben);
  await expect(finished(conversationId, marked(2, 5))).rejects.toMatchObject({ code: 'invalid' });
  await expect(finished(conversationId, marked(1, 0))).rejects.toMatchObject({ code: 'invalid' });
  const stray = { ...marked(1, 5), notes: [{ seq: 99, text: 'Where?' }] };
  await expect(finished(conversationId, stray)).rejects.toMatchObject({ code: 'invalid' });
  const [open] = await listReviews(context, ada, page);
  expect(open?.review).toMatchObject({ marks: [], reviewer: null });
});

it('a changed scorecard leaves reviews that were begun as they are, and renews the others', async () => {
  const scorecard = await addScorecard(context, ada, draft());
  const done = await finished(await closedBy(ben));
  const waiting = await startReview(context, ada, {
    conversationId: await closedBy(ben),
    scorecardId: scorecard.id,
    personId: ben.user.id,
  });
  const changed = await updateScorecard(context, ada, scorecard.id, { name: 'Support 2', criteria: [solves] });
  expect(changed.version).toBe(2);
  const all = await listReviews(context, ada, page);
  const byId = (id: string) => all.find(({ review }) => review.id === id)?.review;
  expect(byId(done.id)?.scorecard).toMatchObject({ name: scorecard.name, version: 1, criteria: [greets, solves] });
  expect(byId(waiting.id)?.scorecard).toMatchObject({ name: 'Support 2', version: 2, criteria: [solves] });
});

it('deleting a scorecard keeps finished reviews', async () => {
  const scorecard = await addScorecard(context, ada, draft());
  const done = await finished(await closedBy(ben));
  await startReview(context, ada, {
    conversationId: await closedBy(ben),
    scorecardId: scorecard.id,
    personId: ben.user.id,
  });
  await deleteScorecard(context, ada, scorecard.id);
  const left = await listReviews(context, ada, page);
  expect(left.map(({ review }) => review.id)).toEqual([done.id]);
  expect(left[0]?.review.scorecardId).toBeNull();
});

it('nobody reviews their own answers, and nobody else’s begun review', async () => {
  const scorecard = await addScorecard(context, ada, draft());
  const conversationId = await closedBy(cleo);
  const start = (caller: StaffCaller) =>
    startReview(context, caller, { conversationId, scorecardId: scorecard.id, personId: cleo.user.id });
  await expect(start(reviewer())).rejects.toMatchObject({ code: 'conflict' });
  const { id } = await start(ada);
  expect(await listReviews(context, reviewer(), page)).toEqual([]);
  await expect(saveReview(context, reviewer(), id, marked(1, 5))).rejects.toMatchObject({ code: 'conflict' });
  await saveReview(context, ada, id, marked(1, 5));
  const other = withPermissions(ben, ['conversations.read', 'reviews.write']);
  await expect(saveReview(context, other, id, marked(1, 1))).rejects.toMatchObject({ code: 'conflict' });
  await expect(settleReview(context, other, id, 'skipped')).rejects.toMatchObject({ code: 'conflict' });
});

it('a person without an answer in the conversation cannot be reviewed', async () => {
  const { id: scorecardId } = await addScorecard(context, ada, draft());
  const conversationId = await closedBy(ben);
  for (const personId of [cleo.user.id, null])
    await expect(startReview(context, ada, { conversationId, scorecardId, personId })).rejects.toMatchObject({
      code: 'conflict',
    });
});

it('a representative reads the finished reviews of their own answers alone, and may answer them', async () => {
  await addScorecard(context, ada, draft());
  const review = await finished(await closedBy(ben));
  await finished(await closedBy(cleo), marked(1, 5), ada, cleo);
  const mine = await listReviews(context, ben, page);
  expect(mine.map((each) => each.review.id)).toEqual([review.id]);
  expect(await answerReview(context, ben, review.id, ' Thank you. ')).toMatchObject({ answer: 'Thank you.' });
  await expect(answerReview(context, cleo, review.id, 'Not mine')).rejects.toMatchObject({ code: 'not_found' });
  await settleReview(context, ada, review.id, 'open');
  expect(await listReviews(context, ben, page)).toEqual([]);
  await expect(answerReview(context, ben, review.id, 'More')).rejects.toMatchObject({ code: 'conflict' });
});

it('reviewers see reviews within their scope alone', async () => {
  const { id: scorecardId } = await addScorecard(context, ada, draft());
  const conversationId = await closedBy(ben);
  const { id } = await startReview(context, ada, { conversationId, scorecardId, personId: ben.user.id });
  const narrow = withPermissions(cleo, ['conversations.read', 'reviews.write'], 'mine');
  expect(await listReviews(context, narrow, page)).toEqual([]);
  await expect(saveReview(context, narrow, id, marked(1, 5))).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    startReview(context, narrow, { conversationId, scorecardId, personId: ben.user.id }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

it('only users who may manage reviews change scorecards', async () => {
  const all = permissions.filter((each) => each !== 'reviews.manage');
  await expect(addScorecard(context, withPermissions(cleo, all), draft())).rejects.toMatchObject({ code: 'forbidden' });
  await expect(listScorecards(context, ben)).rejects.toMatchObject({ code: 'forbidden' });
});

it('a sample has so many conversations of the week before for each person, is drawn once, and draws nothing twice', async () => {
  for (let each = 0; each < 4; each += 1) await closedBy(ben, 7);
  await closedBy(cleo, 7);
  await closedBy(cleo);
  const scorecard = await addScorecard(context, ada, draft({ sample: 'per_person', sampleSize: 2 }));
  expect(await sampleReviews(context)).toBe(3);
  expect(await sampleReviews(context)).toBe(0);
  const drawn = await listReviews(context, ada, { ...page, status: 'open' });
  expect(drawn.filter(({ review }) => review.person?.id === ben.user.id)).toHaveLength(2);
  expect(drawn[0]?.review).toMatchObject({ reason: 'per_person', reasonSize: 2 });
  const ids = drawn.map(({ review }) => review.conversationId).toSorted();

  await context.db.updateTable('scorecards').set({ sampledWeek: null }).execute();
  expect(await sampleReviews(context)).toBe(0);
  await context.db.deleteFrom('reviews').execute();
  await context.db.updateTable('scorecards').set({ sampledWeek: null }).where('id', '=', scorecard.id).execute();
  expect(await sampleReviews(context)).toBe(3);
  const again = await listReviews(context, ada, { ...page, status: 'open' });
  expect(again.map(({ review }) => review.conversationId).toSorted()).toEqual(ids);
});

it('a share of 100 percent samples every conversation that fits the filter', async () => {
  const high = await closedBy(ben, 7);
  await closedBy(ben, 7);
  await updateConversation(context, ada, high, { priority: 'high' });
  const filter = { all: [{ field: 'priority', op: 'is', value: 'high' }] } as ScorecardDraft['filter'];
  await addScorecard(context, ada, draft({ sample: 'share', sampleSize: 100, filter }));
  expect(await sampleReviews(context)).toBe(1);
  const [drawn] = await listReviews(context, ada, page);
  expect(drawn?.review).toMatchObject({ conversationId: high, reason: 'share', person: { name: 'Ben Cole' } });
});

it('a scorecard that depends on the caller, and one with the same criterion twice, is refused', async () => {
  const filter = { all: [{ field: 'assignee', op: 'is', value: 'me' }] } as ScorecardDraft['filter'];
  await expect(addScorecard(context, ada, draft({ filter }))).rejects.toMatchObject({ code: 'invalid' });
  await expect(addScorecard(context, ada, draft({ criteria: [greets, greets] }))).rejects.toMatchObject({
    code: 'invalid',
  });
  const tooMany = draft({ sample: 'per_person', sampleSize: 50 });
  await expect(addScorecard(context, ada, tooMany)).rejects.toMatchObject({ code: 'invalid' });
});

const today = () => new Date().toISOString().slice(0, 10);
const ofToday = () => ({ from: today(), to: today(), timeZone: 'UTC' });

it('reports count reviews by person and criterion with the conversations behind, and estimates apart', async () => {
  const scorecard = await addScorecard(context, ada, draft());
  const first = await closedBy(ben);
  await finished(first, marked(1, 5));
  await finished(await closedBy(ben), marked(0, 3));
  await sql`
    insert into reviews (conversation_id, scorecard_id, scorecard_name, version, criteria, representative_id, is_estimate,
      reason, status, finished_at, score, marks)
    values (${first}, ${scorecard.id}, ${scorecard.name}, 1, ${JSON.stringify([greets, solves])}, ${ben.user.id}, true, 'estimate',
      'finished', now(), 0.1, ${JSON.stringify(marked(0, 4).marks)})
  `.execute(context.db);
  const report = await readReport(context, ada, 'quality', { ...ofToday(), slice: 'person' });
  const figure = (metric: string) => report.figures.find((each) => each.metric === metric);
  expect(figure('reviews')).toMatchObject({ value: 2 });
  expect(figure('review_score')).toMatchObject({ value: (1 + 0.375) / 2, n: 2 });
  expect(figure('estimates')).toMatchObject({ value: 1 });
  expect(figure('estimate_agreement')).toMatchObject({ value: 0.5, n: 2 });
  expect(report.rows.map(({ key }) => key)).toEqual([ben.user.id]);
  expect(report.rows[0]?.figures.some(({ metric }) => metric === 'estimated_score')).toBe(false);
  const byCriterion = await readReport(context, ada, 'quality', { ...ofToday(), slice: 'criterion' });
  expect(byCriterion.rows.find(({ key }) => key === greets.id)).toMatchObject({
    label: `Greets the customer · ${scorecard.name}`,
    figures: expect.arrayContaining([
      expect.objectContaining({ metric: 'criterion_score', value: 0.5, n: 2 }),
    ]) as never,
  });
  const { reported } = await listReported(context, ada, 'quality', {
    ...ofToday(),
    slice: 'criterion',
    metric: 'criterion_score',
    key: solves.id,
    limit: 10,
  });
  expect(new Set(reported.map(({ value }) => value))).toEqual(new Set([0.5, 1]));

  const own = withPermissions(ben, ['conversations.read']);
  const mine = await readReport(context, own, 'quality', ofToday());
  expect(mine.figures.find(({ metric }) => metric === 'reviews')).toMatchObject({ value: 2 });
  expect(mine.figures.find(({ metric }) => metric === 'estimates')).toMatchObject({ value: 0 });
});

it('a deleted conversation takes its reviews with it', async () => {
  await addScorecard(context, ada, draft());
  const conversationId = await closedBy(ben);
  await finished(conversationId);
  await deleteConversation(context.db, conversationId);
  expect(await context.db.selectFrom('reviews').select('id').execute()).toEqual([]);
});
