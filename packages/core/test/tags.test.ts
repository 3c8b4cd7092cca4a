import { randomUUID } from 'node:crypto';
import { tagsPerConversationMax } from '@parley/contracts/conversations/limits';
import type { Problem } from '@parley/contracts/problems';
import { listAuditLog } from '@parley/db/audit/audit-log';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { getConversation } from '../src/conversations/read.ts';
import { addTag, countTagUses, deleteTag, listTags, mergeTag, updateTag } from '../src/conversations/tags.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([colleague('Ada Byron'), colleague('Ben Cole')]);
});
afterAll(() => context.close());

const colleague = (name: string) => createColleague(context, name, 'admin');

async function opens(): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, visitor, 'newest', {
    content: 'Hello',
    clientMessageId: randomUUID(),
  });
  return message.conversationId;
}

const named = async (name: string) => (await addTag(context, ada, { name })).tag;
const tagsOf = async (id: string) => (await getConversation(context, overseer, id)).tagIds;
const activitiesOf = (id: string) => readActivities(context, overseer, id, { limit: 100 });

describe('the vocabulary', () => {
  it('a name has one tag, by any author, however it is written, at the same time', async () => {
    const typed = ['Refund', 'refund', ' REFUND ', 'Refund'];
    const added = await Promise.all(typed.map((name, n) => addTag(context, n % 2 ? ada : ben, { name })));
    expect(new Set(added.map(({ tag }) => tag.id)).size).toBe(1);
    expect(added.filter((each) => each.added)).toHaveLength(1);
  });

  it('renames a tag wherever it is, and refuses a name that is taken', async () => {
    const [late, taken] = [await named('Lat'), await named('Taken')];
    const id = await opens();
    await updateConversation(context, ada, id, { addTags: [late.id] });
    expect(await updateTag(context, ada, late.id, { name: 'Late', colour: 'red' })).toMatchObject({ name: 'Late' });
    await expect(updateTag(context, ada, late.id, { name: 'TAKEN' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await tagsOf(id)).toEqual([late.id]);
    expect((await listTags(context)).map(({ name }) => name)).toContain(taken.name);
    // Earlier activities keep the old name.
    expect((await activitiesOf(id))[0]?.after.tags).toEqual(['Lat']);
  });

  it('merges two tags on every conversation at once, never twice on one, and that is reported in the audit log', async () => {
    const [bug, defect, other] = [await named('Bug'), await named('Defect'), await named('Other')];
    const [one, both, neither] = [await opens(), await opens(), await opens()];
    await updateConversation(context, ada, one, { addTags: [bug.id, other.id] });
    await updateConversation(context, ada, both, { addTags: [defect.id, other.id, bug.id] });
    await updateConversation(context, ada, neither, { addTags: [other.id] });
    expect(await mergeTag(context, ada, bug.id, defect.id)).toMatchObject({ id: defect.id });
    expect(await Promise.all([one, both, neither].map(tagsOf))).toEqual([
      [defect.id, other.id],
      [defect.id, other.id],
      [other.id],
    ]);
    expect((await listTags(context)).map(({ id }) => id)).not.toContain(bug.id);
    expect((await countTagUses(context, overseer)).find(({ tagId }) => tagId === defect.id)?.conversations).toBe(2);
    const [entry] = await listAuditLog(context.db, { limit: 1 });
    expect(entry).toMatchObject({
      action: 'tag.merged',
      actorName: 'Ada Byron',
      details: { name: 'Bug', into: 'Defect', conversations: 2 },
    });
    await expect(mergeTag(context, ada, other.id, other.id)).rejects.toMatchObject({ code: 'invalid' });
    await expect(mergeTag(context, ada, bug.id, other.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a removed tag is never left on a conversation, however many add it at that moment', async () => {
    const tag = await named('Short-lived');
    const ids = await Promise.all(Array.from({ length: 12 }, opens));
    const put = ids.map((id) => updateConversation(context, ben, id, { addTags: [tag.id] }));
    const outcomes = await Promise.allSettled([...put.slice(0, 6), deleteTag(context, ada, tag.id), ...put.slice(6)]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Problem] : []));
    expect(refusals.filter(({ code }) => code !== 'conflict')).toEqual([]);
    expect((await Promise.all(ids.map(tagsOf))).flat()).toEqual([]);
  });
});

describe('the tags of a conversation', () => {
  it('are put on and taken off by activities that show which, by whom, and what there was before', async () => {
    const [billing, vip] = [await named('Billing'), await named('VIP')];
    const id = await opens();
    await updateConversation(context, ada, id, { addTags: [vip.id, billing.id] });
    await updateConversation(context, ben, id, { removeTags: [vip.id] });
    expect(await activitiesOf(id)).toMatchObject([
      { kind: 'tagged', actorName: 'Ada Byron', before: { tags: [] }, after: { tags: ['Billing', 'VIP'] } },
      {
        kind: 'tagged',
        actorName: 'Ben Cole',
        before: { tags: ['Billing', 'VIP'], tagIds: [vip.id, billing.id] },
        after: { tags: ['Billing'], tagIds: [billing.id] },
      },
    ]);
  });

  it('tags that two users add at once are both there, and an existing one makes no activity', async () => {
    const tags = await Promise.all(['North', 'South'].map(named));
    const id = await opens();
    await Promise.all(tags.map((tag, n) => updateConversation(context, n ? ada : ben, id, { addTags: [tag.id] })));
    expect((await tagsOf(id)).toSorted()).toEqual(tags.map((tag) => tag.id).toSorted());
    await updateConversation(context, ada, id, { addTags: [tags[0]?.id ?? ''] });
    expect(await activitiesOf(id)).toHaveLength(2);
  });

  it('may be set after it was closed', async () => {
    const id = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    const tag = await named('Afterwards');
    expect(await updateConversation(context, ada, id, { addTags: [tag.id] })).toMatchObject({ tagIds: [tag.id] });
  });

  it('tags with an unknown one among them, or too many, are refused and nothing is done', async () => {
    const id = await opens();
    const known = await named('Known');
    const assigning = { assignedRepresentativeId: ben.user.id };
    const unknown = updateConversation(context, ada, id, { ...assigning, addTags: [known.id, randomUUID()] });
    await expect(unknown).rejects.toMatchObject({ code: 'conflict', message: /deleted in the meantime/ });
    const many = await Promise.all(Array.from({ length: tagsPerConversationMax }, (_, n) => named(`Many ${n}`)));
    await updateConversation(context, ada, id, { addTags: many.map((tag) => tag.id) });
    const tooMany = updateConversation(context, ada, id, { ...assigning, addTags: [known.id] });
    await expect(tooMany).rejects.toMatchObject({ code: 'conflict', message: /at most 20 tags/ });
    const both = updateConversation(context, ada, id, { addTags: [known.id], removeTags: [known.id] });
    await expect(both).rejects.toMatchObject({ code: 'invalid', errors: [{ path: 'removeTags' }] });
    expect(await getConversation(context, overseer, id)).toMatchObject({ assignedRepresentativeId: null });
    expect(await activitiesOf(id)).toHaveLength(1);
  });

  it('are in the export by name', async () => {
    const id = await opens();
    const tag = await named('Exported');
    await updateConversation(context, ada, id, { addTags: [tag.id], priority: 'high' });
    let document = '';
    for await (const piece of conversationsDocument(context, overseer)) document += piece;
    const { conversations } = JSON.parse(document) as { conversations: { id: string }[] };
    expect(conversations.find((each) => each.id === id)).toMatchObject({
      tags: ['Exported'],
      priority: 'high',
      snoozedUntil: null,
    });
  });
});

describe('the priority of a conversation', () => {
  it('is set by an activity, and of two who change it at once the second is told who and what', async () => {
    const id = await opens();
    expect(await getConversation(context, overseer, id)).toMatchObject({ priority: 'normal' });
    await updateConversation(context, ben, id, { priority: 'urgent', expectedPriority: 'normal' });
    const second = updateConversation(context, ada, id, { priority: 'low', expectedPriority: 'normal' });
    await expect(second).rejects.toMatchObject({
      code: 'conflict',
      message: 'Ben Cole has set the priority to urgent in the meantime.',
      // For every language that the dashboard speaks.
      localized: {
        code: 'priority_set_meanwhile',
        values: { who: 'Ben Cole', priority: { code: 'priority_urgent', values: {} } },
      },
    });
    expect(await activitiesOf(id)).toMatchObject([
      { kind: 'prioritised', actorName: 'Ben Cole', before: { priority: 'normal' }, after: { priority: 'urgent' } },
    ]);
  });
});
