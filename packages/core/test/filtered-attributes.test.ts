import { createHmac, randomUUID } from 'node:crypto';
import type { AttributeContent } from '@parley/contracts/conversations/attributes';
import type { Filter } from '@parley/contracts/filter/filter';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { insertWebsite } from '@parley/db/websites/websites';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runBatch } from '../src/bulk/run.ts';
import { getBatch, startBatch, undoBatch } from '../src/bulk/start.ts';
import type { StaffCaller } from '../src/callers.ts';
import { mergeContacts } from '../src/contacts/merge.ts';
import {
  addAttribute,
  attributesOf,
  deleteAttribute,
  listAttributes,
  setAttributes,
} from '../src/conversations/attributes.ts';
import { listConversations } from '../src/conversations/list.ts';
import { undoActivity } from '../src/bulk/undo.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { postMessage } from '../src/messages/post.ts';
import { runMacro } from '../src/messages/send.ts';
import { createColleague, createTestContext, type TestContext, overseer } from '../src/testing.ts';
import { startVisitorSession, type VisitorSessionStart } from '../src/visitors/session.ts';
import { addView, countViews, listViews, updateView } from '../src/views/views.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron', 'admin');
  const declare = (draft: Omit<Parameters<typeof addAttribute>[2], 'name'>) =>
    addAttribute(context, ada, { ...draft, name: draft.key });
  await declare({ key: 'plan', subject: 'contact', type: 'choice', choices: ['Free', 'Pro'] });
  await declare({ key: 'seats', subject: 'contact', type: 'number' });
  await declare({ key: 'company', subject: 'contact', type: 'text' });
  await declare({ key: 'renewal', subject: 'contact', type: 'date' });
  await declare({ key: 'tier', subject: 'company', type: 'text' });
  await declare({ key: 'order_no', subject: 'conversation', type: 'text' });
  await declare({ key: 'is_paid', subject: 'conversation', type: 'yes_no' });
});
afterAll(() => context.close());
beforeEach(async () => {
  if (!(await listAttributes(context)).some(({ key }) => key === 'team_size'))
    await addAttribute(context, ada, { key: 'team_size', subject: 'contact', type: 'number', name: 'Team size' });
});

async function opens(values: Record<string, AttributeContent> = {}): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  return writes({ visitorId, websiteId }, values);
}

async function writes(
  visitor: { visitorId: string; websiteId: string },
  values: Record<string, AttributeContent>,
): Promise<string> {
  const sender = { kind: 'visitor', ...visitor } as const;
  const { message } = await postMessage(context, sender, 'newest', { content: 'Hi', clientMessageId: randomUUID() });
  await sets(message.conversationId, values);
  return message.conversationId;
}

const sets = (id: string, values: Record<string, AttributeContent | null>, caller = ada) =>
  setAttributes(
    context,
    caller,
    id,
    Object.entries(values).map(([key, value]) => ({ key, value })),
  );

async function listed(filter: Filter | string, caller = ada): Promise<string[]> {
  const asked = typeof filter === 'string' ? { q: filter } : { filter: JSON.stringify(filter) };
  const { conversations } = await listConversations(context, caller, { ...asked, limit: 100 });
  return conversations.map(({ id }) => id);
}

const valuesOf = async (id: string) =>
  Object.fromEntries((await attributesOf(context, overseer, id)).conversation.map(({ key, value }) => [key, value]));

/** Collects the frames of the team's inbox. */
async function inboxFrames(): Promise<ServerFrame[]> {
  const heard: ServerFrame[] = [];
  await context.publisher.subscribe(liveChannels.inbox, (packed) => {
    const broadcast = unpackBroadcast(packed);
    if (broadcast) heard.push(JSON.parse(broadcast.text) as ServerFrame);
  });
  return heard;
}

describe('a list', () => {
  it('is filtered by attributes of conversations and of contacts, as a filter and as words of a search', async () => {
    const pro = await opens({ plan: 'Pro', seats: 12, company: 'Acme Inc', renewal: '2026-12-01', is_paid: true });
    const free = await opens({ plan: 'Free', seats: 2, order_no: 'A-7' });
    const none = await opens();
    const ours = async (filter: Filter | string) => {
      const found = await listed(filter);
      return [pro, free, none].filter((id) => found.includes(id));
    };
    expect(await ours({ field: 'contact.plan', op: 'is', value: 'Pro' })).toEqual([pro]);
    expect(await ours({ not: { field: 'contact.plan', op: 'is', value: 'Pro' } })).toEqual([free, none]);
    expect(await ours({ field: 'contact.seats', op: 'greater_than', value: 2 })).toEqual([pro]);
    expect(await ours({ field: 'contact.renewal', op: 'before', value: '2027-01-01' })).toEqual([pro]);
    expect(await ours({ field: 'conversation.order_no', op: 'known', value: false })).toEqual([pro, none]);
    expect(await ours('plan:pro')).toEqual([pro]);
    expect(await ours('attr.company:"acme i" -plan:free')).toEqual([pro]);
    expect(await ours('seats:<3 attr.order_no:a-7')).toEqual([free]);
    expect(await ours('is_paid:yes renewal:>2026-11-30 has:plan')).toEqual([pro]);
  });

  it('returns the values with its rows', async () => {
    const id = await opens({ plan: 'Pro', order_no: 'B-1' });
    const { conversations } = await listConversations(context, ada, { q: 'order_no:b-1', limit: 10 });
    expect(conversations).toMatchObject([{ id, attributeValues: { plan: 'Pro', order_no: 'B-1' } }]);
  });

  it.each<[string, object, string]>([
    ['an undeclared attribute', { field: 'contact.colour', op: 'is', value: 'red' }, 'filter.field'],
    ['one of the other subject', { field: 'conversation.plan', op: 'is', value: 'Pro' }, 'filter.field'],
    ['an operator of another type', { field: 'contact.plan', op: 'greater_than', value: 1 }, 'filter.op'],
    ['a text for a number', { field: 'contact.seats', op: 'is', value: '12' }, 'filter.value'],
    ['a day that is none', { field: 'contact.renewal', op: 'before', value: '2026-02-30' }, 'filter.value'],
    ['a text for yes or no', { field: 'conversation.is_paid', op: 'is', value: 'yes' }, 'filter.value'],
  ])('refuses %s and names it, also when it is saved as a view', async (_, filter, path) => {
    const refused = { code: 'invalid', errors: [{ path }] };
    await expect(listed(filter as Filter)).rejects.toMatchObject(refused);
    await expect(addView(context, ada, { name: 'Broken', filter: filter as Filter })).rejects.toMatchObject(refused);
  });
});

describe('a saved view', () => {
  it('is counted by attributes', async () => {
    const view = await addView(context, ada, {
      name: 'Big',
      filter: { field: 'contact.seats', op: 'greater_than', value: 1_000 },
    });
    await opens({ seats: 5_000 });
    await opens({ seats: 10 });
    expect(await countViews(context, ada)).toContainEqual({ id: view.id, count: 1 });
  });

  it('a view that names a deleted attribute shows that and is empty, until its filter is changed', async () => {
    const id = await opens({ team_size: 7 });
    const filter: Filter = { not: { field: 'contact.team_size', op: 'greater_than', value: 100 } };
    const view = await addView(context, ada, { name: 'Small teams', filter });
    const counted = async () => (await countViews(context, ada)).find((each) => each.id === view.id)?.count;
    expect(await counted()).toBeGreaterThan(0);
    const attribute = (await listAttributes(context)).find(({ key }) => key === 'team_size');
    await deleteAttribute(context, ada, attribute?.id ?? '');
    const shown = async () => (await listViews(context, ada)).find((each) => each.id === view.id);
    expect(await shown()).toMatchObject({ isBroken: true, filter });
    expect(await counted()).toBe(0);
    await expect(listed(filter)).rejects.toMatchObject({ code: 'invalid', errors: [{ path: 'filter.not.field' }] });
    await expect(
      startBatch(context, ada, { filter: { all: [filter] }, commands: [{ type: 'close' }] }),
    ).rejects.toMatchObject({ code: 'invalid' });

    // Its name can still be changed, which mends nothing; nor does another attribute of this key.
    expect(await updateView(context, ada, view.id, { name: 'Small' })).toMatchObject({ isBroken: true });
    await addAttribute(context, ada, { key: 'team_size', subject: 'contact', type: 'text', name: 'Team size' });
    expect(await shown()).toMatchObject({ isBroken: true });
    const changed = await updateView(context, ada, view.id, { filter: { all: [] } });
    expect(changed).not.toHaveProperty('isBroken');
    expect(await counted()).toBeGreaterThan(0);
    expect(id).toBeTruthy();
  });

  it('leaves no text of an attribute in the audit log', async () => {
    const filter: Filter = {
      any: [
        { field: 'contact.company', op: 'is', value: 'Jane Doe Ltd' },
        { field: 'contact.company', op: 'in', value: ['Jane Doe Ltd'] },
      ],
    };
    await addView(context, ada, { name: 'Her', filter, scope: 'all' });
    const log = JSON.stringify(await readAuditLog(context, { limit: 20 }));
    expect(log).toContain('contact.company');
    expect(log).not.toContain('Jane Doe');
  });
});

describe('a macro', () => {
  const runs = (id: string, actions: Parameters<typeof runMacro>[3]['actions']) =>
    runMacro(context, ada, id, { clientMacroId: randomUUID(), actions });

  it('sets several attributes in one activity, and its undo brings back the former values', async () => {
    const id = await opens({ order_no: 'A-1' });
    const { activityNo } = await runs(id, [
      { type: 'attribute', key: 'order_no', value: ' A-2 ' },
      { type: 'attribute', key: 'is_paid', value: true },
      { type: 'priority', priority: 'high' },
    ]);
    expect(await valuesOf(id)).toEqual({ order_no: 'A-2', is_paid: true });
    await undoActivity(context, ada, { conversationId: id, activityNo: activityNo ?? 0, scope: 'activity' });
    expect(await valuesOf(id)).toEqual({ order_no: 'A-1' });
    expect((await runs(id, [{ type: 'attribute', key: 'order_no', value: null }])).attributeValues).toBeUndefined();
    expect(await valuesOf(id)).toEqual({});
  });

  it.each<[string, { key: string; value: AttributeContent }]>([
    ['an undeclared attribute', { key: 'colour', value: 'red' }],
    ['a value of another type', { key: 'is_paid', value: 'yes' }],
  ])('refuses %s and changes nothing', async (_, given) => {
    const id = await opens();
    const done = runs(id, [
      { type: 'close' },
      { type: 'attribute', key: 'order_no', value: 'A-1' },
      { type: 'attribute', ...given },
    ]);
    await expect(done).rejects.toMatchObject({ code: 'invalid', errors: [{ path: 'actions.2' }] });
    expect(await valuesOf(id)).toEqual({});
  });

  it('refuses an attribute of companies where the contact has none, and changes nothing', async () => {
    const id = await opens();
    const done = runs(id, [
      { type: 'attribute', key: 'order_no', value: 'A-1' },
      { type: 'attribute', key: 'tier', value: 'Gold' },
    ]);
    await expect(done).rejects.toMatchObject({
      code: 'not_found',
      localized: { code: 'contact_without_company' },
    });
    expect(await valuesOf(id)).toEqual({});
  });
});

describe('a batch', () => {
  it('a batch by a filter of attributes sets an attribute, and its undo takes it back', async () => {
    const [one, other] = [await opens({ company: 'Zenith' }), await opens({ company: 'Zenith' })];
    const outside = await opens({ company: 'Nadir' });
    const batch = await startBatch(context, ada, {
      filter: { field: 'contact.company', op: 'is', value: 'Zenith' },
      commands: [{ type: 'set_attribute', key: 'order_no', value: 'Z-1' }],
    });
    await runBatch(context, batch.id);
    expect(await getBatch(context, ada, batch.id)).toMatchObject({ total: 2, changed: 2, refused: 0 });
    expect(await Promise.all([one, other, outside].map(valuesOf))).toEqual([
      { order_no: 'Z-1' },
      { order_no: 'Z-1' },
      {},
    ]);
    const undo = await undoBatch(context, ada, batch.id);
    await runBatch(context, undo.id);
    expect(await valuesOf(one)).toEqual({});
    expect(JSON.stringify(await readAuditLog(context, { limit: 5 }))).not.toContain('Z-1');
  });

  it('sets nothing once its attribute is deleted', async () => {
    const id = await opens();
    await addAttribute(context, ada, { key: 'passing', subject: 'conversation', type: 'text', name: 'Passing' });
    const batch = await startBatch(context, ada, {
      ids: [id],
      commands: [{ type: 'set_attribute', key: 'passing', value: 'x' }],
    });
    const attribute = (await listAttributes(context)).find(({ key }) => key === 'passing');
    await deleteAttribute(context, ada, attribute?.id ?? '');
    await runBatch(context, batch.id);
    expect(await getBatch(context, ada, batch.id)).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await valuesOf(id)).toEqual({});
  });
});

describe('the team hears', () => {
  it('changing an attribute of a contact updates all its conversations, and those of a merged one', async () => {
    const [one, other] = [await opens(), await opens({ plan: 'Free', seats: 3 })];
    const contactOf = async (id: string) => (await attributesOf(context, overseer, id)).contactId ?? '';
    const frames = await inboxFrames();
    const published = (id: string) =>
      frames.flatMap((frame) =>
        frame.type === 'conversation_updated' && frame.conversation.id === id
          ? [frame.conversation.attributeValues ?? {}]
          : [],
      );
    await sets(one, { plan: 'Pro' });
    await expect.poll(() => published(one)).toEqual([{ plan: 'Pro' }]);
    expect(published(other)).toEqual([]);
    await mergeContacts(context, ada, await contactOf(one), { mergedId: await contactOf(other) });
    const joined = { plan: 'Pro', seats: 3 };
    await expect.poll(() => [published(one).at(-1), published(other).at(-1)]).toEqual([joined, joined]);
    await sets(other, { seats: 4 });
    await expect.poll(() => [published(one).at(-1)?.seats, published(other).at(-1)?.seats]).toEqual([4, 4]);
  });

  it('proving an address updates the earlier conversations of the contact that the visitor joins', async () => {
    const identitySecret = context.secrets.encrypt('secret');
    const website = await insertWebsite(context.db, { domain: 'signed.example.com', name: 'Signed', identitySecret });
    if (!website) throw new Error('no website');
    const email = 'grace@example.com';
    const user = { email, hash: createHmac('sha256', 'secret').update(email).digest('hex') };
    const start = (but: Partial<VisitorSessionStart> = {}) =>
      startVisitorSession(context, { website, page: { url: 'https://signed.example.com/' }, ...but });
    const grace = await start({ user });
    const earlier = await writes({ visitorId: grace.visitorId, websiteId: website.id }, {});
    const nobody = await start();
    await writes({ visitorId: nobody.visitorId, websiteId: website.id }, { plan: 'Pro' });
    const frames = await inboxFrames();
    await start({ token: nobody.token, user });
    await expect
      .poll(() =>
        frames.flatMap((frame) =>
          frame.type === 'conversation_updated' && frame.conversation.id === earlier
            ? [frame.conversation.attributeValues]
            : [],
        ),
      )
      .toContainEqual({ plan: 'Pro' });
    expect(frames.map(({ type }) => type)).toContain('attributes_updated');
  });
});
