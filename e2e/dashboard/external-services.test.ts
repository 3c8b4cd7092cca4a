/** External services as a representative sees them: a model that answers, a channel that fails, the documentation. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { ada, type Dashboard, expectToast, hasFocus, openDashboard } from './dashboard.ts';

// The first is longer than a line.
const suggestions = [
  `It left us this morning. ${'It will be with you soon. '.repeat(6).trim()}`,
  'Should I look it up for you?',
  'Please tell me the number.',
];

let dashboard: Dashboard;
let model: ModelServer;
let slack: Endpoint;
let page: Page;

beforeAll(async () => {
  [model, slack] = await Promise.all([startModelServer(), startEndpoint()]);
  dashboard = await openDashboard({
    env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test', RETRY_WAIT_SCALE: '0' },
  });
  page = await dashboard.signIn(ada);
  await set({ aiConfig: { enabled: true } });
});
afterAll(async () => {
  await dashboard?.stop();
  await Promise.all([model?.close(), slack?.close()]);
});

async function set(data: Record<string, Record<string, unknown>>): Promise<void> {
  const response = await page.request.post(`${dashboard.stack.url}/api/settings`, { data });
  expect(response.status()).toBe(200);
}

describe('the assistant', () => {
  it('is seen writing, sentence by sentence, and its answer is there once when it is done', async () => {
    // Nothing of it has to stand anywhere.
    const answer =
      'Hello, and thank you for your message. Please tell me what you would like to know. I am glad to help you.';
    model.usually = ({ tools }) =>
      tools?.length
        ? { text: answer, firstMs: 1_500, pieceMs: 250 }
        : { text: JSON.stringify({ suggestions: suggestions.map((text) => ({ text, source: null })) }) };
    const visitor = await dashboard.visitor();
    await visitor.write('Hello, is anybody there?');
    await page.goto(`${dashboard.stack.url}/conversations?selected=${await visitor.conversationId()}`);
    const log = page.getByRole('log');
    const writing = log.locator('[data-sender=ai]').filter({ hasText: 'writing…' });
    await writing.getByText(/^Hello, and thank you/).waitFor();
    const early = (await writing.locator('[dir=auto]').textContent()) ?? '';
    expect(answer.startsWith(early.trim())).toBe(true);
    expect(early.length).toBeLessThan(answer.length);
    await expect
      .poll(async () => ((await writing.locator('[dir=auto]').textContent()) ?? '').length)
      .toBeGreaterThan(early.length);
    await log.getByText(answer, { exact: true }).waitFor();
    await writing.waitFor({ state: 'detached' });
    expect(await log.getByText(answer, { exact: true }).count()).toBe(1);
    await log.getByText('AI Assistant', { exact: true }).waitFor();
  });

  it('falls silent when a representative takes over, and its suggestions go into the composer by their number', async () => {
    model.usually = ({ tools }) =>
      tools?.length
        ? { text: 'Orders can be changed until they are packed. '.repeat(60), pieceMs: 200 }
        : { text: JSON.stringify({ suggestions: suggestions.map((text) => ({ text, source: null })) }) };
    const visitor = await dashboard.visitor();
    await visitor.write('Has my order been sent?');
    await page.goto(`${dashboard.stack.url}/conversations?selected=${await visitor.conversationId()}`);
    const log = page.getByRole('log');
    // A client that joins during the reply has its beginning within a second.
    await log.getByText(/^Orders can be changed/).waitFor();
    const before = model.aborted;
    await page.getByRole('button', { name: 'Take Over' }).click();
    await page.getByText('Manual Mode').waitFor();
    await log.getByText('writing…').waitFor({ state: 'detached' });
    await expect.poll(() => model.aborted).toBe(before + 1);

    const panel = page.getByRole('region', { name: 'AI Suggested Responses' });
    const composer = page.getByRole('textbox', { name: 'Message' });
    for (const [index, text] of suggestions.entries()) {
      await panel.getByRole('button', { name: text }).waitFor();
      await page.keyboard.press(String(index + 1));
      await expect.poll(() => composer.inputValue()).toBe(text);
      // In a text field, digits are text.
      await page.keyboard.type(' 1');
      expect(await composer.inputValue()).toBe(`${text} 1`);
      await composer.fill('');
      await page.keyboard.press('Escape');
    }
    // Requesting others by the button keeps the focus on it, and the panel its height.
    const refresh = panel.getByRole('button', { name: 'Refresh' });
    const height = (await panel.boundingBox())?.height;
    let answer = (): void => undefined;
    await page.route('**/ai-suggestions', async (route) => {
      await new Promise<void>((answered) => (answer = answered));
      await route.continue();
    });
    await refresh.focus();
    await page.keyboard.press('Enter');
    await panel.getByText('Generating suggestions...').waitFor();
    expect((await panel.boundingBox())?.height).toBe(height);
    answer();
    await panel.getByRole('button', { name: suggestions[0] ?? '' }).waitFor();
    expect(await hasFocus(refresh)).toBe(true);
    await page.unroute('**/ai-suggestions');

    await page.keyboard.press('2');
    await composer.press('Enter');
    await log.getByText(suggestions[1] ?? '', { exact: true }).waitFor();
    expect(await log.getByText(/Orders can be changed/).count()).toBe(0);
  });

  it('is asked no more for a conversation that is left: a slow model holds up nothing else', async () => {
    model.usually = { text: 'Hello.' };
    const visitor = await dashboard.visitor();
    await visitor.write('Anybody there?');
    await page.goto(`${dashboard.stack.url}/conversations?selected=${await visitor.conversationId()}`);
    await page.route('**/ai-suggestions', () => undefined);
    await page.getByRole('button', { name: 'Take Over' }).click();
    await page.getByText('Generating suggestions...').waitFor();
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/ai-suggestions'));
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await given;
    await page.unroute('**/ai-suggestions');
  });
});

describe('a channel that fails', () => {
  it('is shown on Integrations with the other side’s words, and the button tries again', async () => {
    model.usually = { text: 'Hello.' };
    slack.usually = { status: 404, body: 'no_service' };
    await set({ slackConfig: { enabled: true, webhookUrl: `${slack.url}/hook`, channel: '#support' } });
    const visitor = await dashboard.visitor('kim@example.com');
    await visitor.write('Hello Slack');
    await page.goto(`${dashboard.stack.url}/integrations?tab=slack`);
    const deliveries = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Deliveries' }) });
    // The demo's waiting customers cause reminders too; this is about the new one.
    const notice = deliveries.getByRole('listitem').filter({ hasText: 'New conversation' });
    const posts = () => slack.requests.filter(({ body }) => body.includes('Hello Slack')).length;
    await notice.getByText('failed', { exact: true }).waitFor();
    await notice.getByText(/no_service/).waitFor();
    await notice.getByText('answered 404: no_service').waitFor();
    await deliveries.getByText(/^Last delivery failed: ./).waitFor();
    const card = page.getByRole('tab', { name: /^Slack/ });
    await card.getByText(/^\d+ failed$/).waitFor();

    slack.usually = { status: 200, body: 'ok' };
    const before = posts();
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expectToast(page, 'Delivery queued again');
    await notice.getByText('delivered', { exact: true }).waitFor();
    expect(await notice.getByText('failed', { exact: true }).count()).toBe(0);
    expect(posts()).toBe(before + 1);
  });
});

describe('the documentation', () => {
  it('opens inside the product, at the chapter of the integration', async () => {
    for (const [tab, chapter] of [
      ['Email', 'Email out'],
      ['Slack', 'Slack'],
      ['Boards', 'Boards'],
      ['Trello', 'Trello'],
      ['AI Assistant', 'AI assistant'],
    ] as const) {
      await page.goto(`${dashboard.stack.url}/integrations`);
      await page.getByRole('tab', { name: tab }).click();
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('tabpanel', { name: tab }).getByRole('link', { name: 'Documentation' }).click(),
      ]);
      await opened.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor();
      expect(new URL(opened.url()).pathname).toBe('/docs/integrations');
      const heading = opened.getByRole('heading', { name: chapter, level: 2, exact: true });
      await heading.waitFor();
      await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
      await expect.poll(async () => (await heading.boundingBox())?.y ?? 1e6).toBeLessThan(400);
      expect(await opened.getByRole('navigation').first().isVisible()).toBe(true);
      await opened.close();
    }
  });

  it('reads as a page: no leftover markup, nothing wider than a phone', async () => {
    const phone = await dashboard.signIn(ada, { viewport: { width: 390, height: 844 } });
    await phone.goto(`${dashboard.stack.url}/docs/integrations`);
    const article = phone.getByRole('article');
    await article.getByRole('heading', { level: 1 }).waitFor();
    const prose = await article.evaluate((element) =>
      [...element.querySelectorAll('p, li, td, th, h1, h2, h3')].map((each) => {
        const copy = each.cloneNode(true) as Element;
        for (const code of copy.querySelectorAll('code')) code.remove();
        return copy.textContent ?? '';
      }),
    );
    expect(prose.filter((text) => /\*|`|\]\(|^#|\|\s*-|<http/.test(text))).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
