/**
 * Service worker of the dashboard: shows push notifications, opens the app without a network, and takes what other apps
 * share. It has no imports at run time and at most 6 kB. API calls never pass through it.
 */
import type { PushMessage, PushNotice } from '@parley/contracts/users/push';
import type { FromWorker, ToWorker } from '../src/loading/worker-messages.ts';

declare const self: ServiceWorkerGlobalScope & {
  navigator: { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
};
/** Hash of the build, written by vite/service-worker.ts. */
declare const VERSION: string;

const shell = `parley-shell-${VERSION}`;
const shared = 'parley-shared';
/** Milliseconds after which the stored page is shown in place of one that doesn't come. */
const pagePatience = 8_000;
/** Paths that the dashboard doesn't draw. */
const others = /^\/(api|help|demo|widget|ws|documentation)([./]|$)/;

self.addEventListener('install', (event) => {
  // Without the shell there are still notifications.
  event.waitUntil(storeShell().catch(() => undefined));
});

async function storeShell(): Promise<void> {
  const response = await fetch('/shell.json', { cache: 'no-cache' });
  const files: string[] = await response.json();
  const cache = await caches.open(shell);
  // Those in the folder have a hash in their name.
  await cache.addAll(
    files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })),
  );
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('parley-shell-') && name !== shell) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || others.test(url.pathname)) return;
  if (request.method === 'POST' && url.pathname === '/share') event.respondWith(takeShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (url.pathname.startsWith('/assets/') || url.pathname === '/boot.js') event.respondWith(file(request));
});

/** The page from the network, so that a faulty one never stays; the stored one without a network. */
async function page(event: FetchEvent): Promise<Response> {
  const fresh = Promise.resolve<Response | undefined>(event.preloadResponse).then(
    (preloaded) => preloaded ?? fetch(event.request),
  );
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, pagePatience));
  const response = await Promise.race([fresh, late]).catch(() => undefined);
  if (response && response.status < 500) return response;
  return (await caches.match('/', { cacheName: shell })) ?? fresh;
}

/** Files with a hash in their name come from the browser's cache or the network, and are stored. */
async function file(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) {
      const copy = response.clone();
      const cache = await caches.open(shell);
      if (!(await cache.match(request))) await cache.put(request, copy);
    }
    return response;
  } catch (error) {
    const stored = await caches.match(request);
    if (stored) return stored;
    throw error;
  }
}

/** Keeps what another app shares until the page has asked which conversation gets it. */
async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  await caches.delete(shared);
  const cache = await caches.open(shared);
  const words = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value ? [value] : [];
  });
  await cache.put('/shared/text', new Response(words.join('\n')));
  for (const [index, each] of form.getAll('files').entries()) {
    if (typeof each === 'string') continue;
    const headers = { 'content-type': each.type, 'x-name': encodeURIComponent(each.name) };
    await cache.put(`/shared/${index}`, new Response(each, { headers }));
  }
  return Response.redirect('/conversations?shared=1', 303);
}

self.addEventListener('push', (event) => {
  const message: PushMessage | undefined = event.data?.json();
  if (message) event.waitUntil(message.type === 'read' ? close(message.tags, message.unread) : show(message));
});

async function show(notice: PushNotice): Promise<void> {
  const { tag, title, body, language, actions, unread } = notice;
  const options = { tag, body, lang: language, renotify: true, actions, data: notice };
  await self.registration.showNotification(title, { ...options, icon: '/icons/192.png', badge: '/icons/badge.png' });
  await badge(unread);
  for (const client of await pages()) tell(client, { type: 'shown', tag });
}

const badge = async (unread: number): Promise<void> =>
  unread > 0 ? self.navigator.setAppBadge?.(unread) : self.navigator.clearAppBadge?.();

async function close(tags: readonly string[] | undefined, unread: number): Promise<void> {
  for (const shown of await self.registration.getNotifications()) if (!tags || tags.includes(shown.tag)) shown.close();
  await badge(unread);
}

const pages = async (): Promise<readonly WindowClient[]> => {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => !others.test(new URL(url).pathname));
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker reaches pages of its own origin alone
const tell = (client: Client, message: FromWorker): void => client.postMessage(message);

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const notice: PushNotice = notification.data;
  notification.close();
  const reply: unknown = Reflect.get(event, 'reply');
  event.waitUntil(act(notice, action, typeof reply === 'string' ? reply.trim() : ''));
});

async function act(notice: PushNotice, action: string, reply: string): Promise<void> {
  const { conversationId, userId, seq, path } = notice;
  const take = () => post(`conversations/${conversationId}/takeover`, { representativeId: userId });
  const answer = () =>
    post('messages', {
      conversationId,
      content: reply,
      clientMessageId: crypto.randomUUID(),
      ...(seq !== undefined && { basedOnSeq: seq }),
    });
  if (conversationId && action === 'reply' && reply) {
    if (!(await answer())) await show({ ...notice, body: `${notice.failed}\n${reply}`, actions: [] });
  } else if (conversationId && action === 'take_over') {
    if (await take()) await open(path);
    else await show({ ...notice, body: notice.failed, actions: [] });
  } else await open(action === 'reply' ? `${path}&reply=1` : path);
}

/** Calls the API with the cookie of the session; false if it was refused or not reached. */
const post = (path: string, body: object): Promise<boolean> =>
  fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Shows a screen in a tab that is open already, or in a new one. */
async function open(path: string): Promise<void> {
  const [tab] = (await pages()).toSorted((one, other) => Number(other.focused) - Number(one.focused));
  if (!tab) return void (await self.clients.openWindow(path));
  // Refused where the press is too long ago.
  await tab.focus().catch(() => undefined);
  tell(tab, { type: 'go', path });
}

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  const message: ToWorker = data;
  if (message.type === 'activate') void self.skipWaiting();
  else void close(message.tags, message.unread);
});
