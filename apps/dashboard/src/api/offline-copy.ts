/**
 * Copies of the last list and of opened conversations in this browser, which are shown without a network. Kept only where
 * the user allows it: by default in the installed app, and never after a sign-out.
 */
import { preferences } from '../preferences/preferences.ts';

const cacheName = 'parley-reads';
const copiesMax = 200;
const storedAt = 'x-stored-at';

/** Reads that the list and a conversation are drawn from. */
const kept =
  /^\/api\/(user|views|settings|tags|attributes|conversations|representatives|teams|following|unread|drafts|copilot|translated)(?:[/?]|$)/;

let oldest: number | null = null;
const listeners = new Set<() => void>();

function note(at: number | null): void {
  if (at === oldest) return;
  oldest = at;
  for (const listener of listeners) listener();
}

const isList = (address: string): boolean => address.startsWith('/api/conversations?');

const isOn = (): boolean => 'caches' in window && preferences().offlineCopy;

/** Stores the answer to a read. Failures are ignored: there is then no copy. */
export function keepCopy(address: string, response: Response): void {
  if (!isOn() || !kept.test(address)) return;
  // From now on the list is the server's.
  if (isList(address)) note(null);
  const copy = response.clone();
  void store(address, copy).catch(() => undefined);
}

async function store(address: string, copy: Response): Promise<void> {
  const headers = new Headers({ 'content-type': 'application/json', [storedAt]: String(Date.now()) });
  const link = copy.headers.get('link');
  if (link) headers.set('link', link);
  const cache = await caches.open(cacheName);
  // Deleted first, so that it becomes the newest key.
  await cache.delete(address);
  await cache.put(address, new Response(await copy.text(), { headers }));
  const keys = await cache.keys();
  for (const each of keys.slice(0, Math.max(0, keys.length - copiesMax))) await cache.delete(each);
}

/** Returns the copy of an answer; undefined without one. */
export async function storedCopy(address: string): Promise<Response | undefined> {
  if (!isOn() || !kept.test(address)) return undefined;
  const cache = await caches.open(cacheName);
  const copy = await cache.match(address);
  const at = Number(copy?.headers.get(storedAt));
  if (copy && at > 0 && isList(address)) note(at);
  return copy;
}

/** Deletes all copies: the user has signed out, or doesn't want them any more. */
export async function forgetCopies(): Promise<void> {
  note(null);
  if ('caches' in window) await caches.delete(cacheName).catch(() => undefined);
}

/** Time of the copy that the list is shown from, in epoch milliseconds; null if it came from the server. */
export const copiedAt = (): number | null => oldest;

export function onCopiedAt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
