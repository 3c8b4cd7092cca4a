/** Customers of imported conversations. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface ImportedCustomer {
  customerName: string | null;
  customerEmail: string | null;
  isBlocked: boolean;
}

/** Returns what conversations show of visitors, by their ids. */
export async function customersOf(db: Database, ids: readonly string[]): Promise<Map<string, ImportedCustomer>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ImportedCustomer & { id: string }>`
    select visitors.id, visitors.name as customer_name, visitors.email as customer_email,
      contacts.blocked_at is not null as is_blocked
    from visitors join identities on identities.visitor_id = visitors.id join contacts on contacts.id = contact_id
    where visitors.id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, ...customer }) => [id, customer]));
}
