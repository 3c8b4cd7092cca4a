/** A conversation isn't closed before it has what its team needs, wherever it is closed from. */
import { randomUUID } from 'node:crypto';
import type { Problem } from '@parley/contracts/problems';
import type { RuleContent } from '@parley/contracts/rules/rules';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { undoActivity } from '../src/bulk/undo.ts';
import { runBatch } from '../src/bulk/run.ts';
import { getBatch, startBatch } from '../src/bulk/start.ts';
import type { StaffCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import {
  addAttribute,
  deleteAttribute,
  listAttributes,
  setAttributes,
  updateAttribute,
} from '../src/conversations/attributes.ts';
import { getConversation } from '../src/conversations/read.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { startConversation } from '../src/contacts/start-conversation.ts';
import { addRule, listRuleRuns, listRules } from '../src/integrations/rules/manage.ts';
import { runRules } from '../src/integrations/rules/run.ts';
import type { ExternalContext } from '../src/external/services.ts';
import { closeIdle } from '../src/maintenance/conversations.ts';
import { postMessage } from '../src/messages/post.ts';
import { scheduleMessage, sendDue } from '../src/messages/scheduled.ts';
import { runMacro, sendMessage } from '../src/messages/send.ts';
import {
  createColleague,
  createTestContext,
  overseer,
  type TestContext,
  withExternalServices,
} from '../src/testing.ts';
import { addTeam, deleteTeam } from '../src/users/teams.ts';

let context: TestContext & ExternalContext;
let websiteId: string;
let ada: StaffCaller;
let billing: string;
let reasonId: string;

beforeAll(async () => {
  const made = await createTestContext();
  context = withExternalServices({ ...made, env: { ...made.env, SMTP_URL: 'smtp://127.0.0.1:1' } });
  await sql`update settings set email_config = '{"enabled":true,"useInternalEmail":true}'`.execute(context.db);
  context.settings.forget();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron', 'admin');
  billing = (await addTeam(context, ada, { name: 'Billing', memberIds: [], websiteIds: [] })).id;
  const of = { subject: 'conversation' } as const;
  reasonId = (await addAttribute(context, ada, { ...of, key: 'reason', name: 'Reason', type: 'text' })).id;
  const isYes = { teamIds: [billing], isYes: true, includesAutomation: false };
  await addAttribute(context, ada, {
    ...of,
    key: 'checked',
    name: 'Invoice checked',
    type: 'yes_no',
    requiredToClose: isYes,
  });
});
afterAll(() => context.close());
beforeEach(() => updateAttribute(context, ada, reasonId, { requiredToClose: always }));

async function opens(): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const draft = { content: 'Hello', clientMessageId: randomUUID() };
  return (await postMessage(context, visitor, 'newest', draft)).message.conversationId;
}
const statusOf = async (id: string) => (await getConversation(context, overseer, id)).status;
const refusal = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => Promise.reject(new Error('It was not refused.')),
    (problem: Problem) => problem,
  );
const close = (id: string) => updateConversation(context, ada, id, { status: 'closed' });
const always = { teamIds: [], isYes: false, includesAutomation: false };
const requiredNow = async () => (await listAttributes(context)).find(({ id }) => id === reasonId)?.requiredToClose;
const leftEmptyOf = async (id: string) => {
  const activities = await readActivities(context, overseer, id, { limit: 10 });
  return activities.find(({ kind }) => kind === 'closed')?.after.leftEmpty;
};
const closingRule: RuleContent = {
  name: 'Close',
  isOn: true,
  stops: false,
  triggers: ['customer_message'],
  time: null,
  filter: { all: [] },
  hours: null,
  words: [],
  languages: [],
  actions: [{ type: 'close' }],
};
const set = (id: string, key: string, value: string | boolean) => setAttributes(context, ada, id, [{ key, value }]);

describe('closing a conversation that lacks an attribute', () => {
  it('is refused with what is missing, and done once that is filled in', async () => {
    const id = await opens();
    expect(await refusal(close(id))).toMatchObject({
      code: 'attributes_missing',
      localized: { code: 'close_incomplete', values: { names: 'Reason' } },
      errors: [{ path: 'attributes.reason' }],
    });
    expect(await statusOf(id)).not.toBe('closed');
    await set(id, 'reason', 'Refunded');
    await close(id);
    expect(await statusOf(id)).toBe('closed');
  });

  it('is refused by a reply that closes, and by a macro, unless it sets the attribute itself', async () => {
    const id = await opens();
    const macro = { actions: [{ type: 'close' as const }] };
    const reply = { conversationId: id, content: 'Done', clientMessageId: randomUUID(), macro };
    expect(await refusal(sendMessage(context, ada, reply))).toMatchObject({ code: 'attributes_missing' });
    expect((await getConversation(context, overseer, id)).lastSeq).toBe(1);
    const clientMacroId = randomUUID();
    expect(await refusal(runMacro(context, ada, id, { clientMacroId, ...macro }))).toMatchObject({
      code: 'attributes_missing',
    });
    const actions = [{ type: 'attribute' as const, key: 'reason', value: 'Done' }, ...macro.actions];
    await runMacro(context, ada, id, { clientMacroId, actions });
    expect(await statusOf(id)).toBe('closed');
  });

  it('is refused in a batch for those that lack it, which are counted', async () => {
    const [full, empty] = await Promise.all([opens(), opens()]);
    await set(full, 'reason', 'Refunded');
    const { id } = await startBatch(context, ada, { ids: [full, empty], commands: [{ type: 'close' }] });
    await runBatch(context, id);
    expect(await getBatch(context, ada, id)).toMatchObject({ changed: 1, refused: 1 });
    expect([await statusOf(full), await statusOf(empty)]).toEqual(['closed', 'waiting']);
  });

  it('needs each step of the checklist of its team to be yes', async () => {
    const id = await opens();
    await set(id, 'reason', 'Refunded');
    await updateConversation(context, ada, id, { teamId: billing });
    await set(id, 'checked', false);
    expect(await refusal(close(id))).toMatchObject({ errors: [{ path: 'attributes.checked' }] });
    await set(id, 'checked', true);
    await close(id);
    expect(await statusOf(id)).toBe('closed');
  });

  it('is refused by starting it as closed, and nothing is sent', async () => {
    const email = `${randomUUID()}@shop.example.com`;
    const start = { email, content: 'Hello', clientMessageId: randomUUID(), closes: true };
    expect(await refusal(startConversation(context, ada, start))).toMatchObject({ code: 'attributes_missing' });
    const { conversation } = await startConversation(context, ada, { ...start, closes: false });
    await set(conversation.id, 'reason', 'Told them');
    await close(conversation.id);
  });

  it('is refused when a message that closes it is put aside, and never when that is sent', async () => {
    const id = await opens();
    const later = {
      content: 'Goodbye',
      clientMessageId: randomUUID(),
      delaySeconds: 10,
      macro: { actions: [{ type: 'close' as const }] },
    };
    expect(await refusal(scheduleMessage(context, ada, id, later))).toMatchObject({ code: 'attributes_missing' });
    await set(id, 'reason', 'Refunded');
    await scheduleMessage(context, ada, id, later);
    await setAttributes(context, ada, id, [{ key: 'reason', value: null }]);
    await sql`update scheduled_messages set due_at = now() - interval '1 second' where conversation_id = ${id}`.execute(
      context.db,
    );
    await sendDue(context);
    expect(await statusOf(id)).toBe('closed');
    expect(await leftEmptyOf(id)).toEqual(['Reason']);
  });

  it('needs an attribute of the contact only where there is a contact', async () => {
    const needed = { teamIds: [], isYes: false, includesAutomation: false };
    const of = { subject: 'contact', name: 'Plan', type: 'text', requiredToClose: needed } as const;
    const plan = await addAttribute(context, ada, { ...of, key: 'plan' });
    await updateAttribute(context, ada, reasonId, { requiredToClose: null });
    const id = await opens();
    expect(await refusal(close(id))).toMatchObject({ errors: [{ path: 'attributes.plan' }] });
    await set(id, 'plan', 'Pro');
    await close(id);
    const other = await opens();
    await sql`update conversations set visitor_id = null where id = ${other}`.execute(context.db);
    await close(other);
    await deleteAttribute(context, ada, plan.id);
  });

  it('is no matter where the attribute is needed no more', async () => {
    const id = await opens();
    await updateAttribute(context, ada, reasonId, { requiredToClose: null });
    await close(id);
    expect(await statusOf(id)).toBe('closed');
  });
});

describe('automation that closes a conversation that lacks an attribute', () => {
  const makeIdle = (id: string) =>
    sql`update conversations set last_activity_at = now() - interval '30 days' where id = ${id}`.execute(context.db);
  const binding = { teamIds: [], isYes: false, includesAutomation: true };

  it('closes it, and the activity lists what was left empty', async () => {
    const id = await opens();
    await makeIdle(id);
    await closeIdle(context);
    expect(await statusOf(id)).toBe('closed');
    expect(await leftEmptyOf(id)).toEqual(['Reason']);
  });

  it('is undone as any closing', async () => {
    const id = await opens();
    await makeIdle(id);
    await closeIdle(context);
    const [activity] = await readActivities(context, overseer, id, { limit: 1 });
    await undoActivity(context, ada, { conversationId: id, activityNo: activity?.activityNo ?? 0 });
    expect(await statusOf(id)).toBe('waiting');
  });

  it('leaves it open where the admin has included automation', async () => {
    await updateAttribute(context, ada, reasonId, { requiredToClose: binding });
    const [lacking, full] = await Promise.all([opens(), opens()]);
    await set(full, 'reason', 'Refunded');
    await Promise.all([makeIdle(lacking), makeIdle(full)]);
    await closeIdle(context);
    expect([await statusOf(lacking), await statusOf(full)]).toEqual(['waiting', 'closed']);
  });

  it('is a run that failed, with what is missing, where a rule was to close it', async () => {
    const rule = await addRule(context, { ...ada, provenAt: Date.now() }, closingRule);
    const id = await opens();
    const occasion = { eventId: randomUUID(), conversationId: id, triggers: ['customer_message' as const], seq: 1 };
    await runRules(context, occasion);
    expect(await statusOf(id)).toBe('closed');
    expect(await leftEmptyOf(id)).toEqual(['Reason']);
    await updateAttribute(context, ada, reasonId, { requiredToClose: binding });
    const other = await opens();
    await runRules(context, { ...occasion, eventId: randomUUID(), conversationId: other });
    expect(await statusOf(other)).toBe('waiting');
    const [run] = await listRuleRuns(context, ada, rule.id, { limit: 1 });
    expect(run).toMatchObject({ outcome: 'failed', reason: { localized: { code: 'close_incomplete' } } });
    expect((await listRules(context, ada)).find(({ id: ruleId }) => ruleId === rule.id)?.problem).toBeNull();
  });
});

describe('what an attribute can require', () => {
  it('is a yes only of what has yes and no, and nothing of a company or an unknown team', async () => {
    const change = (more: object) =>
      refusal(updateAttribute(context, ada, reasonId, { requiredToClose: { ...always, ...more } }));
    expect(await change({ isYes: true })).toMatchObject({ code: 'invalid' });
    expect(await change({ teamIds: [randomUUID()] })).toMatchObject({ code: 'invalid' });
    const ofCompany = { subject: 'company', key: 'size', name: 'Size', type: 'text', requiredToClose: always } as const;
    expect(await refusal(addAttribute(context, ada, ofCompany))).toMatchObject({ code: 'invalid' });
  });

  it('ends with the only team that required it', async () => {
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((name) => addTeam(context, ada, { name, memberIds: [], websiteIds: [] })),
    );
    const teamIds = [one?.id ?? '', other?.id ?? ''];
    await updateAttribute(context, ada, reasonId, { requiredToClose: { ...always, teamIds } });
    await deleteTeam(context, ada, teamIds[0] ?? '');
    expect(await requiredNow()).toMatchObject({ teamIds: teamIds.slice(1) });
    await deleteTeam(context, ada, teamIds[1] ?? '');
    expect(await requiredNow()).toBeNull();
  });
});
