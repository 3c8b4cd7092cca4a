import { widgetSetup } from '@parley/core/visitors/setup';
import { findWebsite } from '@parley/db/websites/websites';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  stage = await startStage({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } });
  await stage.set('aiConfig', { enabled: true });
});
afterAll(async () => {
  await stage.close();
  await model.close();
});

test('people answer from the first message on where the assistant is off on a website', async () => {
  const website = await findWebsite(stage.context.db, stage.websiteId);
  if (!website) throw new Error('no website');
  const first = async () => (await widgetSetup(stage.context, website, '/')).team.answersFirst;
  expect(await first()).toBe('ai');
  await stage.set('aiConfig', {
    websites: [{ websiteId: stage.websiteId, enabled: false, systemPrompt: '', tone: '' }],
  });
  expect(await first()).toBe('person');
  const asked = model.requests.length;
  const talk = await stage.opens('When do you ship?');
  expect(await talk.state()).toMatchObject({ status: 'waiting', isAiAssisted: false });
  expect(model.requests.length).toBe(asked);
});
