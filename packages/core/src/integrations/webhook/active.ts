/** The webhooks that events go to, as a process keeps them: asked for with every message. */
import { listWebhooks, type StoredWebhook } from '@parley/db/webhooks/webhooks';
import type { Context } from '../../context.ts';

/** A lost announcement of a change costs at most this, as with the settings. */
const listTtlMs = 10_000;
const lists = new WeakMap<Context['db'], { until: number; webhooks: Promise<StoredWebhook[]> }>();

/** Returns the active webhooks from a cache, which is read again when a change is announced. */
export async function activeWebhooks({ db }: Pick<Context, 'db'>): Promise<StoredWebhook[]> {
  let list = lists.get(db);
  if (!list || list.until < Date.now()) {
    list = { until: Date.now() + listTtlMs, webhooks: listWebhooks(db) };
    lists.set(db, list);
    // Callers get the failure; it isn't cached.
    list.webhooks.catch(() => lists.delete(db));
  }
  return (await list.webhooks).filter((webhook) => webhook.isActive);
}

/** Forgets the copy; the next event reads the list. */
export function forgetWebhooks({ db }: Pick<Context, 'db'>): void {
  lists.delete(db);
}

/** Returns true if a webhook is subscribed to messages: only then is each message worth a job. */
export const followsMessages = async (context: Parameters<typeof activeWebhooks>[0]): Promise<boolean> =>
  (await activeWebhooks(context)).length > 0;
