import type { Webhook } from '@parley/contracts/entities';
import { webhookEvents } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { WebhooksTable } from '../tables/work.ts';

export type WebhookEvent = (typeof webhookEvents)[number];

const columns = ['id', 'url', 'events', 'isActive', 'previousSecretUntil', 'createdAt'] as const;

/** A webhook with its address as the caller has stored it: encrypted. */
export type StoredWebhook = Omit<Webhook, 'host'>;

function toWebhook(row: Pick<Selectable<WebhooksTable>, (typeof columns)[number]>): StoredWebhook {
  const until = row.previousSecretUntil;
  return {
    id: row.id,
    url: row.url,
    events: webhookEvents.filter((event) => row.events.includes(event)),
    isActive: row.isActive,
    previousSecretUntil: until && until.getTime() > Date.now() ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A webhook with what it is signed with, encrypted; `previousSecret` while it still signs. */
export type WebhookTarget = StoredWebhook & { secret: string; previousSecret: string | null };

/** Oldest first. */
export async function listWebhooks(db: Database): Promise<StoredWebhook[]> {
  return (await db.selectFrom('webhooks').select(columns).orderBy('id').execute()).map(toWebhook);
}

/** Returns a webhook, switched off or on, with its secrets as they are stored: encrypted. */
export async function findWebhook(db: Database, id: string): Promise<WebhookTarget | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select([...columns, 'secret', 'previousSecret'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const webhook = toWebhook(row);
  const isStillSigning = webhook.previousSecretUntil !== null;
  return { ...webhook, secret: row.secret, previousSecret: isStillSigning ? row.previousSecret : null };
}

/** Stores a webhook, switched on. Address and secret must be encrypted. */
export async function insertWebhook(
  db: Database,
  webhook: { url: string; events: WebhookEvent[]; secret: string; createdBy: string | null },
): Promise<StoredWebhook> {
  return toWebhook(await db.insertInto('webhooks').values(webhook).returning(columns).executeTakeFirstOrThrow());
}

/** Undefined when unknown. */
export async function updateWebhook(
  db: Database,
  id: string,
  change: { url?: string; events?: WebhookEvent[]; isActive?: boolean },
): Promise<StoredWebhook | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toWebhook(row);
}

/**
 * Replaces the secret; the current one still signs for `hours`, an older one stops. Undefined when the webhook is
 * unknown.
 */
export async function replaceWebhookSecret(
  db: Database,
  id: string,
  { secret, hours }: { secret: string; hours: number },
): Promise<StoredWebhook | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set((eb) => ({
      secret,
      previousSecret: eb.ref('secret'),
      previousSecretUntil: sql<Date>`now() + make_interval(hours => ${hours})`,
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toWebhook(row);
}

/** Stops signing with the previous secret. Undefined when the webhook is unknown. */
export async function forgetPreviousSecret(db: Database, id: string): Promise<StoredWebhook | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set({ previousSecret: null, previousSecretUntil: null })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toWebhook(row);
}

/** Deletes previous secrets that have expired. Returns their number. */
export async function forgetOutdatedSecrets(db: Database): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ previousSecret: null, previousSecretUntil: null })
    .where('previousSecretUntil', '<', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes it and its delivery log. False when unknown. */
export async function deleteWebhook(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    with log as (delete from deliveries where channel = 'webhook' and target = ${id})
    delete from webhooks where id = ${id} returning id
  `.execute(db);
  return rows.length > 0;
}
