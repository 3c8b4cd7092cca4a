/** Facts of conversations, and the reports that are computed from them. */
import { randomUUID } from 'node:crypto';
import type { ReportId, ReportMetricId } from '@parley/contracts/reports/reports';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { postMessage } from '../src/messages/post.ts';
import { updateFacts } from '../src/stats/facts.ts';
import { listReported, readReport } from '../src/stats/reports.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
});
afterAll(() => context.close());

async function opens(): Promise<{ id: string; visitor: VisitorCaller; writes: () => Promise<unknown> }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor: VisitorCaller = { kind: 'visitor', visitorId, websiteId };
  const writes = () => postMessage(context, visitor, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
  const { message } = await writes();
  return { id: message.conversationId, visitor, writes };
}
const answers = (id: string, caller = ben) =>
  postMessage(context, caller, { conversationId: id }, { content: 'Hi', clientMessageId: randomUUID() });
const closes = (id: string, caller = ben) => updateConversation(context, caller, id, { status: 'closed' });

const today = () => new Date().toISOString().slice(0, 10);
const ofToday = () => ({ from: today(), to: today(), timeZone: 'UTC' });
async function figure(report: ReportId, metric: ReportMetricId, caller = ada) {
  const { figures } = await readReport(context, caller, report, ofToday());
  return figures.find((each) => each.metric === metric);
}

describe('facts', () => {
  it('count a conversation, its answers and its closing, and list it behind each figure', async () => {
    const { id, writes } = await opens();
    await answers(id);
    await writes();
    await answers(id, ada);
    await closes(id);
    await updateFacts(context);
    expect(await figure('conversations', 'opened')).toMatchObject({ value: 1, n: 1 });
    expect(await figure('conversations', 'closed')).toMatchObject({ value: 1 });
    expect(await figure('people', 'person_answers')).toMatchObject({ value: 2 });
    const people = await readReport(context, ada, 'people', { ...ofToday(), slice: 'person', compare: true });
    expect(new Set(people.rows.map(({ label }) => label))).toEqual(new Set(['Ada Byron', 'Ben Cole']));
    const { reported } = await listReported(context, ada, 'people', {
      ...ofToday(),
      metric: 'person_answer',
      slice: 'person',
      key: ben.user.id,
      limit: 10,
    });
    expect(reported).toMatchObject([{ conversation: { id } }]);
  });
});
