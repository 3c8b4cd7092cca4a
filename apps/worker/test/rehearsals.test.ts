import { stepUpMinutes } from '@parley/contracts/users/limits';
import type { AssistantChange, Rehearsal, RehearsalBudget } from '@parley/contracts/assistant/rehearsals';
import { secretMask } from '@parley/contracts/settings/secret-fields';
import type { ToolDefinition } from '@parley/contracts/assistant/tools';
import * as rehearsals from '@parley/core/ai/rehearsal/rehearsals';
import { requeueTasks } from '@parley/core/maintenance/forgotten';
import { addTool, deleteTool, updateTool } from '@parley/core/ai/tools/definitions';
import { replaceHosts } from '@parley/core/ai/tools/servers';
import type { StaffCaller } from '@parley/core/callers';
import { eraseVisitor } from '@parley/core/data/privacy';
import { beginArticle, decideTranslation, writeTranslation } from '@parley/core/help/articles';
import { indexDocument } from '@parley/core/knowledge/index-document';
import { findPassages } from '@parley/core/knowledge/passages';
import { callsOfTool } from '@parley/db/tools/calls';
import { findTool } from '@parley/db/tools/definitions';
import { findUser } from '@parley/db/users/users';
import { insertWebhook } from '@parley/db/webhooks/webhooks';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ModelBehaviour, type ModelRequest, type ModelServer, startModelServer } from '@parley/testing/openai';
import { readingModel } from '@parley/testing/reading-model';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';

let model: ModelServer;
let sink: Endpoint;
let installation: Installation;
let caller: StaffCaller;
let sourceId: string;
let articleId: string;

const budget: RehearsalBudget = { replies: 500, tokens: null, costUsd: null };
const systemPrompt = 'You are the assistant of Acme.';

/** A customer's question of long ago, with what a person really said. */
async function past(question: string, answer: string, email?: string): Promise<Talk> {
  const talk = await installation.opens(question, email ? { email } : {});
  await installation.answers(talk, answer);
  await talk.close();
  return talk;
}

async function rehearse(change: AssistantChange, more: Partial<RehearsalBudget> = {}): Promise<Rehearsal> {
  const asked = { change, conversations: 50, budget: { ...budget, ...more } };
  return rehearsals.startRehearsal(installation.context, caller, asked);
}

const now = (id: string): Promise<Rehearsal> => rehearsals.getRehearsal(installation.context, caller, id);
const ended = (id: string, state: Rehearsal['state'] = 'done'): Promise<Rehearsal> =>
  until(async () => {
    const rehearsal = await now(id);
    return rehearsal.state === state ? rehearsal : null;
  }, `the rehearsal to be ${state}`);
const rowsOf = (id: string) => rehearsals.listRows(installation.context, caller, id);
const prompted = (more: string): AssistantChange => ({ settings: { systemPrompt: `${systemPrompt} ${more}` } });

beforeAll(async () => {
  [model, sink] = await Promise.all([startModelServer(), startEndpoint()]);
  installation = await startInstallation({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } });
  const { userId } = await installation.representative();
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('no user');
  caller = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'x', provenAt: Date.now() };
  const source = await installation.context.db
    .insertInto('knowledgeSources')
    .values({ kind: 'website', name: 'The shop' })
    .returning('id')
    .executeTakeFirstOrThrow();
  sourceId = source.id;
  const page = { sourceId, language: 'en', audience: 'public', websiteIds: [] } as const;
  await indexDocument(installation.context, {
    ...page,
    externalId: 'returns',
    url: 'https://shop.example.com/returns',
    title: 'Returns',
    markdown: 'Returns of lamps are free within 30 days.',
  });
  const article = await beginArticle(installation.context, caller, {
    locale: 'en',
    title: 'Delivery',
    content: 'Delivery of a lamp costs 9 euros.',
  });
  articleId = article.id;
  await decideTranslation(installation.context, caller, { id: articleId, locale: 'en' }, { decision: 'publish' });
  // The past: nobody answers by machine yet.
  await past('Are returns of lamps free?', 'Yes, returns of lamps are free within 30 days.');
  await past('What does delivery of a lamp cost?', 'Delivery of a lamp costs 9 euros.');
  await past('I talk to my lawyer about the returns of lamps!', 'I am sorry. I look at it.');
  await installation.set('aiConfig', {
    enabled: true,
    systemPrompt,
    inputPrice: 2,
    outputPrice: 8,
    personTopics: ['lawyer'],
  });
});
afterAll(async () => {
  await installation?.close();
  await sink?.close();
  await model?.close();
});
afterEach(async () => {
  model.next = [];
  model.requests = [];
  model.usually = readingModel();
  await installation.set('aiConfig', { systemPrompt, personTopics: ['lawyer'], enabled: true });
});

describe('a rehearsal', () => {
  test('answers what customers asked both ways, and lists nothing where nothing would change', async () => {
    model.usually = readingModel();
    const { id, questions } = await rehearse({ settings: { maxTurns: 50 } });
    expect(questions).toBe(3);
    const { answered, changed, published, candidate } = await ended(id);
    expect({ answered, changed }).toEqual({ answered: 3, changed: 0 });
    expect(await rowsOf(id)).toEqual([]);
    expect(candidate).toEqual(published);
    expect(published.handedOff).toBeCloseTo(1 / 3, 5);
    expect(published.cited).toBe(1);
    // The model gets the same in both directions: one request per question, and none for questions answered by a
    // person.
    expect(model.requests).toHaveLength(2);
    model.requests = [];
    await ended((await rehearse({ settings: { maxTurns: 60 } })).id);
    expect(model.requests).toHaveLength(0);
  });

  test('it does not list what is said in other words', async () => {
    let way = 0;
    model.usually = readingModel(() => (way += 1));
    const { id } = await rehearse(prompted('Be kind.'));
    const { changed, spent, candidate } = await ended(id);
    const rows = await rowsOf(id);
    expect({ changed, rows }).toEqual({ changed: 0, rows: [] });
    expect(spent.replies).toBe(2);
    expect(spent.costUsd).toBeCloseTo(candidate.costUsd, 8);
  });

  test('lists what would change, beside what a person said', async () => {
    model.usually = readingModel();
    const draft = { title: 'Delivery', content: 'Delivery of a lamp costs 19 euros.', basedOn: 1 };
    await writeTranslation(installation.context, caller, { id: articleId, locale: 'en' }, draft);
    const articles: AssistantChange['articles'] = [{ id: articleId, locale: 'en', version: 2 }];
    const { id } = await rehearse({ articles, settings: { personTopics: [] } });
    await ended(id);
    const rows = await rowsOf(id);
    expect(rows.map(({ question, differences }) => [question, differences])).toEqual(
      expect.arrayContaining([
        ['What does delivery of a lamp cost?', ['contradiction_gained', 'numbers']],
        ['I talk to my lawyer about the returns of lamps!', ['hand_off_lost']],
      ]),
    );
    expect(rows).toHaveLength(2);
    const priced = rows.find(({ differences }) => differences.includes('numbers'));
    expect(priced).toMatchObject({
      pastReply: { by: 'representative', text: 'Delivery of a lamp costs 9 euros.' },
      published: { kind: 'answer', text: 'Delivery of a lamp costs 9 euros.' },
      candidate: { kind: 'answer', text: 'Delivery of a lamp costs 19 euros.', dropped: [] },
    });
  });

  test('a rehearsal of an excluded source excludes it, and nobody else’s answers do', async () => {
    model.usually = readingModel();
    const { id } = await rehearse({ sources: [{ id: sourceId, isPaused: true }] });
    // Found during the rehearsal, with the audience of the question.
    const question = { question: 'Are returns of lamps free?', audience: 'public', websiteId: null, limit: 5 } as const;
    const found = await findPassages(installation.context, question);
    expect(found.map(({ text }) => text)).toContain('Returns of lamps are free within 30 days.');
    expect(JSON.stringify(found)).not.toContain('19 euros');
    await ended(id);
    expect((await rowsOf(id)).map(({ differences }) => differences)).toEqual([['hand_off_gained']]);
  });

  test('it asks nothing but the model, and writes nothing but into itself', async () => {
    model.usually = readingModel();
    await insertWebhook(installation.context.db, {
      url: sink.url,
      events: ['message.posted', 'conversation.closed'],
      secret: installation.context.secrets.encrypt('whsec_c2VjcmV0'),
      createdBy: null,
    });
    const talks = await installation.context.db.selectFrom('conversations').select('id').execute();
    const frames = await Promise.all(
      ['inbox', ...talks.map(({ id }) => `conversation:${id}`)].map((channel) => installation.frames(channel)),
    );
    const counts = async () => {
      const tables = [
        'messages',
        'activities',
        'outbox',
        'deliveries',
        'ai_answers',
        'hand_offs',
        'knowledge_documents',
        'knowledge_passages',
        'knowledge_words',
        'articles',
      ];
      const { rows } = await sql<Record<string, number>>`
        select ${sql.join(tables.map((table) => sql`(select count(*)::int from ${sql.table(table)}) as ${sql.ref(table)}`))},
          (select sum(last_seq)::int from conversations) as seqs`.execute(installation.context.db);
      return rows[0];
    };
    const before = await counts();
    const { id } = await rehearse({
      ...prompted('Say it well.'),
      articles: [{ id: articleId, locale: 'en', version: 2 }],
    });
    await ended(id);
    expect(model.requests.length).toBeGreaterThan(0);
    expect(await counts()).toEqual(before);
    expect(sink.requests).toEqual([]);
    expect(frames.flat()).toEqual([]);
    const { rows } = await sql<{ kinds: string[] }>`
      select array_agg(distinct kind) as kinds from ai_runs where visitor_id is not null or conversation_id is not null
    `.execute(installation.context.db);
    // Nothing of it is counted against a customer.
    expect(rows[0]?.kinds ?? []).not.toContain('rehearsal');
    await installation.context.db.deleteFrom('webhooks').execute();
  });
});

/** How an order is looked up, but for where. */
const findOrderHttp: NonNullable<ToolDefinition['http']> = {
  method: 'GET',
  url: '',
  headers: [],
  rest: 'query',
  fields: [],
};
/** An action that looks orders up. */
const findOrder = (): ToolDefinition => ({
  name: 'find_order',
  description: 'Looks an order up',
  effect: 'read',
  needsIdentity: false,
  isActive: true,
  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  bindings: {},
  confirmation: '',
  http: { ...findOrderHttp, url: `${sink.url}/orders/{order}` },
  mcp: null,
  maxBytes: 4096,
  timeoutSeconds: 10,
});

test('actions that the assistant may call are offered, and never called', async () => {
  await replaceHosts(installation.context, caller, [new URL(sink.url).host]);
  const tool = await addTool(installation.context, caller, findOrder());
  sink.requests = [];
  model.next = [{ tool: 'find_order', arguments: { order: '1' } }];
  model.usually = readingModel();
  const { id } = await rehearse(prompted('Look it up.'));
  await ended(id);
  expect(model.requests[0]?.tools?.map(({ function: { name } }) => name)).toContain('find_order');
  expect(JSON.stringify(model.requests)).toContain('This is a rehearsal');
  expect(sink.requests).toEqual([]);
  expect(await installation.context.db.selectFrom('toolCalls').selectAll().execute()).toEqual([]);
  await deleteTool(installation.context, caller, tool.id);
});

describe('a rehearsal keeps', () => {
  test('its budget: it stops before a call that could cost more, and goes on with another', async () => {
    model.usually = readingModel();
    const { id } = await rehearse(prompted('One.'), { replies: 2 });
    const stopped = await ended(id, 'stopped');
    expect(stopped.reasonLocalized?.code).toBe('rehearsal_budget_spent');
    expect(stopped.spent.replies).toBeLessThanOrEqual(2);
    expect(model.requests.length).toBeLessThanOrEqual(2);
    await rehearsals.resumeRehearsal(installation.context, caller, id, budget);
    const { answered, questions } = await ended(id);
    expect(answered).toBe(questions);
    // Nothing is asked twice.
    expect(model.requests).toHaveLength(2);
    const dear = await rehearse(prompted('Two.'), { costUsd: 0.000_001 });
    expect((await ended(dear.id, 'stopped')).spent.costUsd).toBe(0);
  });

  test('half of the installation’s limits for customers', async () => {
    const { external } = installation.context;
    const { budget: limits } = external.model;
    const { rows } = await sql<{ tokens: number }>`
      select sum(input_tokens + output_tokens)::int as tokens from ai_runs
    `.execute(installation.context.db);
    external.model.budget = { ...limits, tokensPerDay: 2 * (rows[0]?.tokens ?? 0) };
    try {
      const { id } = await rehearse(prompted('Three.'));
      const { reasonLocalized, spent } = await ended(id, 'paused');
      expect(reasonLocalized?.code).toBe('rehearsal_waits_for_limits');
      expect(spent.replies).toBe(0);
      const talk = await installation.opens('Are returns of lamps free?');
      await until(async () => (await talk.fromAi()).length > 0, 'the reply');
      await rehearsals.cancelRehearsal(installation.context, caller, id);
    } finally {
      external.model.budget = limits;
    }
  });

  test('its findings are kept when it is stopped', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    model.usually = { text: 'I am here to help you.', after: held };
    const { id } = await rehearse(prompted('Four.'));
    await until(() => model.requests.length > 0, 'the model to be asked');
    await rehearsals.cancelRehearsal(installation.context, caller, id);
    release();
    expect((await now(id)).state).toBe('cancelled');
    const asked = model.requests.length;
    const other = await rehearse({ settings: { maxTurns: 70 } });
    await ended(other.id);
    expect(model.requests.length).toBe(asked);
    expect((await now(id)).state).toBe('cancelled');
  });
});

test('a model that is away pauses a rehearsal with the reason, and it goes on by itself', async () => {
  model.usually = { status: 503, message: 'overloaded' };
  const { id } = await rehearse(prompted('Five.'));
  const paused = await ended(id, 'paused');
  expect(paused.reasonLocalized?.code).toBe('model_answered');
  expect((await rowsOf(id)).map(({ reasonLocalized }) => reasonLocalized?.code)).toContain('model_answered');
  model.usually = readingModel();
  await until(async () => {
    await requeueTasks['requeue-rehearsals'].run(installation.context);
    return (await now(id)).state === 'done';
  }, 'its time');
  const { answered, questions, failed } = await ended(id);
  expect({ answered, failed }).toEqual({ answered: questions, failed: 0 });
});

test('a question that the model refuses is a row with its reason, and the others are answered', async () => {
  const read = readingModel();
  model.usually = (request) =>
    JSON.stringify(request.messages.at(-1)).includes('delivery') ? { status: 400, message: 'no' } : read(request);
  const { id } = await rehearse(prompted('Six.'));
  const { failed, answered } = await ended(id);
  expect({ failed, answered }).toEqual({ failed: 1, answered: (await now(id)).questions - 1 });
  expect((await rowsOf(id)).find(({ reason }) => reason !== null)).toMatchObject({
    question: 'What does delivery of a lamp cost?',
    reason: expect.stringContaining('400') as string,
  });
});

describe('a test', () => {
  test('it is asked in every rehearsal, and goes with the conversation it was made from', async () => {
    model.usually = readingModel();
    const talk = await past('May I return a lamp for free?', 'Yes, within 30 days.', 'ada@example.com');
    const first = await rehearse({ settings: { personTopics: ['lawyer', 'return'] } });
    await ended(first.id);
    const row = (await rowsOf(first.id)).find(({ conversationId }) => conversationId === talk.conversationId);
    expect(row?.differences).toEqual(['hand_off_gained']);
    const expectation = { handsOff: false, mustContain: ['30 days'], mustNotContain: ['fee'] };
    const kept = await rehearsals.addRehearsalTest(installation.context, caller, { rowId: row?.id ?? '', expectation });
    expect(kept.question).toBe('May I return a lamp for free?');
    const second = await rehearse({ settings: { enabled: false } });
    expect((await ended(second.id)).tests).toEqual({ total: 1, failing: 1 });
    expect((await rowsOf(second.id)).find(({ testId }) => testId === kept.id)).toMatchObject({
      expectation,
      differences: ['test_failed'],
      candidate: { kind: 'hand_off', text: 'The assistant is turned off.' },
    });
    await eraseVisitor(installation.context, caller, 'ada@example.com');
    expect(await rehearsals.listRehearsalTests(installation.context, caller)).toEqual([]);
    for (const { id } of [first, second]) expect(JSON.stringify(await rowsOf(id))).not.toContain('for free');
    const left = await installation.context.db
      .selectFrom('rehearsalAnswers')
      .selectAll()
      .where('conversationId', '=', talk.conversationId)
      .execute();
    expect(left).toEqual([]);
  });

  test('a removed test is asked no more', async () => {
    model.usually = readingModel();
    const { id } = await rehearse({ settings: { enabled: false } });
    await ended(id);
    const [row] = await rowsOf(id);
    const expectation = { handsOff: true, mustContain: [], mustNotContain: [] };
    const kept = await rehearsals.addRehearsalTest(installation.context, caller, { rowId: row?.id ?? '', expectation });
    await rehearsals.deleteRehearsalTest(installation.context, caller, kept.id);
    expect((await rehearse({ settings: { maxTurns: 9 } })).tests.total).toBe(0);
  });
});

describe('publishing from a report', () => {
  const published = async () => (await installation.context.settings.read()).aiConfig;

  test('it makes the change whole, and going back makes everything as it was', async () => {
    model.usually = readingModel();
    const change: AssistantChange = {
      settings: { personTopics: ['fire'] },
      articles: [{ id: articleId, locale: 'en', version: 2 }],
      sources: [{ id: sourceId, isPaused: true }],
    };
    const { id } = await rehearse(change);
    await ended(id);
    const publication = await rehearsals.publishRehearsal(installation.context, caller, id);
    const found = async () => {
      const asked = ['What does delivery of a lamp cost?', 'Are returns of lamps free?'].map((question) =>
        findPassages(installation.context, { question, audience: 'public', websiteId: null, limit: 1 }),
      );
      const texts = (await Promise.all(asked)).flat().map(({ text }) => text);
      return [...new Set(texts)];
    };
    expect((await published()).personTopics).toEqual(['fire']);
    expect(await found()).toEqual(['Delivery of a lamp costs 19 euros.']);
    expect((await now(id)).publishedAt).not.toBeNull();
    await expect(rehearsals.publishRehearsal(installation.context, caller, id)).rejects.toMatchObject({
      code: 'conflict',
    });
    const reverted = await rehearsals.revertPublication(installation.context, caller, publication.id);
    expect(reverted.revertedBy).toBe(caller.user.name);
    expect((await published()).personTopics).toEqual(['lawyer']);
    expect((await found()).toSorted()).toEqual([
      'Delivery of a lamp costs 9 euros.',
      'Returns of lamps are free within 30 days.',
    ]);
    await expect(rehearsals.revertPublication(installation.context, caller, publication.id)).rejects.toMatchObject({
      code: 'conflict',
    });
    const rows = await installation.context.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectId', '=', id)
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['rehearsal.started', 'rehearsal.published', 'rehearsal.reverted']),
    );
  });

  test('publishing is refused when the same was changed since, and nothing of it is done', async () => {
    model.usually = readingModel();
    const { id } = await rehearse({
      settings: { personTopics: ['water'] },
      sources: [{ id: sourceId, isPaused: true }],
    });
    await ended(id);
    await installation.set('aiConfig', { personTopics: ['earth'] });
    await expect(rehearsals.publishRehearsal(installation.context, caller, id)).rejects.toMatchObject({
      code: 'conflict',
      localized: { code: 'rehearsed_settings_changed' },
    });
    expect((await published()).personTopics).toEqual(['earth']);
    const draft = { title: 'Delivery', content: 'Delivery of a lamp costs 29 euros.', basedOn: 2 };
    const other = await rehearse({ articles: [{ id: articleId, locale: 'en', version: 2 }] });
    await writeTranslation(installation.context, caller, { id: articleId, locale: 'en' }, draft);
    await ended(other.id);
    await expect(rehearsals.publishRehearsal(installation.context, caller, other.id)).rejects.toMatchObject({
      code: 'conflict',
      localized: { code: 'article_changed' },
    });
  });

  test('reverting is refused when later changes build on it', async () => {
    model.usually = readingModel();
    const { id } = await rehearse({ settings: { personTopics: ['water'] } });
    await ended(id);
    const publication = await rehearsals.publishRehearsal(installation.context, caller, id);
    await installation.set('aiConfig', { personTopics: ['water', 'wine'] });
    await expect(rehearsals.revertPublication(installation.context, caller, publication.id)).rejects.toMatchObject({
      code: 'conflict',
      localized: { code: 'rehearsed_settings_changed' },
    });
    expect((await published()).personTopics).toEqual(['water', 'wine']);
  });
});

test('rehearsals are for users who see everything', async () => {
  const rights = {
    roleId: 'x',
    builtIn: null,
    roleName: 'Team lead',
    permissions: ['settings.change', 'articles.manage'] as const,
    scope: 'teams' as const,
    teamIds: [],
    websiteIds: [],
    teammateIds: [],
  };
  const scoped = { ...caller, rights: { ...rights, permissions: [...rights.permissions] } };
  await expect(rehearsals.listRehearsals(installation.context, scoped)).rejects.toMatchObject({ code: 'forbidden' });
  const writer = {
    ...scoped,
    rights: { ...scoped.rights, scope: 'everything' as const, permissions: ['settings.change' as const] },
  };
  const everything = await rehearsals.listRehearsals(installation.context, caller);
  expect(everything.length).toBeGreaterThan(1);
  expect(await rehearsals.listRehearsals(installation.context, writer)).toEqual(everything);
  const asked = { change: { sources: [{ id: sourceId, isPaused: true }] }, conversations: 5 };
  await expect(rehearsals.estimateRehearsal(installation.context, writer, asked)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('the cost of a rehearsal is known before', async () => {
  const asked = { change: prompted('Seven.'), conversations: 50 };
  const estimate = await rehearsals.estimateRehearsal(installation.context, caller, asked);
  expect(estimate.replies).toBe(2 * estimate.questions);
  expect(estimate.costUsd).toBeGreaterThan(0);
  expect(estimate.isPriceKnown).toBe(true);
});

describe('a rehearsal of an action', () => {
  const question = 'Where is my order 1042?';
  let toolId: string;

  /** Looks an order up where it may, and hands over where it may not. */
  function clerk(): (request: ModelRequest) => ModelBehaviour {
    const read = readingModel();
    return (request) => {
      const { messages, tools = [] } = request;
      if (!JSON.stringify(messages.findLast(({ role }) => role === 'user')).includes(question)) return read(request);
      const answers = JSON.stringify(messages.filter(({ role }) => role === 'tool'));
      const found = /<passage (\d+): data.*shipped/.exec(answers);
      if (found) return { text: `Order 1042 is shipped [${found[1] ?? ''}].` };
      return tools.some(({ function: { name } }) => name === 'find_order')
        ? { tool: 'find_order', arguments: { order: '1042' } }
        : { tool: 'hand_off_to_human', arguments: { reason: 'I see no orders.' } };
    };
  }
  const isActive = async () => (await findTool(installation.context.db, toolId))?.isActive;

  beforeAll(async () => {
    await replaceHosts(installation.context, caller, [new URL(sink.url).host]);
    toolId = (await addTool(installation.context, caller, findOrder())).id;
    // Rehearsals know only what it answered to a customer.
    model.usually = clerk();
    sink.next = [{ status: 200, body: '{"status":"shipped"}' }];
    const talk = await installation.opens(question);
    await until(async () => (await talk.fromAi()).length > 0, 'the reply');
    await talk.close();
    sink.requests = [];
  });
  afterAll(() => deleteTool(installation.context, caller, toolId));

  test('switched off hands over what needs it, calls nothing, and leaves it on for customers', async () => {
    model.usually = clerk();
    const { id, before } = await rehearse({ tools: [{ id: toolId, isActive: false }] });
    expect(before.tools).toMatchObject([{ id: toolId, isActive: true, name: 'find_order' }]);
    await ended(id);
    expect(await rowsOf(id)).toMatchObject([
      {
        question,
        differences: ['hand_off_gained'],
        published: { kind: 'answer', text: 'Order 1042 is shipped.' },
        candidate: { kind: 'hand_off' },
      },
    ]);
    expect(sink.requests).toEqual([]);
    expect(await isActive()).toBe(true);
  });

  test('it publishes the switch, and goes back; it may be rehearsed into use while it is off', async () => {
    model.usually = clerk();
    const off = await rehearse({ tools: [{ id: toolId, isActive: false }] });
    await ended(off.id);
    const unproven = { ...caller, provenAt: Date.now() - (stepUpMinutes + 1) * 60_000 };
    const asked = { code: 'step_up_required' };
    await expect(rehearsals.publishRehearsal(installation.context, unproven, off.id)).rejects.toMatchObject(asked);
    expect(await isActive()).toBe(true);
    const publication = await rehearsals.publishRehearsal(installation.context, caller, off.id);
    expect(await isActive()).toBe(false);
    await expect(rehearsals.revertPublication(installation.context, unproven, publication.id)).rejects.toMatchObject(
      asked,
    );
    const on = await rehearse({ tools: [{ id: toolId, isActive: true }] });
    await ended(on.id);
    expect(await rowsOf(on.id)).toMatchObject([{ question, differences: ['hand_off_lost'] }]);
    expect(await isActive()).toBe(false);
    await rehearsals.revertPublication(installation.context, caller, publication.id);
    expect(await isActive()).toBe(true);
    const noted = await installation.context.db
      .selectFrom('auditLog')
      .select('details')
      .where('subjectId', '=', toolId)
      .where('action', '=', 'tool.updated')
      .orderBy('id')
      .execute();
    expect(noted.map(({ details }) => details)).toMatchObject([
      { after: { isActive: false } },
      { after: { isActive: true } },
    ]);
    expect(sink.requests).toEqual([]);
  });

  test('it is neither published when the action was changed since, nor answered by the old one', async () => {
    model.usually = clerk();
    const { id } = await rehearse({ tools: [{ id: toolId, isActive: false }] });
    await ended(id);
    await updateTool(installation.context, caller, toolId, { ...findOrder(), description: 'Tells where an order is' });
    await expect(rehearsals.publishRehearsal(installation.context, caller, id)).rejects.toMatchObject({
      code: 'conflict',
      localized: { code: 'rehearsed_tools_changed' },
    });
    expect(await isActive()).toBe(true);
    model.requests = [];
    await ended((await rehearse({ settings: { maxTurns: 80 } })).id);
    expect(JSON.stringify(model.requests)).toContain('Tells where an order is');
    model.requests = [];
    await ended((await rehearse({ settings: { maxTurns: 90 } })).id);
    expect(model.requests).toEqual([]);
    expect(sink.requests).toEqual([]);
  });

  /** The action as it is, with some of it changed. */
  const draft = (change: Partial<ToolDefinition>): AssistantChange => ({
    tools: [{ id: toolId, definition: { ...findOrder(), ...change } }],
  });
  const secret = 'Bearer shop-secret-1234567890';
  const withSecret = (value: string): Partial<ToolDefinition> => {
    const { http } = findOrder();
    return { http: http && { ...http, headers: [{ name: 'Authorization', value }] } };
  };
  const stored = () => findTool(installation.context.db, toolId);

  test('changed into one that writes would ask the customer, and nothing leaves', async () => {
    model.usually = clerk();
    await updateTool(installation.context, caller, toolId, findOrder());
    const { id } = await rehearse(draft({ effect: 'write', confirmation: 'Look up {order}?' }));
    await ended(id);
    expect(await rowsOf(id)).toMatchObject([
      {
        question,
        published: { kind: 'answer', text: 'Order 1042 is shipped.' },
        candidate: { kind: 'answer', text: 'Look up 1042?\nPlease answer “Yes” or “No”.' },
      },
    ]);
    expect(sink.requests).toEqual([]);
    expect((await stored())?.effect).toBe('read');
  });

  test('it reports an action only for verified customers as asking who they are, and mails nobody', async () => {
    model.usually = clerk();
    const { id } = await rehearse(draft({ needsIdentity: true }));
    await ended(id);
    expect(await rowsOf(id)).toMatchObject([
      { question, candidate: { kind: 'answer', text: expect.stringContaining('Which email address') } },
    ]);
    expect(await installation.context.db.selectFrom('identityCodes').selectAll().execute()).toEqual([]);
  });

  test('changed is published whole and gone back from, its secret in neither report', async () => {
    model.usually = clerk();
    await updateTool(installation.context, caller, toolId, { ...findOrder(), ...withSecret(secret) });
    const before = await stored();
    // Under another name it still answers what it has answered.
    const change = { name: 'look_up', description: 'Looks an order up by its number', ...withSecret(secretMask) };
    const rehearsal = await rehearse(draft(change));
    expect(rehearsal).toMatchObject({
      change: { tools: [{ id: toolId, definition: { name: 'look_up', http: { headers: [{ value: secretMask }] } } }] },
      before: {
        tools: [{ id: toolId, definition: { name: 'find_order', http: { headers: [{ value: secretMask }] } } }],
      },
    });
    await ended(rehearsal.id);
    const publication = await rehearsals.publishRehearsal(installation.context, caller, rehearsal.id);
    expect(await stored()).toMatchObject({ name: 'look_up', http: before?.http });
    await rehearsals.revertPublication(installation.context, caller, publication.id);
    const { updatedAt: _, ...after } = (await stored()) ?? {};
    expect(before).toMatchObject(after);
    const kept = await installation.context.db.selectFrom('rehearsals').select(['change', 'before', 'tools']).execute();
    expect(JSON.stringify([kept, publication])).not.toContain('shop-secret');
    await updateTool(installation.context, caller, toolId, findOrder());
  });

  test('new is offered in its rehearsal alone, and is there once that is published', async () => {
    model.usually = clerk();
    const off = await rehearse({ tools: [{ id: toolId, isActive: false }] });
    await ended(off.id);
    const taken = { tools: [{ id: null, definition: findOrder() }] };
    await expect(rehearse(taken)).rejects.toMatchObject({ code: 'conflict' });
    const replaced: AssistantChange = {
      tools: [
        { id: toolId, definition: null },
        { id: null, definition: { ...findOrder(), description: 'Looks any order up' } },
      ],
    };
    const { id, change, before } = await rehearse(replaced);
    const added = change.tools?.[1]?.id;
    expect(added).toEqual(expect.any(String));
    expect(before.tools).toMatchObject([{ id: toolId, name: 'find_order' }]);
    await ended(id);
    // By its name it answers what the one before has answered.
    expect(await rowsOf(id)).toEqual([]);
    const publication = await rehearsals.publishRehearsal(installation.context, caller, id);
    expect(await stored()).toBeUndefined();
    expect(await findTool(installation.context.db, added ?? '')).toMatchObject({ description: 'Looks any order up' });
    await rehearsals.revertPublication(installation.context, caller, publication.id);
    expect(await stored()).toMatchObject({ description: 'Looks an order up' });
    expect(await findTool(installation.context.db, added ?? '')).toBeUndefined();
  });

  test('removed hands over what needs it, and comes back with the calls that were its own', async () => {
    model.usually = clerk();
    const calls = await callsOfTool(installation.context.db, toolId, 9);
    expect(calls.length).toBeGreaterThan(0);
    const { id } = await rehearse({ tools: [{ id: toolId, definition: null }] });
    await ended(id);
    expect(await rowsOf(id)).toMatchObject([{ question, differences: ['hand_off_gained'] }]);
    const publication = await rehearsals.publishRehearsal(installation.context, caller, id);
    expect(await stored()).toBeUndefined();
    // Another action took its name in the meantime.
    const other = await addTool(installation.context, caller, findOrder());
    await expect(rehearsals.revertPublication(installation.context, caller, publication.id)).rejects.toMatchObject({
      code: 'conflict',
    });
    await deleteTool(installation.context, caller, other.id);
    await rehearsals.revertPublication(installation.context, caller, publication.id);
    expect(await stored()).toMatchObject({ name: 'find_order', isActive: true });
    expect(await callsOfTool(installation.context.db, toolId, 9)).toEqual(calls);
  });

  test.each([
    ['a schema that refers to itself', { parameters: { type: 'object', properties: { a: { $ref: '#' } } } }],
    [
      'an address on a host that is not listed',
      { http: { ...findOrderHttp, url: 'https://elsewhere.example/{order}' } },
    ],
    [
      'a mask of nothing',
      {
        http: { ...findOrderHttp, url: 'https://elsewhere.example/', headers: [{ name: 'X-Key', value: secretMask }] },
      },
    ],
  ])('changed to %s is refused before anything is asked', async (_, change) => {
    model.requests = [];
    await expect(rehearse(draft(change as Partial<ToolDefinition>))).rejects.toMatchObject({ code: 'invalid' });
    expect(model.requests).toEqual([]);
  });

  test('it is answered again where another result is recorded', async () => {
    model.usually = clerk();
    await ended((await rehearse({ settings: { maxTurns: 81 } })).id);
    model.requests = [];
    await ended((await rehearse({ settings: { maxTurns: 82 } })).id);
    expect(model.requests).toEqual([]);
    await installation.context.db.updateTable('toolCalls').set({ result: 'status: shipped to Bonn' }).execute();
    await ended((await rehearse({ settings: { maxTurns: 83 } })).id);
    expect(JSON.stringify(model.requests)).toContain('shipped to Bonn');
  });
});

describe('a second opinion', () => {
  /** Answers what is asked of it as a judge by `judged`, everything else as a reader. */
  function judge(judged: () => ModelBehaviour): (request: ModelRequest) => ModelBehaviour {
    const read = readingModel();
    return (request) => (isJudging(request) ? judged() : read(request));
  }
  const isJudging = ({ messages }: ModelRequest): boolean => JSON.stringify(messages[0]).includes('\\"contradicts\\"');
  const judged = () => model.requests.filter(isJudging);
  /** Nothing is answered from the shop any more, and a discount is promised. */
  const change = (word: string) => prompted(`Everybody gets a discount of 10 percent. ${word}`);

  test.each([
    [
      'yes',
      { text: '{"contradicts": true, "why": "No discount was promised."}' },
      { contradicts: true, why: 'No discount was promised.' },
    ],
    [
      'no',
      { text: 'Sure: {"contradicts": false, "why": "It says more."}' },
      { contradicts: false, why: 'It says more.' },
    ],
    ['nonsense', { text: 'I would rather not say.' }, { contradicts: null, why: '' }],
  ])('an opinion that is %s is next to the row, and changes no finding', async (word, behaviour, opinion) => {
    model.usually = judge(() => behaviour);
    const { id } = await rehearse(change(word));
    const { changed, candidate, spent } = await ended(id);
    const rows = (await rowsOf(id)).filter(({ opinion: given }) => given !== null);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.opinion)).toEqual(rows.map(() => opinion));
    expect(rows.every(({ pastReply }) => pastReply?.by === 'representative')).toBe(true);
    expect(judged()).toHaveLength(rows.length);
    expect(spent.replies).toBe(model.requests.length);
    expect(candidate.contradicting).toBeLessThanOrEqual(changed);
    expect(rows.some(({ differences }) => differences.includes('contradiction_gained'))).toBe(false);
  });

  test('a failing model is asked for no more, and the report is there without it', async () => {
    model.usually = judge(() => ({ status: 500, message: 'down' }));
    const { id } = await rehearse(change('fails'));
    expect((await ended(id)).failed).toBe(0);
    const opinions = (await rowsOf(id)).flatMap(({ opinion }) => opinion ?? []);
    expect(opinions).toEqual([{ contradicts: null, why: '' }]);
  });

  test('it is asked for with what the answers leave of the budget', async () => {
    model.usually = judge(() => ({ text: '{"contradicts": false}' }));
    const { id } = await rehearse(change('budget'));
    const { spent } = await ended(id);
    expect(judged().length).toBeGreaterThan(1);
    const answers = spent.replies - judged().length;
    model.requests = [];
    // The last question could have used this, and did not.
    const tight = await rehearse(change('tight'), { replies: answers + 1 });
    expect((await ended(tight.id)).spent.replies).toBe(answers + 1);
    expect(judged()).toHaveLength(1);
  });
});
