/**
 * Shows push messages on a customer’s website. Its own worker file consists of one line that imports this one.
 * docs/widget.md#push-messages
 */
import type { VisitorPushMessage } from '@parley/contracts/visitors/push';

/** Parts of a service worker’s scope that are used: the library of pages has no types for it. */
interface WorkerScope {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: ClickEvent) => void): void;
}
interface LongEvent extends Event {
  waitUntil(ends: Promise<unknown>): void;
}
interface PushEvent extends LongEvent {
  data: { json(): VisitorPushMessage } | null;
}
interface ClickEvent extends LongEvent {
  notification: Notification;
}

const scope = self as unknown as WorkerScope;

scope.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, tag, url, language } = event.data.json();
  event.waitUntil(
    scope.registration.showNotification(title, { body, tag, lang: language, dir: 'auto', data: { url } }),
  );
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as Pick<VisitorPushMessage, 'url'>).url));
});

/** Shows the page, in a window that is open already if there is one; never a page of another website. */
async function open(url: string): Promise<void> {
  const { origin } = scope.location;
  const address = URL.parse(url)?.origin === origin ? url : origin;
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((each) => each.url === address) ?? windows[0];
  await (shown ? shown.focus() : scope.clients.openWindow(address));
}
