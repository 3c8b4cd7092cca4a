/**
 * Shows push messages on a customer’s website. Its own worker file consists of one line that imports this one.
 * docs/widget.md#push-messages
 */
import type { VisitorPushMessage } from '@parley/contracts/visitors/push';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, tag, url, language }: VisitorPushMessage = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: language, dir: 'auto', data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url }: Pick<VisitorPushMessage, 'url'> = event.notification.data;
  event.waitUntil(open(url));
});

/** Shows the page, in a window that is open already if there is one; never a page of another website. */
async function open(url: string): Promise<void> {
  const { origin } = self.location;
  const address = URL.parse(url)?.origin === origin ? url : origin;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((each) => each.url === address) ?? windows[0];
  await (shown ? shown.focus() : self.clients.openWindow(address));
}
