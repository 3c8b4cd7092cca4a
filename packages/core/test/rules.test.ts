/** Rules do what they say once for each event, never more than their author may, and never in circles. */
import { randomUUID } from 'node:crypto';
import type { Conversation } from '@parley/contracts/entities';
import type { Notification } from '@parley/contracts/notifications/notification';
import type { Problem } from '@parley/contracts/problems';
import { ruleDepthMax, ruleLoopConversations, ruleRunsPerHour } from '@parley/contracts/rules/limits';
import type { DueKind } from '@parley/contracts/sla/due-kinds';
import type { RuleContent } from '@parley/contracts/rules/rules';
import { newestMessages } from '@parley/db/messages/read';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebhook } from '@parley/db/webhooks/webhooks';
import { insertWebsite } from '@parley/db/websites/websites';
import { countStatements } from '@parley/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { undoActivity } from '../src/bulk/undo.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { addNote, listMentions } from '../src/conversations/notes.ts';
import { getConversation } from '../src/conversations/read.ts';
import { addTag, deleteTag } from '../src/conversations/tags.ts';
import { transition } from '../src/conversations/transition.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { activeRules, forgetRules } from '../src/integrations/rules/active.ts';
import { callRule } from '../src/integrations/rules/called.ts';
import {
  addRule,
  deleteRule,
  listRuleRuns,
  listRules,
  orderRules,
  renewRuleAddress,
  updateRule,
} from '../src/integrations/rules/manage.ts';
import { runRules } from '../src/integrations/rules/run.ts';
import { testRule } from '../src/integrations/rules/test.ts';
import { runTimedRules } from '../src/integrations/rules/timed.ts';
import { activeWebhooks } from '../src/integrations/webhook/active.ts';
import { addCompany, getCompany } from '../src/contacts/companies.ts';
import { updateContact } from '../src/contacts/contacts.ts';
import { addAttribute, attributesOf, deleteAttribute } from '../src/conversations/attributes.ts';
import { createColleague, createTestContext, overseer, type TestContext } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';
import { listNotifications } from '../src/notifications/own.ts';
import { addTeam, updateTeam } from '../src/users/teams.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;
let vip: string;
let refund: string;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
  ada = { ...ada, provenAt: Date.now() };
  [vip = '', refund = ''] = await Promise.all(
    ['VIP', 'Refund'].map(async (name) => (await addTag(context, ada, { name })).tag.id),
  );
});
afterAll(() => context.close());
beforeEach(async () => {
  await sql`delete from rules`.execute(context.db);
  forgetRules(context);
});

const content = (change: Partial<RuleContent>): RuleContent => ({
  name: `Rule ${randomUUID().slice(0, 8)}`,
  isOn: true,
  stops: false,
  triggers: ['customer_message'],
  time: null,
  filter: { all: [] },
  hours: null,
  words: [],
  languages: [],
  actions: [{ type: 'priority', priority: 'high' }],
  ...change,
});
const add = (change: Partial<RuleContent>, caller = ada) => addRule(context, caller, content(change));

async function opens(text = 'Hello', extra: { email?: string } = {}): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: extra.email ?? null });
  return writes(visitorId, text);
}
async function writes(visitorId: string, text: string): Promise<string> {
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, visitor, 'newest', { content: text, clientMessageId: randomUUID() });
  return message.conversationId;
}

/** Works the queue off, as the worker does, until rules cause nothing more. Returns how often a rule acted. */
async function work(): Promise<number> {
  let acted = 0;
  for (;;) {
    const queue = context.queues.queue('rules');
    const jobs = await queue.getJobs(['waiting', 'delayed'], 0, 500, true);
    if (jobs.length === 0) return acted;
    for (const job of jobs) {
      acted += await runRules(context, job.data);
      await job.remove();
    }
  }
}
/** Ada's notifications about a rule. */
async function notified({ id }: { id: string }): Promise<Notification[]> {
  const { notifications } = await listNotifications(context, ada, { limit: 100 });
  return notifications.filter(({ subjectId }) => subjectId === id);
}
const now = (id: string): Promise<Conversation> => getConversation(context, overseer, id);
const refusal = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => Promise.reject(new Error('It was not refused.')),
    (problem: Problem) => problem,
  );
const problemOf = async ({ id }: { id: string }) =>
  (await listRules(context, ada)).find((rule) => rule.id === id)?.problem?.localized?.code ?? null;
const runsOf = (id: string) => listRuleRuns(context, ada, id, { limit: 100 });

describe('a rule', () => {
  it('does all of its actions as one change, which is undone as one and not done again', async () => {
    const rule = await add({
      triggers: ['conversation_opened', 'tag_removed', 'priority_changed'],
      actions: [
        { type: 'priority', priority: 'urgent' },
        { type: 'tag', add: [vip] },
        { type: 'assign', to: ben.user.id },
      ],
    });
    const id = await opens();
    expect(await work()).toBe(1);
    expect(await now(id)).toMatchObject({
      priority: 'urgent',
      tagIds: [vip],
      assignedRepresentativeId: ben.user.id,
    });
    const [run] = await runsOf(rule.id);
    expect(run).toMatchObject({
      outcome: 'done',
      trigger: 'conversation_opened',
      actions: ['priority', 'tag', 'assign'],
    });
    const [activity] = await readActivities(context, overseer, id, { limit: 1 });
    expect(activity).toMatchObject({
      activityNo: run?.activityNo,
      cause: { by: 'automation', ruleId: rule.id, name: rule.name },
    });
    await undoActivity(context, ada, { conversationId: id, activityNo: run?.activityNo ?? 0 });
    await work();
    expect(await now(id)).toMatchObject({ priority: 'normal', tagIds: [], assignedRepresentativeId: null });
  });

  it('sets an attribute of the contact before it closes, and shows in the thread that it ran', async () => {
    const key = `plan_${randomUUID().slice(0, 8)}`;
    const requiredToClose = { teamIds: [], isYes: false, includesAutomation: true };
    const attribute = { subject: 'contact', key, name: key, type: 'text', requiredToClose } as const;
    const { id: attributeId } = await addAttribute(context, ada, attribute);
    const rule = await add({ actions: [{ type: 'attribute', key, value: 'gold' }, { type: 'close' }] });
    const id = await opens();
    expect(await work()).toBe(1);
    expect(await now(id)).toMatchObject({ status: 'closed', attributeValues: { [key]: 'gold' } });
    await add({ triggers: ['closed'], actions: [{ type: 'attribute', key, value: 'silver' }] });
    await updateConversation(context, ada, id, { status: 'active' });
    await updateConversation(context, ada, id, { status: 'closed' });
    expect(await work()).toBe(1);
    const [ran] = await readActivities(context, overseer, id, { limit: 1 });
    expect(ran).toMatchObject({ kind: 'rule_ran', after: { ruleActions: ['attribute'] } });
    expect(await now(id)).toMatchObject({ attributeValues: { [key]: 'silver' } });
    expect((await runsOf(rule.id)).map(({ outcome }) => outcome)).toEqual(['done']);
    await deleteAttribute(context, ada, attributeId);
  });

  it('sets an attribute of the customer’s company, and says so where there is none', async () => {
    const key = `tier_${randomUUID().slice(0, 8)}`;
    const { id: attributeId } = await addAttribute(context, ada, { subject: 'company', key, name: key, type: 'text' });
    const rule = await add({
      filter: { all: [] },
      actions: [
        { type: 'attribute', key, value: 'gold' },
        { type: 'priority', priority: 'high' },
      ],
    });
    const id = await opens();
    expect(await work()).toBe(0);
    expect(await now(id)).toMatchObject({ priority: 'normal' });
    expect((await runsOf(rule.id)).map(({ outcome, reason }) => [outcome, reason?.localized?.code])).toEqual([
      ['failed', 'contact_without_company'],
    ]);
    const { visitorId } = await now(id);
    const writesAgain = () => writes(visitorId ?? '', 'Hello again');
    const { contactId } = await attributesOf(context, ada, id);
    const company = await addCompany(context, ada, { name: `Chain ${key}` });
    await updateContact(context, ada, contactId ?? '', { companyId: company.id });
    await writesAgain();
    expect(await work()).toBe(1);
    expect(await now(id)).toMatchObject({ priority: 'high', attributeValues: { [key]: 'gold' } });
    expect((await getCompany(context, ada, company.id)).attributes).toMatchObject([{ key, value: 'gold' }]);
    // A filter by it finds the customer's next conversation.
    await add({ filter: { field: `company.${key}`, op: 'is', value: 'gold' }, actions: [{ type: 'close' }] });
    await writesAgain();
    await work();
    expect(await now(id)).toMatchObject({ status: 'closed' });
    await deleteAttribute(context, ada, attributeId);
  });

  it('runs once for an event, however often the job is done', async () => {
    await add({ actions: [{ type: 'note', text: 'Seen.' }] });
    const id = await opens();
    const [job] = await context.queues.queue('rules').getJobs(['waiting']);
    const done = await Promise.all([1, 2, 3].map(() => runRules(context, job!.data)));
    expect(done.toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
    const notes = (await readActivities(context, overseer, id, { limit: 50 })).filter(({ kind }) => kind === 'noted');
    expect(notes).toHaveLength(1);
    await work();
  });

  it('leaves nothing behind when its process dies in the middle, and the next attempt does all of it', async () => {
    const rule = await add({
      actions: [
        { type: 'note', text: 'Seen.' },
        { type: 'tag', add: [vip] },
      ],
    });
    const id = await opens();
    const [job] = await context.queues.queue('rules').getJobs(['waiting']);
    // The connection breaks at the last statement of the transaction.
    const broken = sql`alter table rule_runs add constraint dies check (outcome <> 'done')`;
    await broken.execute(context.db);
    await expect(runRules(context, job!.data)).rejects.toThrow('dies');
    expect(await now(id)).toMatchObject({ tagIds: [] });
    expect(await runsOf(rule.id)).toEqual([]);
    await sql`alter table rule_runs drop constraint dies`.execute(context.db);
    expect(await work()).toBe(1);
    expect(await now(id)).toMatchObject({ tagIds: [vip] });
  });

  it('compares words, language and the filter with the conversation and its message', async () => {
    await add({
      words: ['refund', 'money back'],
      languages: ['de'],
      filter: { field: 'website', op: 'is', value: websiteId },
      actions: [{ type: 'tag', add: [refund] }],
    });
    const [english, other, german] = await Promise.all([
      opens('Please could I have my refund, thanks'),
      opens('Ich möchte bitte etwas anderes'),
      opens('Ich möchte bitte einen Refund für die Bestellung'),
    ]);
    await work();
    expect((await now(english)).tagIds).toEqual([]);
    expect((await now(other)).tagIds).toEqual([]);
    expect((await now(german)).tagIds).toEqual([refund]);
  });

  it('keeps to the hours of the conversation', async () => {
    // Without business hours it is always open.
    await add({ hours: 'outside', actions: [{ type: 'tag', add: [refund] }] });
    await add({ hours: 'within', actions: [{ type: 'tag', add: [vip] }] });
    const id = await opens();
    await work();
    expect((await now(id)).tagIds).toEqual([vip]);
  });

  it('runs in its order, and stops the ones behind it where it says so', async () => {
    const last = await add({ actions: [{ type: 'priority', priority: 'low' }], stops: true });
    const first = await add({ actions: [{ type: 'priority', priority: 'urgent' }] });
    const never = await add({ actions: [{ type: 'tag', add: [vip] }] });
    await orderRules(context, ada, [first.id, last.id, never.id]);
    const id = await opens();
    await work();
    expect(await now(id)).toMatchObject({ priority: 'low', tagIds: [] });
  });

  it('writes to the customer as the assistant, in their language and with their name', async () => {
    await add({
      triggers: ['conversation_opened'],
      actions: [
        {
          type: 'message',
          text: 'We are closed, {{customer.firstName | "friend"}}.',
          variants: [{ language: 'de', text: 'Wir haben geschlossen, {{customer.firstName | "hallo"}}.' }],
        },
      ],
    });
    const id = await opens('Hallo, wo ist bitte meine Bestellung und wann kommt die?');
    await work();
    const messages = await newestMessages(context.db, id, 5);
    expect(messages.at(-1)).toMatchObject({ senderType: 'ai', content: 'Wir haben geschlossen, hallo.' });
    const [activity] = await readActivities(context, overseer, id, { limit: 1 });
    expect(activity).toMatchObject({ kind: 'rule_ran', after: { ruleActions: ['message'] } });
  });

  it('calls a webhook by a delivery that is retried like any other', async () => {
    const { id: webhookId } = await insertWebhook(context.db, {
      url: context.secrets.encrypt('https://example.com/hook'),
      events: [],
      secret: context.secrets.encrypt('secret'),
      createdBy: null,
    });
    await add({ actions: [{ type: 'webhook', webhookId }] });
    const id = await opens();
    await work();
    const rows = await context.db.selectFrom('deliveries').selectAll().where('target', '=', webhookId).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ conversationId: id, channel: 'webhook' });
    expect(rows[0]?.payload).toMatchObject({ body: { type: 'rule.matched', data: { trigger: 'customer_message' } } });
  });

  it('follows notes, assignments, tags and closing, each by its trigger', async () => {
    const rule = await add({
      triggers: ['note', 'assigned', 'tag_added', 'closed'],
      actions: [{ type: 'note', text: 'Something happened.' }],
    });
    const id = await opens();
    await addNote(context, ada, id, { content: 'Look at this.' });
    await updateConversation(context, ada, id, { assignedRepresentativeId: ben.user.id });
    await updateConversation(context, ada, id, { addTags: [vip] });
    await updateConversation(context, ada, id, { removeTags: [vip] });
    await updateConversation(context, ada, id, { status: 'closed' });
    await work();
    const done = (await runsOf(rule.id)).filter(({ outcome }) => outcome === 'done');
    expect(done.map(({ trigger }) => trigger).toSorted()).toEqual(['assigned', 'closed', 'note', 'tag_added']);
  });

  it('fails with its reason where it can’t act, and nothing of it is done', async () => {
    const rule = await add({
      triggers: ['closed'],
      actions: [
        { type: 'note', text: 'Never.' },
        { type: 'assign', to: ben.user.id },
      ],
    });
    const id = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    await work();
    const [run] = await runsOf(rule.id);
    expect(run).toMatchObject({ outcome: 'failed', reason: { reason: expect.stringContaining('closed') } });
    expect((await readActivities(context, overseer, id, { limit: 50 })).map(({ kind }) => kind)).not.toContain('noted');
  });
});

describe('rules that feed each other', () => {
  it('never run twice for what began it', async () => {
    const one = await add({
      triggers: ['tag_added'],
      actions: [
        { type: 'untag', remove: [vip] },
        { type: 'tag', add: [refund] },
      ],
    });
    await add({
      triggers: ['tag_added'],
      actions: [
        { type: 'untag', remove: [refund] },
        { type: 'tag', add: [vip] },
      ],
    });
    const id = await opens();
    await work();
    await updateConversation(context, ada, id, { addTags: [vip] });
    await work();
    const outcomes = (await runsOf(one.id)).map(({ outcome, reason }) => [outcome, reason?.localized?.code]);
    expect(outcomes).toContainEqual(['refused', 'rule_again']);
    expect(outcomes.filter(([outcome]) => outcome === 'done')).toHaveLength(1);
  });

  it('end at the greatest depth', async () => {
    const tags = await Promise.all(
      Array.from(
        { length: ruleDepthMax + 2 },
        async (_, index) => (await addTag(context, ada, { name: `Step ${index}` })).tag.id,
      ),
    );
    for (const [index, tag] of tags.slice(0, -1).entries())
      await add({
        triggers: ['tag_added'],
        filter: {
          all: [{ field: 'tag', op: 'has', value: tag }, { not: { field: 'tag', op: 'has', value: tags[index + 1]! } }],
        },
        actions: [{ type: 'tag', add: [tags[index + 1]!] }],
      });
    const id = await opens();
    await updateConversation(context, ada, id, { addTags: [tags[0]!] });
    await work();
    expect((await now(id)).tagIds).toEqual(tags.slice(0, ruleDepthMax + 1));
  });

  it('act on a conversation only so often within an hour', async () => {
    const rule = await add({ actions: [{ type: 'note', text: 'Again.' }] });
    const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
    for (let count = 0; count <= ruleRunsPerHour; count += 1) await writes(visitorId, `Message ${count}`);
    expect(await work()).toBe(ruleRunsPerHour);
    expect((await runsOf(rule.id)).map(({ reason }) => reason?.localized?.code)).toContain('rule_too_often');
    await writes(visitorId, 'One more');
    await work();
    const details = { rule: rule.name, why: 'rule_too_often', max: ruleRunsPerHour };
    expect(await notified(rule)).toMatchObject([{ kind: 'rule_stopped', count: 1, details }]);
    // A customer who writes too often stops it in this conversation alone.
    await opens();
    expect(await work()).toBe(1);
  });
});

describe('a loop through another system', () => {
  it('pauses the rule once it shows in several conversations, and no customer can bring that about', async () => {
    const rule = await add({ triggers: ['webhook', 'customer_message'], actions: [{ type: 'note', text: 'Again.' }] });
    const { url } = await renewRuleAddress(context, ada, rule.id);
    const key = url.split('/').at(-1) ?? '';
    const often = Array.from({ length: 2 * ruleRunsPerHour });
    // Customers who write as often stop it in their own conversations.
    for (let customer = 0; customer <= ruleLoopConversations; customer += 1) {
      const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
      for (const [count] of often.entries()) await writes(visitorId, `Message ${count}`);
    }
    await work();
    expect(await problemOf(rule)).toBeNull();
    for (let loop = 0; loop < ruleLoopConversations; loop += 1) {
      expect(await problemOf(rule)).toBeNull();
      const conversationId = await opens();
      for (const _ of often) await callRule(context, key, { conversationId });
      await work();
    }
    expect(await problemOf(rule)).toBe('rule_loops');
    expect((await notified(rule)).map(({ kind }) => kind)).toContain('rule_paused');
  });
});

describe('a due time', () => {
  const due = async (id: string, kind: DueKind, isBreach: boolean) => {
    const noted = await transition(context, id, [{ type: 'note_due', isBreach }], {
      cause: { by: 'rule', rule: 'sla' },
      due: { kind, at: new Date().toISOString(), policy: null },
    });
    expect(noted.outcome).toBe('done');
    await work();
  };

  it('runs the rules for targets or those for promises, as it comes near or is missed', async () => {
    const triggers = ['sla_warned', 'sla_breached', 'promise_warned', 'promise_broken'] as const;
    for (const trigger of triggers)
      await add({ name: trigger, triggers: [trigger], actions: [{ type: 'note', text: trigger }] });
    const id = await opens();
    await work();
    for (const [kind, isBreach] of [
      ['first_response', false],
      ['resolution', true],
      ['promise', false],
      ['promise', true],
    ] as const)
      await due(id, kind, isBreach);
    const noted = (await readActivities(context, overseer, id, { limit: 50 })).filter(({ kind }) => kind === 'noted');
    expect(noted.map(({ body }) => body).toReversed()).toEqual(triggers.toReversed());
    for (const trigger of triggers) {
      const test = await testRule(context, ada, { rule: content({ triggers: [trigger] }), days: 1 });
      expect(test).toMatchObject({ matches: 1, examples: [{ trigger }] });
    }
  });

  it('reaches the leads of the team by a note that mentions them, and admins where nobody leads', async () => {
    await add({ triggers: ['promise_warned'], actions: [{ type: 'notify_lead', text: 'Due soon' }] });
    const id = await opens();
    await work();
    await due(id, 'promise', false);
    const { id: teamId } = await addTeam(context, ada, { name: 'Service', memberIds: [ada.user.id, ben.user.id] });
    await updateTeam(context, ada, teamId, { leadIds: [ben.user.id] });
    await updateConversation(context, ada, id, { teamId });
    await work();
    await due(id, 'promise', false);
    const mentioned = async (caller: StaffCaller) =>
      (await listMentions(context, caller, { limit: 50 })).filter(({ conversationId }) => conversationId === id).length;
    expect([await mentioned(ada), await mentioned(ben)]).toEqual([1, 1]);
  });
});

describe('the rights of a rule', () => {
  it('are those of its author when it is saved', async () => {
    expect(await refusal(add({}, ben))).toMatchObject({ code: 'forbidden' });
    const unproven = { ...ada, provenAt: 0 };
    const message = { actions: [{ type: 'message' as const, text: 'Hello' }] };
    expect(await refusal(add(message, unproven))).toMatchObject({ code: 'step_up_required' });
    await add({}, unproven);
  });

  it('are those of its author when it runs: a rule of a former user is paused, and says so', async () => {
    const former = {
      ...(await createColleague(context, `Former ${randomUUID().slice(0, 4)}`, 'admin')),
      provenAt: Date.now(),
    };
    const rule = await add({}, former);
    // From then on this process has a copy of its author.
    await opens().then(work);
    await sql`update users set is_active = false where id = ${former.user.id}`.execute(context.db);
    const id = await opens();
    await work();
    expect((await now(id)).priority).toBe('normal');
    expect((await listRules(context, ada)).find((each) => each.id === rule.id)).toMatchObject({
      problem: { localized: { code: 'rule_author_gone' } },
    });
    const audited = await sql`select from audit_log where action = 'rule.paused' and subject_id = ${rule.id}`.execute(
      context.db,
    );
    expect(audited.rows).toHaveLength(1);
    expect(await notified(rule)).toMatchObject([
      { kind: 'rule_paused', details: { rule: rule.name, why: 'rule_author_gone' } },
    ]);
    await updateRule(context, ada, rule.id, { name: 'Taken over' });
    await opens().then(work);
    expect((await runsOf(rule.id)).map(({ outcome }) => outcome)).toContain('done');
  });

  it('end with what it names: it needs attention and isn’t run', async () => {
    const gone = (await addTag(context, ada, { name: 'Gone' })).tag.id;
    const rule = await add({
      actions: [
        { type: 'tag', add: [gone] },
        { type: 'note', text: 'Tagged.' },
      ],
    });
    await deleteTag(context, ada, gone);
    expect((await listRules(context, ada))[0]?.problem).not.toBeNull();
    await opens();
    await work();
    await opens();
    await work();
    expect((await runsOf(rule.id)).map(({ outcome }) => outcome)).toEqual(['failed']);
  });
});

describe('saving a rule', () => {
  it.each<[string, Partial<RuleContent>, string]>([
    ['an unknown field', { filter: { field: 'nothing', op: 'is', value: 'x' } as never }, 'invalid'],
    ['a filter that depends on the reader', { filter: { field: 'assignee', op: 'is', value: 'me' } }, 'rule_personal'],
    ['words without a message', { triggers: ['assigned'], words: ['x'] }, 'rule_without_message'],
    ['a time in a state without a time', { triggers: ['time_in_state'] }, 'rule_needs_time'],
    ['an unknown person', { actions: [{ type: 'assign', to: randomUUID() }] }, 'action_refused'],
    [
      'two messages',
      {
        actions: [
          { type: 'message', text: 'One' },
          { type: 'message', text: 'Two' },
        ],
      },
      'one_message',
    ],
    ['a blank in a message', { actions: [{ type: 'note', text: '{{?number}}' }] }, 'action_refused'],
    ['texts of 100 kB', { words: Array.from({ length: 30 }, () => 'x'.repeat(4_000)) }, 'rule_too_long'],
  ])('refuses %s, and stores nothing', async (_what, change, code) => {
    const problem = await refusal(add(change));
    expect([problem.code, problem.localized?.code, problem.errors?.[0]?.localized?.code]).toContain(code);
    expect(await listRules(context, ada)).toEqual([]);
  });

  it('refuses a name that is taken, and a change that another admin made first', async () => {
    const rule = await add({ name: 'VIP first' });
    expect(await refusal(add({ name: 'vip FIRST' }))).toMatchObject({ code: 'conflict' });
    await updateRule(context, ada, rule.id, { stops: true });
    expect(
      await refusal(updateRule(context, ada, rule.id, { stops: false, expected: { stops: false } })),
    ).toBeDefined();
  });

  it('is on record with its author, without the texts', async () => {
    const rule = await add({ actions: [{ type: 'note', text: 'Jane Roe called' }] });
    await deleteRule(context, ada, rule.id);
    const { rows } = await sql<{ action: string; details: unknown }>`
      select action, details from audit_log where subject_id = ${rule.id} order by id`.execute(context.db);
    expect(rows.map(({ action }) => action)).toEqual(['rule.added', 'rule.deleted']);
    expect(JSON.stringify(rows)).not.toContain('Jane');
  });
});

describe('a time in a state', () => {
  const since = (id: string, minutes: number) =>
    sql`update conversations set waiting_since = now() - make_interval(mins => ${minutes}),
      status = 'waiting' where id = ${id}`.execute(context.db);

  it('triggers a rule once for each time that the state lasts so long after it was turned on', async () => {
    const rule = await add({
      triggers: ['time_in_state'],
      time: { state: 'waiting', minutes: 60, isWorkingTime: false },
    });
    await sql`update rules set on_since = now() - interval '30 minutes'`.execute(context.db);
    const [late, old, fresh] = await Promise.all([opens(), opens(), opens()]);
    await Promise.all([since(late, 61), since(old, 200), since(fresh, 10)]);
    forgetRules(context);
    expect(await runTimedRules(context)).toBe(1);
    expect(await runTimedRules(context)).toBe(0);
    expect((await now(late)).priority).toBe('high');
    expect([(await now(old)).priority, (await now(fresh)).priority]).toEqual(['normal', 'normal']);
    expect(await runsOf(rule.id)).toHaveLength(1);
  });
});

describe('a call from outside', () => {
  it('triggers the rule of its address once for each id', async () => {
    const rule = await add({
      triggers: ['webhook'],
      words: ['paid'],
      actions: [
        { type: 'tag', add: [vip] },
        { type: 'note', text: 'Paid.' },
      ],
    });
    const { url } = await renewRuleAddress(context, ada, rule.id);
    const key = url.split('/').at(-1) ?? '';
    const email = `${randomUUID()}@example.com`;
    const id = await opens('Hello', { email });
    await callRule(context, key, { email, text: 'Order 1042 was paid', id: randomUUID() });
    await callRule(context, key, { conversationId: id, text: 'Order 1042 was sent' });
    await work();
    expect((await now(id)).tagIds).toEqual([vip]);
    expect(await runsOf(rule.id)).toHaveLength(1);
    expect(await refusal(callRule(context, 'wrong-wrong-wrong-wrong', { conversationId: id }))).toMatchObject({
      code: 'not_found',
    });
    await renewRuleAddress(context, ada, rule.id);
    expect(await refusal(callRule(context, key, { conversationId: id }))).toMatchObject({ code: 'not_found' });
  });
});

describe('a test on the last days', () => {
  it('counts what would match and be closed, and does nothing', async () => {
    const word = `unique${randomUUID().slice(0, 8)}`;
    const [one, two] = await Promise.all([opens(`About ${word}`), opens(`Also ${word}`)]);
    await opens('Nothing of it');
    await updateConversation(context, ada, two, { status: 'closed' });
    const rule = content({ words: [word], actions: [{ type: 'close' }] });
    const result = await testRule(context, ada, { rule, days: 7 });
    expect(result).toMatchObject({ matches: 2, conversations: 2, closed: 1, messages: 0 });
    expect(result.gaps).toContain('state_now');
    expect(result.examples.map(({ conversationId }) => conversationId).toSorted()).toEqual([one, two].toSorted());
    expect((await now(one)).status).not.toBe('closed');
    expect(await listRules(context, ada)).toEqual([]);
  });

  it('says that a rule can start itself again, alone or through another one that is on', async () => {
    const gapsOf = async (rule: RuleContent) => (await testRule(context, ada, { rule, days: 1 })).gaps;
    const urgent: RuleContent['actions'] = [{ type: 'priority', priority: 'urgent' }];
    const closing = content({ triggers: ['priority_changed'], actions: [{ type: 'close' }] });
    expect(await gapsOf(content({ triggers: ['priority_changed'], actions: urgent }))).toContain('circle');
    expect(await gapsOf(closing)).not.toContain('circle');
    await add({ triggers: ['closed'], actions: urgent });
    expect(await gapsOf(closing)).toContain('circle');
  });
});

it('fifty rules that can’t match cost a message no statement and no job', async () => {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  await writes(visitorId, 'First');
  /** Counts the statements of a message, once the copies of settings, webhooks and rules are read. */
  const statementsOf = async (): Promise<number> => {
    await Promise.all([context.settings.read(), activeWebhooks(context), activeRules(context)]);
    const waiting = async () => (await context.db.selectFrom('outbox').select('id').execute()).length;
    await expect.poll(waiting).toBe(0);
    return countStatements(() => writes(visitorId, 'Hello'));
  };
  const without = await statementsOf();
  const filter = {
    all: [
      { field: 'priority', op: 'is', value: 'urgent' },
      { field: 'tag', op: 'has', value: vip },
    ],
  } as const;
  for (let index = 0; index < 50; index += 1) await add({ filter: { all: [...filter.all] } });
  await context.queues.queue('rules').drain();
  expect(await statementsOf()).toBe(without);
  expect(await context.queues.queue('rules').count()).toBe(0);
});

it('a rule that follows a message costs seven statements where it changes the conversation, and no job where it need not', async () => {
  const rule = await add({ triggers: ['customer_message'], actions: [{ type: 'priority', priority: 'high' }] });
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const id = await writes(visitorId, 'First');
  await work();
  const statementsOf = async (): Promise<number> => {
    await writes(visitorId, 'Hello');
    const waiting = async () => (await context.db.selectFrom('outbox').select('id').execute()).length;
    await expect.poll(waiting).toBe(0);
    return countStatements(work);
  };
  expect(await statementsOf()).toBe(0);
  await context.idleRuns.settle();
  expect((await runsOf(rule.id)).map(({ outcome }) => outcome)).toEqual(['nothing', 'done']);
  await updateConversation(context, ada, id, { priority: 'normal' });
  // The transaction around the change and the run; the event leaves the outbox a little later.
  expect(await statementsOf()).toBeLessThanOrEqual(7);
  expect((await now(id)).priority).toBe('high');
});

it('a message makes a job if one of its rules changes something, and the first one that stops ends the look', async () => {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const id = await writes(visitorId, 'First');
  const high: RuleContent['actions'] = [{ type: 'priority', priority: 'high' }];
  await updateConversation(context, ada, id, { priority: 'high' });
  const wanted = await add({ actions: high });
  const tagging = await add({ actions: [{ type: 'tag', add: [vip] }] });
  await writes(visitorId, 'Hello');
  expect(await work()).toBe(1);
  await updateConversation(context, ada, id, { removeTags: [vip] });
  await updateRule(context, ada, wanted.id, { stops: true });
  await writes(visitorId, 'Hello again');
  expect(await context.queues.queue('rules').count()).toBe(0);
  await context.idleRuns.settle();
  expect((await runsOf(wanted.id)).map(({ outcome }) => outcome)).toEqual(['nothing', 'nothing']);
  expect((await runsOf(tagging.id)).map(({ outcome }) => outcome)).toEqual(['done']);
});
