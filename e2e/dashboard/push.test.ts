/** The installed app: push notifications with no tab open, and work without a network. */
import type { PushNotice } from '@parley/contracts/users/push';
import { type PushedDevice, type PushService, startPushService } from '@parley/testing/push-service';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let service: PushService;
beforeAll(async () => {
  [dashboard, service] = await Promise.all([openDashboard({ isWhole: true }), startPushService()]);
});
afterAll(async () => {
  await service.close();
  await dashboard.stop();
});

/** Opens a signed-in page that subscribes at the test's push service: Chromium's own is out on the internet. */
async function openApp(path: string): Promise<{ page: Page; device: () => PushedDevice }> {
  const page = await dashboard.signIn(undefined, { serviceWorkers: 'allow', permissions: ['notifications'] });
  let device: PushedDevice | undefined;
  await page.context().exposeFunction('subscribeAtTest', (publicKey: string) => {
    device = service.subscribe(publicKey);
    return { endpoint: device.endpoint, keys: device.keys };
  });
  await page.addInitScript(() => {
    let given: { endpoint: string; keys: Record<string, string>; key: ArrayBuffer } | null = null;
    const toSubscription = () =>
      given && {
        options: { applicationServerKey: given.key },
        toJSON: () => given,
        unsubscribe() {
          given = null;
          return Promise.resolve(true);
        },
      };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(toSubscription()),
      async subscribe({ applicationServerKey: key }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
        const text = btoa(String.fromCharCode(...key))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '');
        const made = await Reflect.get(window, 'subscribeAtTest')(text);
        given = { ...made, key: key.buffer };
        return toSubscription();
      },
    });
  });
  page.setDefaultTimeout(20_000);
  await page.goto(dashboard.stack.url + path);
  return {
    page,
    device: () => {
      if (!device) throw new Error('The page has not subscribed.');
      return device;
    },
  };
}

/** Parts of the worker's scope that the tests use; the page's types have none of it. */
interface WorkerScope extends EventTarget {
  registration: {
    active: object | null;
    getNotifications(filter?: { tag: string }): Promise<{ title: string; body: string; tag: string }[]>;
  };
  NotificationEvent: new (type: string, init: { notification: object; action: string }) => Event;
}

/** Returns the installed service worker of a context. */
async function workerOf(context: BrowserContext) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    while (!registration.active) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  return worker;
}

/** Delivers to the browser what has arrived at its device, as the browser's push client does. */
async function deliver(cdp: CDPSession, data: unknown): Promise<void> {
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations));
  await cdp.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: dashboard.stack.url,
    registrationId: registrations[0]?.registrationId ?? '',
    data: JSON.stringify(data),
  });
  await cdp.send('ServiceWorker.disable');
}

type Worker = Awaited<ReturnType<typeof workerOf>>;

const shownIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

test('the app is installable, in the language of the browser', async () => {
  const { page } = await openApp('/conversations');
  await workerOf(page.context());
  const cdp = await page.context().newCDPSession(page);
  const { errors, data, url } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toMatch(/\/manifest\.webmanifest$/);
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    name: 'Parley',
    display: 'standalone',
    start_url: '/conversations',
  });
  // A context of tests is a private window, which installs nothing.
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const sizes = await page.evaluate(async () => {
    const manifest: { icons: { src: string; sizes: string }[] } = await (
      await fetch('/manifest-de.webmanifest')
    ).json();
    return Promise.all(
      manifest.icons.map(async ({ src, sizes: stated }) => {
        const picture = await createImageBitmap(await (await fetch(src)).blob());
        return `${picture.width}x${picture.height}` === stated;
      }),
    );
  });
  expect(sizes).toEqual([true, true, true, true]);
  await page.context().close();
});

test('a message reaches the browser with no tab of the app open, and an action answers it', async () => {
  const { page, device } = await openApp('/settings?tab=notifications');
  const context = page.context();
  const worker = await workerOf(context);
  await page.getByText('On this device', { exact: true }).click();
  await page.getByText('This device', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => device().received.length).toBe(1);
  const elsewhere = await context.newPage();
  const cdp = await context.newCDPSession(elsewhere);
  await deliver(cdp, device().received[0]?.data);
  await page.getByText('The test notification arrived.').waitFor();

  const id = await dashboard.arrive('Is the blue one in stock?');
  const me = await page.evaluate(async () => (await (await fetch('/api/user')).json()).id as string);
  await page.close();
  const notice: PushNotice = {
    type: 'notice',
    tag: id,
    title: 'Jan',
    body: 'Is the blue one in stock?',
    path: `/conversations?selected=${id}`,
    unread: 2,
    language: 'en',
    conversationId: id,
    userId: me,
    actions: [{ action: 'take_over', title: 'Take over' }],
    failed: 'That didn’t work.',
  };
  await deliver(cdp, notice);
  await deliver(cdp, { ...notice, body: 'Hello?' });
  await expect.poll(() => shownIn(worker)).toContainEqual({ title: 'Jan', body: 'Hello?', tag: id });
  expect((await shownIn(worker)).filter(({ tag }) => tag === id)).toHaveLength(1);

  await worker.evaluate(async (tag) => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications({ tag });
    if (!notification) throw new Error('The notification was closed.');
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: 'take_over' }));
  }, id);
  const assignee = async () => {
    const answer = await elsewhere.request.get(`${dashboard.stack.url}/api/conversations/${id}`);
    return ((await answer.json()) as { assignedRepresentativeId: string | null }).assignedRepresentativeId;
  };
  await expect.poll(assignee).toBe(me);

  await deliver(cdp, notice);
  await expect.poll(async () => (await shownIn(worker)).some(({ tag }) => tag === id)).toBe(true);
  await deliver(cdp, { type: 'read', tags: [id], unread: 0 });
  await expect.poll(async () => (await shownIn(worker)).some(({ tag }) => tag === id)).toBe(false);
  await context.close();
});

test('without a network the app shows the last list with its time, queues replies, and sends them afterwards', async () => {
  const id = await dashboard.arrive('Does it come in green?');
  const { page } = await openApp('/settings?tab=notifications');
  const context = page.context();
  await workerOf(context);
  await page.getByText('Keep a copy for offline').click();
  await page.goto(`${dashboard.stack.url}/conversations?filter=all&selected=${id}`);
  await page.getByRole('log').getByText('Does it come in green?').waitFor();
  // The next visit is controlled by the worker, with all its files stored.
  await page.reload();
  await page.getByRole('log').getByText('Does it come in green?').waitFor();

  await context.setOffline(true);
  await page.reload();
  await page.getByText(/You are offline\. The list is from \d/).waitFor();
  await page.getByRole('log').getByText('Does it come in green?').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('Yes, from Monday.');
  await page.keyboard.press('Enter');
  await page.getByText('1 unsent message will be sent').waitFor();

  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  const contents = async () => {
    const answer = await page.request.get(`${dashboard.stack.url}/api/conversations/${id}/messages`);
    return ((await answer.json()) as { content: string }[]).map(({ content }) => content);
  };
  await expect.poll(contents).toContain('Yes, from Monday.');
  expect((await contents()).filter((content) => content === 'Yes, from Monday.')).toHaveLength(1);

  await page.evaluate(() => fetch('/api/logout', { method: 'POST' }));
  await page.reload();
  await page.waitForURL('**/auth');
  expect(await page.evaluate(() => caches.has('parley-reads'))).toBe(false);
  await context.close();
});
