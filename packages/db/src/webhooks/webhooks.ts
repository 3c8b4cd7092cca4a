import type { Webhook } from '@parley/contracts/entities';
import { webhookEvents } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { WebhooksTable } from '../tables/work.ts';

export type WebhookEvent = (typeof webhookEvents)[number];

const columns = ['id', 'url', 'events', 'isActive', 'createdAt'] as const;

function toWebhook(row: Pick<Selectable<WebhooksTable>, (typeof columns)[number]>): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: webhookEvents.filter((event) => row.events.includes(event)),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A webhook with its encrypted secret. */
export type WebhookTarget = Webhook & { secret: string };

/** Oldest first. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  return (await db.selectFrom('webhooks').select(columns).orderBy('id').execute()).map(toWebhook);
}

export async function findWebhook(db: Database, id: string): Promise<WebhookTarget | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select([...columns, 'secret'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...toWebhook(row), secret: row.secret };
}

export async function insertWebhook(
  db: Database,
  webhook: { url: string; events: WebhookEvent[]; secret: string; createdBy: string | null },
): Promise<Webhook> {
  return toWebhook(await db.insertInto('webhooks').values(webhook).returning(columns).executeTakeFirstOrThrow());
}

/** Undefined when unknown. */
export async function updateWebhook(
  db: Database,
  id: string,
  change: { url?: string; events?: WebhookEvent[]; isActive?: boolean },
): Promise<Webhook | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toWebhook(row);
}

/** Removes it and its delivery log. False when unknown. */
export async function deleteWebhook(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    with log as (delete from deliveries where channel = 'webhook' and target = ${id})
    delete from webhooks where id = ${id} returning id
  `.execute(db);
  return rows.length > 0;
}
