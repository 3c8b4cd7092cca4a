/** Text and files that another app has shared with this one, as the service worker keeps them (sw/worker.ts). */
const cacheName = 'parley-shared';

/** Returns them, once. */
export async function takeShared(): Promise<{ text: string; files: File[] }> {
  const cache = await caches.open(cacheName);
  const files: File[] = [];
  let text = '';
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (!response) continue;
    const name = response.headers.get('x-name');
    if (name === null) text = await response.text();
    else {
      const type = response.headers.get('content-type') ?? '';
      files.push(new File([await response.blob()], decodeURIComponent(name), { type }));
    }
  }
  await caches.delete(cacheName);
  return { text, files };
}
