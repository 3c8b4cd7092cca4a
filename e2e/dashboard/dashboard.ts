/**
 * Parts shared by the dashboard's browser tests: a stack with the demo organisation, signed-in pages, and a visitor.
 */
import { seedDemo } from '@parley/core/demo/seed';
import { quickHash } from '@parley/core/testing';
import { createDatabase } from '@parley/db/database';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { visitBrowser } from '../browser.ts';
import { recordPage } from '../page-log.ts';
import { type Stack, startStack } from '../stack.ts';

export const ada = { email: 'ada@parley.example', password: 'parley-demo', name: 'Ada Moreau' };
export const ben = { email: 'ben@parley.example', password: 'parley-demo', name: 'Ben Okafor' };

export interface Visitor {
  write(content: string): Promise<void>;
  conversationId(): Promise<string>;
  /** Says who they are, as the widget asks outside business hours. */
  introduce(email: string): Promise<void>;
}

export interface Dashboard {
  stack: Stack;
  browser: Browser;
  /** Faults in all pages: uncaught errors and failed content policies. */
  complaints: string[];
  /** A page in a browser profile of its own, not signed in. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page signed in over the API. */
  signIn(person?: { email: string; password: string }, options?: BrowserContextOptions): Promise<Page>;
  /** Opens the website `localhost` as a visitor. */
  visitor(email?: string): Promise<Visitor>;
  /** Sends this as a new visitor; returns the ID of the conversation. */
  arrive(content: string): Promise<string>;
  /** Shows a conversation on a signed-in page. */
  openThread(page: Page, conversationId: string): Promise<void>;
  /** Switches the assistant, which has no model, on or off; off to begin with. */
  switchAssistant(page: Page, enabled: boolean): Promise<void>;
  /** Assigns a conversation to the user of the page. */
  assignTo(page: Page, conversationId: string): Promise<void>;
  stop(): Promise<void>;
}

async function newVisitor(url: string, email: string | undefined): Promise<Visitor> {
  const origin = 'http://localhost';
  const headers = (token?: string) => ({
    'content-type': 'application/json',
    origin,
    ...(token && { authorization: `Bearer ${token}` }),
  });
  const call = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: headers(token),
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const user = email ? { user: { email } } : {};
  const session = await call('/api/visitor/session', { page: { url: `${origin}/`, title: 'Shop' }, ...user });
  const { token } = session as { token: string };
  let id = '';
  return {
    async write(content) {
      const message = await call('/api/visitor/messages', { content, clientMessageId: crypto.randomUUID() }, token);
      id = (message as { conversationId: string }).conversationId;
    },
    conversationId: () => Promise.resolve(id),
    async introduce(address) {
      const response = await fetch(`${url}/api/visitor`, {
        method: 'PATCH',
        headers: headers(token),
        body: JSON.stringify({ email: address }),
      });
      expect(response.status).toBe(204);
    },
  };
}

export interface DashboardOptions {
  /** False leaves the organisation empty. */
  seeded?: boolean;
  /** Adds the teams, rules, reviews and topics of the demo. */
  withShowcase?: boolean;
  /** More environment for the services. */
  env?: Record<string, string>;
  /** Opens a browser of its own, as people have it: the headless one has no notifications. */
  isWhole?: boolean;
}

/** Starts everything. */
export async function openDashboard({
  seeded = true,
  withShowcase = false,
  env = {},
  isWhole = false,
}: DashboardOptions = {}): Promise<Dashboard> {
  const [stack, { browser, leave }] = await Promise.all([startStack({ env }), visitBrowser(isWhole ? {} : undefined)]);
  if (seeded) {
    const database = createDatabase(stack.database.url, { max: 1 });
    await seedDemo(database, stack.url, { withShowcase });
    await database
      .updateTable('users')
      .set({ passwordHash: await quickHash(ada.password) })
      .execute();
    await database.destroy();
  }
  const complaints: string[] = [];
  const open: Dashboard['open'] = async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      // Its requests would pass by the routes of a test.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(60_000);
    // A closed conversation stays on the screen, so that a test sees what became of it; the cards of the home page stay
    // open past midnight.
    await context.addInitScript(() => {
      // A sandboxed frame has no storage.
      if (window === window.top)
        localStorage['parley.preferences'] ??= JSON.stringify({ openNext: false, systemOverview: 'open' });
    });
    const page = await context.newPage();
    recordPage(page);
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    return page;
  };
  return {
    stack,
    browser,
    complaints,
    open,
    async signIn({ email, password } = ada, options = {}) {
      const page = await open(options);
      const response = await page.request.post(`${stack.url}/api/login`, { data: { email, password } });
      expect(response.status()).toBe(200);
      return page;
    },
    visitor: (email) => newVisitor(stack.url, email),
    async arrive(content) {
      const visitor = await newVisitor(stack.url, undefined);
      await visitor.write(content);
      return visitor.conversationId();
    },
    async openThread(page, conversationId) {
      await page.goto(`${stack.url}/conversations?selected=${conversationId}`);
      await page.getByRole('log').waitFor();
    },
    async switchAssistant(page, enabled) {
      const answer = await page.request.post(`${stack.url}/api/settings`, { data: { aiConfig: { enabled } } });
      expect(answer.status()).toBe(200);
    },
    async assignTo(page, conversationId) {
      const me = await (await page.request.get(`${stack.url}/api/user`)).json();
      const address = `${stack.url}/api/conversations/${conversationId}`;
      const answer = await page.request.patch(address, { data: { assignedRepresentativeId: me.id } });
      expect(answer.status()).toBe(200);
    },
    async stop() {
      await leave();
      await stack.stop();
    },
  };
}

/**
 * Renews the proof that is required ten minutes after signing in, so that the next action isn't interrupted however
 * slow the machine is.
 */
export async function proveAgain(page: Page, { password } = ada): Promise<void> {
  const answer = await page.request.post(new URL('/api/step-up', page.url()).href, { data: { password } });
  expect(answer.status()).toBe(204);
}

/** Waits for a toast with these words, then closes it so that the next one is its own. */
export async function expectToast(page: Page, ...words: (string | RegExp)[]): Promise<void> {
  const region = page.locator('[data-toast-region]');
  for (const each of words) await region.getByText(each, { exact: true }).waitFor();
  await region.getByRole('button', { name: 'Close' }).click();
  await region.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
}

/** Chooses what stands behind the menu of the open conversation. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Has an element the focus? */
export const hasFocus = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element === document.activeElement);

/** How many pixels of the thread lie below what is in view. */
export const fromEnd = (page: Page): Promise<number> =>
  page.getByRole('log').evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));
