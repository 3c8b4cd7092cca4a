/** Copilot features for representatives: a summary, a rewritten text, a tag, an answer, two languages. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelBehaviour, type ModelRequest, type ModelServer, startModelServer } from '@parley/testing/openai';
import { ada, type Dashboard, hasFocus, openDashboard, type Visitor } from './dashboard.ts';
import { publishArticle } from './publish-article.ts';

let dashboard: Dashboard;
let model: ModelServer;
let page: Page;
let visitor: Visitor;

const answering = (answer: object): ModelBehaviour => ({ text: JSON.stringify(answer) });

/** A model that does what it is asked for, by what the system role asks for. */
function answers({ messages: [system, user] }: ModelRequest): ModelBehaviour {
  const asks = (words: string): boolean => typeof system?.content === 'string' && system.content.includes(words);
  const material: unknown = JSON.parse(typeof user?.content === 'string' ? user.content : '{}');
  const text = String(Reflect.get(Object(material), 'text'));
  if (asks('Summarise'))
    return answering({
      intent: { text: 'Wants the parcel 1042.', seq: 1 },
      tried: [],
      open: [{ text: 'When it comes.', seq: 12 }],
    });
  if (asks('Rewrite')) return answering({ text: 'It will arrive on 5 May.' });
  if (asks('vocabulary')) return answering({ tags: ['Delivery'] });
  if (asks('colleague from "sources"'))
    return answering({ sentences: [{ text: 'It takes three days.', sources: [1] }] });
  if (asks('Translate messages')) {
    const given = Reflect.get(Object(material), 'messages');
    const translated = (Array.isArray(given) ? given : []).map((each: { seq: number; text: string }) => ({
      seq: each.seq,
      from: 'es',
      text: `Hello, where is my parcel? ${/\d+/.exec(each.text)?.[0] ?? ''}`,
    }));
    return answering({ messages: translated });
  }
  if (asks('literally')) return answering({ text: text.includes('no llega') ? 'It does not arrive.' : 'It arrives.' });
  if (asks('Translate the "text" from English'))
    return answering({ text: text.includes('tomorrow') ? 'Llega mañana.' : 'Hoy no llega.' });
  return { status: 500 };
}

beforeAll(async () => {
  model = await startModelServer(answers);
  dashboard = await openDashboard({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  page = await dashboard.signIn(ada);
  await page.request.post(`${dashboard.stack.url}/api/tags`, { data: { name: 'Delivery', colour: 'blue' } });
  const article = { title: 'Delivery times', content: 'A parcel takes three days within the country.' };
  await publishArticle(page.request, dashboard.stack.url, article);
  visitor = await dashboard.visitor();
  await visitor.write('Hola, ¿dónde está mi paquete 1042?');
  for (let count = 2; count <= 13; count += 1) await visitor.write(`Por favor, dígame algo (${count}).`);
  const id = await visitor.conversationId();
  await dashboard.assignTo(page, id);
  await dashboard.openThread(page, id);
});
afterAll(async () => {
  await dashboard?.stop();
  await model?.close();
});

const composer = () => page.getByRole('textbox', { name: 'Message' });

it('summarises by a key, leads to what it quotes, and proposes tags that a click puts on', async () => {
  const copilot = page.getByRole('region', { name: 'Copilot' });
  await copilot.getByRole('button', { name: 'Summarise' }).waitFor();
  await page.keyboard.press('v');
  await copilot.getByText('Wants the parcel 1042.').waitFor();
  await copilot.getByRole('button', { name: 'Go to message 1', exact: true }).click();
  await page.waitForURL(/message=1(&|$)/);
  await page.getByRole('log').getByText('¿dónde está mi paquete 1042?').waitFor();

  await copilot.getByRole('button', { name: 'Suggest tags' }).click();
  await copilot.getByRole('button', { name: 'Add tag Delivery' }).click();
  await page.locator('[data-labels]').getByText('Delivery', { exact: true }).waitFor();
  await copilot.getByRole('button', { name: 'Add tag Delivery' }).waitFor({ state: 'detached' });
});

it('rewrites what is written, shows what would change, and is undone in one step', async () => {
  const written = 'The parcel is going to arrive on 5 May I think.';
  await composer().fill('');
  await composer().pressSequentially(written);
  await page.keyboard.press('Control+j');
  const panel = page.getByRole('region', { name: 'Rewrite' });
  await expect.poll(() => hasFocus(panel)).toBe(true);
  await page.keyboard.press('1');
  await panel.locator('ins').first().waitFor();
  expect(await panel.locator('del').count()).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => composer().inputValue()).toBe('It will arrive on 5 May.');
  expect(await hasFocus(composer())).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(() => composer().inputValue()).toBe(written);
});

it('answers a question with the place where it is', async () => {
  await composer().fill('');
  await composer().blur();
  await page.keyboard.press('q');
  const dialog = page.getByRole('dialog', { name: 'Search knowledge' });
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How long does a parcel take within the country?');
  await page.keyboard.press('Enter');
  await dialog.getByText('It takes three days.').waitFor();
  await dialog.getByRole('button', { name: 'Delivery times' }).waitFor();
  await dialog.getByText('A parcel takes three days within the country.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

it('lets both sides read and write their own language, and shows a forgotten negation before it goes', async () => {
  const log = page.getByRole('log');
  await page.keyboard.press('Shift+T');
  await log.getByText('Hello, where is my parcel? 1042').waitFor();
  await log.getByRole('button', { name: 'Show the original' }).first().click();
  await log.getByText('¿dónde está mi paquete 1042?').waitFor();

  // So it is on another device of theirs, which it is told to at once when it is chosen otherwise.
  const other = await dashboard.signIn();
  await other.goto(page.url());
  await other.getByRole('log').getByText('Hello, where is my parcel? 1042').waitFor();
  const translate = (on: boolean) => other.getByRole('button', { name: 'Translate', pressed: on });
  await translate(true).waitFor();
  await page.keyboard.press('Shift+T');
  await translate(false).waitFor();
  await page.keyboard.press('Shift+T');
  await translate(true).waitFor();
  await other.context().close();

  // A new one is translated as it comes.
  await page.getByRole('button', { name: 'Newest' }).click();
  await visitor.write('¿Dónde está, por favor? 99');
  await log.getByText('Hello, where is my parcel? 99').waitFor();

  await composer().fill('It will not arrive tomorrow.');
  await composer().press('Enter');
  const preview = page.getByRole('region', { name: 'What the customer gets, in Spanish' });
  await preview.getByText('Llega mañana.').waitFor();
  await preview
    .getByRole('alert')
    .getByText(/may have been added or lost/)
    .waitFor();
  await page.keyboard.press('Escape');
  expect(await composer().inputValue()).toBe('It will not arrive tomorrow.');

  await composer().fill('It does not arrive today.');
  await composer().press('Enter');
  await preview.getByText('Hoy no llega.').waitFor();
  expect(await preview.getByRole('alert').count()).toBe(0);
  await page.keyboard.press('Enter');
  await log.getByText('It does not arrive today.').waitFor();
  await log.getByRole('button', { name: 'Show what was sent' }).click();
  await log.getByText('Hoy no llega.').waitFor();
  const id = await visitor.conversationId();
  const messages: { content: string; original?: object }[] = await (
    await page.request.get(`${dashboard.stack.url}/api/conversations/${id}/messages`)
  ).json();
  expect(messages.at(-1)).toMatchObject({
    content: 'Hoy no llega.',
    original: { language: 'en', sentIn: 'es', text: 'It does not arrive today.' },
  });
  expect(dashboard.complaints).toEqual([]);
});

it('reads in one’s own language on every device of a person’s, as soon as one of them is switched', async () => {
  const elsewhere = await dashboard.signIn(ada);
  // A conversation without another choice.
  await dashboard.openThread(elsewhere, await dashboard.arrive('¿Dónde está, por favor? 99'));
  const log = elsewhere.getByRole('log');
  await log.getByText('¿Dónde está, por favor? 99').waitFor();
  await page.goto(`${dashboard.stack.url}/settings?tab=sending`);
  const choice = page.getByRole('checkbox', { name: 'Translate conversations in other languages' });
  await choice.locator('xpath=ancestor::label').click();
  await log.getByText('Hello, where is my parcel? 99').waitFor();
  await page.reload();
  await expect.poll(() => choice.isChecked()).toBe(true);
  await choice.locator('xpath=ancestor::label').click();
  await log.getByText('¿Dónde está, por favor? 99').waitFor();
  expect(dashboard.complaints).toEqual([]);
});

it('never moves the messages below it, however late its offers and results are known', async () => {
  const id = await dashboard.arrive('¿Dónde está mi paquete 1042?');
  const { request } = page;
  const made = await request.post(`${dashboard.stack.url}/api/conversations/${id}/summary`, {
    data: { language: 'en' },
  });
  expect(made.status()).toBe(200);
  const other = await dashboard.signIn(ada);
  await other.goto(`${dashboard.stack.url}/conversations`);
  await other.getByRole('list', { name: 'Conversations' }).waitFor();
  await other.addInitScript(() => {
    const places = new Set<number>();
    Reflect.set(window, 'places', places);
    const look = (): void => {
      const message = document.querySelector('[role=log] [data-sender]');
      if (message) places.add(Math.round(message.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
  });
  for (const late of ['**/api/copilot', '**/summary?*'])
    await other.route(late, async (route) => {
      await sleep(500);
      await route.continue();
    });
  await dashboard.openThread(other, id);
  await other.getByRole('region', { name: 'Copilot' }).getByText('Wants the parcel 1042.').waitFor();
  await other.waitForLoadState('networkidle');
  expect(await other.evaluate(() => [...Reflect.get(window, 'places')])).toHaveLength(1);
  await other.context().close();
});
