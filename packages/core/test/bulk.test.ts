import { randomUUID } from 'node:crypto';
import type { Batch, BulkCommand } from '@parley/contracts/conversations/bulk';
import type { Filter } from '@parley/contracts/filter/filter';
import type { Rights } from '@parley/contracts/permissions/rights';
import { itemsLeft } from '@parley/db/bulk/batches';
import { undoActivity } from '@parley/db/conversations/undo';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveUpBatch, runBatch } from '../src/bulk/run.ts';
import { requeueTasks } from '../src/maintenance/forgotten.ts';
import { getBatch, startBatch, undoBatch } from '../src/bulk/start.ts';
import type { StaffCaller } from '../src/callers.ts';
import { addCompany } from '../src/contacts/companies.ts';
import { updateContact } from '../src/contacts/contacts.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { addAttribute, attributesOf, deleteAttribute, setAttributes } from '../src/conversations/attributes.ts';
import { getConversation } from '../src/conversations/read.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { postMessage } from '../src/messages/post.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';

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

const colleague = (name: string) => createColleague(context, name);

async function opens(): Promise<{ id: string; write: (content: string) => Promise<void> }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const write = (content: string) =>
    postMessage(context, visitor, 'newest', { content, clientMessageId: randomUUID() });
  const { message } = await write('Hello');
  return { id: message.conversationId, write: async (content) => void (await write(content)) };
}

const several = async (count: number) => Promise.all(Array.from({ length: count }, opens));
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const close: BulkCommand[] = [{ type: 'close' }];

/** Works off a batch like the worker. */
async function changed(caller: StaffCaller, request: Parameters<typeof startBatch>[2]): Promise<Batch> {
  const { id } = await startBatch(context, caller, request);
  await runBatch(context, id);
  return getBatch(context, caller, id);
}
async function undone(caller: StaffCaller, batch: Batch): Promise<Batch> {
  const { id } = await undoBatch(context, caller, batch.id);
  await runBatch(context, id);
  return getBatch(context, caller, id);
}

/** Reads the fields that an undo must restore. */
const stateOf = async (ids: readonly string[]) => {
  const { rows } = await sql`
    select id, status, assigned_representative_id, is_ai_assisted, waiting_since, closed_at, unanswered_count,
      unanswered_since, unanswered_offset_seconds, snoozed_until, snoozed_by, snooze_wakes_on_reply, attributes
    from conversations where id = any(${ids}) order by id
  `.execute(context.db);
  return rows;
};

describe('a batch', () => {
  it('sets an attribute of the contacts, together with what it does to the conversations', async () => {
    const key = `plan_${randomUUID().slice(0, 8)}`;
    await addAttribute(context, overseer, { subject: 'contact', key, name: key, type: 'text' });
    const [one, other, erased] = (await several(3)).map(({ id }) => id);
    await sql`update conversations set visitor_id = null where id = ${erased}`.execute(context.db);
    const command: BulkCommand = { type: 'set_attribute', key, value: 'gold' };
    const alone = await changed(ada, { ids: [one!], commands: [command] });
    expect(alone).toMatchObject({ changed: 1, refused: 0 });
    const both = await changed(ada, { ids: [one!, other!, erased!], commands: [command, ...close] });
    expect(both).toMatchObject({ changed: 2, refused: 1, refusals: [{ conversationId: erased }] });
    for (const id of [one!, other!]) {
      expect(await getConversation(context, ada, id)).toMatchObject({
        status: 'closed',
        attributeValues: { [key]: 'gold' },
      });
    }
    // Nothing of a refused one is done.
    expect(await getConversation(context, ada, erased!)).toMatchObject({ status: 'waiting' });
    expect(await undone(ada, both)).toMatchObject({ changed: 2 });
    expect(await getConversation(context, ada, one!)).toMatchObject({
      status: 'waiting',
      attributeValues: { [key]: 'gold' },
    });
    expect(await changed(ada, { ids: [one!], commands: [command] })).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('sets an attribute of the companies, for those who may change all of a company', async () => {
    const key = `tier_${randomUUID().slice(0, 8)}`;
    await addAttribute(context, overseer, { subject: 'company', key, name: key, type: 'text' });
    const [one, without] = (await several(2)).map(({ id }) => id);
    const { contactId } = await attributesOf(context, overseer, one!);
    const company = await addCompany(context, overseer, { name: `Chain ${key}` });
    await updateContact(context, overseer, contactId ?? '', { companyId: company.id });
    const commands: BulkCommand[] = [{ type: 'set_attribute', key, value: 'gold' }];
    const batch = await changed(ada, { ids: [one!, without!], commands });
    expect(batch).toMatchObject({
      changed: 1,
      refused: 1,
      refusals: [{ conversationId: without, localized: { code: 'contact_without_company' } }],
    });
    expect(await getConversation(context, ada, one!)).toMatchObject({ attributeValues: { [key]: 'gold' } });
    const rights: Rights = {
      roleId: randomUUID(),
      builtIn: null,
      roleName: 'Reader',
      teamIds: [],
      websiteIds: [],
      teammateIds: [],
      permissions: ['conversations.read', 'conversations.update'],
      scope: 'everything',
    };
    await expect(startBatch(context, { ...ada, rights }, { ids: [one!], commands })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('does each command to each conversation as one activity that names the batch, and shows what became of them', async () => {
    const conversations = await several(5);
    const [first] = conversations;
    await updateConversation(context, ada, first!.id, { status: 'closed' });
    const ids = conversations.map(({ id }) => id);
    const commands: BulkCommand[] = [{ type: 'assign', representativeId: ben.user.id }, { type: 'close' }];
    const batch = await changed(ada, { ids, commands });
    expect(batch).toMatchObject({ status: 'done', total: 5, changed: 4, unchanged: 0, refused: 1 });
    expect(batch.refusals).toMatchObject([
      {
        conversationId: first!.id,
        reason: 'This conversation is closed.',
        localized: { code: 'is_closed', values: {} },
      },
    ]);
    for (const { id } of conversations.slice(1)) {
      expect(await getConversation(context, overseer, id)).toMatchObject({
        status: 'closed',
        representative: 'Ben Cole',
      });
      expect(await readActivities(context, overseer, id, { limit: 10 })).toMatchObject([
        { kind: 'closed', actorName: 'Ada Byron' },
      ]);
    }
    const { rows } = await sql<{ activities: number }>`
      select count(*) as activities from activities where batch_id = ${batch.id}`.execute(context.db);
    expect(rows[0]?.activities).toBe(4);
  });

  it('hands conversations back to the assistant, and leaves those that it has as they are', async () => {
    const ids = (await several(3)).map(({ id }) => id);
    await changed(ada, { ids, commands: [{ type: 'assign', representativeId: ben.user.id }] });
    await updateConversation(context, ada, ids[0]!, { isAiAssisted: true });
    const batch = await changed(ada, { ids, commands: [{ type: 'return_to_assistant' }] });
    expect(batch).toMatchObject({ status: 'done', total: 3, changed: 2, unchanged: 1, refused: 0 });
    for (const id of ids)
      expect(await getConversation(context, overseer, id)).toMatchObject({
        isAiAssisted: true,
        assignedRepresentativeId: null,
      });
  });

  it('a batch by a filter applies to the conversations that match at that moment, and no more', async () => {
    const before = await several(3);
    const filter: Filter = {
      all: [
        { field: 'createdAt', op: 'newer_than', value: 'P1D' },
        { field: 'status', op: 'in', value: ['active', 'waiting'] },
      ],
    };
    const { id, total } = await startBatch(context, ada, { filter, commands: close });
    const later = await opens();
    await runBatch(context, id);
    expect(await getBatch(context, ada, id)).toMatchObject({ status: 'done', changed: total, refused: 0 });
    expect(total).toBeGreaterThanOrEqual(3);
    for (const { id: each } of before) expect((await getConversation(context, overseer, each)).status).toBe('closed');
    expect((await getConversation(context, overseer, later.id)).status).toBe('waiting');
  });

  it('killed anywhere and begun again by several workers at once, changes and counts each one once', async () => {
    const ids = (await several(30)).map(({ id }) => id);
    const { id } = await startBatch(context, ada, { ids, commands: close });
    const stopped = new AbortController();
    stopped.abort();
    expect(await runBatch(context, id, stopped.signal)).toBe(false);
    await Promise.all(Array.from({ length: 4 }, () => runBatch(context, id)));
    expect(await getBatch(context, ada, id)).toMatchObject({ status: 'done', changed: 30, unchanged: 0 });
    const { rows } = await sql<{
      activities: number;
    }>`select count(*) as activities from activities where batch_id = ${id}`.execute(context.db);
    expect(rows[0]?.activities).toBe(30);
  });

  it('a batch with a lost job is queued again, and one that was given up can be undone', async () => {
    const ids = (await several(2)).map(({ id }) => id);
    const batch = await startBatch(context, ada, { ids, commands: close });
    await context.queues.queue('bulk').drain();
    expect(await requeueTasks['requeue-batches'].run(context)).toBe(1);
    expect(await context.queues.queue('bulk').getJob(`bulk-${batch.id}`)).toBeDefined();
    await giveUpBatch(context, batch.id);
    expect(await getBatch(context, ada, batch.id)).toMatchObject({ status: 'failed', changed: 0 });
    expect(await undone(ada, batch)).toMatchObject({ status: 'done', total: 0 });
    expect(await itemsLeft(context.db, batch.id, 10)).toHaveLength(2);
  });

  it('a batch of ten thousand holds a page of them in memory at a time', async () => {
    await sql`
      insert into conversations (status, is_ai_assisted, website_domain)
      select 'active', true, 'many.example.com' from generate_series(1, 10000)
    `.execute(context.db);
    const { rows } = await sql<{ id: string }>`
      select id from conversations where website_domain = 'many.example.com' order by id limit 10001`.execute(
      context.db,
    );
    expect(rows).toHaveLength(10_000);
    const filter: Filter = {
      all: [
        { field: 'website', op: 'is', value: 'none' },
        { field: 'status', op: 'is', value: 'active' },
      ],
    };
    const { id, total } = await startBatch(context, ada, { filter, commands: close });
    expect(total).toBe(10_000);
    expect(await itemsLeft(context.db, id, 100)).toHaveLength(100);
    await sql`insert into conversations (status, is_ai_assisted) values ('active', true)`.execute(context.db);
    await expect(startBatch(context, ada, { filter, commands: close })).rejects.toMatchObject({ code: 'invalid' });
    await sql`delete from batches where id = ${id}`.execute(context.db);
    await sql`delete from conversations where website_id is null`.execute(context.db);
  });

  it.each([
    ['both ids and a filter', { ids: [randomUUID()], filter: { all: [] } }],
    ['neither', {}],
    ['a filter of an unknown field', { filter: { field: 'colour', op: 'is', value: 'red' } as never }],
  ])('a batch of %s is refused and changes nothing', async (_, request) => {
    await expect(startBatch(context, ada, { ...request, commands: close })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('is in the audit log, once, and so is its undo', async () => {
    const { id: conversationId } = await opens();
    const batch = await changed(ada, { ids: [conversationId], commands: close });
    await undone(ada, batch);
    await undoBatch(context, ada, batch.id);
    expect(await readAuditLog(context, { subject: batch.id, limit: 10 })).toMatchObject([
      { action: 'conversations.change_undone', actorName: 'Ada Byron', details: { commands: close, total: 1 } },
      { action: 'conversations.changed', actorName: 'Ada Byron', details: { commands: close, total: 1 } },
    ]);
  });

  it('a batch for an unknown user is refused', async () => {
    const commands: BulkCommand[] = [{ type: 'assign', representativeId: randomUUID() }];
    await expect(startBatch(context, ada, { ids: [randomUUID()], commands })).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});

describe('the undo of a batch', () => {
  it.each<[string, BulkCommand[]]>([
    ['closing', close],
    ['assigning', [{ type: 'assign', representativeId: null }]],
    ['assigning and closing', [{ type: 'assign', representativeId: null }, { type: 'close' }]],
  ])('undoing %s restores every conversation as it was, its waiting included', async (_, commands) => {
    const conversations = await several(6);
    const ids = conversations.map(({ id }) => id);
    for (const id of ids.slice(0, 4))
      await updateConversation(context, ben, id, { assignedRepresentativeId: ben.user.id });
    for (const { write } of conversations.slice(2, 5)) await write('Anybody there?');
    const before = await stateOf(ids);
    const batch = await changed(ada, { ids, commands });
    expect(await stateOf(ids)).not.toEqual(before);
    expect(await undone(ada, batch)).toMatchObject({
      status: 'done',
      changed: batch.changed,
      refused: 0,
      undoOf: batch.id,
    });
    expect(await stateOf(ids)).toEqual(before);
    const activities = await readActivities(context, overseer, ids[0]!, { limit: 10 });
    expect(activities.at(-1)).toMatchObject({ kind: 'undone', actorName: 'Ada Byron' });
  });

  it.each<[string, BulkCommand]>([
    ['snoozing', { type: 'snooze', until: inHours(50), wakesOnReply: false }],
    ['waking', { type: 'unsnooze' }],
  ])('undoing %s restores the snoozes, each with its author', async (_, command) => {
    const ids = (await several(4)).map(({ id }) => id);
    for (const id of ids.slice(0, 2)) await updateConversation(context, ben, id, { snoozedUntil: inHours(3) });
    const before = await stateOf(ids);
    const batch = await changed(ada, { ids, commands: [command] });
    expect(batch).toMatchObject({ changed: command.type === 'snooze' ? 4 : 2, refused: 0 });
    expect(await stateOf(ids)).not.toEqual(before);
    expect(await undone(ada, batch)).toMatchObject({ changed: batch.changed, refused: 0 });
    expect(await stateOf(ids)).toEqual(before);
  });

  it('brings attributes back with the rest of an activity, but for those that are no more', async () => {
    const { id } = await opens();
    const declared = (key: string) =>
      addAttribute(context, overseer, { subject: 'conversation', key, name: key, type: 'text' });
    const [, gone] = [await declared('order'), await declared('gone')];
    const setValues = (values: { key: string; value: string | null }[]) => setAttributes(context, ada, id, values);
    await setValues([
      { key: 'order', value: '4711' },
      { key: 'gone', value: 'soon' },
    ]);
    const [before] = await stateOf([id]);
    await setValues([
      { key: 'order', value: '4712' },
      { key: 'gone', value: null },
    ]);
    await deleteAttribute(context, overseer, gone.id);
    const activity = (await readActivities(context, overseer, id, { limit: 10 })).at(-1);
    const alone = await undoActivity(context.db, id, activity?.activityNo ?? 0, {
      cause: { by: 'representative', userId: ada.user.id },
    });
    expect(alone).toMatchObject({ outcome: 'done' });
    const [after] = await stateOf([id]);
    expect(after).toMatchObject({ attributes: { order: { value: '4711' } } });
    expect(after).toEqual({ ...(before as object), attributes: (after as { attributes: object }).attributes });
    expect(Object.keys((after as { attributes: object }).attributes)).toEqual(['order']);
  });

  it('undoing a reopening closes the conversations again, except where the customer has written', async () => {
    const [quiet, lively] = (await several(2)) as [
      Awaited<ReturnType<typeof opens>>,
      Awaited<ReturnType<typeof opens>>,
    ];
    const ids = [quiet.id, lively.id];
    await changed(ada, { ids, commands: close });
    const before = await stateOf([quiet.id]);
    const batch = await changed(ada, { ids, commands: [{ type: 'reopen' }] });
    expect(batch.changed).toBe(2);
    await lively.write('Thank you');
    const undo = await undone(ada, batch);
    expect(undo).toMatchObject({ changed: 1, refused: 1 });
    expect(await stateOf([quiet.id])).toEqual(before);
    expect((await getConversation(context, overseer, lively.id)).status).not.toBe('closed');
  });

  it('undoing leaves alone what later changes build on, and names their authors', async () => {
    const [assigned, reopened, answered, noted] = (await several(4)) as [
      Awaited<ReturnType<typeof opens>>,
      Awaited<ReturnType<typeof opens>>,
      Awaited<ReturnType<typeof opens>>,
      Awaited<ReturnType<typeof opens>>,
    ];
    const ids = [assigned.id, reopened.id, answered.id, noted.id];
    const batch = await changed(ada, { ids, commands: [{ type: 'assign', representativeId: ada.user.id }] });
    await updateConversation(context, ben, assigned.id, { assignedRepresentativeId: ben.user.id });
    await updateConversation(context, ben, reopened.id, { status: 'closed' });
    await postMessage(context, ben, { conversationId: answered.id }, { content: 'Certainly' });
    const undo = await undone(ada, batch);
    expect(undo).toMatchObject({ changed: 2, refused: 2 });
    const reasons = Object.fromEntries(undo.refusals.map(({ conversationId, reason }) => [conversationId, reason]));
    expect(reasons).toEqual({
      [assigned.id]: 'Ben Cole has assigned it since.',
      [answered.id]: 'Ben Cole has written since.',
    });
    // Closing it is about something else, and stays.
    expect(await getConversation(context, overseer, reopened.id)).toMatchObject({
      status: 'closed',
      representative: null,
    });
    expect(await getConversation(context, overseer, noted.id)).toMatchObject({ representative: null });
  });

  it('is done once, by the one who did the batch, when it is finished', async () => {
    const ids = (await several(2)).map(({ id }) => id);
    const running = await startBatch(context, ada, { ids, commands: close });
    await expect(undoBatch(context, ada, running.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(undoBatch(context, ben, running.id)).rejects.toMatchObject({ code: 'not_found' });
    await runBatch(context, running.id);
    const undos = await Promise.all(Array.from({ length: 5 }, () => undoBatch(context, ada, running.id)));
    expect(new Set(undos.map(({ id }) => id)).size).toBe(1);
    await runBatch(context, undos[0]!.id);
    const undo = await getBatch(context, ada, undos[0]!.id);
    expect(undo.changed).toBe(2);
  });

  it('is undone as well, which does the batch again, as often as one likes', async () => {
    const ids = (await several(2)).map(({ id }) => id);
    const batch = await changed(ada, { ids, commands: close });
    const undo = await undone(ada, batch);
    const again = await undone(ada, undo);
    expect([batch, undo, again].map(({ isUndo }) => isUndo)).toEqual([false, true, false]);
    expect(again).toMatchObject({ changed: 2, refused: 0, undoOf: undo.id });
    for (const id of ids) expect((await getConversation(context, overseer, id)).status).toBe('closed');
    // The first undo was undone itself, so undoing the batch again makes a new one.
    expect(await undone(ada, batch)).toMatchObject({ changed: 2, undoOf: again.id, isUndo: true });
    for (const id of ids) expect((await getConversation(context, overseer, id)).status).toBe('waiting');
  });
});
