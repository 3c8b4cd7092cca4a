import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Disables webhooks that have refused everything for as long as a delivery is tried: a dead delivery of the last two
 * days and nothing delivered since it was made, or a response of 410 (gone). Returns them.
 */
export async function disableFailingWebhooks(db: Database): Promise<{ id: string; url: string }[]> {
  const { rows } = await sql<{ id: string; url: string }>`
    update webhooks set is_active = false, updated_at = now()
    where is_active and exists (
      select from deliveries as dead
      where dead.channel = 'webhook' and dead.target = webhooks.id::text and dead.status = 'dead'
        and dead.updated_at > greatest(now() - interval '2 days', webhooks.updated_at)
        and (dead.response_status = 410 or not exists (
          select from deliveries as later
          where later.channel = 'webhook' and later.target = webhooks.id::text and later.status = 'delivered'
            and later.delivered_at > dead.created_at
        ))
    )
    returning id, url
  `.execute(db);
  return rows;
}
