/** From a draft to a reader: written at the dashboard, read without a script, found and judged in the widget, asked about. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objections } from './axe.ts';
import { callParley, eventually, launcher, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

const text = [
  'Send it back within **30 days**.',
  '## How to return it',
  '1. Print the label\n2. Take the parcel to a shop',
  '## What you get',
  '| What | When |\n| --- | --- |\n| Money | 5 days |',
].join('\n\n');

it('an article goes from a draft to its reader, and from its reader back to the team', async () => {
  const { url } = shop.stack;
  const dashboard = await shop.visit(`${url}/auth`, { viewport: { width: 1440, height: 900 } });
  const account = { email: 'ada@example.com', password: 'correct horse battery' };
  expect((await dashboard.request.post(`${url}/api/login`, { data: account })).status()).toBe(200);

  // Written, looked at, put into the help centre, published.
  await dashboard.goto(`${url}/knowledge`);
  await dashboard.getByRole('button', { name: 'Add article' }).click();
  await dashboard.getByLabel('Title').fill('Returning a grinder');
  await dashboard.getByLabel('Text', { exact: true }).fill(text);
  await dashboard.getByRole('button', { name: 'Save article' }).click();
  await dashboard.getByRole('heading', { name: 'Returning a grinder', level: 1 }).waitFor();
  const address = `${url}/help/en/returning-a-grinder`;
  expect((await dashboard.request.get(address)).status()).toBe(404);
  await dashboard.getByText('In the help centre').click();
  await dashboard.getByRole('button', { name: 'Publish', exact: true }).click();
  await dashboard.getByRole('link', { name: 'View' }).waitFor();

  // Read without a script, by everybody, in the light and in the dark.
  const reader = await shop.visit(`${url}/help/`, { javaScriptEnabled: false });
  await reader.getByRole('searchbox').fill('retruning grinder');
  await reader.getByRole('searchbox').press('Enter');
  await reader.getByRole('link', { name: /^Returning a grinder/ }).click();
  await reader.getByRole('heading', { name: 'Returning a grinder', level: 1 }).waitFor();
  expect(reader.url()).toBe(address);
  expect(await reader.locator('script').count()).toBe(0);
  await reader.getByRole('button', { name: 'Yes' }).click();
  await reader.getByText('Thanks for your feedback.').waitFor();
  await reader.context().close();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await shop.visit(address, { colorScheme });
    expect(await objections(page, true)).toEqual([]);
    await page.goto(`${url}/help/en/`);
    expect(await objections(page, true)).toEqual([]);
    await page.context().close();
  }

  // Found while typing, read and judged in the widget, and asked about in the chat.
  const { origin } = await shop.serve();
  const visitor = await shop.visit(origin);
  await launcher(visitor).click();
  await visitor.getByRole('button', { name: 'Help', exact: true }).click();
  await visitor.getByRole('searchbox').pressSequentially('grindr');
  await visitor.getByRole('button', { name: /^Returning a grinder/ }).click();
  await visitor.getByRole('heading', { name: 'How to return it' }).waitFor();
  expect(await objections(visitor)).toEqual([]);
  await visitor.getByRole('button', { name: 'No' }).click();
  await visitor.getByText('Thanks for your feedback.').waitFor();
  await visitor.getByRole('button', { name: 'Send us a message' }).click();
  await write(visitor, 'The label does not print');
  const { id } = await shop.conversationWith('The label does not print');
  const read = await eventually(async () => {
    const profile = await (await dashboard.request.get(`${url}/api/conversations/${id}/visitor`)).json();
    return profile.readArticle ?? undefined;
  }, 'what the visitor had read');
  expect(read).toMatchObject({ title: 'Returning a grinder' });

  // From the page's own script, over a chat that is open.
  await callParley(visitor, 'openArticle', 'returning-a-grinder');
  await visitor.getByRole('heading', { name: 'Returning a grinder' }).waitFor();
  expect(shop.complaints).toEqual([]);

  await dashboard.goto(`${url}/conversations?selected=${id}`);
  await dashboard.getByRole('link', { name: 'Returning a grinder' }).waitFor();
  // And what was learned: of one address and browser the last word counts.
  await dashboard.getByRole('link', { name: 'Returning a grinder' }).click();
  await dashboard.getByText('Helpful: 0. Not helpful: 1.').waitFor();
});
