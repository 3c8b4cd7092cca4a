/** Conversations are linked by hand, and shown beside each other. */
import { randomUUID } from 'node:crypto';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { undoActivity } from '../src/bulk/undo.ts';
import { listRelated } from '../src/conversations/related.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { postMessage } from '../src/messages/post.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
let ada: StaffCaller;
beforeAll(async () => {
  context = await createTestContext();
  ada = await createColleague(context, 'Ada Byron', 'admin');
});
afterAll(() => context.close());

async function talk(): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId: null });
  const sender = { kind: 'visitor', visitorId } as const;
  const draft = { content: 'Hello', clientMessageId: randomUUID() };
  return (await postMessage(context, sender, 'newest', draft)).message.conversationId;
}
const related = async (id: string) => (await listRelated(context, ada, id)).map((each) => each.id);

it('a link is shown on both sides, is an activity, and is undone', async () => {
  const [one, other] = [await talk(), await talk()];
  const change = { relatedIds: [other], expectedRelatedIds: [] };
  const { activityNo } = await updateConversation(context, ada, one, change);
  expect([await related(one), await related(other)]).toEqual([[other], [one]]);
  await undoActivity(context, ada, { conversationId: one, activityNo: activityNo ?? 0 });
  expect([await related(one), await related(other)]).toEqual([[], []]);
});

it('of two users who link at once, the second learns of the first', async () => {
  const [one, other] = [await talk(), await talk()];
  await updateConversation(context, ada, one, { relatedIds: [other], expectedRelatedIds: [] });
  const late = updateConversation(context, ada, one, { relatedIds: [await talk()], expectedRelatedIds: [] });
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  expect(await related(one)).toEqual([other]);
});

it('a conversation is linked neither to itself nor to one that there isn’t', async () => {
  const one = await talk();
  for (const id of [one, randomUUID()]) {
    const change = updateConversation(context, ada, one, { relatedIds: [id] });
    await expect(change).rejects.toMatchObject({ code: 'invalid' });
  }
});

it('a conversation that continues another one is shown beside it', async () => {
  const [closed, later] = [await talk(), await talk()];
  await sql`update conversations set continues = ${closed} where id = ${later}`.execute(context.db);
  expect([await related(closed), await related(later)]).toEqual([[later], [closed]]);
});
