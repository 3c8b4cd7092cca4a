/** A shop's orders in the chat: asked for with a code by mail, cancelled with one tap, and called exactly once. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { type MailServer, startMailServer } from '@parley/testing/smtp';
import { openTwoSides, type TwoSides } from '../two-sides.ts';
import { takeScreenshots } from './screenshots.ts';

let model: ModelServer;
let shop: Endpoint;
let smtp: MailServer;
let sides: TwoSides;
let staff: Page;

beforeAll(async () => {
  [model, shop, smtp] = await Promise.all([startModelServer(), startEndpoint(), startMailServer()]);
  sides = await openTwoSides({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  ({ staff } = sides);
  const emailConfig = {
    enabled: true,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpAllowPlaintext: true,
    fromEmail: 'support@shop.example',
  };
  for (const body of [{ emailConfig }, { aiConfig: { enabled: true } }])
    await sides.stack.call('POST', '/api/settings', { as: sides.admin, body });
});
afterAll(async () => {
  await sides?.stop();
  await Promise.all([model, shop, smtp].map((server) => server?.close()));
});

/** Fills in the form of a new action and saves it. */
async function addAction(fields: { name: string; does: string; address: string; question?: string; bound?: string }) {
  await staff.getByRole('button', { name: 'Add action' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(fields.name);
  await dialog.getByLabel('What it does').fill(fields.does);
  if (fields.question) {
    await dialog.getByLabel('Effect').selectOption('write');
    await dialog.getByLabel('Question to the customer').fill(fields.question);
    await dialog.getByLabel('Method').selectOption('POST');
  }
  if (fields.bound) {
    await dialog
      .getByLabel('Arguments (JSON schema)')
      .fill(
        '{"type":"object","properties":{"order":{"type":"string"},"email":{"type":"string"}},"required":["order"]}',
      );
    await dialog.getByLabel('Filled in by the server').fill(fields.bound);
  }
  await dialog.getByLabel('Address').fill(fields.address);
  await dialog.getByLabel('Headers').fill('Authorization: Bearer shop-secret-1234');
  await takeScreenshots(staff, `action-form-${fields.name}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('is set up in the settings, tried there, and used in the chat by the one who has proven who they are', async () => {
  const { stack, website, visitor, complaints } = sides;
  await staff.goto(`${stack.url}/integrations?tab=actions`);
  await staff.getByLabel('Hosts').fill(new URL(shop.url).host);
  await staff.getByRole('button', { name: 'Save hosts' }).click();
  await staff.getByText('Hosts saved.').first().waitFor();
  await addAction({
    name: 'order_status',
    does: 'Tells how an order of the customer stands',
    address: `${shop.url}/orders/{order}`,
    bound: 'email: email',
  });
  await addAction({
    name: 'cancel_order',
    does: 'Cancels an order',
    address: `${shop.url}/orders/{order}/cancel`,
    question: 'Cancel order {order}?',
  });
  shop.usually = { status: 200, body: '{"status":"shipped"}' };
  await staff.getByRole('button', { name: 'Test: order_status' }).click();
  await staff.getByLabel('Arguments (JSON)').fill('{"order":"1042","email":"jane@example.com"}');
  await staff.getByRole('button', { name: 'Call', exact: true }).click();
  await staff.getByText('status: shipped').waitFor();
  await takeScreenshots(staff, 'action-tried');
  await staff.keyboard.press('Escape');
  await takeScreenshots(staff, 'actions');
  expect(shop.requests.map(({ path }) => path)).toEqual(['/orders/1042?email=jane%40example.com']);
  shop.requests = [];

  model.next = [
    { tool: 'order_status', arguments: { order: '1042' } },
    { tool: 'order_status', arguments: { order: '1042' } },
    { text: 'Order 1042 is shipped [1].' },
    { tool: 'cancel_order', arguments: { order: '1042' } },
    { text: 'Order 1042 is cancelled [1].' },
  ];
  await visitor.goto(website);
  await visitor.getByRole('button', { name: /chat/i }).click();
  const writing = visitor.getByRole('textbox').first();
  const write = async (words: string) => {
    await writing.fill(words);
    await writing.press('Enter');
  };
  await write('Where is my order 1042? I am jane@example.com');
  await visitor.getByText('I have sent a code to j…@example.com.').waitFor();
  const [, first = '', second = ''] = /\b(\d{3}) (\d{3})\b/.exec(smtp.mails.at(-1)?.raw ?? '') ?? [];
  await write(`${first}${second}`);
  await visitor.getByText('Order 1042 is shipped.').waitFor();
  expect(await visitor.getByText(`${first}${second}`).count()).toBe(0);
  await write('Please cancel it');
  const yes = visitor.getByRole('button', { name: 'Yes', exact: true });
  await yes.waitFor();
  await takeScreenshots(visitor, 'action-asked');
  expect(shop.requests).toHaveLength(1);
  shop.usually = { status: 200, body: '{"state":"cancelled"}' };
  await yes.click();
  await visitor.getByText('Order 1042 is cancelled.').waitFor();
  expect(await yes.count()).toBe(0);
  expect(shop.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /orders/1042?email=jane%40example.com',
    'POST /orders/1042/cancel',
  ]);

  await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' }).click();
  await staff.getByText('Order 1042 is cancelled.').first().click();
  await staff.getByText(/The assistant called cancel_order\(order: 1042\): done in \d+ ms/).waitFor();
  await staff.getByText(/The assistant called order_status\(order: 1042, email: …\): done in \d+ ms/).waitFor();
  await takeScreenshots(staff, 'action-thread');
  expect(await staff.content()).not.toContain(`${first}${second}`);
  expect(complaints).toEqual([]);
});
