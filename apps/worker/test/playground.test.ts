import { randomUUID } from 'node:crypto';
import { type RehearsedAnswer, RehearsedAnswer as Answer } from '@parley/contracts/assistant/rehearsals';
import { askCopilot } from '@parley/core/ai/copilot/ask-worker';
import { tryAssistant } from '@parley/core/ai/playground';
import { createColleague } from '@parley/core/testing';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation } from './installation.ts';

let installation: Installation;
let model: ModelServer;
let userId: string;
beforeAll(async () => {
  model = await startModelServer();
  installation = await startInstallation({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } });
  userId = (await createColleague(installation.context, 'Ada', 'admin')).user.id;
});
afterAll(async () => {
  await installation.close();
  await model.close();
});

const visitor = (content: string) => ({ from: 'visitor' as const, content });
const tries = (...messages: { from: 'visitor' | 'assistant'; content: string }[]): Promise<RehearsedAnswer> =>
  askCopilot(
    installation.context,
    userId,
    { task: 'try', userId, websiteId: installation.websiteId, messages },
    Answer,
  );

/** Rows of everything that a visitor's chat would leave behind. */
async function leftBehind(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from conversations) conversations, (select count(*) from messages) messages,
      (select count(*) from visitors) visitors, (select count(*) from contacts) contacts,
      (select count(*) from ai_answers) answers, (select count(*) from tool_calls) calls
  `.execute(installation.context.db);
  return rows[0];
}

test('an admin chats with the assistant as a visitor would, and nothing of it is stored but its cost', async () => {
  const before = await leftBehind();
  model.usually = { text: 'We ship on Mondays.' };
  expect(await tries(visitor('When do you ship?'))).toMatchObject({ kind: 'answer', text: 'We ship on Mondays.' });
  await tries(
    visitor('When do you ship?'),
    { from: 'assistant', content: 'We ship on Mondays.' },
    visitor('And returns?'),
  );
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/When do you ship\?.*Mondays.*And returns\?/);
  expect(await leftBehind()).toEqual(before);
  const { rows } = await sql<{ kind: string; conversation_id: null; tokens: number }>`
    select kind, conversation_id, input_tokens + output_tokens tokens from ai_runs
  `.execute(installation.context.db);
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({ kind: 'playground', conversationId: null, tokens: expect.any(Number) });
});

test('a request for a person is shown as the hand-off that it would be, without a call of the model', async () => {
  const asked = model.requests.length;
  expect(await tries(visitor('I want to talk to a human'))).toMatchObject({
    kind: 'hand_off',
    localized: { code: 'person_wanted' },
  });
  expect(model.requests.length).toBe(asked);
});

test('each website has its own prompt and tone, and is answered with them', async () => {
  await installation.set('aiConfig', {
    websites: [
      { websiteId: installation.websiteId, enabled: true, systemPrompt: 'You sell lamps.', tone: 'Like a pirate.' },
    ],
  });
  await tries(visitor('Hello'));
  const system = JSON.stringify(model.requests.at(-1)?.messages[0]);
  expect(system).toContain('You sell lamps.');
  expect(system).toContain('Like a pirate.');
  expect(system).not.toContain('helpful customer service assistant');
  await installation.set('aiConfig', { websites: [] });
});

test('its costs count among the installation’s limits, and a spent budget refuses it', async () => {
  await installation.set('aiConfig', { tokensPerDay: 1 });
  await expect(tries(visitor('Hello'))).rejects.toMatchObject({ code: 'rate_limited' });
  await installation.set('aiConfig', { tokensPerDay: null });
});

test('an unknown website, a missing question and a server that fails are told as such', async () => {
  const messages = [visitor('Hello')];
  await expect(tryAssistant(installation.context, { websiteId: randomUUID(), messages })).rejects.toMatchObject({
    code: 'not_found',
  });
  const answered = [...messages, { from: 'assistant' as const, content: 'Hi' }];
  await expect(tries(...answered)).rejects.toMatchObject({ code: 'invalid' });
  model.next = [{ status: 401, message: 'no such key' }];
  await expect(tries(...messages)).rejects.toMatchObject({ code: 'other_side_failed' });
});
