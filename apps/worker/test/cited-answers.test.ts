import { judgeAnswers } from '@parley/core/ai/judge';
import { approvePassage, listAnswers, listSuspendedPassages, readMessageSources } from '@parley/core/ai/answers';
import type { StaffCaller } from '@parley/core/callers';
import { suggestReplies } from '@parley/core/ai/suggestions';
import { transition } from '@parley/core/conversations/transition';
import { indexDocument } from '@parley/core/knowledge/index-document';
import { correctVisitorHandOff, readVisitorHandOff } from '@parley/core/visitors/hand-off';
import { requestPerson } from '@parley/core/visitors/request-person';
import { findHandOff } from '@parley/db/ai/hand-offs';
import { deleteTeam } from '@parley/db/roles/teams';
import { findUser } from '@parley/db/users/users';
import type { NewVisitor } from '@parley/db/visitors/visitors';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';
import { overseer } from '@parley/core/testing';

let model: ModelServer;
let installation: Installation;
let sourceId: string;
let caller: StaffCaller;

const index = (externalId: string, markdown: string, more: { audience?: 'public' | 'customers'; url?: string } = {}) =>
  indexDocument(installation.context, {
    sourceId,
    externalId,
    url: more.url ?? null,
    title: externalId,
    language: 'en',
    audience: more.audience ?? 'public',
    websiteIds: [],
    markdown,
  });

beforeAll(async () => {
  model = await startModelServer();
  installation = await startInstallation({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } });
  await installation.set('aiConfig', {
    enabled: true,
    systemPrompt: 'You are the assistant of Acme.',
    inputPrice: 2,
    outputPrice: 8,
  });
  const source = await installation.context.db
    .insertInto('knowledgeSources')
    .values({ kind: 'website', name: 'The shop' })
    .returning('id')
    .executeTakeFirstOrThrow();
  sourceId = source.id;
  await index('Returns policy', 'Returns of lamps are free within 30 days.', {
    url: 'https://shop.example.com/returns',
  });
  await index('Repairs for customers', 'Repairs of dimmers cost 12 € a piece.', { audience: 'customers' });
  const { userId } = await installation.representative();
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('no user');
  caller = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'x' };
});
afterAll(async () => {
  await installation?.close();
  await model?.close();
});
afterEach(async () => {
  model.next = [];
  model.usually = { text: 'Hello from the model.' };
  model.requests = [];
  await installation.set('aiConfig', { personTopics: [], maxTurns: 0, websites: [] });
});

const question = 'Are returns of lamps free?';
const truth = 'Returns of lamps are free within 30 days [1].';
const lie = 'Returns of lamps are free within 90 days [1].';

const answered = (talk: Talk) => until(async () => (await talk.fromAi())[0], 'the reply');
const handedOff = (talk: Talk) => until(async () => (await talk.state()).status === 'waiting', 'the hand-off');
const runsOf = ({ conversationId }: Talk) =>
  installation.context.db
    .selectFrom('aiRuns')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .where('kind', '<>', 'search')
    .orderBy('id')
    .execute();

describe('an answer', () => {
  test('an answer that cites a passage is sent without its numbers, with a link, and stored sentence by sentence', async () => {
    model.usually = { text: `Hello! ${truth}` };
    const talk = await installation.opens(question);
    const reply = await answered(talk);
    expect(reply).toMatchObject({
      content: 'Hello! Returns of lamps are free within 30 days.',
      sources: [{ title: 'Returns policy', url: 'https://shop.example.com/returns' }],
    });
    const kept = await until(
      () => readMessageSources(installation.context, overseer, talk.conversationId, reply.seq).catch(() => null),
      'the ledger',
    );
    expect(kept).toMatchObject({ model: 'gpt-4o-mini', fate: 'sent' });
    expect(kept.costUsd).toBeCloseTo((kept.inputTokens * 2 + kept.outputTokens * 8) / 1_000_000, 10);
    expect(
      kept.sentences.map(({ text, sources }) => [text, sources.map(({ quote, version }) => [quote, version])]),
    ).toEqual([
      ['Hello!', []],
      ['Returns of lamps are free within 30 days.', [['Returns of lamps are free within 30 days.', 1]]],
    ]);
  });

  test('a sentence that its passage does not support is rejected once, and the model is told which', async () => {
    model.next = [{ text: lie }, { text: truth }];
    const talk = await installation.opens(question);
    expect((await answered(talk)).content).toBe('Returns of lamps are free within 30 days.');
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages[0]?.content).toContain(
      JSON.stringify('Returns of lamps are free within 90 days.'),
    );
    await until(async () => (await runsOf(talk)).length === 2, 'the runs');
    expect((await runsOf(talk)).map(({ outcome }) => outcome).toSorted()).toEqual(['answered', 'unsupported']);
  });

  test('an answer without a remaining sentence is given by a person, and the customer sees nothing of it', async () => {
    model.usually = { text: lie };
    const talk = await installation.opens(question);
    const frames = await installation.frames(`conversation:${talk.conversationId}`);
    await handedOff(talk);
    expect((await talk.state()).handOffReason).toContain('no answer that its sources support');
    expect(JSON.stringify([frames, await talk.messages()])).not.toContain('90 days');
  });

  test('an answer to an unverified customer is never taken from articles for customers', async () => {
    model.usually = { text: 'Repairs of dimmers cost 12 € a piece [1].' };
    const stranger = await installation.opens('What do repairs of dimmers cost?');
    await handedOff(stranger);
    expect(JSON.stringify(model.requests[0])).not.toContain('a piece');
    const known = await installation.opens('What do repairs of dimmers cost?', {
      email: 'ada@example.com',
      emailVerified: true,
    });
    const reply = await answered(known);
    // Not for everybody to read: there is a source, and no link to it.
    expect(reply).toMatchObject({ content: 'Repairs of dimmers cost 12 € a piece.', sources: [] });
  });

  test('an answer is in the tone of its website', async () => {
    await installation.set('aiConfig', {
      websites: [{ websiteId: installation.websiteId, enabled: true, systemPrompt: '', tone: 'Like a pirate.' }],
    });
    await answered(await installation.opens('Hello'));
    expect(model.requests[0]?.messages[0]?.content).toContain('Like a pirate.');
  });
});

describe('a person is called', () => {
  test.each([
    ['I talk to my lawyer!', 'lawyer'],
    ['Ich schalte meinen Anwalt ein', 'anwalt'],
    ['弁護士に相談します', '弁護士'],
  ])('a person is called when a customer writes %j, which is a topic that is always theirs', async (text, topic) => {
    await installation.set('aiConfig', { personTopics: ['lawyer', 'anwalt', '弁護士', ''] });
    const talk = await installation.opens(text);
    await handedOff(talk);
    expect(model.requests).toEqual([]);
    expect((await talk.state()).handOffReason).toContain(topic);
  });

  test('a person is called when the assistant has answered as often as it may', async () => {
    await installation.set('aiConfig', { maxTurns: 1 });
    const talk = await installation.opens('Hello');
    await answered(talk);
    await talk.writes('Hello again');
    await handedOff(talk);
    expect((await talk.state()).handOffReason).toContain('answered 1 times');
  });

  test.each([
    ['streams nonsense', { text: '}{ ￿ \u0000 zxq [1][2][9] [[['.repeat(300) }, 'unsupported'],
    ['calls a tool that there is none of', { tool: 'refund', arguments: { amount: 5 } }, 'unknown_tool'],
    ['answers 400', { status: 400, message: 'bad request' }, 'rejected'],
  ] as const)('when the model %s, and the run says why', async (_name, behaviour, outcome) => {
    model.usually = behaviour;
    const talk = await installation.opens(question);
    await handedOff(talk);
    await until(async () => (await runsOf(talk)).some((run) => run.outcome === outcome), 'the run');
    expect((await answered(talk)).content).toContain('colleague');
    expect(await talk.fromAi()).toHaveLength(1);
  });
});

describe('the hand-off packet', () => {
  test('it has its facts with the messages they come from, and is corrected by its customer', async () => {
    model.usually = {
      tool: 'hand_off_to_human',
      arguments: { reason: 'Refund', asked: 'A refund', facts: ['Order 48213'], mood: 'upset', draft: 'We are sorry.' },
    };
    const talk = await installation.opens('My order 48213 is broken, give me my money back');
    await handedOff(talk);
    const packet = (await findHandOff(installation.context.db, talk.conversationId))?.packet;
    expect(packet).toMatchObject({
      asked: 'A refund',
      facts: [{ text: 'Order 48213', seq: 1, isWrong: false }],
      mood: 'upset',
      draft: 'We are sorry.',
    });
    expect((await talk.state()).handOffReason).toContain('Mood: upset');
    const seen = await readVisitorHandOff(installation.context, talk.caller);
    expect(seen).toMatchObject({ asked: 'A refund', facts: [{ text: 'Order 48213', isWrong: false }] });
    expect(JSON.stringify(seen)).not.toContain('We are sorry');
    const published = await installation.frames(`conversation:${talk.conversationId}`);
    const corrected = await correctVisitorHandOff(installation.context, talk.caller, { fact: 0, isWrong: true });
    expect(corrected.facts).toEqual([{ text: 'Order 48213', isWrong: true }]);
    await until(() => published.some(({ type }) => type === 'hand_off_corrected'), 'the team to be told');
    await expect(
      correctVisitorHandOff(installation.context, talk.caller, { fact: 7, isWrong: true }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(packet).toMatchObject({ identity: 'unknown', team: null });
    // Asking for a person again keeps what was corrected.
    await requestPerson(installation.context, talk.caller);
    expect((await readVisitorHandOff(installation.context, talk.caller))?.facts[0]?.isWrong).toBe(true);
  });

  test('it shows how far it is known who they are, and which team is there for their website', async () => {
    const { db } = installation.context;
    const teamId = await installation.team('Returns desk');
    const passedOn = async (visitor: Partial<NewVisitor>) => {
      const talk = await installation.opens('I want to talk to a human please', visitor);
      await handedOff(talk);
      return talk;
    };
    const known = await passedOn({ email: 'ada@example.com', emailVerified: true });
    expect((await findHandOff(db, known.conversationId))?.packet).toMatchObject({
      identity: 'confirmed',
      team: { id: teamId, name: 'Returns desk' },
    });
    // The text form goes everywhere: chat, cards, channels and webhooks.
    expect((await known.state()).handOffReason).toContain(
      'Identity: verified by the website\nSuggested team: Returns desk',
    );
    expect(JSON.stringify(await readVisitorHandOff(installation.context, known.caller))).not.toContain('Returns desk');
    const written = await passedOn({ email: 'bob@example.com' });
    expect((await written.state()).handOffReason).toContain('Identity: as they wrote it');
    await deleteTeam(db, teamId);
    const unknown = await passedOn({});
    expect((await unknown.state()).handOffReason).not.toMatch(/Identity:|Suggested team/);
  });

  test('it leaves the assistant silent until the conversation is returned to the assistant', async () => {
    const talk = await installation.opens('I want to talk to a human please');
    await handedOff(talk);
    await talk.writes('Are returns of lamps free?');
    const other = await installation.opens('Hello');
    await answered(other);
    expect(await talk.fromAi()).toHaveLength(1);
  });

  test('it is over once the conversation was closed: what was asked then calls nobody again', async () => {
    const talk = await installation.opens('I want to talk to a human please');
    await handedOff(talk);
    await talk.close();
    await transition(installation.context, talk.conversationId, [{ type: 'reopen' }, { type: 'return_to_assistant' }], {
      cause: { by: 'representative', userId: caller.user.id },
    });
    model.usually = { text: truth };
    const before = (await talk.fromAi()).length;
    await talk.writes(question);
    await until(async () => (await talk.fromAi()).length > before, 'the reply');
    expect((await talk.messages()).at(-1)?.content).toBe('Returns of lamps are free within 30 days.');
    expect((await talk.state()).status).toBe('active');
    const asked = model.requests.at(-1)?.messages ?? [];
    expect(asked.filter(({ content }) => content === 'I want to talk to a human please')).toEqual([]);
    expect(JSON.stringify(asked[1])).toContain('earlier');
  });
});

describe('a passage that was corrected', () => {
  const passage = 'Engraving of plates takes 4 days.';
  const asks = async () => {
    model.usually = { text: 'Engraving of plates takes 4 days [1].' };
    const talk = await installation.opens('How long does engraving of plates take?');
    await answered(talk);
    await until(async () => (await runsOf(talk)).length > 0, 'the run');
    await until(
      () => readMessageSources(installation.context, overseer, talk.conversationId, 2).catch(() => null),
      'the ledger',
    );
    return talk;
  };
  const corrected = async () => {
    const talk = await asks();
    await installation.answers(talk, 'Sorry, engraving of plates takes 9 days at the moment.');
    await judgeAnswers(installation.context);
    await judgeAnswers(installation.context);
    return talk;
  };

  test('a passage corrected once is still used; corrected twice it is suspended until a user approves it', async () => {
    await index('Engraving', passage);
    const first = await corrected();
    const list = () => listAnswers(installation.context, caller, { which: 'corrected', limit: 10 });
    await until(async () => (await list()).some(({ conversationId }) => conversationId === first.conversationId), 'it');
    expect(await listSuspendedPassages(installation.context, caller)).toEqual([]);
    await corrected();
    const [suspended] = await until(async () => {
      const found = await listSuspendedPassages(installation.context, caller);
      return found.length > 0 ? found : null;
    }, 'the rest');
    expect(suspended).toMatchObject({ title: 'Engraving', text: passage, approvedBefore: null });
    expect(suspended?.conversationIds).toHaveLength(2);
    model.requests = [];
    await handedOff(await installation.opens('How long does engraving of plates take?'));
    expect(JSON.stringify(model.requests[0])).not.toContain(passage);
    await approvePassage(installation.context, caller, suspended?.passageId ?? '');
    expect(await listSuspendedPassages(installation.context, caller)).toEqual([]);
    await asks();
    await corrected();
    await corrected();
    const [again] = await until(async () => {
      const found = await listSuspendedPassages(installation.context, caller);
      return found.length > 0 ? found : null;
    }, 'the passage to be suspended again');
    expect(again?.approvedBefore).toEqual({ by: caller.user.name, at: expect.any(String) });
    await approvePassage(installation.context, caller, again?.passageId ?? '');
  });

  test('it is listed with its answers when its source changes, and nothing else is', async () => {
    await index('Gift wrap', 'Gift wrap for vases costs 3 €.');
    model.usually = { text: 'Gift wrap for vases costs 3 € [1].' };
    const talk = await installation.opens('What does gift wrap for vases cost?');
    await answered(talk);
    await until(
      () => readMessageSources(installation.context, overseer, talk.conversationId, 2).catch(() => null),
      'the ledger',
    );
    const outdated = () => listAnswers(installation.context, caller, { which: 'outdated', limit: 50 });
    expect(await outdated()).toEqual([]);
    await index('Gift wrap', 'Gift wrap for vases costs 4 €.');
    expect((await outdated()).map(({ conversationId }) => conversationId)).toEqual([talk.conversationId]);
  });
});

test('a suggestion is judged by what was sent in its place', async () => {
  model.usually = {
    text: JSON.stringify({
      suggestions: [
        { text: 'Returns of lamps are free within 30 days [1].' },
        { text: 'Which lamp is it?' },
        { text: 'No.' },
      ],
    }),
  };
  await installation.set('aiConfig', { enabled: true });
  const talk = await installation.opens('I want to talk to a human please. Are returns of lamps free?');
  await handedOff(talk);
  expect((await suggestReplies(installation.context, talk.conversationId)).suggestions[0]).toBe(
    'Returns of lamps are free within 30 days.',
  );
  await installation.answers(talk, 'Dear Ada, returns of lamps are free within 30 days.');
  await judgeAnswers(installation.context);
  const list = await listAnswers(installation.context, caller, { which: 'all', limit: 3 });
  expect(list.map(({ fate }) => fate).toSorted()).toEqual(['edited', 'thrown_away', 'thrown_away']);
  expect(list.find(({ fate }) => fate === 'edited')?.distance).toBeCloseTo(0.2, 5);
});
