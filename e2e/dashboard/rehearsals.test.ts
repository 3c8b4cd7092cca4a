/** A change of the assistant, tried over the past before it is published, and taken back. */
import { indexDocument } from '@parley/core/knowledge/index-document';
import { createDatabase } from '@parley/db/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { readingModel } from '@parley/testing/reading-model';
import { type Dashboard, openDashboard } from './dashboard.ts';
import { takeScreenshots } from './screenshots.ts';

let dashboard: Dashboard;
let model: ModelServer;
let shop: Endpoint;

beforeAll(async () => {
  [model, shop] = await Promise.all([startModelServer(readingModel()), startEndpoint()]);
  dashboard = await openDashboard({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  const db = createDatabase(dashboard.stack.database.url, { max: 1 });
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
  await dashboard?.stop();
  await Promise.all([model, shop].map((server) => server?.close()));
});

it('shows what a change of the instructions would do, keeps a test of it, publishes it and goes back', async () => {
  const page = await dashboard.signIn();
  const { url } = dashboard.stack;
  const id = await dashboard.arrive('Are returns of lamps free of charge?');
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
  await page.getByText('No rehearsals yet').waitFor();
  await page.goto(`${url}/integrations?tab=ai`);
  const instructions = page.getByLabel('System prompt').first();
  const before = await instructions.inputValue();
  await instructions.fill(`${before} Everybody gets a discount of 10 percent.`);
  await page.getByRole('button', { name: 'Rehearse' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Rehearse' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Closed conversations').fill('20');
  await dialog.getByText(/^\d\d questions: up to \d+ model calls/).waitFor();
  await dialog.getByRole('button', { name: 'Start rehearsal' }).click();

  await page.getByText('Finished').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'Are returns of lamps free of charge?' });
  await row.getByText('You get a discount of 10 percent.').waitFor();
  await row.getByText('Numbers', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Save as test' }).click();
  await dialog.getByLabel('Must not say').fill('10 percent');
  await dialog.getByRole('button', { name: 'Save as test' }).click();
  await page.getByText('Saved as a test.').waitFor();
  await page.getByRole('button', { name: 'Publish change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish change' }).click();
  await page.getByText('The change is published.').waitFor();

  await page.goto(`${url}/integrations?tab=ai`);
  await expect.poll(() => instructions.inputValue()).toBe(`${before} Everybody gets a discount of 10 percent.`);
  await page.goto(`${url}/knowledge?tab=rehearsals`);
  await page.getByText('Never says: 10 percent').waitFor();
  await page.getByRole('button', { name: /^Revert/ }).click();
  await page.getByText('Reverted by Ada Moreau').waitFor();
  await page.goto(`${url}/integrations?tab=ai`);
  await expect.poll(() => instructions.inputValue()).toBe(before);
  expect(dashboard.complaints).toEqual([]);
});

it('rehearses an action that is switched off, switches it by publishing the report, and goes back', async () => {
  const page = await dashboard.signIn();
  const { url } = dashboard.stack;
  const id = await dashboard.arrive('What is the state of my order 1042?');
  const body = { conversationId: id, content: 'It is on its way.', clientMessageId: crypto.randomUUID() };
  expect((await page.request.post(`${url}/api/messages`, { data: body })).ok()).toBe(true);
  await page.request.patch(`${url}/api/conversations/${id}`, { data: { status: 'closed' } });
  await page.goto(`${url}/integrations?tab=actions`);
  await page.getByLabel('Hosts').fill(new URL(shop.url).host);
  await page.getByRole('button', { name: 'Save hosts' }).click();
  await page.getByText('Hosts saved.').first().waitFor();
  await page.getByRole('button', { name: 'Add action' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('cancel_order');
  await form.getByLabel('What it does').fill('Cancels an order');
  await form.getByLabel('Effect').selectOption('write');
  await form.getByLabel('Question to the customer').fill('Cancel order {order}?');
  await form.getByLabel('Method').selectOption('POST');
  await form.getByLabel('Address').fill(`${shop.url}/orders/{order}/cancel`);
  await form.getByText('Enabled').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });

  const read = readingModel();
  model.usually = (request) =>
    JSON.stringify(request.messages).includes('order 1042') &&
    request.tools?.some((tool) => tool.function.name === 'cancel_order')
      ? { tool: 'cancel_order', arguments: { order: '1042' } }
      : read(request);
  await page.getByRole('button', { name: 'Rehearse: On, cancel_order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Closed conversations').fill('20');
  await dialog.getByText(/^\d\d questions: up to \d+ model calls/).waitFor();
  await takeScreenshots(page, 'rehearse-action');
  await dialog.getByRole('button', { name: 'Start rehearsal' }).click();
  await page.getByText('Finished').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'What is the state of my order 1042?' });
  await row.getByText('Cancel order 1042?').waitFor();
  await takeScreenshots(page, 'rehearsed-action');
  expect(shop.requests).toEqual([]);
  await page.getByRole('button', { name: 'Publish change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish change' }).click();
  await page.getByText('The change is published.').waitFor();

  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('tab', { name: 'Actions' }).click();
  const isOn = page.getByRole('checkbox', { name: 'Enabled: cancel_order' });
  await expect.poll(() => isOn.isChecked()).toBe(true);
  await page.goto(`${url}/knowledge?tab=rehearsals`);
  await page.getByRole('button', { name: 'Revert: Action “cancel_order”' }).click();
  await page.getByText('The change was reverted.').waitFor();
  await page.goto(`${url}/integrations?tab=actions`);
  await expect.poll(() => isOn.isChecked()).toBe(false);
  expect(shop.requests).toEqual([]);
  expect(dashboard.complaints).toEqual([]);
});
