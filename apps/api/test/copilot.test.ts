import { randomUUID } from 'node:crypto';
import type { Summary } from '@parley/contracts/assistant/copilot';
import { insertAiAnswer } from '@parley/db/ai/answers';
import { saveHandOff } from '@parley/db/ai/hand-offs';
import { storeSummary } from '@parley/db/ai/summaries';
import { storeTranslations } from '@parley/db/ai/translations';
import { deleteClosedBefore } from '@parley/db/conversations/delete';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

type MadeSummary = Omit<Summary, 'updatedAt'>;

let api: TestApi;
let admin: TestUser;
let ada: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Root');
  ada = await api.signIn('representative', 'Ada');
});
afterAll(() => api.close());

const original = { language: 'en', sentIn: 'es', text: 'Your umbrella arrives today.' };

/** Ada writes what was translated; the stored message. */
async function translated(conversationId: string, content = 'Su paraguas llega hoy.') {
  const body = { conversationId, content, original, clientMessageId: randomUUID() };
  return (await api.call('POST', '/api/messages', { as: ada, body })).json();
}

describe('the copilot without a model', () => {
  it('nothing is offered', async () => {
    const { features } = (await api.call('GET', '/api/copilot', { as: ada })).json();
    expect(features).toEqual([]);
  });

  it.each([
    ['summary', { language: 'en' }],
    ['rewrite', { text: 'Hello', how: 'shorter' }],
    ['tag-proposals', undefined],
    ['translations', { seqs: [1], language: 'en' }],
    ['outgoing-translation', { text: 'Hello', from: 'en', to: 'es' }],
  ])('%s is refused by a type of its own', async (path, body) => {
    const { id } = await api.conversation();
    const answer = await api.call('POST', `/api/conversations/${id}/${path}`, { as: ada, body });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: 'not_configured', localized: { code: 'no_model' } },
    ]);
  });
});

describe('a message that was translated before it was sent', () => {
  it('is kept in both languages, for both sides, and found by either', async () => {
    const { id, visitor } = await api.conversation();
    expect(await translated(id)).toMatchObject({ content: 'Su paraguas llega hoy.', original });
    const theirs = (await api.call('GET', '/api/visitor/messages', { as: visitor })).json();
    expect(JSON.stringify(theirs)).toContain('"sentIn":"es"');
    for (const q of ['paraguas', 'umbrella']) {
      const found = await api.call('GET', `/api/conversations?q=${q}`, { as: ada });
      expect(found.json().map((each: { id: string }) => each.id)).toContain(id);
    }
  });

  it('shows nothing any more in the other language once it is changed', async () => {
    const { id } = await api.conversation();
    const { seq } = await translated(id, 'Su sombrero llega hoy.');
    const place = `/api/conversations/${id}/messages/${seq}`;
    const changed = await api.call('PATCH', place, { as: ada, body: { content: 'Su guante llega hoy.' } });
    expect(changed.json()).toMatchObject({ content: 'Su guante llega hoy.' });
    expect(changed.json()).not.toHaveProperty('original');
    const messages = (await api.call('GET', `/api/conversations/${id}/messages`, { as: ada })).body;
    expect(messages).not.toContain('umbrella');
  });

  it('may wait, and goes as it was', async () => {
    const { id } = await api.conversation();
    const body = {
      content: 'Su paraguas llega hoy.',
      original,
      clientMessageId: randomUUID(),
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const added = (await api.call('POST', `/api/conversations/${id}/scheduled`, { as: ada, body })).json();
    expect(added).toMatchObject({ original });
    const sent = await api.call('POST', `/api/scheduled/${added.id}/send`, { as: ada });
    expect(sent.json()).toMatchObject({ content: body.content, original });
  });

  it('is the team’s to write', async () => {
    const { visitor } = await api.conversation();
    const body = { content: 'Hola', original, clientMessageId: randomUUID() };
    expect((await api.call('POST', '/api/visitor/messages', { as: visitor, body })).statusCode).toBe(422);
  });

  it.each([
    ['no language', { ...original, language: 'not a language' }],
    ['nothing', { ...original, text: '  ' }],
    ['too much', { ...original, text: 'x'.repeat(20_001) }],
  ])('a message with %s beside it is refused, and nothing is stored', async (_, wrong) => {
    const { id } = await api.conversation();
    const body = { conversationId: id, content: 'Hola', original: wrong, clientMessageId: randomUUID() };
    expect((await api.call('POST', '/api/messages', { as: ada, body })).statusCode).toBe(422);
    expect((await api.call('GET', `/api/conversations/${id}/messages`, { as: ada })).json()).toHaveLength(1);
  });
});

describe('stored results of the copilot', () => {
  const email = 'maria@example.com';
  async function made() {
    const { id, visitor } = await api.conversation('¿Dónde está mi paraguas?');
    await api.call('PATCH', '/api/visitor', { as: visitor, body: { email } });
    await translated(id);
    const point = { text: 'Wants the umbrella.', seq: 1 };
    const summary: MadeSummary = { language: 'en', lastSeq: 2, intent: point, tried: [], open: [] };
    await storeSummary(api.context.db, id, { editNo: 0, summary });
    await storeTranslations(api.context.db, id, 'en', [
      { seq: 1, editNo: 0, from: 'es', text: 'Where is my umbrella?' },
    ]);
    await saveHandOff(api.context.db, id, {
      asked: 'The umbrella',
      isAskedWrong: false,
      facts: [{ text: 'Order 48213', seq: 1, isWrong: false }],
      tried: [],
      mood: 'calm',
      language: 'es',
      identity: 'written',
      team: null,
      draft: 'It is on its way.',
    });
    await insertAiAnswer(
      api.context.db,
      {
        conversationId: id,
        kind: 'reply',
        seq: 2,
        model: 'none',
        promptVersion: '1',
        inputTokens: 1,
        outputTokens: 1,
        costUsd: 0,
        judgedSeq: 2,
      },
      [{ text: 'Your umbrella is on its way.', sources: [] }],
    );
    return id;
  }
  const rows = async (id: string) => [
    ...(await api.context.db
      .selectFrom('conversationSummaries')
      .select('lastSeq')
      .where('conversationId', '=', id)
      .execute()),
    ...(await api.context.db
      .selectFrom('messageTranslations')
      .select('seq')
      .where('conversationId', '=', id)
      .execute()),
    ...(await api.context.db.selectFrom('handOffs').select('packet').where('conversationId', '=', id).execute()),
    ...(await api.context.db.selectFrom('aiAnswers').select('id').where('conversationId', '=', id).execute()),
  ];

  it('is in the export, in what a person is handed, and gone with them', async () => {
    const id = await made();
    const summary = await api.call('GET', `/api/conversations/${id}/summary?language=en`, { as: ada });
    expect(summary.json().summary).toMatchObject({ intent: { text: 'Wants the umbrella.', seq: 1 } });
    const { conversations } = (await api.call('GET', '/api/export/conversations', { as: admin })).json();
    const one = conversations.find((each: { id: string }) => each.id === id);
    expect(one).toMatchObject({
      summaries: [{ language: 'en', lastSeq: 2, intent: { seq: 1 } }],
      handOff: { asked: 'The umbrella', identity: 'written', draft: 'It is on its way.' },
      translations: [{ seq: 1, from: 'es', language: 'en', text: 'Where is my umbrella?' }],
      messages: [{}, { original }],
    });
    const handed = (await api.call('POST', '/api/privacy/export', { as: admin, body: { email } })).json();
    expect(handed.conversations[0]).toMatchObject({
      summaries: [{ intent: { text: 'Wants the umbrella.' } }],
      handOff: { asked: 'The umbrella', facts: [{ text: 'Order 48213' }], identity: 'written' },
      translations: [{ text: 'Where is my umbrella?' }],
      messages: [{}, { original }],
    });
    // Proposals to the team belong to the team.
    expect(JSON.stringify(handed)).not.toContain('It is on its way');
    await api.call('POST', '/api/privacy/erase', { as: admin, body: { email } });
    expect(await rows(id)).toEqual([]);
    expect(await api.context.db.selectFrom('aiAnswerSentences').select('place').execute()).toEqual([]);
  });

  it('goes with a conversation that is older than what is kept', async () => {
    const id = await made();
    await api.context.db
      .updateTable('conversations')
      .set({ status: 'closed', closedAt: new Date('2020-01-01') })
      .where('id', '=', id)
      .execute();
    await deleteClosedBefore(api.context.db, new Date('2020-01-02'), 10);
    expect(await rows(id)).toEqual([]);
  });

  it('a translation is deleted with the message it quotes, by any user', async () => {
    const { id } = await api.conversation('¿Dónde?');
    const { seq } = await translated(id);
    await storeSummary(api.context.db, id, {
      editNo: 0,
      summary: { language: 'en', lastSeq: seq, intent: { text: 'Umbrella.', seq }, tried: [], open: [] },
    });
    await storeTranslations(api.context.db, id, 'de', [{ seq, editNo: 0, from: 'es', text: 'Ihr Schirm.' }]);
    expect(await rows(id)).toHaveLength(2);
    await api.call('DELETE', `/api/conversations/${id}/messages/${seq}`, { as: ada });
    expect(await rows(id)).toEqual([]);
    // A summary that was being made is not stored.
    const late: MadeSummary = { language: 'en', lastSeq: seq, intent: null, tried: [], open: [] };
    expect(await storeSummary(api.context.db, id, { editNo: 0, summary: late })).toBeUndefined();
    await storeTranslations(api.context.db, id, 'de', [{ seq, editNo: 0, from: 'es', text: 'Ihr Schirm.' }]);
    expect(await rows(id)).toEqual([]);
  });
});

it('the settings of the copilot are changed by users who may change settings, within their limits', async () => {
  const change = (copilotConfig: object) => api.call('POST', '/api/settings', { as: admin, body: { copilotConfig } });
  const set = await change({ glossary: ['Parley'], tags: false });
  expect(set.json().copilotConfig).toMatchObject({ glossary: ['Parley'], tags: false, summaries: true });
  expect((await change({ glossary: Array.from({ length: 201 }, (_, n) => `Name ${n}`) })).statusCode).toBe(422);
  expect((await change({ exceptWebsiteIds: ['no id'] })).statusCode).toBe(422);
});
