/** Forms, buttons and cards: what customers answer, and what becomes of it. */
import { randomUUID } from 'node:crypto';
import type { FormDraft } from '@parley/contracts/forms/forms';
import type { BlocksDraft, ResponseDraft } from '@parley/contracts/messages/blocks';
import { Problem } from '@parley/contracts/problems';
import { insertAttribute, readAttributes } from '@parley/db/attributes/attributes';
import type { StoredEvent } from '@parley/contracts/events';
import { deleteWebhook, insertWebhook } from '@parley/db/webhooks/webhooks';
import { forgetWebhooks } from '../src/integrations/webhook/active.ts';
import { webhookDeliveries } from '../src/integrations/webhook/events.ts';
import { addRule, deleteRule } from '../src/integrations/rules/manage.ts';
import { runRules } from '../src/integrations/rules/run.ts';
import { findConversation } from '@parley/db/conversations/read';
import { insertTeam } from '@parley/db/roles/teams';
import { findVisitor, insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { addForm, deleteForm, updateForm } from '../src/forms/forms.ts';
import { answerFormByLink, postOfCustomer, readFormPage } from '../src/messages/answer-form.ts';
import { sendMessage } from '../src/messages/send.ts';
import { messageWords } from '../src/text/message-words.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { formBeforeChat } from '../src/visitors/setup.ts';
import { listWebsites, updateWebsite } from '../src/websites/websites.ts';

let context: TestContext;
let websiteId: string;
let admin: StaffCaller;
let formId: string;
let teamId: string;

const draft = (): FormDraft => ({
  name: 'Repairs',
  title: { text: 'About your repair', de: 'Hallo' },
  fields: [
    { id: 'name', kind: 'text', label: { text: 'Your name', de: 'Name' }, isRequired: true, fills: 'name' },
    { id: 'mail', kind: 'email', label: { text: 'Email' }, isRequired: false, fills: 'email' },
    {
      id: 'order',
      kind: 'number',
      label: { text: 'Order' },
      isRequired: true,
      min: 1,
      fills: { attribute: 'order_no' },
    },
    {
      id: 'broken',
      kind: 'choice',
      label: { text: 'What is broken?' },
      isRequired: true,
      options: [
        { id: 'screen', label: { text: 'Screen', de: 'Bildschirm' } },
        { id: 'other', label: { text: 'Something else' } },
      ],
    },
    {
      id: 'which',
      kind: 'long_text',
      label: { text: 'Which part?' },
      isRequired: true,
      showIf: { field: 'broken', is: ['other'] },
    },
    { id: 'team', kind: 'team', label: { text: 'Department' }, isRequired: false, teamIds: [teamId] },
  ],
});

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  admin = await createColleague(context, 'Ada Byron', 'admin');
  await insertAttribute(context.db, {
    subject: 'conversation',
    key: 'order_no',
    name: 'Order',
    type: 'number',
    choices: [],
  });
  const team = await context.db.transaction().execute((db) => insertTeam(db, { name: 'Workshop', max: 10 }));
  teamId = typeof team === 'object' ? team.id : '';
  ({ id: formId } = await addForm(context, admin, draft()));
});
afterAll(() => context.close());

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );

async function talk(locale: string | null = null) {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null, locale });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const writes = async (content: string | undefined, response?: ResponseDraft) =>
    (await postOfCustomer(context, visitor, 'newest', { content, response, clientMessageId: randomUUID() })).message;
  const { conversationId } = await writes('It is broken');
  const asks = async (blocks: BlocksDraft, content?: string) =>
    (await sendMessage(context, admin, { conversationId, content, blocks })).message;
  return { visitorId, conversationId, writes, asks };
}

const answers = [
  { field: 'name', value: 'Grace Hopper' },
  { field: 'mail', value: 'grace@example.com' },
  { field: 'order', value: 4711 },
  { field: 'broken', value: 'screen' },
];

describe('a form in a message', () => {
  it('is shown in the language of the customer, without what it fills', async () => {
    const { asks } = await talk('de-AT');
    const { content, blocks } = await asks({ formId });
    expect(content).toBe('Hallo');
    expect(blocks?.form?.fields[0]).toEqual({ id: 'name', kind: 'text', label: 'Name', isRequired: true });
    expect(blocks?.form?.fields.at(-1)?.options).toEqual([{ id: teamId, label: 'Workshop' }]);
  });

  it('is answered by one message, which fills name, address, attributes and team', async () => {
    const { asks, writes, conversationId, visitorId } = await talk();
    const asked = await asks({ formId });
    const message = await writes(undefined, { to: asked.id, answers: [...answers, { field: 'team', value: teamId }] });
    expect(message.content).toBe(
      'Your name: Grace Hopper\nEmail: grace@example.com\nOrder: 4711\nWhat is broken? Screen\nDepartment: Workshop',
    );
    expect(message.response).toMatchObject({ to: asked.id, form: { id: formId } });
    expect(await findVisitor(context.db, visitorId)).toMatchObject({
      name: 'Grace Hopper',
      email: 'grace@example.com',
    });
    expect((await readAttributes(context.db, conversationId))?.conversation).toMatchObject({
      order_no: { value: 4711, source: 'form', setBy: null },
    });
    expect(await findConversation(context.db, conversationId)).toMatchObject({
      teamId,
      customerName: 'Grace Hopper',
      customerEmail: 'grace@example.com',
    });
    expect(await codeOf(writes(undefined, { to: asked.id, answers }))).toBe('conflict');
  });

  it('stores one of several answers that arrive at once', async () => {
    const { asks, writes, conversationId } = await talk();
    const asked = await asks({ formId });
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => codeOf(writes(undefined, { to: asked.id, answers }))),
    );
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'fine']);
    expect((await findConversation(context.db, conversationId))?.lastMessage?.seq).toBe(asked.seq + 1);
  });

  it('changes nothing for answers that break its rules', async () => {
    const { asks, writes, conversationId } = await talk();
    const asked = await asks({ formId });
    const wrong = [
      answers.slice(1),
      [...answers.slice(0, 2), { field: 'order', value: 0 }, { field: 'broken', value: 'screen' }],
      [...answers.slice(0, 3), { field: 'broken', value: 'all' }],
      [...answers.slice(0, 3), { field: 'broken', value: 'other' }],
      answers.map((each) => (each.field === 'mail' ? { field: 'mail', value: 'nobody' } : each)),
    ];
    for (const given of wrong)
      expect(await codeOf(writes(undefined, { to: asked.id, answers: given }))).toBe('invalid');
    expect((await findConversation(context.db, conversationId))?.lastMessage?.id).toBe(asked.id);
  });

  it('is filled in on the page of its link, once', async () => {
    const { asks, conversationId } = await talk();
    const { blocks } = await asks({ formId });
    const token = new URL(blocks?.form?.link ?? '').searchParams.get('token') ?? '';
    expect(await readFormPage(context, token)).toMatchObject({ isAnswered: false, form: { id: formId } });
    const given = [
      { field: 'name', value: 'Grace' },
      { field: 'order', value: '12' },
      { field: 'broken', value: 'screen' },
    ];
    await answerFormByLink(context, token, given);
    expect(await readFormPage(context, token)).toMatchObject({ isAnswered: true });
    expect((await findConversation(context.db, conversationId))?.lastMessage?.content).toContain('Order: 12');
    expect(await codeOf(readFormPage(context, `${token}x`))).toBe('not_found');
  });
});

describe('an answered form', () => {
  /** The event of a form that a conversation's customer has filled in, as the worker gets it. */
  async function completed(conversationId: string): Promise<StoredEvent[]> {
    const jobs = await context.queues.queue('events').getJobs(['waiting', 'delayed', 'prioritized'], 0, 1_000);
    return jobs
      .map(({ data }) => data)
      .filter(({ event }) => event.conversationId === conversationId && 'formId' in event);
  }

  it('is told to webhooks once, with its answers, the customer and the conversation', async () => {
    const { id: webhookId } = await insertWebhook(context.db, {
      url: context.secrets.encrypt('https://example.com/hook'),
      events: ['form.completed'],
      secret: context.secrets.encrypt('secret'),
      createdBy: null,
    });
    forgetWebhooks(context);
    const { asks, writes, conversationId } = await talk();
    const asked = await asks({ formId });
    await writes('I am filling it in');
    const message = await writes(undefined, { to: asked.id, answers });
    const [event, ...others] = await completed(conversationId);
    expect(others).toEqual([]);
    if (!event) throw new Error('no event');
    const [first, second] = [await webhookDeliveries(context, event), await webhookDeliveries(context, event)];
    expect(first.map(({ target }) => target)).toEqual([webhookId]);
    expect(second[0]?.eventId).toBe(first[0]?.eventId);
    expect(first[0]?.payload).toMatchObject({
      body: {
        type: 'form.completed',
        data: {
          conversationId,
          conversation: { id: conversationId, customerEmail: 'grace@example.com' },
          contact: { name: 'Grace Hopper', email: 'grace@example.com' },
          form: { id: formId, answers: [{ field: 'name', text: 'Grace Hopper' }, {}, {}, {}] },
          message: { id: message.id },
        },
      },
    });
    await deleteWebhook(context.db, webhookId);
    forgetWebhooks(context);
  });

  it('triggers the rules for it, which compare the conversation as the answers have left it', async () => {
    const rule = await addRule(
      context,
      { ...admin, provenAt: Date.now() },
      {
        name: `Rule ${randomUUID()}`,
        isOn: true,
        stops: false,
        triggers: ['form_completed'],
        time: null,
        filter: { field: 'conversation.order_no', op: 'is', value: 4711 },
        hours: null,
        words: ['screen'],
        languages: [],
        actions: [{ type: 'priority', priority: 'urgent' }],
      },
    );
    const { asks, writes, conversationId } = await talk();
    const asked = await asks({ formId });
    await writes('The screen is broken');
    await writes(undefined, { to: asked.id, answers });
    const jobs = (await context.queues.queue('rules').getJobs(['waiting', 'delayed'], 0, 1_000)).map(
      ({ data }) => data,
    );
    const its = jobs.filter((job) => job.conversationId === conversationId);
    expect(its.map(({ triggers }) => triggers)).toEqual([['form_completed']]);
    for (const job of its) expect(await runRules(context, job)).toBe(1);
    expect(await findConversation(context.db, conversationId)).toMatchObject({ priority: 'urgent' });
    await deleteRule(context, { ...admin, provenAt: Date.now() }, rule.id);
  });
});

describe('a form before the chat', () => {
  it('is given and taken only where the website asks for it, and opens the conversation', async () => {
    const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
    const visitor = { kind: 'visitor', visitorId, websiteId } as const;
    const fillsIn = () =>
      postOfCustomer(context, visitor, 'newest', { response: { formId, answers }, clientMessageId: randomUUID() });
    const website = async () => {
      const [found] = await listWebsites(context);
      if (!found) throw new Error('no website');
      return found;
    };
    expect(await codeOf(fillsIn())).toBe('invalid');
    expect(await codeOf(formBeforeChat(context, await website(), { id: formId, language: 'en' }))).toBe('not_found');
    await updateWebsite(context, admin, websiteId, { forms: { before: formId, away: null, handOff: null } });
    expect(await formBeforeChat(context, await website(), { id: formId, language: 'de' })).toMatchObject({
      title: 'Hallo',
    });
    const { message } = await fillsIn();
    expect(message).toMatchObject({ seq: 1, response: { to: null, form: { id: formId } } });
  });
});

describe('the buttons of a message', () => {
  const blocks: BlocksDraft = {
    buttons: [
      { id: 'yes', label: 'Yes, please' },
      { id: 'shop', label: 'To the shop', url: 'https://shop.example.com' },
    ],
    cards: [{ title: 'Blue', buttons: [{ id: 'blue', label: 'Take blue' }] }],
  };

  it('post their label, and the message names the button', async () => {
    const { asks, writes } = await talk();
    const asked = await asks(blocks, 'Do you want it?');
    expect(await writes(undefined, { to: asked.id, button: 'blue' })).toMatchObject({
      content: 'Take blue',
      response: { to: asked.id, button: 'blue' },
    });
  });

  it('are pressed by typing their label too, once', async () => {
    const { asks, writes } = await talk();
    const asked = await asks(blocks, 'Do you want it?');
    expect((await writes('yes, PLEASE')).response).toEqual({ to: asked.id, button: 'yes' });
    expect((await writes('Yes, please')).response).toBe(undefined);
    expect((await writes(undefined, { to: asked.id, button: 'yes' })).response).toBe(undefined);
  });

  it('are refused where there is no such button, it is a link, or it is of another conversation', async () => {
    const { asks, writes } = await talk();
    const asked = await asks(blocks, 'Do you want it?');
    expect(await codeOf(writes(undefined, { to: asked.id, button: 'no' }))).toBe('invalid');
    expect(await codeOf(writes(undefined, { to: asked.id, button: 'shop' }))).toBe('invalid');
    const other = await talk();
    expect(await codeOf(other.writes(undefined, { to: asked.id, button: 'yes' }))).toBe('invalid');
  });

  it('must be told apart, and lead to the web', async () => {
    const { asks } = await talk();
    const refuses = (buttons: NonNullable<BlocksDraft['buttons']>) => codeOf(asks({ buttons }, 'Hello'));
    expect(await refuses([blocks.buttons?.[0] ?? { id: 'a', label: 'A' }, { id: 'yes', label: 'No' }])).toBe('invalid');
    expect(
      await refuses([
        { id: 'a', label: 'Same' },
        { id: 'b', label: 'same' },
      ]),
    ).toBe('invalid');
    expect(await refuses([{ id: 'a', label: 'A', url: 'https://bank.example@evil.example' }])).toBe('invalid');
    expect(await codeOf(asks({ formId, buttons: [{ id: 'a', label: 'A' }] }))).toBe('invalid');
    expect(await codeOf(asks({ cards: [{ title: 'A', pictureId: randomUUID() }] }))).toBe('invalid');
  });

  it('read as lines of text where they can’t be pressed', async () => {
    const { asks } = await talk();
    expect(messageWords(await asks(blocks, 'Do you want it?'))).toBe(
      'Do you want it?\nBlue\n• Take blue\n• Yes, please\nTo the shop: https://shop.example.com',
    );
  });
});

describe('a form of the settings', () => {
  it('is refused by field where it can’t be asked or filled', async () => {
    const refused = async (change: Partial<FormDraft['fields'][number]>) => {
      const { fields, ...rest } = draft();
      const [first, ...others] = fields;
      if (!first) throw new Error('no field');
      const made = addForm(context, admin, {
        ...rest,
        name: randomUUID(),
        fields: [{ ...first, ...change }, ...others],
      });
      return made.then(
        () => undefined,
        (error: unknown) => (error instanceof Problem ? error.errors?.[0]?.path : String(error)),
      );
    };
    expect(await refused({ id: 'mail' })).toBe('fields.1.id');
    expect(await refused({ kind: 'choice' })).toBe('fields.0.options');
    expect(await refused({ min: 5, max: 2 })).toBe('fields.0.min');
    expect(await refused({ showIf: { field: 'broken', is: ['screen'] } })).toBe('fields.0.showIf');
    expect(await refused({ fills: { attribute: 'unknown' } })).toBe('fields.0.fills');
    expect(await refused({ fills: { attribute: 'order_no' } })).toBe('fields.0.fills');
    expect(await refused({ kind: 'team', fills: { attribute: 'order_no' } })).toBe('fields.0.teamIds');
  });

  it('stays as it was in messages that were sent, when it changes and when it is deleted', async () => {
    const { id } = await addForm(context, admin, { ...draft(), name: 'Short-lived' });
    const { asks, writes } = await talk();
    const asked = await asks({ formId: id });
    await updateForm(context, admin, id, { title: { text: 'Other' } });
    await deleteForm(context, admin, id);
    expect((await writes(undefined, { to: asked.id, answers })).response?.form?.title).toBe('About your repair');
    expect(await codeOf(asks({ formId: id }))).toBe('invalid');
  });
});
