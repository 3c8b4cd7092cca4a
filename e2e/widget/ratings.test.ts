/** Ratings in a real browser: the question in the open widget, and the page behind a mail's link. */
import type { Conversation } from '@parley/contracts/entities';
import type { Rating } from '@parley/contracts/ratings/ratings';
import { ratingUrl } from '@parley/core/ratings/links';
import { createSecrets } from '@parley/service/secrets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop, write } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ workers: 1 });
  await shop.set({ ratingConfig: { enabled: true, pauseDays: 0 } });
});
afterAll(async () => {
  await shop?.stop();
});

const conversation = (id: string): Promise<Conversation> =>
  shop.stack.call('GET', `/api/conversations/${id}`, { as: shop.admin });

it('a visitor rates a closed conversation with a reason and a comment, and writing again takes the question away', async () => {
  const { page, id } = await shop.talking('Where is my parcel?');
  await shop.answer(id, 'It comes today.');
  await page.getByText('It comes today.').waitFor();
  await shop.close(id);
  const card = page.locator('.panel .rating');
  await card.getByRole('button', { name: '2 of 5' }).click();
  await card.getByRole('status').getByText('Thank you').waitFor();
  await expect.poll(async () => (await conversation(id)).rating).toBe('2');
  await card.getByRole('button', { name: 'Took too long' }).click();
  await card.getByRole('textbox', { name: 'Comment' }).fill('Two days!');
  await card.getByRole('button', { name: 'Send' }).click();
  await card.getByRole('textbox').waitFor({ state: 'hidden' });
  const activities = await shop.stack.call<{ after: { rated?: object } }[]>(
    'GET',
    `/api/conversations/${id}/activities?limit=50`,
    { as: shop.admin },
  );
  expect(activities.findLast(({ after }) => after.rated)?.after.rated).toEqual({
    score: 2,
    reasons: ['slow'],
    comment: 'Two days!',
  });
  await page.reload();
  await page.locator('button.launcher').click();
  expect(await card.getByRole('button', { name: '2 of 5' }).getAttribute('aria-pressed')).toBe('true');
  await write(page, 'One more thing');
  await card.waitFor({ state: 'detached' });
});

it('the page behind a link stores what its button sends, by keyboard too, and opening it stores nothing', async () => {
  const { page: chat, id } = await shop.talking('Do you repair grinders?');
  await shop.answer(id, 'We do.');
  await chat.getByText('We do.').waitFor();
  await shop.close(id);
  await chat.locator('.panel .rating').waitFor();
  const [rating] = await shop.stack.call<Rating[]>('GET', `/api/ratings?conversationId=${id}&limit=1`, {
    as: shop.admin,
  });
  const secrets = createSecrets({ APP_SECRET: shop.stack.env.APP_SECRET ?? '' });
  const link = ratingUrl({ secrets, publicUrl: shop.stack.url }, rating?.id ?? '');
  for (let each = 0; each < 3; each += 1) await fetch(`${link}&score=5`);
  expect((await conversation(id)).rating).toBe('none');
  const page = await shop.visit(`${link}&score=5`, { viewport: { width: 390, height: 844 } });
  expect(await page.getByText('Friendly', { exact: true }).isVisible()).toBe(true);
  await page.getByRole('radio', { name: '5 of 5' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('checkbox', { name: 'Quick answer' }).check({ force: true });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').getByText('Thank you').waitFor();
  expect((await conversation(id)).rating).toBe('4');
});

it('never makes a page complain', () => {
  expect(shop.complaints).toEqual([]);
});
