/** Copies attributes of another installation, and their values for the copied contacts. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceRow } from './rows.ts';

/** Adds the attributes that are missing here, and the values of these visitors' contacts that have none here. */
export async function copyContactAttributes(
  source: Database,
  target: Database,
  visitors: readonly SourceRow[],
): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('attributes') is not null as exists`.execute(
    source,
  );
  // The installation is older than attributes.
  if (!rows[0]?.exists) return;
  const attributes = await source.selectFrom('attributes').selectAll().execute();
  await sql`
    insert into attributes (id, subject, key, name, type, choices)
    select id, subject, key, name, type, choices
    from jsonb_populate_recordset(null::attributes, ${JSON.stringify(attributes)}::jsonb)
    on conflict do nothing
  `.execute(target);
  const known = await source
    .selectFrom('identities')
    .innerJoin('contacts', 'contacts.id', 'identities.contactId')
    .select(['identities.visitorId', 'contacts.attributes'])
    .where('identities.visitorId', '=', sql<string>`any(${visitors.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`contacts.attributes <> '{}'`)
    .execute();
  await sql`
    update contacts set attributes = given.attributes || contacts.attributes
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as given ("visitorId" uuid, attributes jsonb)
    join identities on identities.visitor_id = given."visitorId"
    where contacts.id = identities.contact_id
  `.execute(target);
}
