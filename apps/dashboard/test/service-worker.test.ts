import type { PushNotice } from '@parley/contracts/users/push';
import { afterEach, expect, test, vi } from 'vitest';
import { languageCodes } from '@parley/contracts/text/languages';
import { takeShared } from '../src/features/push/shared.ts';
import { manifests } from '../vite/manifests.ts';
import { workerScript } from '../vite/service-worker.ts';

test('the service worker is one script of at most 6,000 bytes, another for every build', async () => {
  const [one, other] = await Promise.all([workerScript('one'), workerScript('other')]);
  expect(one).not.toBe(other);
  expect(one).toContain('parley-shell-one');
  expect(Buffer.byteLength(one)).toBeLessThanOrEqual(6_000);
  expect(one).not.toMatch(/\bimport\b/);
});

test('the app’s manifest is written in every language', () => {
  const files = manifests();
  expect(Object.keys(files)).toHaveLength(languageCodes.length);
  const names = Object.values(files).map((manifest) => JSON.stringify(Reflect.get(manifest, 'shortcuts')));
  expect(new Set(names).size).toBe(languageCodes.length);
  expect(files['manifest-ar.webmanifest']).toMatchObject({ dir: 'rtl', start_url: '/conversations' });
});

afterEach(() => vi.unstubAllGlobals());

/** Caches of a browser, as far as the worker and its pages use them. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const storeOf = (name: string) => stores.get(name) ?? stores.set(name, new Map()).get(name) ?? new Map();
  return {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => ({
      put: async (key: string, response: Response) => void storeOf(name).set(key, response),
      keys: async () => [...storeOf(name).keys()],
      match: async (key: string) => storeOf(name).get(key)?.clone(),
    }),
  };
}

const origin = 'https://parley.example';

/** The built worker in a browser that remembers what it is asked to show, open and fetch. */
async function startWorker(answers: { ok: boolean } | 'offline' = { ok: true }) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: { title: string; body: string }[] = [];
  const opened: string[] = [];
  const fetched: { path: string; body: unknown }[] = [];
  const caches = fakeCaches();
  const self = {
    location: new URL(origin),
    navigator: {},
    registration: {
      showNotification: async (title: string, { body }: { body: string }) => void shown.push({ title, body }),
      getNotifications: async () => [],
    },
    clients: { matchAll: async () => [], openWindow: async (path: string) => void opened.push(path) },
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
  };
  const fetch = async (path: string, { body }: { body: string }) => {
    fetched.push({ path, body: JSON.parse(body) as unknown });
    if (answers === 'offline') throw new TypeError('Failed to fetch');
    return answers;
  };
  // Relative, as in a browser.
  const redirect = (path: string, status: number) => new Response(null, { status, headers: { location: path } });
  const Answer = Object.assign(
    function answer(body: BodyInit | null, init?: ResponseInit) {
      return new Response(body, init);
    },
    { redirect },
  );
  const script = await workerScript('test');
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the built worker
  new Function('self', 'caches', 'fetch', 'Response', script)(self, caches, fetch, Answer);
  /** Delivers an event, and waits for what it starts. */
  async function happens<T>(type: string, event: object): Promise<T | undefined> {
    let work: Promise<T> | undefined;
    const take = (given: Promise<T>) => {
      work = given;
    };
    listeners.get(type)?.({ ...event, waitUntil: take, respondWith: take });
    return work;
  }
  return { happens, caches, shown, opened, fetched };
}

const notice: PushNotice = {
  type: 'notice',
  tag: 'one',
  title: 'Jane',
  body: 'Hello',
  language: 'en',
  actions: [],
  unread: 1,
  path: '/conversations?selected=1',
  conversationId: '0199a000-0000-7000-8000-000000000001',
  userId: '0199a000-0000-7000-8000-000000000002',
  seq: 3,
  failed: 'Not sent',
};
const click = (action: string, reply?: string) => ({
  notification: { data: notice, close: () => undefined },
  action,
  reply,
});

/** What a browser posts when another app shares: its form holds names in any script. */
const shares = (form: FormData) => ({
  method: 'POST',
  mode: 'navigate',
  url: `${origin}/share`,
  formData: async () => form,
});

test('a picture that another app shares waits for the page, which gets it once', async () => {
  const { happens, caches } = await startWorker();
  const form = new FormData();
  form.set('title', 'Look');
  form.set('url', 'https://shop.example/1');
  form.append('files', new File(['\u0089PNG'], 'Größe 1.png', { type: 'image/png' }));
  form.append('files', new File(['two'], 'b.txt', { type: 'text/plain' }));
  const answer = await happens<Response>('fetch', { request: shares(form) });
  expect([answer?.status, answer?.headers.get('location')]).toEqual([303, '/conversations?shared=1']);
  vi.stubGlobal('caches', caches);
  const { text, files } = await takeShared();
  expect(text).toBe('Look\nhttps://shop.example/1');
  expect(files.map(({ name, type, size }) => ({ name, type: type.split(';')[0], size }))).toEqual([
    { name: 'Größe 1.png', type: 'image/png', size: 5 },
    { name: 'b.txt', type: 'text/plain', size: 3 },
  ]);
  expect(await takeShared()).toEqual({ text: '', files: [] });
});

test('what is shared later takes the place of what nobody chose a conversation for', async () => {
  const { happens, caches } = await startWorker();
  for (const title of ['First', 'Second']) {
    const form = new FormData();
    form.set('title', title);
    await happens('fetch', { request: shares(form) });
  }
  vi.stubGlobal('caches', caches);
  expect(await takeShared()).toEqual({ text: 'Second', files: [] });
});

test('calls of the API and what other sites send are left to the browser', async () => {
  const { happens } = await startWorker();
  const post = { method: 'POST', body: new FormData() };
  for (const url of [`${origin}/api/messages`, 'https://evil.example/share', `${origin}/conversations`])
    expect(await happens('fetch', { request: new Request(url, post) })).toBeUndefined();
});

test('a reply in a notification is sent without opening the app, based on the message that was shown', async () => {
  const { happens, fetched, opened, shown } = await startWorker();
  await happens('notificationclick', click('reply', '  On my way.  '));
  const { conversationId, seq } = notice;
  expect(fetched).toEqual([
    {
      path: '/api/messages',
      body: { conversationId, content: 'On my way.', clientMessageId: expect.any(String) as string, basedOnSeq: seq },
    },
  ]);
  expect([opened, shown]).toEqual([[], []]);
});

test.each([['refused', { ok: false }] as const, ['without a network', 'offline'] as const])(
  'a reply that is %s comes back with its words, so that nothing is lost',
  async (_how, answers) => {
    const { happens, shown, opened } = await startWorker(answers);
    await happens('notificationclick', click('reply', 'On my way.'));
    expect(shown).toEqual([{ title: 'Jane', body: 'Not sent\nOn my way.' }]);
    expect(opened).toEqual([]);
  },
);

test('where the system has no field for a reply, its action opens the conversation at the composer', async () => {
  const { happens, fetched, opened } = await startWorker();
  await happens('notificationclick', click('reply'));
  await happens('notificationclick', click(''));
  expect(opened).toEqual(['/conversations?selected=1&reply=1', '/conversations?selected=1']);
  expect(fetched).toEqual([]);
});
