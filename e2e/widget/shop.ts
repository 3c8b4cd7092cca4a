/** Parts that every widget test needs: the stack, a website in it, and a representative who answers over the API. */
import type { Conversation, Message, Website } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings/settings';
import type { Browser, BrowserContextOptions, LaunchOptions, Page, WebSocketRoute } from 'playwright-core';
import { visitBrowser } from '../browser.ts';
import { type HostPage, type HostPageOptions, serveHostPage } from '../host-page.ts';
import { type SignedIn, type Stack, type StackOptions, startStack } from '../stack.ts';

export interface Shop {
  readonly stack: Stack;
  readonly browser: Browser;
  readonly admin: SignedIn;
  readonly website: Website;
  /** Serves a page of the website; stopped with the shop. */
  serve(options?: Partial<HostPageOptions>): Promise<HostPage>;
  /** Opens a page as a new visitor. What the page throws is collected in `complaints`. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  readonly complaints: string[];
  /** Resolves with the conversation with `content` as its newest message, as soon as there is one. */
  conversationWith(content: string): Promise<Conversation>;
  messagesOf(conversationId: string): Promise<Message[]>;
  /** Returns the messages of a conversation, in order. */
  contentsOf(conversationId: string): Promise<string[]>;
  /** Writes `first` as a visitor, and takes the conversation over as the representative. */
  talking(first: string): Promise<Talk>;
  answer(conversationId: string, content: string): Promise<Message>;
  takeOver(conversationId: string): Promise<unknown>;
  close(conversationId: string): Promise<unknown>;
  /** Changes settings, one section after the other. */
  set(sections: Partial<{ [S in keyof Settings]: Partial<Settings[S]> }>): Promise<void>;
  stop(): Promise<void>;
}

export interface Talk {
  readonly page: Page;
  /** ID of the conversation. */
  readonly id: string;
  /** Origin of the website. */
  readonly origin: string;
}

/** Answers what `read` gives as soon as it is not undefined. */
export async function eventually<T>(read: () => Promise<T | undefined>, what: string, withinMs = 60_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Lets customers be mailed, as far as the widget is told; without a worker nothing is sent. */
export const mailsCustomers = { enabled: true, useInternalEmail: true } as const;

/** Opens the website. The widget needs no worker; a test that does asks for one. */
export async function openShop(options: StackOptions = {}, launch?: LaunchOptions): Promise<Shop> {
  const [stack, { browser, leave }] = await Promise.all([
    startStack({ workers: 0, ...options, env: { SMTP_URL: 'smtp://127.0.0.1:1', ...options.env } }),
    visitBrowser(launch),
  ]);
  const admin = await stack.register({
    name: 'Ada Moreau',
    email: 'ada@example.com',
    username: 'ada',
    password: 'correct horse battery',
  });
  const website = await stack.call<Website>('POST', '/api/websites', {
    as: admin,
    body: { domain: '127.0.0.1', name: 'Northwind Coffee' },
  });
  const hosts: HostPage[] = [];
  const complaints: string[] = [];
  const shop: Shop = {
    stack,
    browser,
    admin,
    website,
    complaints,
    async serve(page = {}) {
      const host = await serveHostPage({ widgetOrigin: stack.url, ...page });
      hosts.push(host);
      return host;
    },
    async visit(url, context = {}) {
      const opened = await browser.newContext({ viewport: { width: 1100, height: 800 }, locale: 'en-GB', ...context });
      const page = await opened.newPage();
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
      await page.goto(url);
      return page;
    },
    conversationWith: (content) =>
      eventually(async () => {
        const list = await stack.call<Conversation[]>('GET', '/api/conversations', { as: admin });
        return list.find(({ lastMessage }) => lastMessage?.content === content);
      }, `a conversation with “${content}”`),
    messagesOf: (id) => stack.call('GET', `/api/conversations/${id}/messages?limit=200`, { as: admin }),
    contentsOf: async (id) => (await shop.messagesOf(id)).map(({ content }) => content),
    async talking(first) {
      const { origin } = await shop.serve();
      const page = await shop.visit(origin);
      await openChat(page);
      await write(page, first);
      const { id } = await shop.conversationWith(first);
      await shop.takeOver(id);
      return { page, id, origin };
    },
    answer: (conversationId, content) =>
      stack.call('POST', '/api/messages', {
        as: admin,
        body: { conversationId, content, senderType: 'representative', senderId: admin.user.id, messageType: 'text' },
      }),
    takeOver: (id) =>
      stack.call('POST', `/api/conversations/${id}/takeover`, {
        as: admin,
        body: { representativeId: admin.user.id },
      }),
    close: (id) => stack.call('PATCH', `/api/conversations/${id}`, { as: admin, body: { status: 'closed' } }),
    async set(sections) {
      for (const [section, changed] of Object.entries(sections))
        await stack.call('POST', '/api/settings', { as: admin, body: { [section]: changed } });
    },
    async stop() {
      await leave();
      await Promise.all(hosts.map((host) => host.stop()));
      await stack.stop();
    },
  };
  return shop;
}

/** The launcher of a page, whatever language it speaks. */
export const launcher = (page: Page) => page.locator('button.launcher');

/** Opens the chat and answers where the visitor writes. */
export async function openChat(page: Page) {
  await launcher(page).click();
  const field = page.locator('.panel[open] textarea');
  await field.waitFor();
  return field;
}

export interface Between {
  /** Says something to the widget in the gateway's place. */
  readonly toVisitor: (frame: object) => void;
  /** Breaks the connection. */
  readonly cut: () => Promise<void>;
  /** The gateway has let the widget into its conversation; from now on it says nothing that it is not asked for. */
  readonly joined: Promise<void>;
}

/** Stands between the page, before it is opened, and the gateway. */
export async function standBetween(page: Page): Promise<Between> {
  let widget: WebSocketRoute | undefined;
  const { promise: joined, resolve } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    widget = socket;
    const server = socket.connectToServer();
    socket.onMessage((frame) => server.send(frame));
    server.onMessage((frame) => {
      socket.send(frame);
      if (String(frame).includes('"type":"joined"')) resolve();
    });
  });
  return {
    toVisitor: (frame) => widget?.send(JSON.stringify(frame)),
    cut: async () => widget?.close({ code: 4000 }),
    joined,
  };
}

/** Writes and sends. */
export async function write(page: Page, content: string): Promise<void> {
  const field = page.locator('.panel[open] textarea');
  await field.fill(content);
  await field.press('Enter');
}

/** Calls the widget as the page's own script would: `Parley.name(...given)`. */
export const callParley = (page: Page, name: string, ...given: unknown[]): Promise<unknown> =>
  page.evaluate(([call, values]) => Reflect.apply(Reflect.get(Reflect.get(window, 'Parley'), call), null, values), [
    name,
    given,
  ] as const);
