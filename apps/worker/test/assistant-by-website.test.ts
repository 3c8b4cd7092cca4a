import { widgetSetup } from '@parley/core/visitors/setup';
import { findWebsite } from '@parley/db/websites/websites';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation } from './installation.ts';

let installation: Installation;
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  installation = await startInstallation({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } });
  await installation.set('aiConfig', { enabled: true });
});
afterAll(async () => {
  await installation.close();
  await model.close();
});

test('people answer from the first message on where the assistant is off on a website', async () => {
  const website = await findWebsite(installation.context.db, installation.websiteId);
  if (!website) throw new Error('no website');
  const first = async () => (await widgetSetup(installation.context, website, '/')).team.answersFirst;
  expect(await first()).toBe('ai');
  await installation.set('aiConfig', {
    websites: [{ websiteId: installation.websiteId, enabled: false, systemPrompt: '', tone: '' }],
  });
  expect(await first()).toBe('person');
  const asked = model.requests.length;
  const talk = await installation.opens('When do you ship?');
  expect(await talk.state()).toMatchObject({ status: 'waiting', isAiAssisted: false });
  expect(model.requests.length).toBe(asked);
});
