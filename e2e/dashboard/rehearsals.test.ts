/** A change of the assistant, tried over the past before it is published, and taken back. */
import { indexDocument } from '@parley/core/knowledge/index-document';
import { createDatabase } from '@parley/db/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../outside/openai.ts';
import { readingModel } from '../outside/reading-model.ts';
import { type Desk, openDesk } from './desk.ts';

let desk: Desk;
let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer(readingModel());
  desk = await openDesk({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  const db = createDatabase(desk.stack.database.url, { max: 1 });
  const { id: sourceId } = await db
    .insertInto('knowledgeSources')
    .values({ kind: 'website', name: 'The shop' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await indexDocument(
    { db },
    {
      sourceId,
      externalId: 'returns',
      url: null,
      title: 'Returns',
      language: 'en',
      audience: 'public',
      websiteIds: [],
      markdown: 'Returns of lamps are free within 30 days.',
    },
  );
  await db.destroy();
});
afterAll(async () => {
  await desk?.stop();
  await model?.close();
});

it('shows what a change of the instructions would do, keeps a test of it, publishes it and goes back', async () => {
  const page = await desk.signIn();
  const { url } = desk.stack;
  const id = await desk.arrive('Are returns of lamps free of charge?');
  const body = {
    conversationId: id,
    content: 'Returns of lamps are free within 30 days.',
    clientMessageId: crypto.randomUUID(),
  };
  expect((await page.request.post(`${url}/api/messages`, { data: body })).ok()).toBe(true);
  const closed = await page.request.patch(`${url}/api/conversations/${id}`, { data: { status: 'closed' } });
  expect(closed.status()).toBe(200);
  await page.request.post(`${url}/api/settings`, {
    data: { aiConfig: { enabled: true, inputPrice: 1, outputPrice: 4 } },
  });

  await page.goto(`${url}/knowledge?tab=rehearsals`);
  await page.getByText('No rehearsal yet').waitFor();
  await page.goto(`${url}/integrations?tab=ai`);
  const instructions = page.getByLabel('System Prompt');
  const before = await instructions.inputValue();
  await instructions.fill(`${before} Everybody gets a discount of 10 percent.`);
  await page.getByRole('button', { name: 'Rehearse' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Rehearse' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Closed conversations').fill('20');
  await dialog.getByText(/^\d\d questions: up to \d+ calls of the model/).waitFor();
  await dialog.getByRole('button', { name: 'Start rehearsal' }).click();

  await page.getByText('Finished').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'Are returns of lamps free of charge?' });
  await row.getByText('You get a discount of 10 percent.').waitFor();
  await row.getByText('Numbers', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Keep as test' }).click();
  await dialog.getByLabel('Must not say').fill('10 percent');
  await dialog.getByRole('button', { name: 'Keep as test' }).click();
  await page.getByText('The question is kept as a test.').waitFor();
  await page.getByRole('button', { name: 'Publish change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish change' }).click();
  await page.getByText('The change is published.').waitFor();

  await page.goto(`${url}/integrations?tab=ai`);
  await expect.poll(() => instructions.inputValue()).toBe(`${before} Everybody gets a discount of 10 percent.`);
  await page.goto(`${url}/knowledge?tab=rehearsals`);
  await page.getByText('Never says: 10 percent').waitFor();
  await page.getByRole('button', { name: /^Go back/ }).click();
  await page.getByText('Gone back, Ada Moreau').waitFor();
  await page.goto(`${url}/integrations?tab=ai`);
  await expect.poll(() => instructions.inputValue()).toBe(before);
  expect(desk.complaints).toEqual([]);
});
