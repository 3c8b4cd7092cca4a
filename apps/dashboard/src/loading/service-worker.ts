/** The service worker of the dashboard, as a page uses it. */
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Built apps alone have one, and browsers only on https or localhost. */
const hasWorker = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** Milliseconds after which a worker that doesn't start counts as failed. */
const startPatience = 15_000;

let registered: Promise<ServiceWorkerRegistration> | undefined;

/** Registers the worker once, and returns its registration. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  if (!hasWorker()) return Promise.reject(new Error('No service worker'));
  registered ??= navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(orRefused);
  return registered;
}

/** Rejects a missing registration: browsers of tests that block workers return none. */
function orRefused(registration: ServiceWorkerRegistration | undefined): ServiceWorkerRegistration {
  if (!registration) throw new Error('The browser blocks service workers.');
  return registration;
}

/** Returns the registration once its worker runs. */
export async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await registerWorker();
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The service worker doesn’t start.')), startPatience),
  );
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Tells the worker that runs, if there is one. */
export async function tellWorker(message: ToWorker): Promise<void> {
  if (!hasWorker()) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  registration?.active?.postMessage(message);
}

/** Listens to the worker; returns a function that ends it. */
export function onWorker(listener: (message: FromWorker) => void): () => void {
  if (!hasWorker()) return () => undefined;
  const listen = ({ data }: MessageEvent<FromWorker>) => listener(data);
  navigator.serviceWorker.addEventListener('message', listen);
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}

/**
 * Calls `offer` when a newer version waits, with the function that has it take over and reloads the page. The version
 * before goes on until then; its tabs load their pages from the network, so none is stuck.
 */
export function onNewVersion(registration: ServiceWorkerRegistration, offer: (take: () => void) => void): () => void {
  const left = new AbortController();
  const { signal } = left;
  const look = () => {
    const { waiting } = registration;
    // The first worker replaces none.
    if (!waiting || !navigator.serviceWorker.controller) return;
    offer(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin
      waiting.postMessage({ type: 'activate' } satisfies ToWorker);
    });
  };
  look();
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', look, { signal }),
    { signal },
  );
  const update = () => document.visibilityState === 'visible' && void registration.update().catch(() => undefined);
  document.addEventListener('visibilitychange', update, { signal });
  return () => left.abort();
}
