/** Several conversations of one visitor: the list, its search, and what the team splits off. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop, write } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop?.stop();
});

it('a visitor starts a second conversation, and finds the first in the list by a word of it', async () => {
  const { page, id } = await shop.talking('Is the blue grinder in stock?');
  const panel = page.locator('.panel');
  await panel.getByRole('button', { name: 'Conversations', exact: true }).click();
  await panel.getByRole('button', { name: 'New conversation' }).click();
  await write(page, 'My invoice names the old firm');
  const second = await shop.conversationWith('My invoice names the old firm');
  expect(second.id).not.toBe(id);
  await panel.getByRole('button', { name: 'Conversations', exact: true }).click();
  const rows = panel.getByRole('region', { name: 'Conversations' }).locator('.talk-row');
  await expect.poll(() => rows.count()).toBe(2);
  await panel.getByRole('searchbox', { name: 'Search' }).fill('grinder');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.first().click();
  await panel.getByRole('log').getByText('Is the blue grinder in stock?').waitFor();
  expect(await panel.getByRole('log').getByText('My invoice names the old firm').count()).toBe(0);
});

it('messages that the team splits off leave the conversation, and are one of their own in the list', async () => {
  const { page, id } = await shop.talking('Where is my parcel?');
  await write(page, 'Another thing: a cup is broken');
  const panel = page.locator('.panel');
  const log = panel.getByRole('log');
  await expect.poll(() => shop.contentsOf(id)).toHaveLength(2);
  await shop.stack.call('POST', `/api/conversations/${id}/split`, {
    as: shop.admin,
    body: { fromSeq: 2, clientSplitId: crypto.randomUUID() },
  });
  await log.getByText('a cup is broken').waitFor({ state: 'detached' });
  expect(await log.getByText('Message removed').count()).toBe(0);
  await log.getByText('Where is my parcel?').waitFor();
  await panel.getByRole('button', { name: 'Conversations', exact: true }).click();
  await panel.getByRole('region', { name: 'Conversations' }).getByText('a cup is broken').click();
  await log.getByText('Another thing: a cup is broken').waitFor();
  expect(await log.getByText('Where is my parcel?').count()).toBe(0);
});

it('never makes a page complain', () => {
  expect(shop.complaints).toEqual([]);
});
