/** An installation's first hour, and what a lead sees from then on: docs/product.md#first-run, #home. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dashboard, hasFocus, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard({ seeded: false });
  page = await dashboard.open({ permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(() => dashboard?.stop());

const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const isDone = (name: string) => step(`${name}, done`).waitFor();
const isToDo = (name: string) => step(`${name}, to do`).waitFor();
const post = async (path: string, data: object) => {
  const answer = await page.request.post(dashboard.stack.url + path, { data });
  expect(answer.ok()).toBe(true);
};
/** A page of the website asks for the widget. */
const visit = async (): Promise<{ team: { isOnline: boolean } }> => {
  const answer = await fetch(`${dashboard.stack.url}/api/visitor/config`, { headers: { origin: 'http://localhost' } });
  return (await answer.json()) as { team: { isOnline: boolean } };
};

it('the user who makes the first account is online, and the widget shows that the team is', async () => {
  await page.goto(`${dashboard.stack.url}/auth`);
  await page.getByLabel('Full name').fill('Ada Moreau');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
  await page.getByText('Get started').waitFor();
});

it('the overview of an empty organisation shows “–” and one way on, and no chart', async () => {
  const card = (label: string) =>
    page
      .locator('div')
      .and(page.getByText(label, { exact: true }))
      .locator('..');
  for (const label of ['Longest wait', 'Median first reply', 'First reply, 90th percentile'])
    await card(label).getByText('–', { exact: true }).waitFor();
  await card('Waiting now').getByText('0', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Set up the widget' }).waitFor();
  expect(await page.getByRole('table', { name: 'Conversations by hour' }).count()).toBe(0);
});

it('the empty inbox is a list of what is to do, which ticks itself and goes when all is done', async () => {
  await page.goto(`${dashboard.stack.url}/conversations`);
  await page.getByText('No conversations yet').waitFor();
  for (const name of ['Add your website', 'Copy the embed code', 'See the first visit', 'Invite a colleague'])
    await isToDo(name);
  await isToDo('Set up the assistant or mail');

  await post('/api/websites', { domain: 'localhost' });
  await isDone('Add your website');

  await isToDo('Send yourself a test message');
  await step('Send yourself a test message').getByRole('link').click();
  const sends = page.getByRole('button', { name: 'Send a test message' });
  await expect.poll(() => hasFocus(sends)).toBe(true);
  await page.goBack();

  await step('Copy the embed code').getByRole('link').click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await page.getByText('Copied!').waitFor();
  await page.getByRole('link', { name: 'Conversations', exact: true }).first().click();
  await isDone('Copy the embed code');

  await page.getByText('Waiting for the first visit…').waitFor();
  await expect.poll(async () => (await visit()).team.isOnline).toBe(true);
  await page.getByText('Seen on localhost').waitFor();
  await isDone('See the first visit');

  await step('Invite a colleague').getByRole('link').click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('button', { name: 'Copy invitation link' }).waitFor();
  await page.goto(`${dashboard.stack.url}/conversations`);
  await isDone('Invite a colleague');

  await isToDo('Choose what your team can do');
  await step('Choose what your team can do').getByRole('link').click();
  await page.getByText('Set how long conversations are kept').waitFor();
  await page.getByRole('link', { name: 'Conversations', exact: true }).first().click();
  await isDone('Choose what your team can do');

  await isDone('Send yourself a test message');
  await post('/api/settings', { aiConfig: { enabled: true } });
  await page.getByText('Get started').waitFor({ state: 'detached' });
  await page.getByText('No conversations yet').waitFor();
  await post('/api/settings', { aiConfig: { enabled: false } });
  await isToDo('Set up the assistant or mail');
});

it('goes with the first conversation; the overview counts who waits, and measures the first answer, live', async () => {
  await page.goto(dashboard.stack.url);
  const card = (label: string) =>
    page
      .locator('div')
      .and(page.getByText(label, { exact: true }))
      .locator('..');
  await page.getByText('Get started').waitFor();
  const id = await dashboard.arrive('Is anyone there?');
  await card('Waiting now').getByText('1', { exact: true }).waitFor();
  await page.getByText('Get started').waitFor({ state: 'detached' });
  expect(await card('Longest wait').getByRole('link').getAttribute('href')).toBe(`/conversations?selected=${id}`);
  const hours = page.getByRole('table', { name: 'Conversations by hour' });
  await hours.waitFor({ state: 'attached' });
  expect(await hours.getByRole('row').count()).toBe(25);

  await post('/api/messages', { conversationId: id, content: 'I am.' });
  await card('Waiting now').getByText('0', { exact: true }).waitFor();
  await card('Median first reply')
    .getByText(/^\d+(s|\.\dm)$/)
    .waitFor();
  await page.getByRole('img', { name: /Median first reply, on each of the last 30 days/ }).waitFor();
});

it('an integration explains what is missing before it is tested, and no more once it is entered', async () => {
  await page.goto(`${dashboard.stack.url}/integrations`);
  await page.getByText('Still missing: SMTP host, From email.').waitFor();
  await page.getByLabel('SMTP host').fill('mail.example.com');
  await page.getByText('Still missing: From email.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goto(`${dashboard.stack.url}/integrations?tab=trello`);
  await page.getByText('Still missing: API key, Token, Board ID.').waitFor();
  await page.goto(`${dashboard.stack.url}/integrations?tab=slack`);
  await page.getByText('Still missing: Webhook URL.').waitFor();
});

it('keeps a half-written article and webhook while another screen is open', async () => {
  const away = async () => {
    await page.getByRole('link', { name: 'Representatives', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Representatives', level: 1 }).waitFor();
    await page.goBack();
  };
  await page.goto(`${dashboard.stack.url}/integrations?tab=ai`);
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/in');
  await away();
  await expect.poll(() => page.getByRole('textbox', { name: 'Address' }).inputValue()).toContain('hooks.example.com');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('');
  await page.goto(`${dashboard.stack.url}/knowledge`);
  await page.getByRole('button', { name: 'Add article' }).click();
  await page.getByLabel('Title').fill('Opening hours');
  await away();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Opening hours');
  await page.getByLabel('Text', { exact: true }).fill('From nine to five');
  await page.getByRole('button', { name: 'Save article' }).click();
  await page.getByRole('heading', { name: 'Opening hours', level: 1 }).waitFor();
  await page.getByLabel('Title').fill('Opening hours in summer');
  await away();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Opening hours in summer');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('Opening hours');
});
