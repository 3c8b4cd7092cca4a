/** A whole conversation with a customer on Telegram, from the bot's token to its end. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { startTelegram, type TelegramServer } from '@parley/testing/telegram';
import { type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let telegram: TelegramServer;
let model: ModelServer;
let page: Page;

// Limits are for machines that are busy.
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  [telegram, model] = await Promise.all([startTelegram(), startModelServer()]);
  dashboard = await openDashboard({
    env: { CHANNEL_API_URLS: `telegram=${telegram.url}`, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' },
  });
  page = await dashboard.signIn();
});
afterAll(async () => {
  await dashboard?.stop();
  await Promise.all([telegram?.close(), model?.close()]);
});

const jane = { id: 42, first_name: 'Jane', last_name: 'Doe', username: 'janedoe' };
const texts = (): string[] => telegram.sent.filter(({ chat }) => chat === jane.id).map(({ text }) => text);
const thread = () => page.getByRole('log');
const panel = () => page.getByRole('complementary', { name: 'Visitor' });

it('is set up with a token and a website, and the test shows the bot’s name', async () => {
  await page.goto(`${dashboard.stack.url}/integrations?tab=telegram`);
  await page.getByLabel('Bot token').fill(telegram.token);
  await page.getByLabel('Website', { exact: true }).selectOption({ index: 1 });
  await page.getByText('Enable Telegram').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Integration updated');
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/integrations/test/telegram'));
  await page.getByRole('button', { name: 'Test Telegram' }).click();
  expect(((await (await answer).json()) as { message: string }).message).toContain('Shop (@shop_bot) works for');
  await expectToast(page, 'Telegram integration is working properly.');
  // The token is a secret from here on.
  await page.reload();
  await expect.poll(() => page.getByLabel('Bot token').inputValue()).toBe('••••••••');
});

it('is a conversation like any other: asked, answered, edited, closed, and open again', async () => {
  telegram.writes(jane, '/start');
  await expect.poll(texts, { timeout: 60_000 }).toHaveLength(1);
  const asked = telegram.writes(jane, 'Do you have plats in blue?');
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByText('Do you have plats in blue?').first().click({ timeout: 60_000 });
  await thread().getByText('Do you have plats in blue?').waitFor();
  telegram.delivers({
    edited_message: {
      message_id: asked,
      from: jane,
      chat: { id: jane.id, type: 'private' },
      text: 'Do you have plates?',
    },
  });
  await thread().getByText('Edited “Do you have plats in blue?”:').waitFor({ timeout: 60_000 });
  await dashboard.assignTo(page, new URL(page.url()).searchParams.get('selected') ?? '');
  await page.getByRole('textbox', { name: 'Message' }).fill('Yes, in three sizes.');
  await page.keyboard.press('Enter');
  await expect.poll(texts, { timeout: 60_000 }).toContain('Ada Moreau:\nYes, in three sizes.');
  telegram.writes(jane, 'Thank you!');
  await thread().getByText('Thank you!').waitFor({ timeout: 60_000 });
});

it('shows who the customer is there, and what does not reach them', async () => {
  if (!(await panel().isVisible())) await page.getByRole('button', { name: 'Visitor details' }).click();
  await panel().getByText('@janedoe').waitFor();
  await panel().getByText('Telegram doesn’t report what was read').waitFor();
  telegram.blockedBy.add(jane.id);
  await page.getByRole('textbox', { name: 'Message' }).fill('Anything else?');
  await page.keyboard.press('Enter');
  await panel().getByText('Blocked us').waitFor({ timeout: 60_000 });
  await panel().getByText('1 message wasn’t delivered').click();
  await page.getByText('Forbidden: bot was blocked by the user').first().waitFor();
});

it('tells a group of the team of hand-offs, once it has said what it is called', async () => {
  const group = { id: -100_555, type: 'supergroup', title: 'Desk' };
  const inGroup = (): string[] => telegram.sent.filter(({ chat }) => chat === group.id).map(({ text }) => text);
  telegram.delivers({ message: { message_id: 9, from: jane, chat: group, text: '/team' } });
  await expect.poll(inGroup, { timeout: 60_000 }).toHaveLength(1);
  const [, id = ''] = /ID is (-\d+)\./.exec(inGroup()[0] ?? '') ?? [];
  await page.goto(`${dashboard.stack.url}/integrations?tab=telegram`);
  await page.getByLabel('Team group').fill('the desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Team group').and(page.locator('[aria-invalid="true"]')).waitFor();
  await page.getByLabel('Team group').fill(id);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Integration updated');
  const before = inGroup().length;
  await page.getByRole('button', { name: 'Test Telegram' }).click();
  await expect.poll(() => inGroup().length, { timeout: 60_000 }).toBeGreaterThan(before);
  await page.request.post(`${dashboard.stack.url}/api/settings`, {
    data: { aiConfig: { enabled: true, autoHandoff: true } },
  });
  const visitor = await dashboard.visitor();
  await visitor.write('I want to talk to a human, please.');
  const link = `/conversations?selected=${await visitor.conversationId()}`;
  // Conversations of the demo may be told of too.
  const told = () => inGroup().find((text) => text.includes(link));
  await expect.poll(told, { timeout: 60_000 }).toContain('I want to talk to a human, please.');
  expect(dashboard.complaints).toEqual([]);
});
